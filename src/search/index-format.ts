/**
 * The fields of the index by their letter. `score` is what a whole name is worth; a tail is worth 200 less, a part 400,
 * the beginning of a name 450 less. Prose (title, summary, mail) is always worth less than a name.
 */
export const fields = {
  m: { name: 'member', score: 1000 },
  s: { name: 'struct', score: 1000 },
  f: { name: 'file', score: 1000 },
  n: { name: 'function', score: 1000 },
  c: { name: 'macro', score: 1000 },
  k: { name: 'commit', score: 1000 },
  j: { name: 'commit named', score: 980 },
  i: { name: 'Message-ID', score: 1000 },
  I: { name: 'Message-ID named', score: 980 },
  L: { name: 'link', score: 960 },
  b: { name: 'benchmark', score: 1000 },
  a: { name: 'author', score: 1000 },
  w: { name: 'title', score: 1000 },
  v: { name: 'evidence', score: 950 },
  u: { name: 'subsystem', score: 900 },
  o: { name: 'project', score: 900 },
  q: { name: 'technique', score: 900 },
  h: { name: 'machine', score: 900 },
  d: { name: 'kind', score: 850 },
  e: { name: 'outcome', score: 800 },
  g: { name: 'slug', score: 800 },
  r: { name: 'person', score: 700 },
  y: { name: 'year', score: 700 },
  t: { name: 'title', score: 400 },
  // Two neighbouring words of a title: only whole, and never shown.
  z: { name: 'title', score: 400 },
  p: { name: 'summary', score: 300 },
  x: { name: 'diff', score: 280 },
  l: { name: 'message', score: 250 },
} as const
export type FieldLetter = keyof typeof fields

export const isFieldLetter = (letter: string): letter is FieldLetter => Object.hasOwn(fields, letter)

/** What a case is known by: its field, the words, the anchor on its page, and what else to say of it. */
export type Entry = [field: FieldLetter, text: string, anchor: string, note: string]

/** A case as a hit shows it. `lines`: its mail or diff lines stand in a file of their own. */
export type Doc = {
  slug: string
  title: string
  facts: string[]
  summary: string
  lines: boolean
  entries: Entry[]
}
/** A line of a mail or diff: field, anchor (with its page where that is not the case's), text. */
export type Line = [field: 'l' | 'x', anchor: string, text: string]

export const facetNames = ['technique', 'kind', 'outcome', 'project', 'year'] as const
export type FacetName = (typeof facetNames)[number]
/** One value a case, as a place in `names`; -1 where there is none. */
export type Column = { names: string[]; values: number[] }

/** `search/index.json`: what every search needs. Cases are numbered: with a diff first, then the newest. */
export type Manifest = {
  version: string
  count: number
  /** First key of each shard of keys, in order. */
  keyStarts: string[]
  /** First case of each shard of cases, in order. */
  docStarts: number[]
  columns: Record<FacetName, Column>
  /** The best and the worst stated effect of each case, in per cent, more is better. */
  effects: ([best: number, worst: number] | 0)[]
}

/** Gives the parts of an index, from wherever it stands. Keys are lines `key TAB code docs code docs …`. */
export type IndexReader = {
  manifest: () => Promise<Manifest>
  keys: (shard: number) => Promise<string>
  docs: (shard: number) => Promise<DocShard>
  lines: (doc: number) => Promise<Line[]>
  /** Every word that names are made of, the most used first: for what was mistyped, and for letters inside of names. */
  words: () => Promise<string[]>
}

/** The cases of a shard by their place in it. */
export type DocShard = (place: number) => Doc | undefined

/** A shard's cases stand one a line, so that only those that are shown are parsed, each once. */
export function parseDocs(text: string): DocShard {
  const lines = text.split('\n')
  const known = new Map<number, Doc>()
  return (place) => {
    const line = lines[place]
    const doc = known.get(place) ?? (line === undefined ? undefined : (JSON.parse(line) as Doc)) // what buildIndex writes
    if (doc !== undefined) known.set(place, doc)
    return doc
  }
}

/** The words of `words.txt`, the most used first. */
export function parseWords(text: string): string[] {
  const counted = text.split('\n').map((line) => {
    const tab = line.indexOf('\t')
    return tab < 0 ? { word: line, count: 1 } : { word: line.slice(0, tab), count: Number(line.slice(tab + 1)) }
  })
  return counted.sort((a, b) => b.count - a.count).map(({ word }) => word)
}

/** The shard that holds a place: the last one that starts at or before it. */
export function findShard<T extends string | number>(starts: readonly T[], place: T): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const start = starts[middle]
    if (start !== undefined && start <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** The digit of a tier in a posting's code. */
export const tierDigit = { exact: '0', tail: '1', part: '2', joined: '3' } as const
