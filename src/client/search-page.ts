import { findHits, type Hit } from './pagefind.ts'
import { buildExcerpt } from './quick-search.ts'
import { findSiteRoot } from './site-root.ts'

const MOST = 30
const WAIT_MS = 120

function buildHit(hit: Hit): HTMLElement {
  const item = document.createElement('li')
  const heading = document.createElement('h2')
  const link = document.createElement('a')
  link.href = hit.url
  link.textContent = hit.title
  heading.append(link)
  const facts = document.createElement('p')
  facts.className = 'small quiet'
  facts.textContent = hit.facts.join(' · ')
  const excerpt = document.createElement('p')
  excerpt.className = 'small'
  excerpt.append(...buildExcerpt(hit.excerptMarkup))
  item.append(heading, facts, excerpt)
  return item
}

/** The search page: `?q=` is the search; typing searches on; arrows go from hit to hit. */
export function startSearchPage(): void {
  const input = document.querySelector<HTMLInputElement>('.bigsearch input')
  const list = document.querySelector<HTMLElement>('#search-hits')
  const status = document.querySelector<HTMLElement>('#search-status')
  const ways = document.querySelector<HTMLElement>('#search-ways')
  const form = input?.form
  if (!input || !form || !list || !status || !ways) return
  const root = findSiteRoot()
  let asked = 0
  const run = async (): Promise<void> => {
    const mine = ++asked
    const query = input.value.trim()
    ways.hidden = query !== ''
    if (query === '') {
      list.replaceChildren()
      status.textContent = ''
      return
    }
    status.textContent = 'Searching …'
    try {
      const { hits, total } = await findHits(root, query, MOST)
      if (mine !== asked) return
      list.replaceChildren(...hits.map(buildHit))
      ways.hidden = total > 0
      const more = total > hits.length ? `, the first ${hits.length} shown` : ''
      status.textContent = total === 0 ? `Nothing found for “${query.slice(0, 80)}”` : `${total} found${more}`
    } catch {
      if (mine !== asked) return
      ways.hidden = false
      status.textContent = 'The search could not be loaded. The lists below lead to every case.'
    }
  }
  const keepAddress = (): void => {
    const query = input.value.trim()
    history.replaceState(
      history.state,
      '',
      query === '' ? location.pathname : `?q=${encodeURIComponent(query.slice(0, 300))}`,
    )
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      keepAddress()
      void run()
    }, WAIT_MS)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    clearTimeout(timer)
    keepAddress()
    void run()
  })
  form.parentElement?.addEventListener('keydown', (event) => moveByArrows(event, input, list))
  input.value = (new URLSearchParams(location.search).get('q') ?? '').slice(0, 300)
  if (input.value === '') input.focus()
  else void run()
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
