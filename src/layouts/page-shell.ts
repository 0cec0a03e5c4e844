import { escapeHtml } from '../text/escape-html.ts'
import { showHidden } from '../text/visible-text.ts'
import { buildCorrectionLinks } from './correction-links.ts'
import { searchAttributes } from './search-attributes.ts'

/**
 * Words that stand in a shell, a page that the generator renders once, where each page has its own. Letters alone: no
 * escaping changes them.
 */
export const shellWords = {
  title: 'qzshelltitleqz',
  description: 'qzshelldescriptionqz',
  slug: 'qzshellslugqz',
  picture: 'qzshellpictureqz',
  search: 'qzshellsearchqz',
  jsonLd: 'qzshelljsonqz',
  body: 'qzshellbodyqz',
} as const

/** What a page of the shell has of its own. Strings are not escaped but for `jsonLd` and `body`, which are markup. */
export type ShellPage = {
  slug: string
  title: string
  description: string
  /** What its picture shows. */
  picture: string
  /** The page's address, as the shell's with the slug in its place. */
  permalink: string
  searchMeta: Record<string, string>
  searchFilters: Record<string, string>
  jsonLd: string
  body: string
}

/** A rendered shell, cut at its words. */
export type PageShell = { pieces: readonly string[]; names: readonly string[]; repository: string | undefined }

/** An attribute's value as the generator escapes it. */
const attribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Cuts a rendered shell. `permalink` is the address it was rendered for, `repository` as for the correction links. */
export function splitShell(html: string, permalink: string, repository: string | undefined): PageShell {
  const search = searchAttributes({ shell: shellWords.search }, {})
  const attributes = Object.entries(search).map(([name, value]) =>
    value === undefined ? '' : value === '' ? ` ${name}` : ` ${name}="${value}"`,
  )
  let marked = html.replace(attributes.join(''), ` ${shellWords.search}`)
  for (const [index, { href }] of buildCorrectionLinks(repository, { permalink, title: shellWords.title }).entries())
    marked = marked.replace(attribute(href), `qzshellform${index}qz`)
  const cut = marked.split(/("?)qzshell([a-z0-9]+?)qz/)
  const pieces: string[] = []
  const names: string[] = []
  for (let at = 0; at < cut.length; at += 3) {
    const quote = cut[at + 1] ?? ''
    pieces.push((cut[at] ?? '') + quote)
    if (at + 2 < cut.length) names.push(`${cut[at + 2]}${quote === '' ? '' : ' in attribute'}`)
  }
  return { pieces, names, repository }
}

/** The attributes of `main` as the generator writes them. */
function renderSearch({ searchMeta, searchFilters }: ShellPage): string {
  let out = ''
  for (const [name, value] of Object.entries(searchAttributes(searchMeta, searchFilters)))
    if (value !== undefined) out += value === '' ? ` ${name}` : ` ${name}="${attribute(value)}"`
  return out
}

/** A page of the shell: byte for byte what the generator would have rendered. */
export function fillShell({ pieces, names, repository }: PageShell, page: ShellPage): string {
  const title = showHidden(page.title)
  const description = showHidden(page.description)
  const values: Record<string, string> = {
    title: escapeHtml(title),
    'title in attribute': attribute(title),
    'description in attribute': attribute(description),
    slug: page.slug,
    'picture in attribute': attribute(page.picture),
    search: renderSearch(page).trimStart(),
    json: page.jsonLd,
    body: page.body,
  }
  for (const [index, { href }] of buildCorrectionLinks(repository, { permalink: page.permalink, title }).entries())
    values[`form${index} in attribute`] = attribute(href)
  let out = pieces[0] ?? ''
  for (const [index, name] of names.entries()) {
    const value = values[name]
    if (value === undefined) throw new Error(`The shell of a page asks for ${JSON.stringify(name)}, which no page has`)
    out += value + (pieces[index + 1] ?? '')
  }
  return out
}
