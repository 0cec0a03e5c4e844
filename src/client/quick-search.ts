import { make } from './make-element.ts'
import { findSiteRoot } from './site-root.ts'

const MOST = 8
const WAIT_MS = 80

/** What searches is fetched when the box is first used: it weighs more than the rest of a page's scripts. */
const loadEngine = () => import('./quick-hits.ts')

/** The list under the masthead's box: its elements and where the reader stands in it. */
type QuickSearch = {
  root: URL
  form: HTMLFormElement
  input: HTMLInputElement
  list: HTMLElement
  status: HTMLElement
  active: number
  asked: number
}

function setActive(search: QuickSearch, active: number): void {
  const options = [...search.list.children]
  search.active = active
  for (const [index, option] of options.entries()) option.setAttribute('aria-selected', String(index === active))
  const current = options[active]
  if (current) {
    search.input.setAttribute('aria-activedescendant', current.id)
    current.scrollIntoView({ block: 'nearest' })
  } else search.input.removeAttribute('aria-activedescendant')
}

function close(search: QuickSearch): void {
  search.list.hidden = true
  search.input.setAttribute('aria-expanded', 'false')
  setActive(search, -1)
}

async function ask(search: QuickSearch): Promise<void> {
  const asked = ++search.asked
  const query = search.input.value
  if (query.trim() === '') {
    search.status.textContent = ''
    close(search)
    return
  }
  try {
    const { findHits } = await loadEngine()
    const { options, count } = await findHits(search.root, query, MOST)
    if (asked !== search.asked) return
    search.list.replaceChildren(...options)
    search.list.hidden = options.length === 0
    search.input.setAttribute('aria-expanded', String(options.length > 0))
    setActive(search, -1)
    search.status.textContent = count
  } catch {
    // No index (a lost network): the form still leads to the search page.
    if (asked === search.asked)
      search.status.textContent = 'The search could not be loaded; Enter tries the search page.'
  }
}

function goTo(option: Element | undefined): boolean {
  const url = option instanceof HTMLElement ? option.dataset['url'] : undefined
  if (url === undefined) return false
  location.href = url
  return true
}

function onKey(search: QuickSearch, event: KeyboardEvent): void {
  const { children } = search.list
  if (event.key === 'Escape') {
    if (search.list.hidden) search.input.value = ''
    search.asked += 1
    search.status.textContent = ''
    close(search)
  } else if (event.key === 'ArrowDown' && search.list.hidden && search.input.value.trim() !== '') {
    void ask(search)
  } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !search.list.hidden) {
    const step = event.key === 'ArrowDown' ? 1 : -1
    const next = search.active + step
    setActive(search, next < -1 ? children.length - 1 : next >= children.length ? -1 : next)
  } else if (event.key !== 'Enter' || search.active < 0 || !goTo(children[search.active])) return
  event.preventDefault()
}

/** Gives the masthead's search box its list: a combobox with a live count. */
export function startQuickSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form.quicksearch')
  const input = form?.querySelector('input')
  if (!form || !input) return
  const list = make('div', { role: 'listbox', id: 'quick-hits', class: 'quick-hits', 'aria-label': 'Cases found' })
  const status = make('span', { role: 'status', class: 'vh' })
  const search: QuickSearch = { root: findSiteRoot(), form, input, list, status, active: -1, asked: 0 }
  list.hidden = true
  form.append(list, status)
  const attributes = {
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': list.id,
    'aria-autocomplete': 'list',
  }
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  let timer: ReturnType<typeof setTimeout> | undefined
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(search), WAIT_MS)
  })
  input.addEventListener(
    'focus',
    () =>
      void loadEngine()
        .then(({ openIndex }) => openIndex(search.root))
        .catch(() => undefined),
    { once: true },
  )
  input.addEventListener('keydown', (event) => onKey(search, event))
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    if (event.target instanceof Element) goTo(event.target.closest('[role=option]') ?? undefined)
  })
  form.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && form.contains(event.relatedTarget))) close(search)
  })
}

/** `/` goes to the search box of the page, unless something is being typed. */
export function startSearchKey(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    const at = event.target
    if (at instanceof HTMLElement && (at.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(at.tagName))) return
    const input = document.querySelector<HTMLInputElement>('.bigsearch input, .quicksearch input')
    if (!input) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}
