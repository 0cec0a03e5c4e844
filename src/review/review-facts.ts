import type { CaseRecord } from '../model/case.ts'
import type { EvidenceItem, Kind, Technique } from '../model/names.ts'
import { findIdioms } from './idioms.ts'
import { findPlaces } from './places.ts'

/** A patch in the site's terms: what ranking, questions and risks are made from. Null = not stated. */
export type ReviewFacts = {
  title: string
  author: string | null
  messageId: string | null
  commit: string | null
  version: number | null
  project: string | null
  subsystem: string | null
  files: string[]
  /** Words that say where in the project it is. */
  places: string[]
  structs: string[]
  members: { struct: string | null; name: string }[]
  moved: string[]
  technique: Technique
  second: Technique | null
  techniqueReason: string | null
  kind: Kind
  kindReason: string | null
  claimsFalseSharing: boolean
  /** False where nothing in the patch is about who shares a cacheline. */
  detected: boolean
  idioms: string[]
  results: number
  /** What the patch's own text (and its cover letter) states. */
  stated: EvidenceItem[]
  /** How its objects start, where offsets are stated; null: no layout in it. */
  base: 'aligned' | 'phases' | 'unknown' | null
  /** True where the size before and after is stated. */
  statesGrowth: boolean
  /** True where the text says for which build options or line sizes the layout holds. */
  namesConfigurations: boolean
}

/** Build options, debug options and line sizes that a text names. */
export const namesConfigurations = (text: string): boolean =>
  /\b(?:CONFIG_[A-Z0-9_]{3,}|lockdep|PREEMPT_RT|defconfig|allmodconfig|allyesconfig|(?:32|64)-bit (?:builds?|kernels?|systems?|machines?|architectures?)|128[- ]bytes? (?:cache ?)?lines?)\b/i.test(
    text,
  )

/** Facts of a listing or a report without a patch: nothing but what is filled in. */
export const emptyFacts: ReviewFacts = {
  title: '',
  author: null,
  messageId: null,
  commit: null,
  version: null,
  project: null,
  subsystem: null,
  files: [],
  places: [],
  structs: [],
  members: [],
  moved: [],
  technique: 'other',
  second: null,
  techniqueReason: null,
  kind: 'false-sharing',
  kindReason: null,
  claimsFalseSharing: false,
  detected: false,
  idioms: [],
  results: 0,
  stated: [],
  base: null,
  statesGrowth: false,
  namesConfigurations: false,
}

/** `struct foo`, `class foo` and `foo` are one name. */
export const bareName = (name: string): string => name.replace(/^(?:struct|class|union|enum)\s+/, '').trim()

/** A case as the facts that a patch would give, for its neighbours and for the test that takes it out. */
export function factsOfCase(record: CaseRecord): ReviewFacts {
  const layout = record.layouts.find(({ members }) => members.some(({ offsetBytes }) => offsetBytes.after !== null))
  return {
    title: record.title,
    author: record.author?.name ?? null,
    messageId: record.postings.at(-1) ?? null,
    commit: record.commit?.sha ?? null,
    version: record.versions.at(-1)?.version ?? null,
    project: record.project,
    subsystem: record.subsystem,
    files: record.files,
    places: findPlaces(record.subsystem, record.title, record.files),
    structs: [...new Set(record.structs.map(bareName))],
    members: record.members.map(({ struct, name }) => ({ struct: struct === null ? null : bareName(struct), name })),
    moved: record.movedMembers,
    technique: record.technique.value,
    second: record.techniqueSecond,
    techniqueReason: null,
    kind: record.kind.value,
    kindReason: null,
    claimsFalseSharing: record.claimed !== null,
    detected: record.detected ?? true,
    idioms: findIdioms(caseText(record)),
    results: record.benchmarks.length,
    stated: record.evidence.filter(({ state }) => state === 'stated').map(({ item }) => item),
    base: layout?.base.alignment ?? null,
    statesGrowth: record.layouts.some(({ sizeBytes }) => sizeBytes.before !== null && sizeBytes.after !== null),
    namesConfigurations: namesConfigurations(caseText(record)),
  }
}

const caseText = (record: CaseRecord): string =>
  [
    record.title,
    record.summary ?? '',
    record.note ?? '',
    ...record.layoutNotes.map(({ text }) => text),
    ...record.members.map(({ name, roleNote }) => `${name} ${roleNote ?? ''}`),
  ].join('\n')
