import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildSites, readFile } from './site-under-test.ts'

/** Fields that a page words anew: dates, spellings looked up in aliases, closed lists said in words, joined ids. */
const reworded = new Set(
  'slug project authored committed posted outcome changePercentIs related links author subsystem suite note confidence fixes revertedBy supersededBy base'.split(
    ' ',
  ),
)

type Leaf = { field: string; value: string | number }

/** Every text and number of a parsed file with the name of its field; lists lend theirs to what they hold. */
function listLeaves(facts: unknown): Leaf[] {
  const leaves: Leaf[] = []
  const open: [string, unknown][] = [['', facts]]
  for (let at = 0; at < open.length; at++) {
    const [field, value] = open[at] ?? ['', null]
    if (reworded.has(field)) continue
    if (typeof value === 'string' || typeof value === 'number') leaves.push({ field, value })
    else if (Array.isArray(value)) for (const each of value) open.push([field, each])
    else if (typeof value === 'object' && value !== null) open.push(...Object.entries(value))
  }
  return leaves
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plain = (text: string): string =>
  text
    .replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\u2212/g, '-')
    .replace(/[\s\u00a0\u202f\u2009,]+/g, '')
    .toLowerCase()

/** The words of a page, without blanks, thousands separators and tags. */
const pageWords = (html: string): string => plain(html.replace(/<[^>]+>/g, ''))

/** Typedef names and the like that `aliases.json` holds to be one struct. */
const structAliases = new Set(Object.keys(readAliases()))

function readAliases(): Record<string, unknown> {
  const aliases: unknown = JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../content/aliases.json'), 'utf8'),
  )
  const structs = typeof aliases === 'object' && aliases !== null && 'structs' in aliases ? aliases.structs : {}
  return typeof structs === 'object' && structs !== null ? { ...structs } : {}
}

const isOnPage = ({ value }: Leaf, words: string): boolean =>
  structAliases.has(String(value)) ||
  (typeof value === 'number'
    ? words.includes(String(Math.abs(value)))
    : words.includes(plain(value)) || words.includes(plain(value.slice(0, 12))))

describe.each(buildSites().filter(({ name }) => name === 'content'))('catalogue on the pages of $name', (site) => {
  test('facts-only cases: every fact -> on its page', () => {
    const folder = path.join(site.contentDir, 'cases')
    const slugs = readdirSync(folder).filter(
      (slug) => existsSync(path.join(folder, slug, 'facts.json')) && !existsSync(path.join(folder, slug, 'case.json')),
    )
    const missing = slugs.flatMap((slug) => {
      const words = pageWords(readFile(site.dir, `cases/${slug}/index.html`))
      const file: unknown = JSON.parse(readFileSync(path.join(folder, slug, 'facts.json'), 'utf8'))
      const facts = typeof file === 'object' && file !== null && 'facts' in file ? file.facts : null
      return listLeaves(facts)
        .filter((leaf) => !isOnPage(leaf, words))
        .map(({ field, value }) => `${slug}: ${field} ${value}`)
    })
    expect(slugs.length).toBeGreaterThan(400)
    expect(missing).toEqual([])
  })
})
