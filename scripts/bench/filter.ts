import { gzipSync } from 'node:zlib'
import { decodeCaseList, encodeCaseList } from '../../src/render/case-list.ts'
import { buildCaseRows, type CaseRow, facetNames } from '../../src/render/case-row.ts'
import { type CaseView, filterCases, indexRows, rankTitles, sortRows, wholeView } from '../../src/render/case-view.ts'
import { renderCasesCsv, renderResultRows, renderResultsHead } from '../../src/render/data-tables.ts'
import { findEffects } from '../../src/render/effects.ts'
import { contentDir, readCases } from '../read-content.ts'

const CASES = 5000
const limitMs = 50
const limitBytes = 80
/** CPU time since a start: the wall says more of what else runs. */
function cpuMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
const kilobytes = (text: string): string => `${(gzipSync(text, { level: 9 }).length / 1000).toFixed(1)} kB gzipped`

/**
 * Cases in the number that is asked for: those there are, over and over, each copy with the words of its title and
 * the name of its struct in another order, so that copies do not pack into nothing.
 */
function multiply(rows: readonly CaseRow[], count: number): CaseRow[] {
  return Array.from({ length: count }, (_, index) => {
    const row = rows[index % rows.length]
    if (!row) throw new Error('No case to measure with')
    const copy = Math.floor(index / rows.length)
    if (copy === 0) return row
    const turn = (text: string, by: RegExp, joint: string): string => {
      const words = text.split(by)
      const at = (copy * 7 + index) % words.length
      return [...words.slice(at), ...words.slice(0, at)].join(joint)
    }
    const other = rows[(index * 31 + copy) % rows.length] ?? row
    return {
      ...row,
      title: `${turn(row.title, / /, ' ')} ${other.title.split(' ').slice(1, 4).join(' ')}`.slice(
        0,
        row.title.length + 4,
      ),
      slug: `${row.slug}-${copy}`,
      struct: row.struct === null ? null : turn(row.struct, /_/, '_'),
      technique: other.technique,
      outcome: other.outcome,
    }
  })
}

/** Views from the whole to much narrowed ones, as people make them. */
function listViews(rows: readonly CaseRow[]): CaseView[] {
  const first = rows[0]
  if (!first) return []
  return [
    wholeView,
    { ...wholeView, filters: new Map([['technique', ['pad', 'per-cpu']]]) },
    {
      ...wholeView,
      filters: new Map([
        ['technique', ['pad']],
        ['outcome', ['merged']],
        ['has', ['numbers']],
      ]),
      sort: 'effect',
    },
    { ...wholeView, text: 'lock cache', sort: 'title', isDescending: false },
    {
      ...wholeView,
      text: 'e',
      filters: new Map(facetNames.map((facet) => [facet, facet === 'decade' ? ['2010s', '2020s'] : []])),
    },
  ]
}

/** What a change of the view costs at 5,000 cases, and what the list of the cases weighs; false where over a limit. */
export function bench(): boolean {
  const records = readCases(contentDir()).value.map((entry) => entry.record)
  const own = buildCaseRows(records, findEffects(records).drawn)
  const rows = multiply(own, CASES)
  const text = JSON.stringify(encodeCaseList(rows))
  const ownBytes = gzipSync(JSON.stringify(encodeCaseList(own)), { level: 9 }).length / own.length
  const bytes = gzipSync(text, { level: 9 }).length / CASES
  const started = process.cpuUsage()
  const indexed = indexRows(decodeCaseList(JSON.parse(text)))
  const ranks = rankTitles(indexed.map((one) => one.row))
  const readMs = cpuMs(started)
  const times = listViews(rows).flatMap((view) =>
    Array.from({ length: 15 }, () => {
      const start = process.cpuUsage()
      sortRows(filterCases(indexed, view).rows, view, ranks)
      return cpuMs(start)
    }),
  )
  const worst = times.reduce((a, b) => Math.max(a, b))
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const loop = process.cpuUsage()
  let found = 0
  for (const { text: words } of indexed) for (const character of words) if (character === 'q') found++
  const reference = cpuMs(loop)
  console.log(
    `filter: ${CASES} cases, filter, counts and sort: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms (at most ${limitMs})`,
  )
  console.log(
    `  = ${(median / reference).toFixed(2)} times one look at every character of the rows' text (${reference.toFixed(1)} ms, ${found} found)`,
  )
  console.log(`  list read and made ready once: ${readMs.toFixed(0)} ms`)
  console.log(
    `list: ${ownBytes.toFixed(1)} bytes a case gzipped for the ${own.length} cases there are, ${bytes.toFixed(1)} at ${CASES} (at most ${limitBytes})`,
  )
  const many = Array.from({ length: CASES }, (_, index) => records[index % records.length]).filter(
    (record) => record !== undefined,
  )
  const whole = many.map((record) => ({ record, thread: null }))
  console.log(
    `data at ${many.length}: cases.json ${kilobytes(JSON.stringify(many))}, cases.csv ${kilobytes(renderCasesCsv(many, 'https://example.org/'))}, results.csv ${kilobytes(renderResultsHead() + whole.map((one) => renderResultRows(one, 'https://example.org/')).join(''))} (copies pack better than other cases would)`,
  )
  return worst <= limitMs && ownBytes <= limitBytes && bytes <= limitBytes
}
