import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { CaseRecord } from '../../src/model/case.ts'
import { caseYear } from '../../src/render/case-facts.ts'
import { diffAnchor } from '../../src/render/diff-figure.ts'
import { findEffects } from '../../src/render/effects.ts'
import { resultId } from '../../src/render/result-place.ts'
import { buildSearchMeta } from '../../src/render/search-meta.ts'
import { buildIndex, type PreparedCase } from '../../src/search/build-index.ts'
import type { SearchCase } from '../../src/search/case-entries.ts'
import { escapeHidden } from '../../src/text/visible-text.ts'
import { contentDir, readKnownNames } from '../read-content.ts'
import type { BuiltCase } from './message-index.ts'

/** Every id of a page; none where there is no page. */
function findIds(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"<>]+)"/g)].map((match) => decode(match[1] ?? '')))
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

/** The built pages of a case, as HTML; '' where it has no page for its thread. */
export type CasePages = { page: string; threadPage: string }

/** What the index is made from: the case, and the anchors that its built pages have; no pages: all are taken as there. */
export function readSearchCase({ record, thread }: BuiltCase, pages: CasePages | null): SearchCase {
  const page = pages && findIds(pages.page)
  const threadPage = pages && findIds(pages.threadPage)
  const percents = findEffects([record]).drawn.map(({ ratio }) => toPercent(ratio))
  const { subsystem, technique, effect, outcome, year } = buildSearchMeta(record)
  return {
    record,
    thread,
    year: caseYear(record),
    facts: [subsystem, technique, effect, outcome === 'unknown' ? 'outcome unknown' : outcome, year]
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
export function writeIdentifierIndex(cases: readonly PreparedCase[], outDir: string): void {
  const folder = path.join(outDir, 'search')
  for (const [name, text] of buildIndex(cases)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, /(?:\.json|\/d\d+\.txt)$/.test(name) ? escapeHidden(text) : text)
  }
}
