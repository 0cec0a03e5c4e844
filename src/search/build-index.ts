import { sha1 } from '../text/sha1.ts'
import { buildEntries, readLines, type SearchCase } from './case-entries.ts'
import {
  type Column,
  type Doc,
  type Entry,
  type FacetName,
  type FieldLetter,
  facetNames,
  type Line,
  type Manifest,
  tierDigit,
} from './index-format.ts'
import { buildKeys, buildWordKeys, pairWords, titleKey } from './term-keys.ts'

const SHARD_LETTERS = 26_000
const DOC_LETTERS = 24_000
/** A longer name is a sentence. */
const MOST_NAME = 60

/** The files of the index, by path below `search/`. */
export type IndexFiles = Map<string, string>
type Postings = Map<string, Map<string, number[]>>

function addPosting(postings: Postings, key: string, code: string, doc: number): void {
  const byCode = postings.get(key) ?? new Map<string, number[]>()
  postings.set(key, byCode)
  const docs = byCode.get(code) ?? []
  byCode.set(code, docs)
  if (docs.at(-1) !== doc) docs.push(doc)
}

/** Whole texts are found by their beginning and their words, other names by their tails as well. */
const isProse = (field: FieldLetter): boolean => field === 'w'

function addEntry(postings: Postings, [field, text]: Entry, doc: number): void {
  if (isProse(field)) {
    for (const key of new Set([text, text.replace(/^(?:\[[^\]]*\]\s*)+/, '')].map(titleKey)))
      if (key !== '') addPosting(postings, key, `${field}0`, doc)
    return
  }
  for (const { key, tier } of buildKeys(text))
    if (field !== 'g' || tier === 'exact') addPosting(postings, key, field + tierDigit[tier], doc)
}

function addWords(postings: Postings, field: FieldLetter, text: string, doc: number): void {
  for (const key of buildWordKeys(text)) addPosting(postings, key.slice(0, 120), `${field}0`, doc)
  for (const name of text.match(/[A-Za-z_]\w*_\w+/g) ?? [])
    for (const { key, tier } of buildKeys(name))
      if (tier !== 'exact') addPosting(postings, key, field + tierDigit[tier], doc)
}

function formatPostings(byCode: Map<string, number[]>): string {
  return [...byCode].map(([code, docs]) => `${code} ${docs.map((doc) => doc.toString(36)).join('.')}`).join(' ')
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Cuts lines into shards of about `letters`; gives the first item's place of each. */
function cutShards<T>(items: readonly T[], sizeOf: (item: T) => number, letters: number): T[][] {
  const shards: T[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const item of items) {
    const own = sizeOf(item)
    if (size + own > letters) {
      shards.push([])
      size = 0
    }
    shards.at(-1)?.push(item)
    size += own
  }
  return shards
}

function buildColumn(values: readonly (string | null)[]): Column {
  const names = [...new Set(values.filter((value) => value !== null))].sort(compare)
  const places = new Map(names.map((name, index) => [name, index]))
  return { names, values: values.map((value) => (value === null ? -1 : (places.get(value) ?? -1))) }
}

/** What the index keeps of a case once its thread has been read. */
export type PreparedCase = Pick<SearchCase, 'record' | 'year' | 'facts' | 'effect'> & {
  hasDiff: boolean
  entries: Entry[]
  lines: Line[]
}

/** Reads a case for the index: its thread and pages need not be kept after this. */
export function prepareCase(one: SearchCase): PreparedCase {
  const { record, thread, year, facts, effect } = one
  const hasDiff = thread !== null && thread.patches.length > 0
  return { record, year, facts, effect, hasDiff, entries: buildEntries(one), lines: readLines(one) }
}

/** With a diff first, then the newest, then by name: the order of equal hits. */
export function sortCases<One extends Pick<PreparedCase, 'hasDiff' | 'record' | 'year'>>(cases: readonly One[]): One[] {
  const dateOf = ({ record, year }: One): string =>
    (record.authored ?? record.posted ?? record.committed)?.value ?? year ?? ''
  return [...cases].sort(
    (a, b) =>
      Number(b.hasDiff) - Number(a.hasDiff) || compare(dateOf(b), dateOf(a)) || compare(a.record.slug, b.record.slug),
  )
}

const facetOf: Record<FacetName, (one: PreparedCase) => string | null> = {
  technique: ({ record }) => record.technique.value,
  kind: ({ record }) => record.kind.value,
  outcome: ({ record }) => record.outcome.value,
  project: ({ record }) => record.project,
  year: ({ year }) => year,
}

function buildDoc({ record, facts, entries, lines }: PreparedCase): Doc {
  return {
    slug: record.slug,
    title: record.title,
    facts,
    summary: record.summary ?? '',
    lines: lines.length > 0,
    entries: entries.filter(([field]) => field !== 'g'),
  }
}

/** No number, no commit, no piece of a Message-ID. */
const isWorthOffering = (word: string): boolean =>
  word.length >= 3 && word.length <= 60 && /\p{L}/u.test(word) && !/^(?:[0-9a-f]{7,}|\d\w*\d\w*)$/.test(word)

/**
 * The words that names and titles are made of, for what was mistyped: in order, since so they pack best, and in how many
 * cases, from two on. Names are put together from them again, so that they grow as a vocabulary does, not as names do.
 */
function buildWords(postings: Postings): string[] {
  const used = new Map<string, number>()
  for (const [key, byCode] of postings) {
    if (key.includes('@') || key.length > MOST_NAME) continue
    let count = 0
    for (const [code, docs] of byCode) if (/^(?:[^ziILjk][01]|[ah]2)/.test(code)) count = Math.max(count, docs.length)
    if (count === 0) continue
    for (const word of key.split(/[^\p{L}\p{N}]+/u))
      if (isWorthOffering(word)) used.set(word, Math.max(used.get(word) ?? 0, count))
  }
  return [...used].map(([word, count]) => (count === 1 ? word : `${word}\t${count}`)).sort(compare)
}

/**
 * The index of all cases as small files: `index.json`, and under a folder named after their content the shards of keys
 * and cases, the lines of each case's mails and diff, and the words of names. What a search needs grows with what it finds.
 */
export function buildIndex(cases: readonly PreparedCase[]): IndexFiles {
  const sorted = sortCases(cases)
  const postings: Postings = new Map()
  const docs: Doc[] = []
  const files: IndexFiles = new Map()
  for (const [doc, one] of sorted.entries()) {
    const { entries, lines } = one
    for (const entry of entries) addEntry(postings, entry, doc)
    addWords(postings, 't', one.record.title, doc)
    for (const pair of pairWords(one.record.title)) addPosting(postings, pair, 'z0', doc)
    const notes = [one.record.outcomeNote, one.record.cost?.text, ...one.record.layoutNotes.map((note) => note.text)]
    for (const text of [one.record.summary, one.record.note, ...notes]) addWords(postings, 'p', text ?? '', doc)
    for (const [field, , text] of lines) addWords(postings, field, text, doc)
    docs.push(buildDoc(one))
    if (lines.length > 0) files.set(`l${doc}.json`, JSON.stringify(lines))
  }
  const keyLines = [...postings]
    .sort((a, b) => compare(a[0], b[0]))
    .map(([key, byCode]) => `${key}\t${formatPostings(byCode)}`)
  const keyShards = cutShards(keyLines, (line) => line.length + 1, SHARD_LETTERS)
  const docShards = cutShards(
    docs.map((doc, number) => ({ doc, number })),
    ({ doc }) => JSON.stringify(doc).length,
    DOC_LETTERS,
  )
  for (const [index, shard] of keyShards.entries()) files.set(`k${index}.txt`, shard.join('\n'))
  for (const [index, shard] of docShards.entries())
    files.set(`d${index}.txt`, shard.map(({ doc }) => JSON.stringify(doc)).join('\n'))
  files.set('words.txt', buildWords(postings).join('\n'))
  const version = sha1([...files.values()].join('\n')).slice(0, 10)
  const manifest: Manifest = {
    version,
    count: docs.length,
    keyStarts: keyShards.map((shard) => shard[0]?.split('\t')[0] ?? ''),
    docStarts: docShards.map((shard) => shard[0]?.number ?? 0),
    columns: buildColumns(sorted),
    effects: sorted.map((one) => one.effect ?? 0),
  }
  return new Map([
    ['index.json', JSON.stringify(manifest)],
    ...[...files].map(([name, text]): [string, string] => [`${version}/${name}`, text]),
  ])
}

function buildColumns(sorted: readonly PreparedCase[]): Record<FacetName, Column> {
  const [technique, kind, outcome, project, year] = facetNames.map((name) => buildColumn(sorted.map(facetOf[name])))
  const none: Column = { names: [], values: [] }
  return {
    technique: technique ?? none,
    kind: kind ?? none,
    outcome: outcome ?? none,
    project: project ?? none,
    year: year ?? none,
  }
}
