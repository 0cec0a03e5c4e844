import { foldMember, foldText } from './fold-text.ts'
import { type Doc, type Entry, fields, type IndexReader, type Line, tierDigit } from './index-format.ts'
import { scorePosting } from './match-units.ts'
import type { Query, Unit } from './parse-query.ts'
import { buildKeys, joinName, type Key, titleKey } from './term-keys.ts'

/** A text cut where the query stands in it. */
export type Marked = { text: string; isHit: boolean }[]
export type HitName = { field: string; name: Marked; note: string; anchor: string }
/** A case that was found: its address below the root, the names that the query meets, and a line where it stands. */
export type Hit = {
  slug: string
  title: Marked
  facts: string[]
  names: HitName[]
  excerpt: { text: Marked; anchor: string } | null
  href: string
}

const MOST_NAMES = 4
const EXCERPT = 220
/** What is worth less is no name. */
const SHOWN = 300

/** Cuts a text at the places where words of the query stand in it. */
export function markText(text: string, words: readonly string[]): Marked {
  const folded = text.toLowerCase()
  const hits: [number, number][] = []
  for (const word of words) {
    if (word === '') continue
    for (let at = folded.indexOf(word), n = 0; at >= 0 && n < 20; at = folded.indexOf(word, at + word.length), n++)
      if (word.length > 3 || !/[\p{L}\p{N}_]/u.test(folded[at - 1] ?? ' ')) hits.push([at, at + word.length])
  }
  hits.sort((a, b) => a[0] - b[0] || b[1] - a[1])
  const marked: Marked = []
  let past = 0
  for (const [from, to] of hits) {
    if (from < past) continue
    if (from > past) marked.push({ text: text.slice(past, from), isHit: false })
    marked.push({ text: text.slice(from, to), isHit: true })
    past = to
  }
  if (past < text.length) marked.push({ text: text.slice(past), isHit: false })
  return marked
}

type EntryForms = { folded: string; joined: string; keys: Key[] | null }
const knownForms = new WeakMap<Entry, EntryForms>()

function formsOf(entry: Entry): EntryForms {
  const known = knownForms.get(entry)
  if (known) return known
  const forms = { folded: foldMember(entry[1]), joined: joinName(entry[1]), keys: null }
  knownForms.set(entry, forms)
  return forms
}

function keysOf(entry: Entry, forms: EntryForms): Key[] {
  const [field, text] = entry
  forms.keys ??= field === 'w' ? [{ key: titleKey(text), tier: 'exact' }] : buildKeys(text)
  return forms.keys
}

/** Every key of a name stands in it or in the name without its marks: others need no closer look. */
const mayHold = ({ folded, joined }: EntryForms, [field]: Entry, wanted: string): boolean =>
  folded.includes(wanted) || joined.includes(wanted) || field === 'w' || field === 'k' || field === 'j'

function scoreEntry(entry: Entry, unit: Unit): number {
  const [field] = entry
  if (unit.letters && !unit.letters.includes(field)) return 0
  const forms = formsOf(entry)
  const asked = unit.keys.filter((wanted) => mayHold(forms, entry, wanted))
  if (asked.length === 0) return 0
  let best = 0
  const keys = keysOf(entry, forms)
  for (const wanted of asked)
    for (const { key, tier } of keys) {
      if (!key.startsWith(wanted) && !((field === 'k' || field === 'j') && key.length >= 7 && wanted.startsWith(key)))
        continue
      best = Math.max(best, scorePosting(field, Number(tierDigit[tier]), key !== wanted))
    }
  return best
}

const shownLabels: Partial<Record<Entry[0], string>> = { w: 'title', r: 'person' }

/** Where a case holds a member or file as it was typed, what stands on either side of its dot is not looked for. */
function narrowKeys(unit: Unit, entries: readonly Entry[]): Unit {
  if (unit.left === null) return unit
  const own = { ...unit, keys: unit.keys.slice(0, 1) }
  return entries.some((entry) => scoreEntry(entry, own) > 0) ? own : unit
}

function findNames(doc: Doc, asked: readonly Unit[], words: readonly string[]): HitName[] {
  const units = asked.map((unit) => narrowKeys(unit, doc.entries))
  const scored = doc.entries
    .filter(([field]) => field !== 'w' && field !== 'y')
    .map((entry) => {
      const scores = units.map((unit) => scoreEntry(entry, unit)).filter((score) => score > SHOWN)
      return { entry, met: scores.length, score: Math.max(0, ...scores) }
    })
    .filter(({ met }) => met > 0)
    .sort((a, b) => b.met - a.met || b.score - a.score)
  const shown = new Map<string, HitName>()
  for (const { entry } of scored) {
    const [field, text, anchor, note] = entry
    if (field === 'm' && text.includes('.') && [...shown.keys()].some((name) => text.endsWith(`.${name}`))) continue
    // `stress-ng dnotify` says what `stress-ng` says.
    if (
      field === 'b' &&
      [...shown].some(([name, { field: own }]) => own === fields.b.name && ` ${name} `.includes(` ${text} `))
    )
      continue
    if (!shown.has(text))
      shown.set(text, { field: shownLabels[field] ?? fields[field].name, name: markText(text, words), note, anchor })
    if (shown.size >= MOST_NAMES) break
  }
  return [...shown.values()]
}

/** The part of a text around the first word of the query. */
function cutExcerpt(text: string, words: readonly string[]): string | null {
  const folded = text.toLowerCase()
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0)
  if (places.length === 0) return null
  const at = Math.min(...places)
  const from = at <= 80 ? 0 : text.indexOf(' ', at - 70) + 1
  const cut = text.slice(from, from + EXCERPT)
  return `${from > 0 ? '… ' : ''}${cut}${from + EXCERPT < text.length ? ' …' : ''}`
}

function findLine(lines: readonly Line[], words: readonly string[]): Line | undefined {
  let best: Line | undefined
  let most = 0
  for (const line of lines) {
    const folded = line[2].toLowerCase()
    const count = words.filter((word) => folded.includes(word)).length
    if (count > most) {
      best = line
      most = count
    }
  }
  return best
}

/** Words to mark: what was typed, and the keys that stand for it. */
const wordsOf = (units: readonly Unit[]): string[] =>
  [...new Set(units.flatMap((unit) => [unit.text.toLowerCase(), ...unit.keys]))].filter((word) => word.length > 1)

function buildHref(slug: string, anchor: string): string {
  const place = `cases/${slug}/`
  if (anchor === '') return `${place}index.html`
  const [page, id] = anchor.startsWith('thread/#') ? ['thread/index.html', anchor.slice(8)] : ['index.html', anchor]
  return `${place}${page}#${encodeURIComponent(id)}`
}

/** Address of an anchor of a case, below the site's root. */
export const hitHref = buildHref

/** What is shown of a found case; its mails are read where neither its names nor its summary hold the query. */
export async function buildHit(doc: Doc, number: number, query: Query, reader: IndexReader): Promise<Hit> {
  const units = query.units.filter((unit) => !unit.isNegative)
  const words = wordsOf(units)
  const names = findNames(doc, units, words)
  const summary = cutExcerpt(doc.summary, words)
  let excerpt: Hit['excerpt'] = summary === null ? null : { text: markText(summary, words), anchor: '' }
  if (doc.lines && words.length > 0 && (excerpt === null || names.length === 0)) {
    const line = findLine(await reader.lines(number), words)
    if (line) excerpt = { text: markText(cutExcerpt(line[2], words) ?? line[2], words), anchor: line[1] }
  }
  excerpt ??= doc.summary === '' ? null : { text: [{ text: doc.summary.slice(0, EXCERPT), isHit: false }], anchor: '' }
  const anchor = names.find((name) => name.anchor !== '')?.anchor ?? excerpt?.anchor ?? ''
  return {
    slug: doc.slug,
    title: markText(doc.title, words),
    facts: doc.facts,
    names,
    excerpt,
    href: buildHref(doc.slug, anchor),
  }
}

/** Whether a case holds a phrase as it stands: in its title, summary, names, or a line of its mails. */
export async function holdsPhrase(
  doc: Doc | undefined,
  number: number,
  unit: Unit,
  reader: IndexReader,
): Promise<boolean> {
  const phrase = unit.keys[0] ?? ''
  const plain = (text: string): string => foldText(text).replace(/\s+/g, ' ')
  if (!doc) return false
  const own = doc.entries.filter(([field]) => !unit.letters || unit.letters.includes(field)).map(([, text]) => text)
  const texts = unit.letters
    ? [...own, ...(unit.letters.includes('t') ? [doc.title] : [])]
    : [doc.title, doc.summary, ...own]
  if (texts.some((text) => plain(text).includes(phrase) || foldMember(text).includes(phrase))) return true
  if (!doc.lines || unit.letters) return false
  return plain((await reader.lines(number)).map(([, , text]) => text).join(' ')).includes(phrase)
}
