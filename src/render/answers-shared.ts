import type { CaseMember, CaseRecord } from '../model/case.ts'
import type { Source } from '../model/source.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { addedMembers } from './added-members.ts'
import { listed } from './format-number.ts'
import { hasPhases } from './layout-phases.ts'
import { planLayout } from './layout-plan.ts'
import { findRoles } from './layout-roles.ts'
import { breakableCode, code, esc } from './markup.ts'
import { findPhasePairs, pairSentence, startsOf } from './phase-pairs.ts'
import { renderOrigin, renderSources } from './source-link.ts'

const notStated = '<span class="quiet">Not stated.</span>'
/** So many names stand in one answer; the rest is counted. */
export const MOST_NAMES = 4

/** Names in the code face, each with its offset where known; the rest is counted. */
export function nameList(list: readonly string[], layout: StructLayout | undefined, side: 'before' | 'after'): string {
  const shown = list.slice(0, MOST_NAMES).map((name) => {
    const offset = layout?.members.find((member) => member.name === name)?.offsetBytes[side]
    return breakableCode(name) + (offset === null || offset === undefined ? '' : ` (${offset})`)
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

/** Who meets whom on a line, and from how many of the possible starts of a slab object. */
function sharedByPhase(layout: StructLayout, record: CaseRecord, thread: ThreadFile | null): string | null {
  const pairs = findPhasePairs(layout, findRoles(layout, record.members), 'before')
  if (pairs.length === 0) return null
  const keys = new Set(pairs.flatMap(({ one, other }) => [one, other]))
  const own = layout.members.filter((_, key) => keys.has(key)).flatMap(({ sources }) => sources)
  const stated = layout.statedShared.flatMap(({ sources }) => sources)
  const origin = renderOrigin(layout.from, stated.length > 0 ? stated : own, thread)
  const name = (key: number): string => nameList([layout.members[key]?.name ?? ''], layout, 'before')
  const sentence = pairSentence(pairs, startsOf(layout, 'before').length, name, ' shares a line', 2)
  return `${sentence} <span class="inferred" title="${esc(layout.base.how)}">worked out</span> ${origin}`
}

/** A member with what is known of it; with its struct where several structs are named. */
function memberWords({ struct, name, role, roleNote }: CaseMember, withStruct: boolean): string {
  const what = roleNote !== null && (isShort(roleNote) || role === 'unknown') ? roleNote : role
  return `${code(withStruct && struct !== null && !name.includes('.') ? `${struct}.${name}` : name)} (${esc(what)})`
}

/** The members that the sources name, where no layout says which of them share; those that the patch adds are left out. */
function sharedByMembers(record: CaseRecord, thread: ThreadFile | null): string | null {
  const known = record.members.filter(({ role, roleNote }) => role !== 'unknown' || roleNote !== null)
  const added = addedMembers(record, thread)
  const before = known.filter((member) => !added.includes(member))
  const [first] = before
  if (!first) return null
  const withStruct = new Set(known.map(({ struct }) => struct)).size > 1
  const words = before.slice(0, MOST_NAMES).map((member) => memberWords(member, withStruct))
  const more = before.length > MOST_NAMES ? ` and ${before.length - MOST_NAMES} more` : ''
  const origin = renderOrigin(
    first.from,
    before.flatMap(({ sources }) => sources),
    thread,
  )
  const open = before.length === 1 ? 'What shares its line is not stated.' : 'Which share a line is not stated.'
  return `${listed(words)}${more} ${origin}. <span class="quiet">${open}</span>`
}

/** The answer to what shared with what: before the patch, so never with a member that the patch adds. */
export function renderShared(record: CaseRecord, thread: ThreadFile | null): string {
  for (const layout of record.layouts) {
    const sentence = hasPhases(layout) ? sharedByPhase(layout, record, thread) : sharedByLayout(layout, record, thread)
    if (sentence) return sentence
  }
  const stated = record.layouts.flatMap(({ statedShared }) => statedShared).find(({ side }) => side === 'before')
  if (stated)
    return `${nameList(stated.members, undefined, 'before')} shared a line ${renderSources(stated.sources, thread)}`
  return sharedByMembers(record, thread) ?? notStated
}
