import type { Benchmark } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import { formatCsv } from '../text/csv.ts'
import { resultId } from './result-place.ts'

const columns = [
  'id',
  'suite',
  'test',
  'variant',
  'metric',
  'unit',
  'before',
  'after',
  'changePercent',
  'changePercentIs',
  'changeAbsolute',
  'ciLow',
  'ciHigh',
  'ciLevel',
  'ciOf',
  'stddevPercentBefore',
  'stddevPercentAfter',
  'runs',
  'threads',
  'higherIsBetter',
  'machine',
  'kernel',
  'of',
  'by',
  'verdict',
  'source',
] as const
type Row = Record<(typeof columns)[number], string | number | boolean | null>

function toRow(row: Benchmark): Row {
  const source = row.sources.find(({ says }) => says === 'value') ?? row.sources[0]
  return {
    id: resultId(row),
    suite: row.suite,
    test: row.test,
    variant: row.variant,
    metric: row.metric,
    unit: row.unit,
    before: row.before,
    after: row.after,
    changePercent: row.changePercent,
    changePercentIs: row.changePercentIs,
    changeAbsolute: row.changeAbsolute,
    ciLow: row.ci95?.low ?? null,
    ciHigh: row.ci95?.high ?? null,
    ciLevel: row.ci95?.level ?? null,
    ciOf: row.ci95?.of ?? null,
    stddevPercentBefore: row.stddevPercent?.before ?? null,
    stddevPercentAfter: row.stddevPercent?.after ?? null,
    runs: row.runs,
    threads: row.threads,
    higherIsBetter: row.higherIsBetter,
    machine: row.machine,
    kernel: row.kernel,
    of: row.of,
    by: row.by,
    verdict: row.verdict,
    source: source ? `${source.messageId ?? source.file ?? row.from}:${source.startLine}` : row.from,
  }
}

/** Every result of a case as CSV with a header line; an empty cell is not stated. */
export function renderResultsCsv(record: CaseRecord): string {
  const rows = record.benchmarks.map(toRow)
  return formatCsv([columns, ...rows.map((row) => columns.map((column) => row[column]))])
}

/** The same rows as JSON. */
export const renderResultsJson = (record: CaseRecord): string =>
  `${JSON.stringify(record.benchmarks.map(toRow), null, 1)}\n`
