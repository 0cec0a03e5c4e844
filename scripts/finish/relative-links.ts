/** Where a built page stands and how its links are written. */
export type LinkContext = {
  /** The page's file from the root, with `/` between its folders: `cases/x/index.html`. */
  page: string
  /** Set for the 404 page, which answers at every depth: the path the site is served under, with both slashes. */
  base?: string
}

const attribute = /\s(href|src|action|data-root)="\/(?!\/)([^"]*)"/g
/** A link that is relative already and leads to a folder, as prose has them: `../pad/`. */
const folderLink = /\shref="(\.{1,2}\/[^"?#]*\/|\.{1,2}\/)((?:[?#][^"]*)?)"/g

/** `cases/x/index.html` -> `../../`; a page at the root -> `./`. */
export function rootOf(page: string): string {
  const depth = page.split('/').length - 1
  return depth === 0 ? './' : '../'.repeat(depth)
}

/** A folder's address with its file, so that it also opens from a disk: `cases/#x` -> `cases/index.html#x`. */
function withIndex(target: string): string {
  const end = target.search(/[?#]/)
  const path = end < 0 ? target : target.slice(0, end)
  const rest = end < 0 ? '' : target.slice(end)
  return path === '' || path.endsWith('/') ? `${path}index.html${rest}` : target
}

/** A path from the site's root as it stands in an `href` of a page: `/cases/#x` -> `../../cases/index.html#x`. */
export const relativeHref = (path: string, page: string): string => rootOf(page) + withIndex(path.slice(1))

function rewriteTag(tag: string, { page, base }: LinkContext): string {
  return tag
    .replace(folderLink, (_, folder: string, rest: string) => ` href="${folder}index.html${rest}"`)
    .replace(attribute, (_, name: string, target: string) => {
      const path = name === 'data-root' || base !== undefined ? target : withIndex(target)
      return ` ${name}="${base ?? rootOf(page)}${path}"`
    })
}

/** The end of a tag that starts at `from`: past its `>`, quoted values skipped; -1 where it never ends. */
function findTagEnd(html: string, from: number): number {
  let at = from
  for (;;) {
    const close = html.indexOf('>', at)
    if (close < 0) return -1
    const quote = html.indexOf('"', at)
    if (quote < 0 || quote > close) return close + 1
    const end = html.indexOf('"', quote + 1)
    if (end < 0) return -1
    at = end + 1
  }
}

/** Rewrites the links of every tag from the root to the page; text, comments and scripts are left as they are. */
export function makeLinksRelative(html: string, context: LinkContext): string {
  const parts: string[] = []
  let kept = 0
  let at = html.indexOf('<')
  while (at >= 0) {
    const next = html.charCodeAt(at + 1) | 32
    const end = next >= 97 && next <= 122 ? findTagEnd(html, at) : at + 1
    if (end < 0) break
    const tag = html.slice(at, end)
    if (tag.includes('="/') || tag.includes('href=".')) {
      parts.push(html.slice(kept, at), rewriteTag(tag, context))
      kept = end
    }
    const raw = /^<(script|style)\b/i.exec(tag)?.[1]
    const past = raw === undefined ? end : html.indexOf(`</${raw}`, end)
    at = html.indexOf('<', past < 0 ? end : past + (raw === undefined ? 0 : 1))
  }
  return parts.join('') + html.slice(kept)
}

/** The same for a style sheet: `url(/fonts/x)` -> `url(../fonts/x)`. */
export function makeUrlsRelative(css: string, file: string): string {
  return css.replace(/url\((["']?)\/(?!\/)/g, `url($1${rootOf(file)}`)
}
