import type { IndexReader } from '../search/index-format.ts'
import { countFacets, type Found, readHits, runSearch } from '../search/run-search.ts'
import { buildFacets, buildHitItem, formatCount } from './hit-elements.ts'
import { openReader, withFreshIndex } from './index-reader.ts'
import { make } from './make-element.ts'
import { findHits, type Hit as TextHit } from './pagefind.ts'
import { findSiteRoot } from './site-root.ts'

const MOST = 20
/** As many as a screen shows: they do not wait for the others. */
const FIRST = 6
const MOST_TEXT = 6
/** With fewer cases than this, the text of all pages is searched as well. */
const FEW = 5
const WAIT_MS = 60
const MOST_LETTERS = 2000

/** Pagefind's excerpt as nodes: text, and `<mark>` where it marks; nothing else of its markup is taken. */
function buildExcerpt(excerptMarkup: string): Node[] {
  const parsed = new DOMParser().parseFromString(excerptMarkup, 'text/html')
  return [...parsed.body.childNodes].map((node) =>
    node.nodeName === 'MARK'
      ? make('mark', {}, node.textContent ?? '')
      : document.createTextNode(node.textContent ?? ''),
  )
}

const buildTextHit = (hit: TextHit): HTMLElement =>
  make(
    'li',
    {},
    make('h2', {}, make('a', { href: hit.url }, hit.title)),
    make('p', { class: 'small' }, ...buildExcerpt(hit.excerptMarkup)),
  )

type SearchPage = {
  root: URL
  input: HTMLInputElement
  list: HTMLElement
  texts: HTMLElement
  facets: HTMLElement
  status: HTMLElement
  ways: HTMLElement
  /** Leads down to the facets where they stand below the hits. */
  narrow: HTMLElement
  most: number
  asked: number
}

function findElements(): SearchPage | undefined {
  const input = document.querySelector<HTMLInputElement>('.bigsearch input')
  const [list, texts, facets, status, ways, narrow] = [
    '#search-hits',
    '#search-texts',
    '#search-facets',
    '#search-status',
    '#search-ways',
    '#search-narrow',
  ].map((name) => document.querySelector<HTMLElement>(name))
  if (!input || !list || !texts || !facets || !status || !ways || !narrow) return undefined
  return { root: findSiteRoot(), input, list, texts, facets, status, ways, narrow, most: MOST, asked: 0 }
}

function clear(page: SearchPage): void {
  page.list.replaceChildren()
  page.texts.replaceChildren()
  page.facets.replaceChildren()
  page.narrow.hidden = true
}

/** The count and the first hits; what stands below them follows when these can be read. */
function showFirst(page: SearchPage, found: Found): void {
  page.texts.replaceChildren()
  page.list.replaceChildren(...found.hits.map((hit) => buildHitItem(hit, page.root)))
  page.ways.hidden = found.total > 0
  page.status.textContent = formatCount(found, Math.min(page.most, found.total))
  if (found.instead !== null) {
    const link = make('a', { href: `?q=${encodeURIComponent(found.instead)}` }, found.instead)
    page.status.append(' Did you mean ', link, '?')
  }
}

/** Gives back the names of all cases that are shown. */
async function showRest(
  page: SearchPage,
  reader: IndexReader,
  found: Found,
  query: string,
): Promise<ReadonlySet<string>> {
  const { asked, most } = page
  const hits = await readHits(reader, found, found.hits.length, most)
  const facets = countFacets(found, await reader.manifest())
  const shown = new Set([...found.hits, ...hits].map(({ slug }) => slug))
  if (asked !== page.asked) return shown
  page.list.append(...hits.map((hit) => buildHitItem(hit, page.root)))
  if (found.total > most) page.list.append(make('li', {}, buildMore(page, found.total - most)))
  page.facets.replaceChildren(
    ...(found.total > 1 || query.includes(':') ? buildFacets(facets, found.instead ?? query) : []),
  )
  page.narrow.hidden = page.facets.childElementCount === 0
  return shown
}

function buildMore(page: SearchPage, left: number): HTMLElement {
  const more = make('button', { type: 'button' }, `Show ${Math.min(MOST, left)} more`)
  more.addEventListener('click', () => {
    const at = page.most
    page.most += MOST
    void run(page, page.most).then(() => page.list.querySelectorAll<HTMLElement>('h2 a')[at]?.focus())
  })
  return more
}

/** The texts of all pages by pagefind: techniques, guides, words in other forms. */
async function showTexts(page: SearchPage, words: string, shown: ReadonlySet<string>): Promise<void> {
  const mine = page.asked
  const { hits } = await findHits(page.root, words, MOST_TEXT)
  const others = hits.filter((hit) => !shown.has(/\/cases\/([^/]+)\//.exec(hit.url)?.[1] ?? ''))
  if (mine !== page.asked) return
  page.texts.replaceChildren(
    ...(others.length === 0
      ? [make('p', { class: 'small quiet' }, 'No other page has it in its text.')]
      : [make('h2', {}, 'Also in the text of'), make('ol', { class: 'hits' }, ...others.map(buildTextHit))]),
  )
}

/** Where the cases give little the texts follow by themselves; else they are offered, since they are much to load. */
async function offerTexts(page: SearchPage, found: Found, shown: ReadonlySet<string>): Promise<void> {
  const asked = found.query.units.filter((unit) => !unit.isNegative && unit.letters === null).map((unit) => unit.text)
  const words = asked.join(' ')
  if (words === '' || found.query.ranges.length > 0) return
  // A name that is found needs no pages with its parts.
  const isName = found.total > 0 && asked.length === 1 && /[^\p{L}\p{N}]/u.test(words)
  if (!isName && (found.total < FEW || found.isPartial)) return showTexts(page, words, shown)
  const button = make('button', { type: 'button' }, 'Search the text of every page as well')
  button.addEventListener('click', () => {
    void showTexts(page, words, shown)
      .then(() => page.texts.querySelector('a')?.focus())
      .catch(() => page.texts.replaceChildren('The text of the pages could not be loaded.'))
  })
  page.texts.replaceChildren(button)
}

async function run(page: SearchPage, first = FIRST): Promise<void> {
  const mine = ++page.asked
  const query = page.input.value.trim()
  if (query === '') {
    clear(page)
    keepAddress('')
    page.ways.hidden = false
    page.status.textContent = ''
    return
  }
  page.status.textContent = 'Searching …'
  try {
    await withFreshIndex(page.root, async (reader) => {
      const found = await runSearch(reader, query, first)
      if (mine !== page.asked) return
      showFirst(page, found)
      keepAddress(query)
      const shown = await showRest(page, reader, found, query)
      if (mine !== page.asked) return
      await offerTexts(page, found, shown).catch(() => undefined) // the cases are there; the rest is an extra
    })
  } catch {
    if (mine !== page.asked) return
    clear(page)
    page.ways.hidden = false
    page.status.textContent = 'Nothing found: the search could not be loaded. The lists below lead to every case.'
  }
}

function keepAddress(query: string): void {
  const search = query === '' ? '' : `?q=${encodeURIComponent(query.slice(0, MOST_LETTERS))}`
  if (search === location.search) return
  // From a folder some browsers refuse a changed address: the search goes on without it.
  try {
    history.replaceState(history.state, '', search === '' ? location.pathname : search)
  } catch {
    return
  }
}

/** The search page: `?q=` is the search; typing searches on; arrows go from hit to hit. */
export function startSearchPage(): void {
  const page = findElements()
  const form = page?.input.form
  if (!page || !form) return
  const begin = (): void => {
    page.most = MOST
    void run(page)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  page.input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(begin, WAIT_MS)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    clearTimeout(timer)
    begin()
  })
  form.parentElement?.addEventListener('keydown', (event) => moveByArrows(event, page.input, page.list))
  page.input.value = (new URLSearchParams(location.search).get('q') ?? '').slice(0, MOST_LETTERS)
  if (page.input.value === '') page.input.focus()
  else void run(page)
  // What every search needs is there before the first key is pressed.
  void openReader(page.root)
    .manifest()
    .catch(() => undefined)
}

/** Down and up go through the box and the hits' links; Escape goes back to the box. */
function moveByArrows(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
  const stops: HTMLElement[] = [input, ...list.querySelectorAll<HTMLElement>('h2 a')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  if (at < 0) return
  const next = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : event.key === 'Escape' ? 0 : at
  const stop = stops[next]
  if (next === at || !stop) return
  event.preventDefault()
  stop.focus()
}
