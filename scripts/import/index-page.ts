import { stringify } from 'yaml'
import { showHidden } from '../../src/text/visible-text.ts'

/**
 * Text as plain prose: what Markdown or MDX would read as markup is escaped, so outside text stays text and a new
 * page never needs compiling; what hides or reorders is shown.
 */
function escapeProse(text: string): string {
  return showHidden(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[&<>{}]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[[\]\\`*~|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^(?:[-+=:#>]|\d+[.)]|import\b|export\b)/, (start) => `&#${start.charCodeAt(0)};${start.slice(1)}`)
}

/** A new `index.mdx`: title in front matter (as YAML that the yaml package quotes), summary as plain prose. */
export function formatIndexPage(title: string, summary: string, aliases: readonly string[] = []): string {
  const front = stringify(
    { schema: 1, title: title.replace(/\s+/g, ' ').trim().slice(0, 1000), ...(aliases.length > 0 ? { aliases } : {}) },
    { lineWidth: 0 },
  )
  return `---\n${front}---\n\n${escapeProse(summary)}\n`
}
