import { type ComparedCase, isComparable, renderCompareTable } from '../render/compare-table.ts'
import { readCaseRows } from './case-rows-file.ts'
import { readSiteFile } from './site-file.ts'
import { findSiteRoot } from './site-root.ts'

const MOST_CASES = 4
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+){0,40}$/

/** Slugs that an address asks for, and notes on what of it was ignored. */
export function parseCompared(search: string): { slugs: string[]; notes: string[] } {
  if (search.length > 4000) return { slugs: [], notes: ['The address is longer than 4000 characters and was ignored.'] }
  const asked = [...new Set((new URLSearchParams(search).get('c') ?? '').split(',').filter((one) => one !== ''))]
  const slugs = asked.filter((one) => one.length <= 120 && slugPattern.test(one))
  const notes: string[] = []
  if (slugs.length < asked.length)
    notes.push(`${asked.length - slugs.length} of the names asked for can be no case: ignored.`)
  if (slugs.length > MOST_CASES)
    notes.push(`At most ${MOST_CASES} cases stand side by side: ${slugs.length - MOST_CASES} left out.`)
  return { slugs: slugs.slice(0, MOST_CASES), notes }
}

async function load(root: URL, slug: string): Promise<ComparedCase | null> {
  try {
    const record: unknown = JSON.parse(await readSiteFile(root, `cases/${slug}.json`))
    return isComparable(record) ? record : null
  } catch {
    return null // No connection, or not served: the page says that it could not be loaded.
  }
}

/** The page that puts cases side by side, from each case's own JSON. */
export async function startComparePage(): Promise<void> {
  const says = document.querySelector('#compare-says')
  const list = document.querySelector<HTMLElement>('#compare-notes')
  const table = document.querySelector('#compare-table')
  if (!says || !list || !table) return
  const { slugs, notes } = parseCompared(location.search)
  const root = findSiteRoot()
  // Without the list each case is asked for, and says so itself where it is not there.
  const rows = slugs.length > 0 ? await readCaseRows(root) : null
  const known = rows && new Set(rows.map(({ slug }) => slug))
  const loaded = await Promise.all(slugs.map((slug) => (known?.has(slug) === false ? null : load(root, slug))))
  const cases = loaded.filter((one) => one !== null)
  slugs.forEach((slug, index) => {
    if (loaded[index] !== null) return
    const name = slug.slice(0, 60)
    notes.push(known?.has(slug) === false ? `There is no case ${name}.` : `No case ${name} could be loaded.`)
  })
  list.hidden = notes.length === 0
  list.replaceChildren(
    ...notes.map((note) => {
      const item = document.createElement('li')
      item.textContent = note
      return item
    }),
  )
  if (cases.length === 0) return
  says.textContent = `${cases.length} ${cases.length === 1 ? 'case' : 'cases side by side'}.`
  table.innerHTML = renderCompareTable(cases).replaceAll('href="/', `href="${root.pathname}`)
}
