import type { C2c, LayoutMember, StructLayout } from '../model/struct-layout.ts'
import { withDrawnBase } from './layout-base.ts'
import type { LineVerdict } from './layout-conflicts.ts'
import { describeLayout } from './layout-description.ts'
import { type FigurePart, foldRows } from './layout-fold.ts'
import { withForcedHoles } from './layout-holes.ts'
import { planOrderRows } from './layout-order.ts'
import { findRoles, type RoleSource, sharedOn, withRoles } from './layout-roles.ts'

export type SideName = 'before' | 'after'

/** A piece of a member on one row; `at` and `drawn` in bytes from the row's start. */
export type PlannedMember = {
  key: number // index in the layout's members
  name: string
  at: number
  drawn: number
  sizeBytes: number | null
  offsetBytes: number | null
  role: LayoutMember['role']
  open: boolean
  continues: 'on' | 'from' | null
  /** Shares its bytes with the member before it (a union, a bit field): only its name is drawn. */
  nameOnly: boolean
}
/** `total` is the size of the whole hole, where it is drawn in pieces. */
export type PlannedGap = { at: number; size: number; total: number; kind: 'hole' | 'padding' | 'end' }
export type PlannedGhost = { at: number; size: number; role: LayoutMember['role']; label: string[] }
export type PlannedLine = {
  kind: 'line'
  line: number | null
  name: string | null
  torn: boolean
  members: PlannedMember[]
  gaps: PlannedGap[]
  ghosts: PlannedGhost[]
  verdict: LineVerdict
  hitm: string | null
  note: string | null
}
export type PlannedRow = PlannedLine | { kind: 'fold'; words: string }
export type PlannedSide = { title: string; count: { words: string; shared: boolean }; rows: PlannedRow[] }
export type LayoutPlan = {
  id: string
  struct: string
  title: string
  description: string
  scale: 'bytes' | 'order'
  base: StructLayout['base']['alignment']
  cachelineBytes: number
  before: PlannedSide
  after: PlannedSide
  moved: { key: number; words: string }[]
  totalLines: number | null
  locks: string[]
  /** Offsets in hexadecimal. */
  hex?: boolean
}

/** Bytes drawn where a size is not stated. */
const OPEN_BYTES = 8
const MOST_LINES_OF_MEMBER = 4096

const sides: readonly SideName[] = ['before', 'after']

/** True where at least one side states an offset: the figure is then to scale. */
export const hasOffsets = (layout: StructLayout): boolean =>
  layout.members.some(({ offsetBytes }) => offsetBytes.before !== null || offsetBytes.after !== null)

type Placed = { key: number; member: LayoutMember; offset: number; end: number; open: boolean; nameOnly: boolean }

/** Members of a side by offset, each with the byte it is drawn to: its size, or up to the next member where unstated. */
function placeMembers(layout: StructLayout, side: SideName): Placed[] {
  const known = layout.members
    .map((member, key) => ({ key, member, offset: member.offsetBytes[side] }))
    .filter((each): each is { key: number; member: LayoutMember; offset: number } => each.offset !== null)
    .sort((one, other) => one.offset - other.offset || one.key - other.key)
  const placed: Placed[] = []
  let covered = Number.NEGATIVE_INFINITY
  for (const [at, { key, member, offset }] of known.entries()) {
    const next = known.slice(at + 1).find((other) => other.offset > offset)?.offset ?? Number.POSITIVE_INFINITY
    const open = member.sizeBytes === null || member.sizeBytes <= 0
    const end = open ? Math.min(offset + OPEN_BYTES, next) : offset + (member.sizeBytes ?? 0)
    const nameOnly = offset < covered
    if (!nameOnly) covered = end
    placed.push({ key, member, offset, end, open, nameOnly })
  }
  return placed
}

/** The pieces of a member, row by row. Of a member over many lines only the first two and the last are pieces. */
function splitByLine({ key, member, offset, end, open, nameOnly }: Placed, bytes: number): [number, PlannedMember][] {
  const first = Math.floor(offset / bytes)
  const last = open ? first : Math.min(Math.floor((end - 1) / bytes), first + MOST_LINES_OF_MEMBER)
  const lines = last - first > 2 ? [first, last] : Array.from({ length: last - first + 1 }, (_, i) => first + i)
  return lines.map((line) => {
    const from = Math.max(offset, line * bytes)
    const to = Math.min(end, (line + 1) * bytes)
    return [
      line,
      {
        key,
        name: line === first ? member.name : '(cont.)',
        at: from - line * bytes,
        drawn: to - from,
        sizeBytes: member.sizeBytes,
        offsetBytes: offset,
        role: member.role,
        open,
        continues: nameOnly ? null : line < last ? 'on' : line > first ? 'from' : null,
        nameOnly: nameOnly && line === first,
      },
    ]
  })
}

function emptyLine(line: number | null, name: string | null = null, torn = false): PlannedLine {
  return {
    kind: 'line',
    line,
    name,
    torn,
    members: [],
    gaps: [],
    ghosts: [],
    verdict: { kind: 'none' },
    hitm: null,
    note: null,
  }
}

/** Lines of one side that hold a member, a hole or a ghost, by number. */
function lineUp(layout: StructLayout, side: SideName, bytes: number): Map<number, PlannedLine> {
  const lines = new Map<number, PlannedLine>()
  const lineAt = (line: number): PlannedLine => {
    const found = lines.get(line) ?? emptyLine(line)
    lines.set(line, found)
    return found
  }
  for (const placed of placeMembers(layout, side))
    for (const [line, piece] of splitByLine(placed, bytes)) {
      if (placed.nameOnly && piece.name === '(cont.)') continue
      lineAt(line).members.push(piece)
    }
  const gaps = layout.holes.filter((hole) => hole.side === side)
  for (const { offsetBytes, sizeBytes, kind } of gaps) {
    const first = Math.floor(offsetBytes / bytes)
    const last = Math.min(Math.floor((offsetBytes + sizeBytes - 1) / bytes), first + 64)
    for (let line = first; line <= last; line += 1) {
      if (line !== first && !lines.has(line)) continue
      const from = Math.max(offsetBytes, line * bytes)
      lineAt(line).gaps.push({
        at: from - line * bytes,
        size: Math.min(offsetBytes + sizeBytes, (line + 1) * bytes) - from,
        total: sizeBytes,
        kind,
      })
    }
  }
  const size = layout.sizeBytes[side]
  const tail = size === null ? undefined : lines.get(Math.floor(size / bytes))
  if (size !== null && tail && size % bytes !== 0)
    tail.gaps.push({ at: size % bytes, size: bytes - (size % bytes), total: bytes - (size % bytes), kind: 'end' })
  return lines
}

/** Moved members whose old place is empty after: a dashed outline where each stood. */
function addGhosts(layout: StructLayout, lines: Map<number, PlannedLine>, moved: number[], bytes: number): void {
  for (const key of moved) {
    const member = layout.members[key]
    const from = member?.offsetBytes.before
    if (!member || from === null || from === undefined || member.offsetBytes.after === null) continue
    const line = lines.get(Math.floor(from / bytes))
    const at = from % bytes
    if (!line) continue
    const next = Math.min(bytes, ...line.members.filter((other) => other.at > at).map((other) => other.at))
    const taken = line.members.some((other) => other.at <= at && other.at + other.drawn > at)
    if (taken) continue
    const size = Math.min(member.sizeBytes ?? OPEN_BYTES, next - at)
    const hole = line.gaps.find((gap) => gap.kind !== 'end' && gap.at < at + size && gap.at + gap.size > at)
    const isWhole = hole !== undefined && hole.at >= at && hole.at + hole.size <= at + size
    if (isWhole) line.gaps = line.gaps.filter((gap) => gap !== hole)
    else if (hole && hole.at === at) Object.assign(hole, { at: at + size, size: hole.size - size })
    line.ghosts.push({ at, size, role: member.role, label: ['was here', ...(isWhole ? [`${hole.total} B hole`] : [])] })
  }
}

/** Keys of the members that change their place, in the layout's order. */
export function findMoved(layout: StructLayout, alsoMoved: readonly string[] = []): number[] {
  const named = new Set([...layout.movedMembers, ...alsoMoved])
  return layout.members.flatMap(({ name, offsetBytes: { before, after } }, key) => {
    if (before !== null && after !== null)
      return before === after ? [] : named.size === 0 || named.has(name) ? [key] : []
    return named.has(name) ? [key] : []
  })
}

const ranged = (values: readonly number[]): string => {
  const low = Math.min(...values)
  const high = Math.max(...values)
  return low === high ? String(low) : `${low}–${high}`
}

/** "383–2041 remote HITM samples on this line", from the counters of this struct, or null. */
function hitmWords(c2c: readonly C2c[], struct: string, names: readonly string[], side: SideName): string | null {
  const fits = c2c.filter(
    (entry) =>
      (entry.object === null || entry.object.replace(/^struct /, '') === struct || names.includes(entry.object)) &&
      (entry.member === null || entry.member.split(/[/, ]+/).some((name) => names.includes(name))),
  )
  const counter = fits.find((entry) => /remote/i.test(entry.counter))?.counter ?? fits[0]?.counter
  const same = fits.filter((entry) => entry.counter === counter)
  const values = same.map((entry) => entry[side]).filter((value): value is number => value !== null)
  if (counter === undefined || values.length === 0 || values.length < same.length) return null
  return `${ranged(values)} ${counter} ${same[0]?.unit ?? 'samples'}`
}

/** Bytes of a row that are a member's, or known to be empty. */
export function describedBytes({ members, gaps, ghosts }: PlannedLine): number {
  const sizes = [
    ...members.filter(({ nameOnly }) => !nameOnly).map(({ drawn }) => drawn),
    ...gaps.map(({ size }) => size),
    ...ghosts.filter(({ label }) => label.length > 1).map(({ size }) => size), // a hole is said in the second line
  ]
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** True where every byte of a row is described, and the role of every member known: only then is silence a statement. */
function isWhollyDescribed(row: PlannedLine, bytes: number): boolean {
  const { members } = row
  if (members.some(({ role, open, sizeBytes }) => role === 'unknown' || open || sizeBytes === null)) return false
  return describedBytes(row) >= bytes
}

/** How many lines are marked, in the words of the count above a side. */
function countWords(
  lines: readonly PlannedLine[],
  isWhole: boolean,
  layout: StructLayout,
  rolesKnown: boolean,
  bytes: number,
): PlannedSide['count'] {
  if (layout.base.alignment === 'unknown' && hasOffsets(layout)) return { words: 'offsets, not lines', shared: false }
  const shared = lines.filter(({ verdict }) => verdict.kind === 'conflict')
  const inferred = shared.length > 0 && shared.every(({ verdict }) => verdict.kind === 'conflict' && verdict.inferred)
  const plural = (n: number): string => `${n} shared line${n === 1 ? '' : 's'}`
  if (shared.length > 0) return { words: `${plural(shared.length)}${inferred ? ', worked out' : ''}`, shared: true }
  const design = lines.filter(({ verdict }) => verdict.kind === 'by-design').length
  if (design > 0) return { words: design === 1 ? 'shares by design' : `${design} lines share by design`, shared: false }
  if (!rolesKnown) return { words: 'roles not stated', shared: false }
  const isKnown = hasOffsets(layout) && isWhole && lines.every((row) => isWhollyDescribed(row, bytes))
  return { words: isKnown ? 'no shared line' : 'no shared line described', shared: false }
}

export type PlanContext = { members: readonly RoleSource[]; movedMembers: readonly string[]; c2c: readonly C2c[] }

/** Rows of a side whose offsets are stated. */
function planBytes(layout: StructLayout, side: SideName, moved: number[], context: PlanContext, bytes: number) {
  const lines = lineUp(layout, side, bytes)
  if (side === 'after') addGhosts(layout, lines, moved, bytes)
  const roles = findRoles(layout, context.members)
  if (layout.base.alignment === 'aligned')
    for (const line of lines.values()) {
      line.verdict = sharedOn(line.members, roles, layout, side)
      const names = line.members.map(({ key }) => layout.members[key]?.name ?? '')
      const verdict = line.verdict
      if (verdict.kind === 'conflict' && bytes === layout.cachelineBytes) {
        const words = hitmWords(context.c2c, layout.struct, names, side)
        line.hitm = words && `${words} on this line`
      }
      if (verdict.kind === 'by-design')
        line.note = `${verdict.locks.join(', ')} beside what it protects: shares by design`
    }
  return lines
}

/** "no writer known on this line": what a line says after, where it was shared before. */
function addNotes(
  before: Map<number, PlannedLine>,
  after: Map<number, PlannedLine>,
  layout: StructLayout,
  c2c: readonly C2c[],
) {
  const readers = new Set<string>()
  for (const { verdict } of before.values())
    if (verdict.kind === 'conflict') for (const name of verdict.readers) readers.add(name)
  for (const line of after.values()) {
    const names = line.members.map(({ key }) => layout.members[key]?.name ?? '')
    if (line.verdict.kind !== 'none' || line.note || !names.some((name) => readers.has(name))) continue
    const hitm = hitmWords(c2c, layout.struct, names, 'after')
    line.note = ['no writer known on this line', ...(hitm ? [hitm] : [])].join(' · ')
  }
}

/** Rows of members in the diff's order, positions in slots of a 64-slot row; rows are open at both ends. */
function planOrder(layout: StructLayout, side: SideName, context: PlanContext): PlannedRow[] {
  const roles = findRoles(layout, context.members)
  const lists = planOrderRows(layout)
  return lists[side].flatMap(({ names, together }, at): PlannedRow[] => {
    const wasOne = side === 'after' && lists.before[at]?.together
    const row = emptyLine(null, together || wasOne ? 'one line' : at > 0 ? 'later' : 'first', true)
    const slot = Math.min(15.5, 62 / Math.max(1, names.length))
    row.members = names.map((name, place) => {
      const key = layout.members.findIndex((member) => member.name === name)
      return {
        key: key < 0 ? layout.members.length + at * 100 + place : key,
        name,
        at: 1 + place * slot,
        drawn: slot - 1,
        sizeBytes: null,
        offsetBytes: null,
        role: layout.members[key]?.role ?? 'unknown',
        open: true,
        continues: null,
        nameOnly: false,
      }
    })
    if (together) row.verdict = sharedOn(row.members, roles, layout, side)
    return at > 0 ? [{ kind: 'fold', words: 'further members may stand between' }, row] : [row]
  })
}

/**
 * The plan of a layout figure: rows, blocks, marks and words, without any geometry. `lineBytes` other than the
 * layout's own redraws the same offsets on other lines; it is no recompilation. A side of very many lines is planned
 * in two parts; its count is of both.
 */
export function planLayout(
  stated: StructLayout,
  context: PlanContext,
  lineBytes?: number,
  part: FigurePart = 'first',
): LayoutPlan {
  const layout = withForcedHoles(withDrawnBase(withRoles(stated, context.members)))
  const bytes = lineBytes ?? layout.cachelineBytes
  const toScale = hasOffsets(layout)
  const moved = findMoved(layout, context.movedMembers)
  const roles = findRoles(layout, context.members)
  const rolesKnown = roles.some(({ role }) => role !== 'unknown')
  const lines = toScale
    ? {
        before: planBytes(layout, 'before', moved, context, bytes),
        after: planBytes(layout, 'after', moved, context, bytes),
      }
    : null
  const counters = bytes === layout.cachelineBytes ? context.c2c : [] // counted on lines of another size
  if (lines && layout.base.alignment === 'aligned') addNotes(lines.before, lines.after, layout, counters)
  const wanted = new Set([...context.members.map(({ name }) => name), ...layout.movedMembers, ...context.movedMembers])
  const rowsOf = (side: SideName): PlannedRow[] =>
    lines
      ? foldRows(
          lines[side],
          {
            wanted,
            moved,
            size: layout.sizeBytes[side],
            bytes,
            members: layout.members,
            isLines: layout.base.alignment === 'aligned',
          },
          part,
        )
      : planOrder(layout, side, context)
  const planSide = (side: SideName): PlannedSide => {
    const rows = rowsOf(side)
    const title = side === 'before' ? 'Before' : 'After'
    if (part === 'further') return { title: `${title}, continued`, count: { words: '', shared: false }, rows }
    const shown = rows.filter((row) => row.kind === 'line')
    const all = lines ? [...lines[side].values()] : shown // a fold hides no shared line from the count
    return { title, count: countWords(all, shown.length === rows.length, layout, rolesKnown, bytes), rows }
  }
  const largest = Math.max(...sides.map((side) => layout.sizeBytes[side] ?? 0))
  const plan = {
    id: `layout-${layout.struct}${part === 'first' ? '' : '-further'}`,
    struct: layout.struct,
    title: toScale
      ? `struct ${layout.struct} on ${bytes}-byte cachelines, before and after`
      : `Order of members in struct ${layout.struct}, before and after`,
    scale: toScale ? ('bytes' as const) : ('order' as const),
    base: layout.base.alignment,
    cachelineBytes: toScale ? bytes : 64,
    before: planSide('before'),
    after: planSide('after'),
    moved: moved.map((key) => {
      const { before = null, after = null } = layout.members[key]?.offsetBytes ?? {}
      return { key, words: moved.length === 1 && before !== null && after !== null ? `${before} → ${after}` : '' }
    }),
    totalLines: toScale && largest > 0 ? Math.ceil(largest / bytes) : null,
    locks: roles.filter(({ role }) => role === 'lock').map(({ name }) => name),
  }
  return { ...plan, description: describeLayout(plan, layout) }
}
