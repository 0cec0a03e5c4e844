import type { CaseRecord } from '../model/case.ts'
import { caseDate } from './topics.ts'

/** A link between two cases, as one of them shows it. */
export type LineageEdge = {
  /** `superseded by`, `supersedes`, … */
  words: string
  slug: string
  title: string
  date: string | null
  /** How the source names the other end: a commit, a slug or a title; '' on the other end's own page. */
  name: string
}

const kinds = [
  { list: (record: CaseRecord) => record.supersededBy, words: 'superseded by', back: 'supersedes' },
  { list: (record: CaseRecord) => record.revertedBy, words: 'reverted by', back: 'reverts' },
  { list: (record: CaseRecord) => record.fixes, words: 'fixes', back: 'fixed by' },
  { list: (record: CaseRecord) => record.related, words: 'names', back: 'named by' },
] as const

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const isSha = (name: string): boolean => /^[0-9a-f]{7,64}$/.test(name)

type Names = {
  byCommit: Map<string, CaseRecord[]>
  bySlug: Map<string, CaseRecord>
  byTitle: Map<string, CaseRecord[]>
}

function add(map: Map<string, CaseRecord[]>, key: string, record: CaseRecord): void {
  const known = map.get(key)
  if (known) known.push(record)
  else map.set(key, [record])
}

function buildNames(records: readonly CaseRecord[]): Names {
  const names: Names = { byCommit: new Map(), bySlug: new Map(), byTitle: new Map() }
  for (const record of records) {
    names.bySlug.set(record.slug, record)
    add(names.byTitle, letters(record.title), record)
    if (record.commit) add(names.byCommit, record.commit.sha.slice(0, 7), record)
    for (const id of record.postings) add(names.byTitle, `<${id}>`, record)
  }
  return names
}

/** The one other case that a name means: by commit, slug, Message-ID or title; null where none or several fit. */
function findCase(name: string, of: CaseRecord, names: Names): CaseRecord | null {
  const bare = name.replace(/^<|>$/g, '')
  const found = isSha(name)
    ? (names.byCommit.get(name.slice(0, 7)) ?? []).filter(
        ({ commit }) => commit && (commit.sha.startsWith(name) || name.startsWith(commit.sha)),
      )
    : [names.bySlug.get(name), ...(names.byTitle.get(`<${bare}>`) ?? names.byTitle.get(letters(name)) ?? [])].flatMap(
        (record) => record ?? [],
      )
  const others = [...new Set(found)].filter((record) => record !== of)
  return others.length === 1 ? (others[0] ?? null) : null
}

/** The edges between cases where both ends are here, by slug, each on both its ends; once a build. */
export function buildLineageEdges(records: readonly CaseRecord[]): ReadonlyMap<string, readonly LineageEdge[]> {
  const names = buildNames(records)
  const edges = new Map<string, LineageEdge[]>()
  const put = (on: CaseRecord, words: string, other: CaseRecord, name: string): void => {
    const list = edges.get(on.slug) ?? []
    edges.set(on.slug, list)
    // A stronger word than "names" stands already.
    const isKnown = list.some((edge) => edge.slug === other.slug && (edge.words === words || /^name/.test(words)))
    if (!isKnown) list.push({ words, slug: other.slug, title: other.title, date: caseDate(other), name })
  }
  for (const { list, words, back } of kinds)
    for (const record of records)
      for (const name of list(record)) {
        const other = findCase(name, record, names)
        if (!other) continue
        put(record, words, other, name)
        put(other, back, record, '')
      }
  return edges
}
