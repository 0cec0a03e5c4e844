import type { CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { addedMembers } from './added-members.ts'
import { renderCertainty, renderGained } from './answers-gained.ts'
import { renderObjections, renderOutcome } from './answers-outcome.ts'
import { MOST_NAMES, nameList, renderShared } from './answers-shared.ts'
import type { CaseContext } from './case-context.ts'
import { listed } from './format-number.ts'
import { withForcedHoles } from './layout-holes.ts'
import { hasPhases } from './layout-phases.ts'
import { findMoved } from './layout-plan.ts'
import { sizeWords } from './layout-section.ts'
import { code, esc, link } from './markup.ts'
import { gainedLabel } from './odd-direction.ts'
import { renderPairs } from './section.ts'
import { renderOrigin, renderStatedOrigin } from './source-link.ts'

/** The technique's link, and the second one where there are two. */
export function renderTechnique(record: CaseRecord, context: CaseContext): string {
  const one = (name: string): string =>
    context.hasPage(`/techniques/${name}/`) ? link(context.href(`/techniques/${name}/`), esc(name)) : esc(name)
  return record.techniqueSecond && record.techniqueSecond !== record.technique.value
    ? `${one(record.technique.value)}, ${one(record.techniqueSecond)}`
    : one(record.technique.value)
}

/** ", which adds `a` and `b`", where members of the record are new. */
function addedWords(record: CaseRecord, thread: ThreadFile | null): string {
  const added = addedMembers(record, thread)
  return added.length > 0
    ? `, adding ${nameList(
        added.map(({ name }) => name),
        undefined,
        'after',
      )}`
    : ''
}

/** What was moved, from where to where, by which technique. */
function renderMoved(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  const by = `by ${renderTechnique(record, context)}`
  const none = `No member is moved; the technique is ${renderTechnique(record, context)}`
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
    return `${none}.${starts}${origin}`
  }
  if (record.movedMembers.length > 0)
    return `${nameList(record.movedMembers, undefined, 'before')}, ${by} ${renderStatedOrigin(record.technique, thread)}; <span class="quiet">offsets not stated</span>`
  const origin = renderStatedOrigin(record.technique, thread)
  if (record.versions.length === 0)
    return `B${by.slice(1)} ${origin}${addedWords(record, thread)}; <span class="quiet">which members moved is not stated</span>`
  return `${none} ${origin}`
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
    [gainedLabel(record), renderGained(record, thread)],
    ['Certainty', renderCertainty(record, thread)],
    ['Cost', renderCost(record, thread)],
    ['Objections', renderObjections(record, thread)],
    ['Outcome', renderOutcome(record, thread, context)],
  ])
}
