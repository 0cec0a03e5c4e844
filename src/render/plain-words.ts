import type { CaseRecord } from '../model/case.ts'
import { showHidden } from '../text/visible-text.ts'
import { counted } from './format-number.ts'
import { hasPhases } from './layout-phases.ts'
import { findMoved, planLayout } from './layout-plan.ts'
import { findRoles } from './layout-roles.ts'
import { isOpenChange, oddDirection } from './odd-direction.ts'
import { findPhasePairs, pairSentence, startsOf } from './phase-pairs.ts'
import { groupResults, type ResultsFigure } from './results-group.ts'
import { changeWords, intervalWords, rowSetup, testName } from './results-table.ts'

/** Text of the page as ASCII for mail: minus, dashes, arrows, quotes; letters of names stay. */
export function plainAscii(text: string): string {
  const signs: Record<string, string> = {
    '\u2212': '-',
    '\u2013': '..',
    '\u2014': '-',
    '\u2192': '->',
    '\u2264': '<=',
    '\u00b1': '+-',
    '\u2026': '...',
    '\u2018': "'",
    '\u2019': "'",
    '\u201c': '"',
    '\u201d': '"',
    '\u202f': ' ',
    '\u00a0': ' ',
    '\u00d7': 'x',
    '\u00b7': '-',
  }
  return showHidden(
    text.replace(
      /[\u2212\u2013\u2014\u2192\u2264\u00b1\u2026\u2018\u2019\u201c\u201d\u202f\u00a0\u00d7\u00b7]/g,
      (sign) => signs[sign] ?? sign,
    ),
  )
}

const joined = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** So many names stand in one sentence; the rest is counted. */
const MOST_NAMES = 4
const shortly = (names: readonly string[]): string =>
  joined(names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`] : names)

/** What shared with what, in one sentence; null where no line is marked. */
export function sharedWords(record: CaseRecord): string | null {
  for (const layout of record.layouts) {
    if (hasPhases(layout)) {
      const pairs = findPhasePairs(layout, findRoles(layout, record.members), 'before')
      const name = (key: number): string => layout.members[key]?.name ?? ''
      const starts = startsOf(layout, 'before').length
      if (pairs.length > 0)
        return `${layout.struct}: ${pairSentence(pairs, starts, name, ' shares a line')} (worked out).`
      continue
    }
    const plan = planLayout(layout, { members: record.members, movedMembers: record.movedMembers, c2c: [] })
    for (const row of plan.before.rows) {
      if (row.kind !== 'line' || row.verdict.kind !== 'conflict') continue
      const { readers, writers, inferred } = row.verdict
      const where = row.line === null ? 'a line' : `line ${row.line}`
      const guess = inferred ? ' (roles worked out)' : ''
      return readers.length === 0
        ? `${shortly(writers)} of ${layout.struct} shared ${where}${guess}.`
        : `${shortly(readers)} of ${layout.struct} shared ${where} with ${shortly(writers)}${guess}.`
    }
  }
  return null
}

/** What was moved, in one sentence. */
export function movedWords(record: CaseRecord): string {
  const by = `by ${record.technique.value}`
  for (const layout of record.layouts) {
    const moved = findMoved(layout, record.movedMembers).flatMap((key) => layout.members[key] ?? [])
    const placed = moved.filter(({ offsetBytes: { before, after } }) => before !== null && after !== null)
    if (placed.length > 0)
      return `${layout.struct}.${joined(placed.slice(0, 6).map(({ name, offsetBytes: { before, after } }) => `${name} from offset ${before} to ${after}`))}, ${by}.`
  }
  return record.movedMembers.length > 0
    ? `${joined(record.movedMembers.slice(0, 6))} moved, ${by} (offsets not stated).`
    : record.versions.length > 0
      ? `By ${record.technique.value}; no member moved.`
      : `By ${record.technique.value}; which members moved is not stated.`
}

/** One result: `unlink, legacy +31.70% (+22.53 to +41.48)`. */
function resultWords(row: CaseRecord['benchmarks'][number], figure: ResultsFigure): string {
  const rows = figure.variants.flatMap((variant) => variant.rows)
  const namesakes = rows.filter((other) => testName(other) === testName(row) && other.variant === row.variant)
  const name = [testName(row) ?? 'a test not named', row.variant, namesakes.length > 1 ? rowSetup(row, figure) : null]
    .filter((word) => word !== null && word !== '')
    .join(', ')
  const change =
    changeWords(row) ??
    (row.before !== null && row.after !== null ? `${row.before} -> ${row.after}` : 'change not stated')
  const interval = intervalWords(row)
  const verdict =
    row.verdict === 'no-evidence-of-change'
      ? ': no evidence of change'
      : row.verdict === 'regression'
        ? ': regression'
        : ''
  return `${name} ${change}${interval ? ` (${interval}${verdict})` : verdict}`
}

/** What was gained, with runs and spread. */
export function gainedWords(record: CaseRecord, most: number): string {
  const figures = groupResults(record).filter(({ quantity }) => quantity === 'effect')
  const parts = figures.slice(0, 3).map((figure) => {
    const rows = figure.variants.flatMap((variant) => variant.rows)
    const interval = rows.find(({ ci95 }) => ci95)?.ci95
    const runs = rows.find((row) => row.runs !== null)?.runs
    const more = rows.length > most ? `, ${rows.length - most} more` : ''
    const notes = [
      figure.metric !== null && rows.some(({ test }) => test !== null) ? figure.metric : '',
      oddDirection(
        figure.positiveIsBetter ? null : figure.metric,
        figure.higherIsBetter,
        rows.map(({ note }) => note),
      ),
      runs ? counted(runs, 'run') : '',
      interval
        ? `${interval.level}%${interval.of ? ` of ${interval.of}` : ''}${interval.pairs ? `, ${counted(interval.pairs, 'pair')}` : ''}`
        : 'no variance stated',
      figure.higherIsBetter === false ? 'lower is better' : rows.some(isOpenChange) ? 'better side not stated' : '',
      figure.of === 'patch' ? '' : `of ${figure.of === 'series' ? 'the whole series' : 'another patch'}`,
    ].filter((note) => note !== '')
    return `${figure.suite ? `${figure.suite}: ` : ''}${rows
      .slice(0, most)
      .map((row) => resultWords(row, figure))
      .join(', ')}${more} (${notes.join('; ')}).`
  })
  return parts.length > 0 ? parts.join(' ') : 'Gain not stated.'
}

/** "remote HITM 383..2041 -> 0." */
export function contentionWords(record: CaseRecord): string {
  const first = record.c2c.find(({ before, after }) => before !== null && after !== null)
  if (!first) return ''
  const same = record.c2c.filter(({ counter }) => counter === first.counter)
  const range = (values: (number | null)[]): string => {
    const known = values.filter((value) => value !== null)
    const [low, high] = [Math.min(...known), Math.max(...known)]
    return low === high ? String(low) : `${low}..${high}`
  }
  return `${first.counter} ${range(same.map(({ before }) => before))} -> ${range(same.map(({ after }) => after))}.`
}

/** What the robots said. */
export const robotWords = (record: CaseRecord): string =>
  record.reports
    .flatMap(({ headline }) =>
      headline
        ? [
            `Kernel test robot: ${headline.metric.split('.').at(-1)} ${headline.changePercent > 0 ? '+' : ''}${headline.changePercent}%.`,
          ]
        : [],
    )
    .join(' ')

/** What it costs. */
export function costWords(record: CaseRecord): string {
  if (record.cost) return `Memory cost: ${record.cost.text.replace(/\.$/, '')}.`
  const sized = record.layouts.find(({ sizeBytes: { before, after } }) => before !== null && after !== null)
  if (!sized) return 'Memory cost not stated.'
  const { before, after } = sized.sizeBytes
  return before === after ? `Size stays ${before} bytes.` : `Size ${before} -> ${after} bytes.`
}
