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

const [QUOTE, CLOSE, EQUALS, SLASH, DOT] = ['"', '>', '=', '/', '.'].map((each) => each.charCodeAt(0))

/** The end of a tag that starts at `from`, past its `>`, quoted values skipped (-1: it never ends), and whether it may hold a link. */
function scanTag(html: string, from: number): { end: number; isLinked: boolean } {
  let isLinked = false
  for (let at = from; at < html.length; at += 1) {
    const unit = html.charCodeAt(at)
    if (unit === CLOSE) return { end: at + 1, isLinked }
    if (unit !== QUOTE) continue
    const first = html.charCodeAt(at + 1)
    if ((first === SLASH || first === DOT) && html.charCodeAt(at - 1) === EQUALS) isLinked = true
    at = html.indexOf('"', at + 1)
    if (at < 0) break
  }
  return { end: -1, isLinked }
}

/** Rewrites the links of every tag from the root to the page; text, comments and scripts are left as they are. */
export function makeLinksRelative(html: string, context: LinkContext): string {
  const parts: string[] = []
  let kept = 0
  let at = html.indexOf('<')
  while (at >= 0) {
    const next = html.charCodeAt(at + 1) | 32
    const { end, isLinked } = next >= 97 && next <= 122 ? scanTag(html, at) : { end: at + 1, isLinked: false }
    if (end < 0) break
    if (isLinked) {
      parts.push(html.slice(kept, at), rewriteTag(html.slice(at, end), context))
      kept = end
    }
    const raw = next === 115 ? /^<(script|style)\b/i.exec(html.slice(at, at + 8))?.[1] : undefined
    const past = raw === undefined ? end : html.indexOf(`</${raw}`, end)
    at = html.indexOf('<', past < 0 ? end : past + (raw === undefined ? 0 : 1))
  }
  return parts.join('') + html.slice(kept)
}

/** The same for a style sheet: `url(/fonts/x)` -> `url(../fonts/x)`. */
export function makeUrlsRelative(css: string, file: string): string {
  return css.replace(/url\((["']?)\/(?!\/)/g, `url($1${rootOf(file)}`)
}
