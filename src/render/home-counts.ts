import { slug } from '../text/slug.ts'
import type { CaseFacts } from './case-facts.ts'
import { type CountColumn, renderCounts, renderYearHead } from './counts-figure.ts'
import { el, esc } from './markup.ts'

const MOST_SUBSYSTEMS = 13
/** A table of counts is drawn from eight cases on. */
const FEWEST_CASES = 8
const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** Counts of a key over cases, most first, `other` last. */
export function countBy(facts: readonly CaseFacts[], key: (facts: CaseFacts) => string | null): [string, number][] {
  const counts = new Map<string, number>()
  for (const one of facts) {
    const value = key(one)
    if (value !== null && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort(
    (a, b) => Number(a[0] === 'other') - Number(b[0] === 'other') || b[1] - a[1] || a[0].localeCompare(b[0], 'en'),
  )
}

/** Counts of pairs, asked for by row and column. */
function countPairs(facts: readonly CaseFacts[], row: (f: CaseFacts) => string, column: (f: CaseFacts) => string) {
  const counts = new Map<string, number>()
  for (const one of facts) {
    const key = `${row(one)}\n${column(one)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return (r: string, c: string): number => counts.get(`${r}\n${c}`) ?? 0
}

/** Every year from the first to the last case, empty ones too. */
function listYears(facts: readonly CaseFacts[]): string[] {
  const years = facts.map((one) => Number(one.year)).filter((year) => year >= 1970 && year <= 2100)
  if (years.length === 0) return []
  const first = years.reduce((a, b) => Math.min(a, b))
  const last = years.reduce((a, b) => Math.max(a, b))
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
}

/** Below eight cases: which there are, and that they are too few to count. */
function renderTooFew(facts: readonly CaseFacts[], words: string, key: (facts: CaseFacts) => string | null): string {
  const rows = countBy(facts, (one) => one.technique).map(([technique, count]) => {
    const values = countBy(
      facts.filter((one) => one.technique === technique),
      key,
    ).map(([value]) => value)
    return el(
      'tr',
      {},
      el('th', { scope: 'row', class: 'name' }, el('a', { href: `/techniques/${technique}/` }, esc(technique))),
      el('td', {}, esc(values.join(', ') || 'not known')),
      el('td', { class: 'n' }, plural(count, 'case')),
    )
  })
  const table = rows.length > 0 ? el('table', { class: 'results few' }, el('tbody', {}, rows)) : ''
  const says = `${plural(facts.length, 'case')}: ${words} are counted from ${FEWEST_CASES} on.`
  return el('figure', {}, table, el('figcaption', { class: 'caption' }, esc(says)))
}

/** The table of cases narrowed to what a cell counts. */
const viewLink = (filters: Record<string, string>): string =>
  `/cases/?${Object.entries(filters)
    .map(([facet, value]) => `${facet}=${slug(value)}`)
    .join('&')}`

/** Cases per year by technique. */
export function renderYears(facts: readonly CaseFacts[]): string {
  if (facts.length < FEWEST_CASES) return renderTooFew(facts, 'years', (one) => one.year)
  const years = listYears(facts)
  const totals = new Map(countBy(facts, (one) => one.year))
  const most = Math.max(1, ...years.map((year) => totals.get(year) ?? 0))
  const columns: CountColumn[] = years.map((year) => ({
    key: year,
    labelMarkup: renderYearHead(year, totals.get(year) ?? 0, most),
  }))
  const dated = facts.filter((one) => one.year !== null)
  const undated = facts.length - dated.length
  const table = renderCounts({
    rows: countBy(dated, (one) => one.technique).map(([technique]) => technique),
    columns,
    count: countPairs(
      dated,
      (one) => one.technique,
      (one) => one.year ?? '',
    ),
    link: (technique, year) => viewLink({ technique, year }),
    label: 'Cases per year by technique',
  })
  const empty = years.filter((year) => !totals.has(year))
  const none =
    empty.length === 0
      ? ''
      : ` A 0 above a year says that no case here was written in it (${empty.length > 4 ? `${empty.length} years` : empty.join(', ')}).`
  const without = undated > 0 ? `; ${undated} without a date ${undated === 1 ? 'is' : 'are'} left out` : ''
  const says = `${plural(dated.length, 'case')} by the year they were written${without}.${none} The count shows what was documented and found, not how often false sharing occurs.`
  return el('figure', {}, table, el('figcaption', { class: 'caption' }, esc(says)))
}

const BARS_PX = 76
/** A bar a year with its number; fluid, and every fifth year is named. The same numbers stand in the table by year. */
function renderYearBars(years: readonly string[], totals: ReadonlyMap<string, number>): string {
  const most = Math.max(1, ...years.map((year) => totals.get(year) ?? 0))
  const step = 100 / years.length
  const bars = years.map((year, index) => {
    const total = totals.get(year) ?? 0
    const height = (total / most) * (BARS_PX - 36)
    const top = BARS_PX - 18 - height
    const middle = `${((index + 0.5) * step).toFixed(2)}%`
    const isNamed = Number(year) % 5 === 0
    return [
      el('rect', {
        x: `${((index + 0.16) * step).toFixed(2)}%`,
        y: top,
        width: `${(step * 0.68).toFixed(2)}%`,
        height,
        class: 'f-none',
      }),
      el('text', { x: middle, y: top - 4, 'text-anchor': 'middle', class: 'quiet' }, String(total)),
      isNamed && el('text', { x: middle, y: BARS_PX - 3, 'text-anchor': 'middle', class: 'quiet' }, year),
    ]
  })
  const says = years.map((year) => `${year}: ${totals.get(year) ?? 0}`).join(', ')
  return el(
    'svg',
    { class: 'plot year-bars', width: '100%', height: BARS_PX, role: 'img', 'aria-label': `Cases a year: ${says}` },
    bars,
  )
}

const decadeOf = (one: CaseFacts): string => (one.year === null ? '' : `${one.year.slice(0, 3)}0s`)

/** Cases per year as bars, and decade by technique below: the short form of {@link renderYears}. */
export function renderDecades(facts: readonly CaseFacts[]): string {
  if (facts.length < FEWEST_CASES) return renderTooFew(facts, 'years', (one) => one.year)
  const dated = facts.filter((one) => one.year !== null)
  const undated = facts.length - dated.length
  const table = renderCounts({
    rows: [...new Set(dated.map(decadeOf))].sort(),
    columns: countBy(dated, (one) => one.technique).map(([technique]) => ({
      key: technique,
      labelMarkup: esc(technique),
    })),
    count: countPairs(dated, decadeOf, (one) => one.technique),
    link: (decade, technique) => viewLink({ technique, decade }),
    isUpright: true,
    label: 'Decade by technique',
  })
  const without = undated > 0 ? `; ${undated} without a date ${undated === 1 ? 'is' : 'are'} left out` : ''
  const says = `${plural(dated.length, 'case')} by the year they were written${without}. The count shows what was documented and found, not how often false sharing occurs.`
  return el(
    'figure',
    {},
    renderYearBars(listYears(dated), new Map(countBy(dated, (one) => one.year))),
    table,
    el('figcaption', { class: 'caption' }, esc(says)),
  )
}

/** The first part of a subsystem: `fs` of `fs/jbd2`. */
export const topSubsystem = (subsystem: string | null): string | null => subsystem?.split(/[/ ,]/)[0] ?? null

/** Subsystem by technique, within the project with most cases. */
export function renderSubsystems(facts: readonly CaseFacts[], projectName: string, project?: string): string {
  if (facts.length < FEWEST_CASES) return renderTooFew(facts, 'subsystems', (one) => one.subsystem)
  const named = facts.filter((one) => topSubsystem(one.subsystem) !== null)
  const all = countBy(named, (one) => topSubsystem(one.subsystem))
  const subsystems = all.slice(0, MOST_SUBSYSTEMS).map(([subsystem]) => subsystem)
  const rest = all.slice(MOST_SUBSYSTEMS).reduce((sum, [, count]) => sum + count, 0)
  const columns = countBy(named, (one) => one.technique).map(([technique]) => ({
    key: technique,
    labelMarkup: esc(technique),
  }))
  const table = renderCounts({
    rows: subsystems,
    columns,
    count: countPairs(
      named,
      (one) => topSubsystem(one.subsystem) ?? '',
      (one) => one.technique,
    ),
    link: (subsystem, technique) => project && viewLink({ project, subsystem, technique }),
    isUpright: true,
    label: 'Subsystem by technique',
  })
  const others = rest > 0 ? `; ${plural(rest, 'case')} in others` : ''
  const says =
    all.length > MOST_SUBSYSTEMS
      ? `${projectName} only, the ${subsystems.length} subsystems with most cases${others}.`
      : `${projectName} only, every subsystem with a case.`
  return el('figure', {}, table, el('figcaption', { class: 'caption' }, esc(says)))
}

/** What became of the cases, by technique. */
export function renderOutcomes(facts: readonly CaseFacts[]): string {
  if (facts.length < FEWEST_CASES) return renderTooFew(facts, 'outcomes', (one) => one.outcome)
  const totals = countBy(facts, (one) => one.outcome)
  const table = renderCounts({
    rows: countBy(facts, (one) => one.technique).map(([technique]) => technique),
    columns: totals.map(([outcome, count]) => ({ key: outcome, labelMarkup: `${esc(outcome)} ${count}` })),
    count: countPairs(
      facts,
      (one) => one.technique,
      (one) => one.outcome,
    ),
    link: (technique, outcome) => viewLink({ technique, outcome }),
    isUpright: true,
    label: 'Outcome by technique',
  })
  const unknown = new Map(totals).get('unknown') ?? 0
  const says = `${plural(facts.length, 'case')}, none left out; of ${unknown} nobody here knows what became. A patch that was never merged is seldom documented, so this is no rate of acceptance.`
  return el('figure', {}, table, el('figcaption', { class: 'caption' }, esc(says)))
}
