import type { StructLayout } from '../model/struct-layout.ts'
import { BLOCK_HEIGHT, renderBlock } from './layout-block.ts'
import { judgeLine, type LineMember } from './layout-conflicts.ts'
import type { FigureSize } from './layout-figure.ts'
import { type OutsideName, placeNames } from './layout-names.ts'
import type { PlannedMember, SideName } from './layout-plan.ts'
import { findRoles, type RoleSource } from './layout-roles.ts'
import { el, esc, idPart, svgText } from './markup.ts'
import { roleStyles } from './role-style.ts'

/** One possible start of the object: the lines its members fall on, and what that means. */
export type Phase = {
  start: number
  edges: number[] // offsets in the object at which a line begins
  together: { from: number; offsets: number[]; conflict: boolean }[]
}
export type PhasePlan = {
  id: string
  title: string
  from: number
  to: number
  bytes: number
  members: PlannedMember[]
  sides: { title: string; count: string; phases: Phase[] }[]
}

const sideNames: readonly SideName[] = ['before', 'after']
const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const MOST_PHASES = 16

/** True where the figure of possible starts can be drawn: phases and at least two offsets are known. */
export function hasPhases(layout: StructLayout): boolean {
  const { alignment, phasesBefore } = layout.base
  const placed = layout.members.filter(({ offsetBytes }) => offsetBytes.before !== null || offsetBytes.after !== null)
  return alignment === 'phases' && phasesBefore.length > 0 && placed.length > 1
}

/** The lines that members fall on for one start: member indexes by line. */
export function lineUp(layout: StructLayout, side: SideName, start: number): Map<number, number[]> {
  const lines = new Map<number, number[]>()
  for (const [at, { offsetBytes }] of layout.members.entries()) {
    const offset = offsetBytes[side]
    if (offset === null) continue
    const line = Math.floor((offset + start) / layout.cachelineBytes)
    lines.set(line, [...(lines.get(line) ?? []), at])
  }
  return lines
}

/** Pairs of members (`a b`) that share a line for no start after: what the patch sets apart. */
export function findApart(layout: StructLayout): (one: number, other: number) => boolean {
  const together = new Set<string>()
  for (const start of layout.base.phasesAfter)
    for (const on of lineUp(layout, 'after', start).values())
      for (const one of on) for (const other of on) together.add(`${one} ${other}`)
  return (one, other) => layout.base.phasesAfter.length > 0 && !together.has(`${one} ${other}`)
}

/** Members that share a line for one start, line by line; `conflict` by the rule of marks. */
function planPhase(layout: StructLayout, roles: readonly LineMember[], side: SideName, start: number): Phase {
  const isApart = findApart(layout)
  const bytes = layout.cachelineBytes
  const stated = layout.statedShared.filter((each) => each.side === side).flatMap(({ members }) => members)
  const together: Phase['together'] = []
  for (const [line, on] of lineUp(layout, side, start)) {
    const members = on.flatMap((at) => roles[at] ?? [])
    const verdict = judgeLine(members, stated)
    const from = line * bytes - start
    const offsetsOf = (pick: (at: number, name: string) => boolean): number[] =>
      on
        .filter((at) => pick(at, layout.members[at]?.name ?? ''))
        .flatMap((at) => layout.members[at]?.offsetBytes[side] ?? [])
    if (verdict.kind === 'conflict') {
      const names = [...verdict.readers, ...verdict.writers]
      together.push({ from, offsets: offsetsOf((_, name) => names.includes(name)), conflict: true })
      continue
    }
    const met = offsetsOf(
      (at, name) => stated.includes(name) || (side === 'before' && on.some((other) => isApart(at, other))),
    )
    if (met.length > 1) together.push({ from, offsets: met, conflict: false })
  }
  const offsets = layout.members.map(({ offsetBytes }) => offsetBytes[side]).filter((offset) => offset !== null)
  const first = Math.floor((Math.min(...offsets) + start) / bytes) * bytes - start
  const edges = Array.from({ length: 64 }, (_, at) => first + at * bytes)
  return { start, edges, together }
}

const phasesOf = (layout: StructLayout, roles: readonly LineMember[], side: SideName): Phase[] =>
  (side === 'before' ? layout.base.phasesBefore : layout.base.phasesAfter)
    .slice(0, MOST_PHASES)
    .map((start) => planPhase(layout, roles, side, start))

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
      phasesOf(layout, roles, side).flatMap(({ together }) => together.flatMap((each) => each.offsets)),
    ),
  )
  const inner = placed.map(({ offset }) => offset).filter((offset) => met.size === 0 || met.has(offset))
  const offsets = inner.sort((one, other) => one - other)
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
    const starts = phases
    const size = layout.sizeBytes[side]
    const met = phases.filter(({ together }) => together.length > 0)
    const word = met.some(({ together }) => together.some(({ conflict }) => conflict)) ? 'shared' : 'together'
    const n = numbers[starts.length] ?? String(starts.length)
    const title = `${side === 'before' ? 'Before' : 'After'}:${size === null ? '' : ` ${size} bytes,`} ${n} start${starts.length === 1 ? '' : 's'}`
    return { title, count: met.length === 0 ? 'apart' : `${word} for ${met.length} of ${starts.length} starts`, phases }
  })
  return {
    id: `layout-${layout.struct}`,
    title: `${layout.struct}: on which lines its members fall for each start of the object; ${sides.map(({ title, count }) => `${title}, ${count}`).join('; ')}`,
    from,
    to,
    bytes,
    members: planned,
    sides: sides.filter(({ phases }) => phases.length > 0),
  }
}

type PhaseGeometry = { width: number; left: number; px: number; fontSize: number }
function geometryOf(plan: PhasePlan, size: FigureSize): PhaseGeometry {
  const span = plan.to - plan.from
  if (size === 'wide') return { width: 1152, left: 208, px: 944 / span, fontSize: 11 }
  if (size === 'medium') return { width: 664, left: 176, px: 488 / span, fontSize: 10.5 }
  return { width: 328, left: 2, px: 322 / span, fontSize: 10.5 }
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
  const y = 30
  out.push(
    el('rect', { x: left, y, width: end - left, height: BLOCK_HEIGHT, fill: 'url(#p-unknown)' }),
    el('path', { d: `M${left} ${y}H${end}M${left} ${y + BLOCK_HEIGHT}H${end}`, class: 's-rule2' }),
  )
  const outside: OutsideName[] = []
  for (const member of plan.members) {
    const x = xOf(member.offsetBytes ?? 0)
    const bounded = plan.members.some((other) => other.at === member.at + member.drawn)
    const frame = { x, y, width: member.drawn * px, fontSize, mostLines: 2, bounded }
    const block = renderBlock(member, names[member.key] ?? member.name, frame)
    out.push(block.svg)
    if (!block.labelled) outside.push({ name: member.name, x: x + 3, plain: false })
  }
  const placed = placeNames(outside, { start: left, end, y: y + BLOCK_HEIGHT, drop: 0, fontSize })
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
    const name = holds?.conflict ? 'shared-frame inferred-mark' : 'phase'
    out.push(el('rect', { x: low + 1.5, y: top, width: high - low - 3, height: 18, class: name }))
  }
  for (const { offsets } of phase.together)
    for (const offset of offsets) {
      const role = plan.members.find(({ offsetBytes }) => offsetBytes === offset)?.role ?? 'unknown'
      out.push(el('rect', { x: xOf(offset), y: top + 5, width: 8, height: 8, class: `f-${roleStyles[role].name}` }))
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
    // On a narrow figure both do not fit one line: about 7.5 px a letter.
    const isTight = (title.length + count.length) * 7.5 > right
    out.push(
      svgText(0, y + 10, title, { class: 'b' }),
      isTight
        ? svgText(0, y + 26, count, { class: 'quiet' })
        : svgText(right, y + 10, count, { class: 'quiet', 'text-anchor': 'end' }),
    )
    y += isTight ? 36 : 20
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
