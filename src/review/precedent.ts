import type { CaseRecord } from '../model/case.ts'
import type { Kind, OutcomeName, Technique } from '../model/names.ts'
import { caseLinks } from '../render/cite.ts'
import { bestEffect, type Effect, findEffects, formatChange } from '../render/effects.ts'
import { contentionWords, costWords, gainedWords } from '../render/plain-words.ts'
import { bareName, factsOfCase } from './review-facts.ts'

/** A case as a review names it: what it is found by, and its answers as sentences. Small enough to be sent whole. */
export type Precedent = {
  slug: string
  title: string
  commit: string | null // 12 digits
  /** Address below the site's own: `c/<commit>/` where it is merged, else its page. */
  path: string
  date: string | null // day, or the year where no more is known
  project: string | null
  subsystem: string | null
  files: string[]
  places: string[]
  structs: string[]
  members: { struct: string | null; name: string }[]
  technique: Technique
  second: Technique | null
  kind: Kind
  idioms: string[]
  outcome: OutcomeName
  /** Sentences; null = not stated. */
  effect: string | null
  interval: string | null
  cost: string | null
  outcomeNote: string | null
  objections: string | null
  summary: string | null
}

const MOST_WORDS = 220

/** A text cut at a word, with dots where it is cut. */
export function clip(text: string, most = MOST_WORDS): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= most) return flat
  const cut = flat.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 40)).trimEnd()} ...`
}

const about: Record<Effect['precision'], string> = {
  exact: '',
  about: 'about ',
  'up-to': 'up to ',
  'at-least': 'at least ',
  'no-change': '',
}

/** The strongest stated effect, and how many more there are. */
function effectWords(record: CaseRecord, best: Effect | undefined, count: number): string | null {
  if (best) {
    const metric = best.metric !== null && best.metric !== best.test ? ` ${best.metric}` : ''
    const more = count > 1 ? `; ${count - 1} more on its page` : ''
    const direction = best.higherIsBetter ? '' : ' (lower is better)'
    return clip(`${best.test}:${metric} ${about[best.precision]}${best.change}%${direction}${more}`)
  }
  const contention = contentionWords(record)
  const gained = record.benchmarks.length > 0 ? gainedWords(record, 2) : 'Gain not stated.'
  const words = [gained === 'Gain not stated.' || gained.includes('change not stated') ? '' : gained, contention]
    .filter((part) => part !== '')
    .join(' ')
  return words === '' ? null : clip(words)
}

function intervalWords(best: Effect | undefined): string | null {
  if (!best) return null
  if (best.interval)
    return `${best.interval.level}%: ${formatChange(best.interval.low)} to ${formatChange(best.interval.high)}%`
  if (best.stddevPercent !== null) return `none; standard deviation ${best.stddevPercent}%`
  return best.verdict === 'robot-headline' ? 'none; headline of the kernel test robot' : 'none; no variance stated'
}

/** What others than the author said on lines of the diff; null where no such comment is archived. */
function objectionWords(record: CaseRecord): string | null {
  const comments = record.reviewComments.filter(({ author }) => author !== record.author?.name)
  const first = comments.find(({ text }) => text.includes('?')) ?? comments[0]
  if (!first) return null
  const more = comments.length > 1 ? ` (and ${comments.length - 1} more)` : ''
  return `${first.author}: "${clip(first.text, 140)}"${more}`
}

function outcomeNote(record: CaseRecord): string | null {
  const parts = [
    record.outcomeNote ?? '',
    record.revertedBy.length > 0 ? `reverted by ${record.revertedBy.slice(0, 2).join(', ')}` : '',
    record.supersededBy.length > 0 ? `superseded by ${record.supersededBy.slice(0, 2).join(', ')}` : '',
    record.commit?.release ? `in ${record.commit.release}` : '',
  ].filter((part) => part !== '')
  return parts.length > 0 ? clip(parts.join('; ')) : null
}

/** A case as a precedent. */
export function buildPrecedent(record: CaseRecord): Precedent {
  const facts = factsOfCase(record)
  const { drawn } = findEffects([record])
  const best = bestEffect(drawn)
  const cost = costWords(record)
  const date = record.authored ?? record.posted ?? record.committed
  const commit = record.commit?.sha.slice(0, 12) ?? null
  const moved = record.movedMembers.filter((name) => !facts.members.some((member) => member.name === name))
  const only = facts.structs.length === 1 ? (facts.structs[0] ?? null) : null
  return {
    slug: record.slug,
    title: record.title,
    commit,
    path: caseLinks(record, '').permalink,
    date: date?.value.slice(0, 10) ?? null,
    project: record.project,
    subsystem: record.subsystem,
    files: record.files,
    places: facts.places,
    structs: [...new Set([...facts.structs, ...record.layouts.map(({ struct }) => bareName(struct))])],
    members: [...facts.members, ...moved.map((name) => ({ struct: only, name }))],
    technique: facts.technique,
    second: facts.second,
    kind: facts.kind,
    idioms: facts.idioms,
    outcome: record.outcome.value,
    effect: effectWords(record, best, drawn.length),
    interval: intervalWords(best),
    cost: cost === 'Memory cost not stated.' ? null : clip(cost.replace(/^Memory cost: /, '')),
    outcomeNote: outcomeNote(record),
    objections: objectionWords(record),
    summary: record.summary === null ? null : clip(record.summary, 200),
  }
}
