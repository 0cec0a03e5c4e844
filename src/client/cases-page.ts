import { type CaseRow, type FacetName, facetLabels, facetNames } from '../render/case-row.ts'
import { renderCaseRows } from '../render/case-table.ts'
import {
  type CaseView,
  filterCases,
  type IndexedRow,
  indexRows,
  rankTitles,
  type SortKey,
  sortRows,
  type ViewResult,
  wholeView,
} from '../render/case-view.ts'
import { renderViewFigures } from '../render/view-figures.ts'
import { formatCsv } from '../text/csv.ts'
import { readCaseRows } from './case-rows-file.ts'
import { findSiteRoot } from './site-root.ts'
import { formatView, parseView } from './view-address.ts'
import { viewTable } from './view-table.ts'

const ROWS_AT_ONCE = 60
const WAIT_MS = 120
const MOST_COMPARED = 4
/** Lists that stand open where there is room beside the table. */
const openFacets: readonly FacetName[] = ['technique', 'outcome', 'has', 'decade']

/** The parts of the page that the script fills. */
type Parts = {
  says: HTMLElement
  notes: HTMLElement
  bar: HTMLFormElement
  text: HTMLInputElement
  excludes: HTMLElement
  figures: HTMLDetailsElement
  compare: HTMLAnchorElement
  body: HTMLElement
  main: HTMLElement
}

function findParts(): Parts | null {
  const one = <Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind | null => {
    const found = document.querySelector(selector)
    return found instanceof kind ? found : null
  }
  const parts = {
    says: one('#view-says', HTMLElement),
    notes: one('#view-notes', HTMLElement),
    bar: one('#viewbar', HTMLFormElement),
    text: one('#view-text', HTMLInputElement),
    excludes: one('#view-excludes', HTMLElement),
    figures: one('#view-figures', HTMLDetailsElement),
    compare: one('#view-compare', HTMLAnchorElement),
    body: one('.case-rows tbody', HTMLElement),
    main: one('.browser-main', HTMLElement),
  }
  const { says, notes, bar, text, excludes, figures, compare, body, main } = parts
  if (!says || !notes || !bar || !text || !excludes || !figures || !compare || !body || !main) return null
  return { says, notes, bar, text, excludes, figures, compare, body, main }
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** Turns a link of a facet's list into a labelled box; its count follows the view. */
function buildBox(link: HTMLAnchorElement, facet: FacetName, onChange: () => void): void {
  const label = document.createElement('label')
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.name = facet
  box.value = link.dataset['value'] ?? ''
  box.addEventListener('change', onChange)
  label.append(box, ...link.childNodes)
  link.replaceWith(label)
}

class CasesPage {
  readonly #parts: Parts
  readonly #root: URL
  readonly #indexed: IndexedRow[]
  readonly #ranks: ReadonlyMap<CaseRow, number>
  #view: CaseView = wholeView
  #notes: string[] = []
  #result: ViewResult = { rows: [], counts: new Map(), excludedAlone: new Map(), excluded: 0 }
  #sorted: CaseRow[] = []
  #drawn = 0
  readonly #compared = new Map<string, string>()
  readonly #more: HTMLButtonElement = document.createElement('button')

  constructor(parts: Parts, root: URL, rows: readonly CaseRow[]) {
    this.#parts = parts
    this.#root = root
    this.#indexed = indexRows(rows)
    this.#ranks = rankTitles(rows)
  }

  start(): void {
    const { bar, text, main, figures } = this.#parts
    for (const list of document.querySelectorAll<HTMLElement>('[data-facet]')) this.#buildFacet(list)
    this.#buildHeads()
    bar.hidden = false
    figures.hidden = false
    main.querySelector('.pager')?.remove()
    this.#more.type = 'button'
    this.#more.className = 'more'
    this.#more.addEventListener('click', () => this.#drawMore())
    main.append(this.#more)
    new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.#drawMore(), {
      rootMargin: '600px',
    }).observe(this.#more)
    let timer: ReturnType<typeof setTimeout> | undefined
    text.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(() => this.#show({ ...this.#view, text: text.value }, 'replace'), WAIT_MS)
    })
    bar.addEventListener('submit', (event) => event.preventDefault())
    figures.addEventListener('toggle', () => this.#drawFigures())
    this.#onClick('#view-clear', () => this.#show(wholeView, 'push'))
    this.#onClick('#view-copy', (button) => void this.#copyLink(button))
    this.#onClick('#view-csv', () => this.#saveCsv())
    this.#parts.body.addEventListener('change', (event) => this.#choose(event))
    window.addEventListener('popstate', () => this.#readAddress())
    this.#readAddress()
  }

  #onClick(selector: string, act: (button: HTMLElement) => void): void {
    const button = document.querySelector<HTMLElement>(selector)
    button?.addEventListener('click', () => act(button))
  }

  #buildFacet(list: HTMLElement): void {
    const facet = facetNames.find((name) => name === list.dataset['facet'])
    if (!facet) return
    if (list instanceof HTMLDetailsElement && openFacets.includes(facet))
      list.open = window.matchMedia('(min-width: 1001px)').matches
    for (const link of list.querySelectorAll<HTMLAnchorElement>('a[data-value]'))
      buildBox(link, facet, () => this.#toggle(facet))
  }

  #toggle(facet: FacetName): void {
    const chosen = [...document.querySelectorAll<HTMLInputElement>(`.facets input[name="${facet}"]:checked`)]
    const filters = new Map(this.#view.filters)
    filters.set(
      facet,
      chosen.map((box) => box.value),
    )
    this.#show({ ...this.#view, filters }, 'push')
  }

  /** Heads of the columns become buttons that sort. */
  #buildHeads(): void {
    const keys: SortKey[] = ['title', 'technique', 'struct', 'effect', 'outcome', 'year']
    document.querySelectorAll<HTMLElement>('.case-rows thead th').forEach((head, index) => {
      const key = keys[index]
      if (!key) return
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = head.textContent
      head.dataset['sort'] = key
      button.addEventListener('click', () => {
        const first = key === 'year' || key === 'effect'
        const isDescending = this.#view.sort === key ? !this.#view.isDescending : first
        this.#show({ ...this.#view, sort: key, isDescending }, 'push')
      })
      head.replaceChildren(button)
    })
  }

  #known(facet: FacetName): ReadonlySet<string> {
    return new Set(this.#indexed.flatMap((one) => one.keys[facet]))
  }

  #readAddress(): void {
    const { view, notes } = parseView(location.search, (facet) => this.#known(facet))
    this.#notes = notes
    this.#parts.text.value = view.text
    this.#show(view, 'keep')
  }

  #show(view: CaseView, address: 'push' | 'replace' | 'keep'): void {
    this.#view = view
    if (address !== 'keep') this.#notes = []
    const query = formatView(view)
    if (address === 'push') history.pushState(null, '', query === '' ? location.pathname : query)
    if (address === 'replace') history.replaceState(null, '', query === '' ? location.pathname : query)
    if (view.text !== this.#parts.text.value) this.#parts.text.value = view.text
    this.#result = filterCases(this.#indexed, view)
    this.#sorted = sortRows(this.#result.rows, view, this.#ranks)
    this.#drawn = 0
    this.#parts.body.replaceChildren()
    this.#drawMore()
    this.#drawFacets()
    this.#drawWords()
    requestAnimationFrame(() => this.#drawFigures())
  }

  /** Rows are drawn as they are needed; the markup is made by the same function as the static table's. */
  #drawMore(): void {
    const next = this.#sorted.slice(this.#drawn, this.#drawn + ROWS_AT_ONCE)
    this.#drawn += next.length
    const markup = placeLinks(renderCaseRows(next, true), this.#root)
    this.#parts.body.insertAdjacentHTML('beforeend', markup)
    for (const box of this.#parts.body.querySelectorAll<HTMLInputElement>('.choose'))
      box.checked = this.#compared.has(box.value)
    const left = this.#sorted.length - this.#drawn
    this.#more.hidden = left === 0
    this.#more.textContent = `Show ${Math.min(left, ROWS_AT_ONCE)} more of ${left}`
  }

  #drawFacets(): void {
    for (const box of document.querySelectorAll<HTMLInputElement>('.facets input')) {
      const facet = facetNames.find((name) => name === box.name)
      if (!facet) continue
      const count = this.#result.counts.get(facet)?.get(box.value) ?? 0
      box.checked = this.#view.filters.get(facet)?.includes(box.value) ?? false
      const number = box.parentElement?.querySelector('.n')
      if (number) number.textContent = String(count)
      box.parentElement?.classList.toggle('none', count === 0)
    }
    for (const head of document.querySelectorAll<HTMLElement>('.case-rows th[data-sort]')) {
      const isSorted = head.dataset['sort'] === this.#view.sort
      if (isSorted) head.setAttribute('aria-sort', this.#view.isDescending ? 'descending' : 'ascending')
      else head.removeAttribute('aria-sort')
    }
  }

  #drawWords(): void {
    const { says, notes, excludes } = this.#parts
    const shown = this.#result.rows
    const stating = shown.filter((row) => row.effect).length
    const effects = shown.reduce((sum, row) => sum + row.effects.length, 0)
    const summary = this.#parts.figures.querySelector('summary')
    if (summary)
      summary.textContent = `Figures of this view: ${plural(effects, 'effect')} by technique and against CPUs, cases per year`
    says.textContent = `${shown.length} of ${plural(this.#indexed.length, 'case')}; ${stating} of them ${stating === 1 ? 'states' : 'state'} a change in per cent and which side is better.`
    notes.hidden = this.#notes.length === 0
    notes.replaceChildren(
      ...this.#notes.map((note) => {
        const item = document.createElement('li')
        item.textContent = note
        return item
      }),
    )
    const alone = [...this.#result.excludedAlone].map(
      ([facet, count]) => `${count} by ${facet === 'text' ? 'the text' : `“${facetLabels[facet]}”`} alone`,
    )
    const chosen = [...this.#view.filters].filter(([, values]) => values.length > 0)
    const words = chosen.map(([facet, values]) => `${facetLabels[facet]} ${values.join(' or ')}`)
    excludes.hidden = this.#result.excluded === 0
    excludes.textContent = `${words.length > 0 ? `View: ${words.join('; ')}. ` : ''}Left out: ${plural(this.#result.excluded, 'case')}${alone.length > 0 ? `, ${alone.join(', ')}` : ''}.`
  }

  #drawFigures(): void {
    const { figures } = this.#parts
    if (!figures.open) return
    const markup = placeLinks(renderViewFigures(this.#result.rows), this.#root)
    const box = figures.querySelector('div')
    if (box) box.innerHTML = markup
  }

  async #copyLink(button: HTMLElement): Promise<void> {
    const label = 'Copy link'
    try {
      await navigator.clipboard.writeText(location.href)
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'The address bar has the link'
    }
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  }

  #saveCsv(): void {
    const text = formatCsv(viewTable(this.#sorted, new URL('cases/', this.#root).href))
    const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'cases-view.csv'
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }

  #choose(event: Event): void {
    const box = event.target
    if (!(box instanceof HTMLInputElement) || !box.classList.contains('choose')) return
    if (!box.checked) this.#compared.delete(box.value)
    else if (this.#compared.size < MOST_COMPARED) this.#compared.set(box.value, box.value)
    else box.checked = false
    const slugs = [...this.#compared.keys()]
    const { compare } = this.#parts
    compare.href = new URL(`compare/index.html${slugs.length > 0 ? `?c=${slugs.join(',')}` : ''}`, this.#root).href
    compare.textContent =
      slugs.length < 2
        ? `Compare: choose two to four${slugs.length === 1 ? ' (one chosen)' : ''}`
        : `Compare ${slugs.length} cases`
  }
}

/** Links from the root as links below the site's own; from a folder each with the page's file. */
function placeLinks(markup: string, root: URL): string {
  const placed = markup.replaceAll('href="/', `href="${root.pathname}`)
  return root.protocol === 'file:' ? placed.replace(/href="([^"#?]*\/)([#?][^"]*)?"/g, 'href="$1index.html$2"') : placed
}

/** The table of cases: loads the list and takes over from the static table. Where it can not, that stays. */
export async function startCasesPage(): Promise<void> {
  const parts = findParts()
  if (!parts) return
  const root = findSiteRoot()
  const rows = await readCaseRows(root)
  if (rows !== null) new CasesPage(parts, root, rows).start()
}
