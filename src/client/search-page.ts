import { type Found, runSearch } from '../search/run-search.ts'
import { buildFacets, buildHitItem, formatCount } from './hit-elements.ts'
import { openReader, withFreshIndex } from './index-reader.ts'
import { make } from './make-element.ts'
import { findHits, type Hit as TextHit } from './pagefind.ts'
import { findSiteRoot } from './site-root.ts'

const MOST = 20
const MOST_TEXT = 6
/** With fewer cases than this, the text of all pages is searched as well; else only for words, and no cases' pages. */
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

function show(page: SearchPage, found: Found, query: string): void {
  const items = found.hits.map((hit) => buildHitItem(hit, page.root))
  if (found.total > found.hits.length) {
    const more = make('button', { type: 'button' }, `Show ${Math.min(MOST, found.total - found.hits.length)} more`)
    more.addEventListener('click', () => {
      const at = found.hits.length
      page.most += MOST
      void run(page).then(() => page.list.querySelectorAll<HTMLElement>('h2 a')[at]?.focus())
    })
    items.push(make('li', {}, more))
  }
  page.list.replaceChildren(...items)
  page.facets.replaceChildren(
    ...(found.total > 1 || query.includes(':') ? buildFacets(found, found.instead ?? query) : []),
  )
  page.narrow.hidden = page.facets.childElementCount === 0
  page.ways.hidden = found.total > 0
  page.status.textContent = formatCount(found, found.hits.length)
  if (found.instead !== null) {
    const link = make('a', { href: `?q=${encodeURIComponent(found.instead)}` }, found.instead)
    page.status.append(' Did you mean ', link, '?')
  }
}

/** The texts of all pages, where the cases' names give little: techniques, guides, words in other forms. */
async function showTexts(page: SearchPage, found: Found, mine: number): Promise<void> {
  page.texts.replaceChildren()
  const words = found.query.units.filter((unit) => !unit.isNegative && unit.letters === null).map((unit) => unit.text)
  // A name that is found needs no pages with its parts.
  const isName = found.total > 0 && words.length === 1 && /[^\p{L}\p{N}]/u.test(words[0] ?? '')
  const isFew = !isName && (found.total < FEW || found.isPartial)
  if ((!isFew && !isName && words.length < 2) || words.length === 0 || found.query.ranges.length > 0) return
  const { hits } = await findHits(page.root, words.join(' '), MOST_TEXT)
  const shown = new Set(found.hits.map((hit) => hit.slug))
  const others = hits.filter((hit) => {
    const slug = /\/cases\/([^/]+)\//.exec(hit.url)?.[1]
    return slug === undefined || (isFew && !shown.has(slug))
  })
  if (mine !== page.asked || others.length === 0) return
  page.texts.replaceChildren(
    make('h2', {}, 'Also in the text of'),
    make('ol', { class: 'hits' }, ...others.map(buildTextHit)),
  )
}

async function run(page: SearchPage): Promise<void> {
  const mine = ++page.asked
  const query = page.input.value.trim()
  if (query === '') {
    clear(page)
    page.ways.hidden = false
    page.status.textContent = ''
    return
  }
  page.status.textContent = 'Searching …'
  try {
    const found = await withFreshIndex(page.root, (reader) => runSearch(reader, query, page.most))
    if (mine !== page.asked) return
    show(page, found, query)
    await showTexts(page, found, mine).catch(() => undefined) // the cases are there; the rest is an extra
  } catch {
    if (mine !== page.asked) return
    clear(page)
    page.ways.hidden = false
    page.status.textContent = 'Nothing found: the search could not be loaded. The lists below lead to every case.'
  }
}

function keepAddress({ input }: SearchPage): void {
  const query = input.value.trim()
  // From a folder some browsers refuse a changed address: the search goes on without it.
  try {
    history.replaceState(
      history.state,
      '',
      query === '' ? location.pathname : `?q=${encodeURIComponent(query.slice(0, MOST_LETTERS))}`,
    )
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
    keepAddress(page)
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
