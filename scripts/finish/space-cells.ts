const cells: ReadonlySet<string> = new Set(['td', 'th', 'dt', 'dd'])
/** Length of a cell's closing tag before its `>`: `</td`. */
const CLOSING = 4

/** True where a cell's closing tag ends at `end` (its `>`) and another cell opens right after. */
const isBetweenCells = (html: string, end: number): boolean =>
  html.startsWith('</', end - CLOSING) &&
  cells.has(html.slice(end - 2, end)) &&
  cells.has(html.slice(end + 2, end + 4)) &&
  !/\w/.test(html.charAt(end + 4))

/**
 * A blank between the cells of a row and the terms of a list: where the text search shows a line of a page, their words
 * would stand as one.
 */
export function spaceCells(html: string): string {
  const parts: string[] = []
  let kept = 0
  for (let end = html.indexOf('><'); end >= 0; end = html.indexOf('><', end + 1)) {
    if (!isBetweenCells(html, end)) continue
    parts.push(html.slice(kept, end + 1), ' ')
    kept = end + 1
  }
  return parts.join('') + html.slice(kept)
}
