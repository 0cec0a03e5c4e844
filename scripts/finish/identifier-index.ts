import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { CaseRecord } from '../../src/model/case.ts'
import { caseYear } from '../../src/render/case-facts.ts'
import { diffAnchor } from '../../src/render/diff-figure.ts'
import { findEffects } from '../../src/render/effects.ts'
import { resultId } from '../../src/render/result-place.ts'
import { buildSearchMeta } from '../../src/render/search-meta.ts'
import { buildIndex, type IndexFiles } from '../../src/search/build-index.ts'
import type { SearchCase } from '../../src/search/case-entries.ts'
import { escapeHidden } from '../../src/text/visible-text.ts'
import { contentDir, readKnownNames } from '../read-content.ts'
import type { BuiltCase } from './message-index.ts'

function readIds(file: string): Set<string> {
  if (!existsSync(file)) return new Set()
  return new Set([...readFileSync(file, 'utf8').matchAll(/\sid="([^"<>]+)"/g)].map((match) => decode(match[1] ?? '')))
}

const decode = (id: string): string =>
  id.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")

/** Per cent of an effect in which more is better, to a tenth. */
const toPercent = (ratio: number): number =>
  ratio === Number.POSITIVE_INFINITY ? 1e6 : Math.round((ratio - 1) * 1000) / 10

const knownNames = new Map<string, ReturnType<typeof readKnownNames>['value']>()

/** Other spellings of a case's project and author, as the content's lists give them. */
function findOtherNames({ project, author }: CaseRecord): SearchCase['otherNames'] {
  const dir = contentDir()
  const known = knownNames.get(dir) ?? readKnownNames(dir).value
  knownNames.set(dir, known)
  const own = known.projects.find(({ id }) => id === project)
  return {
    projects: own ? [own.name, ...own.also] : [],
    people: Object.entries(known.aliases.people).flatMap(([seen, shown]) => (shown === author?.name ? [seen] : [])),
  }
}

/** What the index is made from: the case, and the anchors that its built pages have. `outDir` null: all are taken as there. */
export function readSearchCase({ record, thread }: BuiltCase, outDir: string | null): SearchCase {
  const folder = outDir === null ? null : path.join(outDir, 'cases', record.slug)
  const page = folder === null ? null : readIds(path.join(folder, 'index.html'))
  const threadPage = folder === null ? null : readIds(path.join(folder, 'thread/index.html'))
  const percents = findEffects([record]).drawn.map(({ ratio }) => toPercent(ratio))
  const { subsystem, technique, effect, outcome, year } = buildSearchMeta(record)
  return {
    record,
    thread,
    year: caseYear(record),
    facts: [subsystem, technique, effect, outcome, year]
      .filter((fact) => fact !== undefined && fact !== '')
      .map(String),
    otherNames: findOtherNames(record),
    effect: percents.length === 0 ? null : [Math.max(...percents), Math.min(...percents)],
    findAnchor: (anchor) =>
      page === null || page.has(anchor) ? anchor : threadPage?.has(anchor) ? `thread/#${anchor}` : '',
    resultAnchors: record.benchmarks.map(resultId),
    diffAnchor,
  }
}

/** Builds the identifier index of all cases into `search/` of the site. */
export function writeIdentifierIndex(cases: readonly BuiltCase[], outDir: string): IndexFiles {
  const files = buildIndex(cases.map((one) => readSearchCase(one, outDir)))
  const folder = path.join(outDir, 'search')
  for (const [name, text] of files) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, name.endsWith('.json') ? escapeHidden(text) : text)
  }
  return files
}
