import type { CaseRecord } from '../model/case.ts'
import type { Source } from '../model/source.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { renderCertainty, renderGained } from './answers-gained.ts'
import { renderObjections, renderOutcome } from './answers-outcome.ts'
import type { CaseContext } from './case-context.ts'
import { listed } from './format-number.ts'
import { withForcedHoles } from './layout-holes.ts'
import { hasPhases, planPhases } from './layout-phases.ts'
import { findMoved, planLayout } from './layout-plan.ts'
import { sizeWords } from './layout-section.ts'
import { code, esc, link } from './markup.ts'
import { findMeetings, type Meeting } from './phase-meetings.ts'
import { renderPairs } from './section.ts'
import { renderOrigin, renderSources, renderStatedOrigin } from './source-link.ts'

const notStated = '<span class="quiet">Not stated.</span>'
const MOST_NAMES = 4

/** Names in the code face, each with its offset where known; the rest is counted. */
function nameList(list: readonly string[], layout: StructLayout | undefined, side: 'before' | 'after'): string {
  const shown = list.slice(0, MOST_NAMES).map((name) => {
    const offset = layout?.members.find((member) => member.name === name)?.offsetBytes[side]
    return code(name) + (offset === null || offset === undefined ? '' : ` (${offset})`)
  })
  return listed(list.length > MOST_NAMES ? [...shown, `${list.length - MOST_NAMES} more`] : shown)
}

/** A note that reads as an apposition: short, and no sentence of its own. */
const isShort = (note: string): boolean => note.length <= 48 && !/[.;]/.test(note) && /^[a-z]/.test(note)

/** What the record says a member is: a short note, else its role; empty where neither is known. */
function roleWords(list: readonly string[], record: CaseRecord): string {
  const known = record.members.filter(({ name }) => list.includes(name))
  const notes = [
    ...new Set(known.flatMap(({ roleNote }) => (roleNote !== null && isShort(roleNote) ? [roleNote] : []))),
  ]
  if (notes.length === 1 && notes[0]) return `, ${esc(notes[0])},`
  const roles = [...new Set(known.map(({ role }) => role).filter((role) => role !== 'unknown'))]
  return roles.length === 1 && !list.some((name) => roles[0] && name.includes(roles[0])) ? `, ${roles[0]},` : ''
}

function roleSources(list: readonly string[], record: CaseRecord): Source[] {
  return record.members.filter(({ name }) => list.includes(name)).flatMap(({ sources }) => sources)
}

/** The sentence on a shared line of a drawn layout. */
function sharedByLayout(layout: StructLayout, record: CaseRecord, thread: ThreadFile | null): string | null {
  const plan = planLayout(layout, { members: record.members, movedMembers: record.movedMembers, c2c: record.c2c })
  for (const row of plan.before.rows) {
    if (row.kind !== 'line' || row.verdict.kind !== 'conflict') continue
    const { readers, writers, inferred } = row.verdict
    if (inferred && layout.statedShared.some(({ side }) => side === 'before')) return null
    const stated = layout.statedShared.flatMap(({ sources }) => sources)
    const sources = stated.length > 0 ? stated : roleSources([...readers, ...writers], record)
    const origin = renderOrigin(layout.from, sources.length > 0 ? sources : layout.sources, thread)
    const where = row.line === null ? 'a line' : `line ${row.line}`
    const guess = inferred
      ? ' <span class="inferred" title="A role that decides is worked out from the diff">roles worked out</span>'
      : ''
    if (readers.length === 0)
      return `${nameList(writers, layout, 'before')}${roleWords(writers, record)} shared ${where} ${origin}${guess}`
    return `${nameList(readers, layout, 'before')}${roleWords(readers, record)} shared ${where} with ${nameList(writers, layout, 'before')}${roleWords(writers, record).replace(/,$/, '')} ${origin}${guess}`
  }
  return null
}

/** One member and those it meets: `i_rwsem shares a line with i_state in 3 of 4 starts of the object, with … in 2`. */
function meetingWords({ member, others }: Meeting, layout: StructLayout, starts: number): string {
  const nameOf = (at: number): string => layout.members[at]?.name ?? ''
  const counts = [...Map.groupBy(others, (other) => other.starts)]
  const words = counts.map(([count, same], at) => {
    const list = same.map((other) => nameOf(other.member))
    return `with ${nameList(list, layout, 'before')} in ${count}${at === 0 ? ` of ${starts} starts of the object` : ''}`
  })
  return `${nameList([nameOf(member)], layout, 'before')} shares a line ${words.join(', ')}`
}

/** The sentence on possible starts of a slab object. */
function sharedByPhase(layout: StructLayout, record: CaseRecord, thread: ThreadFile | null): string | null {
  const before = planPhases(layout, record.members).sides[0]
  const meetings = findMeetings(layout, before?.phases ?? [])
  if (!before || meetings.length === 0) return null
  const list = new Set(meetings.flatMap(({ member, others }) => [member, ...others.map((other) => other.member)]))
  const stated = layout.statedShared.flatMap(({ sources }) => sources)
  const own = layout.members.filter((_, at) => list.has(at)).flatMap(({ sources }) => sources)
  const origin = renderOrigin(layout.from, stated.length > 0 ? stated : own, thread)
  const words = meetings.slice(0, MOST_NAMES).map((meeting) => meetingWords(meeting, layout, before.phases.length))
  return `${words.join('; ')} <span class="inferred" title="${esc(layout.base.how)}">worked out</span> ${origin}`
}

/** What shared with what. */
function renderShared(record: CaseRecord, thread: ThreadFile | null): string {
  for (const layout of record.layouts) {
    const sentence = hasPhases(layout) ? sharedByPhase(layout, record, thread) : sharedByLayout(layout, record, thread)
    if (sentence) return sentence
  }
  const stated = record.layouts.flatMap(({ statedShared }) => statedShared).find(({ side }) => side === 'before')
  if (stated)
    return `${nameList(stated.members, undefined, 'before')} shared a line ${renderSources(stated.sources, thread)}`
  const known = record.members.filter(({ role, roleNote }) => role !== 'unknown' || roleNote !== null)
  if (known.length > 0) {
    const words = known
      .slice(0, MOST_NAMES)
      .map(
        ({ name, role, roleNote }) =>
          `${code(name)} (${esc(roleNote !== null && (isShort(roleNote) || role === 'unknown') ? roleNote : role)})`,
      )
    const more = known.length > MOST_NAMES ? ` and ${known.length - MOST_NAMES} more` : ''
    const [first] = known
    const origin = first
      ? renderOrigin(
          first.from,
          known.flatMap(({ sources }) => sources),
          thread,
        )
      : ''
    return `${listed(words)}${more} ${origin}. <span class="quiet">Which share a line is not stated.</span>`
  }
  return notStated
}

/** The technique's link, and the second one where there are two. */
export function renderTechnique(record: CaseRecord, context: CaseContext): string {
  const one = (name: string): string =>
    context.hasPage(`/techniques/${name}/`) ? link(context.href(`/techniques/${name}/`), esc(name)) : esc(name)
  return record.techniqueSecond
    ? `${one(record.technique.value)}, ${one(record.techniqueSecond)}`
    : one(record.technique.value)
}

/** What was moved, from where to where, by which technique. */
function renderMoved(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  const by = `by ${renderTechnique(record, context)}`
  for (const layout of record.layouts) {
    const moved = findMoved(layout, record.movedMembers).flatMap((key) => layout.members[key] ?? [])
    const placed = moved.filter(({ offsetBytes: { before, after } }) => before !== null && after !== null)
    if (placed.length === 0) continue
    const words = placed
      .slice(0, MOST_NAMES)
      .map(
        ({ name, offsetBytes: { before, after } }, at) =>
          `${code(name)} from ${at === 0 ? 'offset ' : ''}${before} to ${after}`,
      )
    const more = placed.length > MOST_NAMES ? [`${placed.length - MOST_NAMES} more`] : []
    const sources = placed.flatMap((member) => member.sources)
    return `${listed([...words, ...more])}, ${by} ${renderOrigin(layout.from, sources.length > 0 ? sources : layout.sources, thread)}`
  }
  const phased = record.layouts.find(hasPhases)
  if (phased) {
    const { phasesBefore, phasesAfter } = phased.base
    const starts =
      phasesAfter.length > 0
        ? ` The object’s start: ${phasesBefore.join(', ')} before, ${phasesAfter.join(', ')} after`
        : ''
    const origin = starts ? ` <span class="inferred" title="${esc(phased.base.how)}">worked out</span>` : ''
    return `No member, ${by}.${starts}${origin}`
  }
  if (record.movedMembers.length > 0)
    return `${nameList(record.movedMembers, undefined, 'before')}, ${by}; <span class="quiet">offsets not stated</span> ${renderStatedOrigin(record.technique, thread)}`
  const origin = renderStatedOrigin(record.technique, thread)
  if (record.versions.length === 0)
    return `B${by.slice(1)} ${origin}; <span class="quiet">which members moved is not stated</span>`
  return `No member, ${by} ${origin}`
}

/** Bytes a hole before a moved member leaves unused, where the layout shows one. */
function holeWords(record: CaseRecord): string {
  for (const { holes, members } of record.layouts.map(withForcedHoles)) {
    const hole = holes.find(({ side, inferred }) => side === 'after' && inferred)
    if (!hole) continue
    const end = hole.offsetBytes + hole.sizeBytes
    const next = members.find(({ offsetBytes }) => offsetBytes.after === end)
    return ` Bytes ${hole.offsetBytes}–${end - 1} are left unused${next ? ` before ${code(next.name)}` : ''} <span class="inferred" title="What stood there moved on, and C keeps the order of members">worked out</span>`
  }
  return ''
}

/** What it costs in memory. */
function renderCost(record: CaseRecord, thread: ThreadFile | null): string {
  const { cost } = record
  if (cost) {
    const bytes =
      cost.bytesPerObject === null
        ? ''
        : cost.bytesPerObject === 0
          ? ''
          : ` (${cost.bytesPerObject} bytes an object${cost.percent === null ? '' : `, ${cost.percent}%`})`
    return `${esc(cost.text)}${cost.text.includes(String(cost.bytesPerObject ?? '')) ? '' : bytes} ${renderOrigin(cost.from, cost.sources, thread)}`
  }
  const sized = record.layouts.find(({ sizeBytes: { before, after } }) => before !== null && after !== null)
  if (sized) {
    const same = sized.sizeBytes.before === sized.sizeBytes.after
    return `${same ? 'None in size: ' : ''}${sizeWords(sized)}${same ? ', before and after' : ''} ${renderOrigin(sized.from, sized.sizeSources, thread)}`
  }
  return `<span class="quiet">Size not stated.</span>${holeWords(record)}`
}

/** The seven answers, in a reviewer's order; each always present, "not stated" included. */
export function renderAnswers(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  return renderPairs('answers', [
    ['Shared', renderShared(record, thread)],
    ['Moved', renderMoved(record, thread, context)],
    ['Gained', renderGained(record, thread)],
    ['Certainty', renderCertainty(record, thread)],
    ['Cost', renderCost(record, thread)],
    ['Objections', renderObjections(record, thread)],
    ['Outcome', renderOutcome(record, thread, context)],
  ])
}
