import type { StructLayout } from '../model/struct-layout.ts'
import { wrapText } from '../text/wrap-text.ts'
import { BLOCK_HEIGHT, renderBlock } from './layout-block.ts'
import type { LineMember } from './layout-conflicts.ts'
import type { FigureSize } from './layout-figure.ts'
import { type OutsideName, placeNames } from './layout-names.ts'
import type { PlannedMember, SideName } from './layout-plan.ts'
import { findRoles, type RoleSource } from './layout-roles.ts'
import { el, esc, idPart, svgText } from './markup.ts'
import { findMeetings, findPhasePairs, pairSentence, startsOf } from './phase-pairs.ts'
import { roleStyles } from './role-style.ts'

/** One possible start of the object: the lines its members fall on, and what that means. */
export type Phase = {
  start: number
  edges: number[] // offsets in the object at which a line begins
  together: { from: number; marks: { key: number; offset: number }[]; conflict: boolean }[]
}
export type PhasePlan = {
  id: string
  title: string
  from: number
  to: number
  bytes: number
  /** The larger of the two sizes of the object; null where none is stated. */
  sizeBytes: number | null
  members: PlannedMember[]
  sides: { title: string; count: string; phases: Phase[] }[]
}

const sideNames: readonly SideName[] = ['before', 'after']
const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** True where the figure of possible starts can be drawn: phases and at least two offsets are known. */
export function hasPhases(layout: StructLayout): boolean {
  const { alignment, phasesBefore } = layout.base
  const placed = layout.members.filter(({ offsetBytes }) => offsetBytes.before !== null || offsetBytes.after !== null)
  return alignment === 'phases' && phasesBefore.length > 0 && placed.length > 1
}

const phasesOf = (layout: StructLayout, roles: readonly LineMember[], side: SideName): Phase[] => {
  const bytes = layout.cachelineBytes
  const offsets = layout.members.map(({ offsetBytes }) => offsetBytes[side]).filter((offset) => offset !== null)
  return startsOf(layout, side).map((start) => {
    const first = Math.floor((Math.min(...offsets) + start) / bytes) * bytes - start
    const edges = Array.from({ length: 64 }, (_, at) => first + at * bytes)
    const together = findMeetings(layout, roles, side, start).map(({ from, keys, conflict }) => ({
      from,
      conflict,
      // A member that began on an earlier line is marked where it comes onto this one.
      marks: keys.map((key) => ({ key, offset: Math.max(layout.members[key]?.offsetBytes[side] ?? 0, from) })),
    }))
    return { start, edges, together }
  })
}

/** Who meets whom and from how many starts, in words without markup; "apart from each start" where none does. */
function meetingWords(layout: StructLayout, roles: readonly LineMember[], side: SideName): string {
  const starts = startsOf(layout, side).length
  const pairs = findPhasePairs(layout, roles, side)
  if (pairs.length === 0) return starts === 1 ? 'apart' : 'apart in each start'
  return pairSentence(pairs, starts, (key) => layout.members[key]?.name ?? '', ' shares a line')
}

/** The plan: members once, then the possible starts before and after. */
export function planPhases(layout: StructLayout, members: readonly RoleSource[]): PhasePlan {
  const roles = findRoles(layout, members)
  const bytes = layout.cachelineBytes
  const placed = layout.members.flatMap((member, key) => {
    const offset = member.offsetBytes.before ?? member.offsetBytes.after
    return offset === null ? [] : [{ key, member, offset }]
  })
  const met = new Set(
    sideNames.flatMap((side) =>
      phasesOf(layout, roles, side).flatMap(({ together }) =>
        together.flatMap(({ marks }) => marks.map(({ key }) => key)),
      ),
    ),
  )
  const inner = placed.filter(({ key }) => met.size === 0 || met.has(key))
  const offsets = inner.map(({ offset }) => offset).sort((one, other) => one - other)
  const from = Math.max(0, Math.floor(((offsets[0] ?? 0) - 24) / 32) * 32)
  const to = Math.min(Math.ceil(((offsets.at(-1) ?? 0) + 40) / 32) * 32, from + 1024)
  const inView = placed.filter(({ offset }) => offset >= from && offset < to)
  const planned = inView.map(({ key, member, offset }): PlannedMember => {
    const next = Math.min(
      ...placed.map((other) => other.offset).filter((other) => other > offset),
      Number.POSITIVE_INFINITY,
    )
    return {
      key,
      name: member.name,
      at: offset - from,
      drawn: Math.min(member.sizeBytes ?? 8, next - offset),
      sizeBytes: member.sizeBytes,
      offsetBytes: offset,
      role: roles[key]?.role ?? member.role,
      open: member.sizeBytes === null,
      continues: null,
      nameOnly: false,
    }
  })
  const sides = sideNames.map((side) => {
    const phases = phasesOf(layout, roles, side)
    const size = layout.sizeBytes[side]
    const n = numbers[phases.length] ?? String(phases.length)
    const title = `${side === 'before' ? 'Before' : 'After'}:${size === null ? '' : ` ${size} bytes,`} ${n} start${phases.length === 1 ? '' : 's'}`
    return { title, count: meetingWords(layout, roles, side), phases }
  })
  return {
    id: `layout-${layout.struct}`,
    title: `${layout.struct}: on which lines its members fall for each start of the object; ${sides.map(({ title, count }) => `${title}, ${count}`).join('; ')}`,
    from,
    to,
    bytes,
    sizeBytes: Math.max(layout.sizeBytes.before ?? 0, layout.sizeBytes.after ?? 0) || null,
    members: planned,
    sides: sides.filter(({ phases }) => phases.length > 0),
  }
}

type PhaseGeometry = { width: number; left: number; px: number; fontSize: number }
function geometryOf(plan: PhasePlan, size: FigureSize): PhaseGeometry {
  const span = plan.to - plan.from
  if (size === 'wide') return { width: 1152, left: 208, px: 944 / span, fontSize: 11 }
  if (size === 'medium') return { width: 664, left: 176, px: 488 / span, fontSize: 10.5 }
  const width = size === 'slim' ? 228 : 328
  return { width, left: 2, px: (width - 6) / span, fontSize: 10.5 }
}

const sizeOf = ({ sizeBytes }: PhasePlan): number => sizeBytes ?? 0

/** Which bytes of the object stand left and right of the strip: `0–319 and 448–1087 not drawn`; '' where none do. */
function cutWords(plan: PhasePlan): string {
  const size = sizeOf(plan)
  const parts = [
    ...(plan.from > 0 ? [`0–${plan.from - 1}`] : []),
    ...(size > plan.to ? [`${plan.to}–${size - 1}`] : []),
  ]
  return parts.length > 0 ? `${parts.join(' and ')} not drawn` : ''
}

/** The strip of members with its ruler; gives back the y below it. */
function renderStrip(plan: PhasePlan, geometry: PhaseGeometry, names: readonly string[], out: string[]): number {
  const { left, px, fontSize } = geometry
  const xOf = (offset: number): number => left + (offset - plan.from) * px
  const end = xOf(plan.to)
  let ticks = ''
  const step = (plan.to - plan.from) * px < 400 ? 32 : 16
  for (let offset = plan.from; offset <= plan.to; offset += 8) {
    ticks += `M${xOf(offset).toFixed(1)} ${offset % 32 === 0 ? 16 : 19}V22`
    if ((offset - plan.from) % (step * 2) === 0 || offset === plan.to)
      out.push(
        svgText(xOf(offset), 12, offset, {
          class: 'code quiet',
          'font-size': 10,
          'text-anchor': offset === plan.from ? 'start' : offset === plan.to ? 'end' : 'middle',
        }),
      )
  }
  out.push(el('path', { d: ticks, class: 's-rule2' }))
  if (left > 40) out.push(svgText(0, 22, 'offset in the object', { class: 'quiet', 'font-size': 12 }))
  const cut = cutWords(plan)
  // The ruler does not begin at the object's start: it is torn where bytes are left out, and says which.
  const y = cut !== '' && left <= 40 ? 46 : 30
  if (cut !== '') out.push(svgText(0, left > 40 ? 48 : 38, cut, { class: 'quiet', 'font-size': left > 40 ? 11 : 10.5 }))
  const tear = (x: number, into: number): string =>
    `M${x} ${y}${`l${into} 8${-into < 0 ? '' : ' '}${-into} 8`.repeat(3)}`
  const tears = (plan.from > 0 ? tear(left, 4) : '') + (plan.to < sizeOf(plan) ? tear(end, -4) : '')
  out.push(
    el('rect', { x: left, y, width: end - left, height: BLOCK_HEIGHT, fill: 'url(#p-unknown)' }),
    el('path', { d: `M${left} ${y}H${end}M${left} ${y + BLOCK_HEIGHT}H${end}`, class: 's-rule2' }),
  )
  if (tears !== '') out.push(el('path', { d: tears, class: 's-rule2', fill: 'none' }))
  const outside: OutsideName[] = []
  for (const member of plan.members) {
    const x = xOf(member.offsetBytes ?? 0)
    const bounded = plan.members.some((other) => other.at === member.at + member.drawn)
    const frame = { x, y, width: member.drawn * px, fontSize, mostLines: 2, bounded }
    const block = renderBlock(member, names[member.key] ?? member.name, frame)
    out.push(block.svg)
    if (!block.labelled) outside.push({ name: member.name, x: x + 3, plain: false })
  }
  const room = left < 40 ? 12 : 40
  const placed = placeNames(outside, { start: left, end, room, y: y + BLOCK_HEIGHT, drop: 0, fontSize })
  out.push(placed.svg)
  return y + BLOCK_HEIGHT + placed.lanes * 14 + 14
}

/** One comb: the lines of one start, with a dotted frame where members of the figure meet. */
function renderPhase(plan: PhasePlan, phase: Phase, geometry: PhaseGeometry, y: number, out: string[]): number {
  const { left, px } = geometry
  const xOf = (offset: number): number => left + (offset - plan.from) * px
  const conflict = phase.together.some((each) => each.conflict)
  const words = `starts at ${phase.start}: ${conflict ? 'shared' : phase.together.length > 0 ? 'together' : 'apart'}`
  const ink = { class: conflict ? 'shared-text' : 'quiet', 'font-size': 12 }
  const narrow = left < 40
  out.push(narrow ? svgText(0, y + 8, words, ink) : svgText(left - 12, y + 13, words, { ...ink, 'text-anchor': 'end' }))
  const top = narrow ? y + 14 : y
  for (const edge of phase.edges) {
    const low = Math.max(xOf(edge), left)
    const high = Math.min(xOf(edge + plan.bytes), xOf(plan.to))
    if (high <= low + 3) continue
    const holds = phase.together.find(({ from }) => from === edge)
    const name = holds ? (holds.conflict ? 'shared-frame inferred-mark' : 'met-frame') : 'phase'
    out.push(el('rect', { x: low + 1.5, y: top, width: high - low - 3, height: 18, class: name }))
  }
  for (const { marks, conflict } of phase.together) {
    const shown = marks.filter(({ offset }) => offset >= plan.from && offset < plan.to)
    const places = shown.map(({ offset }) => xOf(offset) + 4)
    if (places.length > 1)
      out.push(
        el('path', {
          d: `M${Math.min(...places).toFixed(1)} ${top + 9}H${(Math.max(...places) + 8).toFixed(1)}`,
          class: conflict ? 'shared-line' : 's-ink2',
        }),
      )
    for (const [at, { key }] of shown.entries()) {
      const member = plan.members.find((each) => each.key === key)
      const place = { x: places[at] ?? 0, y: top + 5, width: 8, height: 8 }
      out.push(el('rect', { ...place, class: `f-${roleStyles[member?.role ?? 'unknown'].name}` }))
    }
  }
  return top + 26
}

/**
 * Objects that can start anywhere within a line (slab objects without alignment): the members once, to scale, and
 * under them one comb a possible start with its line boundaries. A frame is dotted, since starts are worked out.
 */
export function renderPhaseFigure(plan: PhasePlan, names: readonly string[], size: FigureSize): string {
  const geometry = geometryOf(plan, size)
  const out: string[] = []
  let y = renderStrip(plan, geometry, names, out)
  for (const { title, count, phases } of plan.sides) {
    const right = geometry.left + (plan.to - plan.from) * geometry.px
    // On a smaller figure both do not fit one line: about 7.5 px a letter.
    const isTight = (title.length + count.length) * 7.5 > right
    const lines = isTight ? wrapText(count, Math.floor(right / 6.6)) : []
    out.push(
      svgText(0, y + 10, title, { class: 'b' }),
      isTight
        ? lines.map((line, at) => svgText(0, y + 26 + at * 16, line, { class: 'quiet', 'font-size': 12 })).join('')
        : svgText(right, y + 10, count, { class: 'quiet', 'text-anchor': 'end' }),
    )
    y += 20 + lines.length * 16
    for (const phase of phases) y = renderPhase(plan, phase, geometry, y, out)
    y += 8
  }
  const id = `${idPart(plan.id)}-${size}-t`
  return el(
    'svg',
    {
      class: `layout ${size}`,
      viewBox: `0 0 ${geometry.width} ${Math.round(y)}`,
      width: geometry.width,
      height: Math.round(y),
      role: 'img',
      'aria-labelledby': id,
    },
    el('title', { id }, esc(plan.title)),
    out,
  )
}
