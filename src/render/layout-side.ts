import { wrapText } from '../text/wrap-text.ts'
import { BLOCK_HEIGHT, type BlockFrame, fitName, renderBlock } from './layout-block.ts'
import { conflictWords } from './layout-conflicts.ts'
import { type OutsideName, placeNames } from './layout-names.ts'
import type { LayoutPlan, PlannedGap, PlannedGhost, PlannedLine, PlannedSide } from './layout-plan.ts'
import { el, svgText } from './markup.ts'
import { roleStyles } from './role-style.ts'

export type Geometry = {
  width: number
  gutter: number
  px: number // pixels a byte
  fontSize: number
  mostLines: number
  stacked: boolean
}
/** Where a member stands: the points its thread leaves from and arrives at. */
export type MemberAnchor = { x: number; exit: number; tie: number; top: number; bottom: number; role: string }
export type DrawnSide = { svg: string; anchors: Map<number, MemberAnchor>; bottom: number; left: number; width: number }

type SideFrame = Geometry & { x0: number; y0: number; first: boolean; plan: LayoutPlan; names: readonly string[] }
type Cursor = { y: number; out: string[]; anchors: Map<number, MemberAnchor> }

/** An offset in decimal, or as hexadecimal digits. */
const offsetText = (offset: number, hex: boolean): string => (hex ? offset.toString(16) : String(offset))

/** The byte ruler as one path: as single lines its ticks weighed more than the members. */
function renderRuler(left: number, y: number, bytes: number, px: number, hex: boolean): string {
  let ticks = ''
  let last = 0
  const out: string[] = []
  const step = px >= 6 ? 8 : px >= 3 ? 16 : 32
  for (let byte = 0; byte <= bytes; byte += 1) {
    const major = byte % 8 === 0
    if (!major && px < 3) continue
    // Steps, not places: one tick reads as the other, and a page of many rulers packs to nothing.
    const height = major ? 6 : 3
    const from = (byte - last) * px
    ticks += byte === 0 ? `M${left} ${y + 22}` : `m${Math.round(from * 1000) / 1000} ${last % 8 === 0 ? 6 : 3}`
    ticks += `v-${height}`
    last = byte
    if (byte % step === 0)
      out.push(
        svgText(left + byte * px, y + 12, offsetText(byte, hex), {
          class: 'code quiet',
          'font-size': 10,
          'text-anchor': byte === 0 ? 'start' : byte === bytes ? 'end' : 'middle',
        }),
      )
  }
  return out.join('') + el('path', { d: ticks, class: 's-rule2' })
}

/** A run of lines that nothing happens on, between two zigzags. */
function renderFold(words: string, left: number, y: number, width: number): string {
  const zigzag = (at: number): string => `M${left} ${at}${'l8 -3l8 3'.repeat(Math.round(width / 16))}`
  // A fallback face is up to 6.4 px a letter: on a narrow row the sums go before any word is cut.
  const columns = Math.floor(width / 6.4)
  const noBytes = words.replace(/, [\d\u202f]+ bytes/, '')
  const few = noBytes.replace(/: \d+ lines, /, ': ')
  const shorter = [words, noBytes, few, few.replace('further members may stand', 'others may stand')]
  const short = shorter.find((each) => each.length <= columns) ?? shorter.at(-1)?.slice(0, columns) ?? ''
  return (
    el('path', { d: zigzag(y + 9) + zigzag(y + 29), class: 's-rule2', fill: 'none' }) +
    svgText(left + width / 2, y + 22, short, { class: 'quiet', 'text-anchor': 'middle', 'font-size': 11.5 })
  )
}

/** A hole or padding: paper with a dotted outline, its word and its bytes where there is room. */
function renderGap(gap: PlannedGap, left: number, y: number, px: number): string {
  const [x, width] = [left + gap.at * px, gap.size * px]
  const box = { x, y, width, height: BLOCK_HEIGHT }
  if (gap.kind === 'end') {
    const words =
      width > 70
        ? svgText(x + width / 2, y + 27, 'struct ends', { class: 'quiet', 'text-anchor': 'middle', 'font-size': 11 })
        : ''
    return el('rect', { ...box, class: 'f-paper' }) + words
  }
  const words = gap.kind === 'hole' ? 'hole' : 'padding'
  const middle = { 'text-anchor': 'middle' }
  return el(
    'g',
    {},
    el('title', {}, `${words}, ${gap.total} bytes`),
    el('rect', { ...box, class: 'hole' }),
    width > 52 && svgText(x + width / 2, y + 20, words, { class: 'quiet', 'font-size': 11, ...middle }),
    width > 26 &&
      svgText(x + width / 2, y + 34, `${gap.total} B`, { class: 'code quiet', 'font-size': 10.5, ...middle }),
  )
}

/** Where a moved member stood; its words, or a name to put below where they do not fit. */
function renderGhost(
  ghost: PlannedGhost,
  left: number,
  y: number,
  px: number,
): { svg: string; outside: OutsideName[] } {
  const [x, width] = [left + ghost.at * px, ghost.size * px]
  const fits = ghost.label.every((line) => line.length * 5.3 < width - 4)
  const words = fits ? ghost.label : []
  const svg =
    el('rect', {
      x: x + 1.5,
      y: y + 1.5,
      width: Math.max(2, width - 3),
      height: BLOCK_HEIGHT - 3,
      class: `ghost s-${roleStyles[ghost.role].name}`,
    }) +
    words
      .map((line, at) =>
        svgText(x + width / 2, y + 21 + at * 13 - (words.length - 1) * 4, line, {
          class: 'quiet halo',
          'font-size': 10.5,
          'text-anchor': 'middle',
        }),
      )
      .join('')
  return { svg, outside: fits ? [] : [{ name: ghost.label.join(', '), x: x + 3, plain: true }] }
}

/** The frame of a row: closed, or open at both ends where its ends are not known. */
function renderFrame(open: boolean, left: number, y: number, width: number): string {
  const ends = [y, y + BLOCK_HEIGHT]
  return open
    ? ends.map((at) => el('line', { x1: left, x2: left + width, y1: at, y2: at, class: 's-rule2' })).join('')
    : el('rect', { x: left, y, width, height: BLOCK_HEIGHT, fill: 'none', class: 's-rule2' })
}

/** The mark of a row: shared (solid, or dotted where worked out), or shared by design. */
function renderMark(row: PlannedLine, left: number, y: number, width: number): string {
  const { verdict } = row
  if (verdict.kind === 'none') return ''
  const dotted = verdict.kind === 'conflict' && verdict.inferred
  const name = verdict.kind === 'by-design' ? 'design-frame' : dotted ? 'shared-frame inferred-mark' : 'shared-frame'
  const [x, w] = [left - 3, width + 6]
  return row.torn
    ? el('path', { d: `M${x} ${y - 3}h${w}M${x} ${y + BLOCK_HEIGHT + 3}h${w}`, class: name })
    : el('rect', { x, y: y - 3, width: w, height: BLOCK_HEIGHT + 6, class: name })
}

/** The bracket from readers (arrowheads) to writers (dots) with its sentence between; gives back the new y. */
function renderBracket(row: PlannedLine, frame: SideFrame, cursor: Cursor, left: number, width: number): number {
  const { verdict } = row
  if (verdict.kind !== 'conflict') return cursor.y
  const tieOf = (name: string): number[] => {
    const piece = row.members.find(({ key }) => frame.names[key] === name)
    const anchor = piece && cursor.anchors.get(piece.key)
    return anchor && piece
      ? [piece.continues === 'from' ? left + (piece.at + piece.drawn * 0.34) * frame.px : anchor.tie]
      : []
  }
  const [from, to] = [verdict.readers.flatMap(tieOf), verdict.writers.flatMap(tieOf)]
  const y = cursor.y
  const bar = y + 16
  const all = [...from, ...to]
  if (all.length === 0) return y
  cursor.out.push(
    el('path', {
      d: `${all.map((x) => `M${x.toFixed(1)} ${y + 5}V${bar}`).join('')}M${Math.min(...all).toFixed(1)} ${bar}H${Math.max(...all).toFixed(1)}`,
      class: 'shared-line',
      fill: 'none',
    }),
    ...from.map((x) => el('path', { d: `M${(x - 4).toFixed(1)} ${y + 10}l4 -6 4 6z`, class: 'f-shared' })),
    ...to.map((x) => el('circle', { cx: x, cy: y + 6, r: 3, class: 'f-shared' })),
  )
  const words = conflictWords(verdict, frame.plan.locks, Math.floor(width / 6.1))
  const lines = row.hitm && words.length < 2 ? [...words, row.hitm] : words
  const half = Math.max(...lines.map((line) => line.length)) * 3.1
  const middle = Math.min(Math.max((Math.min(...all) + Math.max(...all)) / 2, left + half), left + width - half)
  lines.forEach((line, at) => {
    cursor.out.push(
      svgText(middle, bar + 15 + at * 14, line, { class: 'shared-text', 'text-anchor': 'middle', 'font-size': 12 }),
    )
  })
  return bar + 8 + lines.length * 14
}

/** A plain note under a row, cut at ` · `, then at blanks, into at most four rows where it is too long. */
function renderNote(note: string, left: number, y: number, width: number): { svg: string; height: number } {
  const columns = Math.floor(width / 6.5)
  const lines =
    note.length <= columns
      ? [note]
      : note
          .split(' · ')
          .flatMap((part) => wrapText(part, columns))
          .slice(0, 4)
  const svg = lines.map((line, at) => svgText(left, y + 16 + at * 14, line, { class: 'quiet', 'font-size': 12 }))
  return { svg: svg.join(''), height: 8 + lines.length * 14 }
}

/** The name of a row, its bytes, and the word where it is shared. */
function renderRowName(row: PlannedLine, frame: SideFrame, left: number, y: number, width: number): string {
  const { plan } = frame
  const bytes = plan.cachelineBytes
  const range =
    row.line === null
      ? ''
      : `${offsetText(row.line * bytes, plan.hex === true)}–${offsetText(row.line * bytes + bytes - 1, plan.hex === true)}`
  const title = row.name ?? (plan.base === 'unknown' ? 'offsets' : `line ${row.line}`)
  const shared = row.verdict.kind === 'conflict'
  const word = row.verdict.kind === 'conflict' && row.verdict.inferred ? 'shared?' : 'shared'
  if (frame.gutter < 40)
    return (
      svgText(left, y + 4, title, { class: 'b', 'font-size': 12 }) +
      (range && svgText(left + 52, y + 4, `bytes ${range}`, { class: 'quiet', 'font-size': 11 })) +
      (shared
        ? svgText(left + width, y + 4, 'shared line', { class: 'shared-text b', 'text-anchor': 'end', 'font-size': 12 })
        : '')
    )
  const end = { 'text-anchor': 'end' }
  return (
    svgText(left - 10, y + 14, title, { class: shared ? 'shared-text b' : 'b', 'font-size': 12, ...end }) +
    (range && svgText(left - 10, y + 28, range, { class: 'code quiet', 'font-size': 10.5, ...end })) +
    (shared ? svgText(left - 10, y + (range ? 42 : 28), word, { class: 'shared-text b', 'font-size': 12, ...end }) : '')
  )
}

/** Blocks, gaps and ghosts of a row; the names that did not fit. */
function renderCells(row: PlannedLine, frame: SideFrame, cursor: Cursor, left: number): OutsideName[] {
  const { px, fontSize, mostLines } = frame
  const y = cursor.y
  const outside: OutsideName[] = []
  for (const ghost of row.ghosts) {
    const drawn = renderGhost(ghost, left, y, px)
    cursor.out.push(drawn.svg)
    outside.push(...drawn.outside)
  }
  const frames = row.members.map((member): BlockFrame => {
    const end = member.at + member.drawn
    // A line's end bounds an open size too: its slats stay inside, so that they never cross the frame of a shared line.
    const bounded = end >= frame.plan.cachelineBytes || row.members.some((other) => other.at === end && !other.nameOnly)
    return { x: left + member.at * px, y, width: member.drawn * px, fontSize, mostLines, bounded }
  })
  // On a narrow row where one name stands below, none is broken into pieces inside: all names read alike.
  const isMixed =
    frame.gutter < 40 &&
    row.members.some((member, at) => !member.nameOnly && frames[at] && !fitName(member, frames[at]))
  for (const [at, member] of row.members.entries()) {
    const own = frames[at]
    if (!own) continue
    const { x, width: drawn } = own
    const fullName = frame.names[member.key] ?? member.name
    if (member.nameOnly) {
      outside.push({ name: member.name, x: x + 3, plain: false })
      continue
    }
    const block = renderBlock(member, fullName, isMixed ? { ...own, mostLines: 1 } : own)
    cursor.out.push(block.svg)
    if (member.continues !== 'from')
      cursor.anchors.set(member.key, {
        x: x + drawn / 2,
        exit: x + drawn * 0.72,
        tie: x + drawn * 0.34,
        top: y,
        bottom: y + BLOCK_HEIGHT,
        role: roleStyles[member.role].name,
      })
    if (!block.labelled) outside.push({ name: member.name, x: x + 3, plain: false })
  }
  return outside
}

/** One row with everything above and below it; moves the cursor down. */
function renderRow(row: PlannedLine, frame: SideFrame, cursor: Cursor, left: number, width: number): void {
  const { plan, first, stacked, gutter } = frame
  const moved = new Set(plan.moved.map(({ key }) => key))
  const travellers = row.members.filter(({ key, continues }) => moved.has(key) && continues !== 'from').length
  const labelled = !first && row.members.some(({ key }) => plan.moved.some((each) => each.key === key && each.words))
  if (stacked)
    cursor.y += 14 + (travellers > 0 && !first && gutter >= 40 ? 4 + 4 * travellers + (labelled ? 10 : 0) : 0)
  else cursor.y += 12 + (travellers > 0 ? 4 * travellers + (first ? 0 : 8) : 0)
  cursor.out.push(renderRowName(row, frame, left, cursor.y, width))
  if (gutter < 40) cursor.y += travellers > 0 && !first ? 16 + 4 * travellers + (labelled ? 14 : 0) : 11
  const open = row.torn || plan.base !== 'aligned'
  cursor.out.push(
    el('rect', { x: left, y: cursor.y, width, height: BLOCK_HEIGHT, fill: 'url(#p-unknown)' }),
    ...row.gaps.map((gap) => renderGap(gap, left, cursor.y, frame.px)),
    renderFrame(open, left, cursor.y, width),
  )
  const outside = renderCells(row, frame, cursor, left)
  const drop = stacked && first && travellers > 0 ? 3 + 4 * travellers : 0
  // A narrow figure ends 14 px right of its rows.
  const room = gutter < 40 ? 12 : 40
  const place = { start: left, end: left + width, room, y: cursor.y + BLOCK_HEIGHT, drop, fontSize: frame.fontSize }
  const names = placeNames(outside, place)
  cursor.out.push(names.svg, renderMark(row, left, cursor.y, width))
  cursor.y += BLOCK_HEIGHT + drop + names.lanes * 14 + (names.lanes > 0 ? 4 : 0)
  if (row.verdict.kind === 'conflict') cursor.y = renderBracket(row, frame, cursor, left, width)
  else if (row.note) {
    const note = renderNote(row.note, left, cursor.y, width)
    cursor.out.push(note.svg)
    cursor.y += note.height
  } else cursor.y += 4
}

/** One side of the figure: title, count, ruler, rows; the anchors of its members for the threads. */
export function renderSide(side: PlannedSide, frame: SideFrame): DrawnSide {
  const { plan, px } = frame
  const width = plan.cachelineBytes * px
  const left = frame.x0 + frame.gutter
  const cursor: Cursor = { y: frame.y0 + 26, out: [], anchors: new Map() }
  cursor.out.push(
    svgText(left, frame.y0 + 13, side.title, { class: 'b' }),
    svgText(left + width, frame.y0 + 13, side.count.words, {
      class: side.count.shared ? 'shared-text b' : 'quiet',
      'text-anchor': 'end',
    }),
  )
  if (plan.scale === 'bytes') {
    cursor.out.push(renderRuler(left, cursor.y, plan.cachelineBytes, px, plan.hex === true))
    cursor.y += 24
  } else cursor.y += 4
  for (const row of side.rows) {
    if (row.kind === 'fold') {
      cursor.out.push(renderFold(row.words, left, cursor.y, width))
      cursor.y += 38
    } else renderRow(row, frame, cursor, left, width)
  }
  if (side.rows.length === 0) {
    const words =
      plan.scale === 'bytes'
        ? 'No offset on this side is stated.'
        : 'None of its members is in the diff’s lines on this side.'
    const lines = wrapText(words, Math.max(12, Math.floor(width / 6.6)))
    for (const [at, line] of lines.entries())
      cursor.out.push(svgText(left, cursor.y + 20 + 18 * at, line, { class: 'quiet' }))
    cursor.y += 16 + 18 * lines.length
  }
  return { svg: cursor.out.join(''), anchors: cursor.anchors, bottom: cursor.y, left, width }
}
