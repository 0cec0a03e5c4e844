import { type Benchmark, isMoreBetter } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { type Cell, formatCsv } from '../text/csv.ts'
import { findMessage, hasThreadPage } from './case-context.ts'
import { caseYear } from './case-facts.ts'
import { statedCpus } from './cpu-count.ts'
import { toRatio } from './effects.ts'
import { resultId } from './result-place.ts'
import { lineAnchor } from './source-link.ts'

/** A case with its thread, for the files of the whole set. */
export type CaseWithThread = { record: CaseRecord; thread: ThreadFile | null }
/** A column: its name, what it holds, and its value. */
export type Column<Row> = { name: string; says: string; value: (row: Row) => Cell }
/** One result with its case and the site's address. */
export type ResultRow = { one: CaseWithThread; result: Benchmark; site: string }
export type CaseRow = { record: CaseRecord; site: string }

const list = (names: readonly string[]): string => names.join('; ')
const day = (fact: CaseRecord['posted']): string | null => fact?.value.slice(0, 10) ?? null

/** Columns of cases.csv. */
export const caseColumns: readonly Column<CaseRow>[] = [
  { name: 'slug', says: 'name of the case in its address', value: ({ record }) => record.slug },
  { name: 'url', says: 'address of its page', value: ({ record, site }) => `${site}cases/${record.slug}/` },
  { name: 'title', says: 'title of the patch', value: ({ record }) => record.title },
  { name: 'project', says: 'id of the project', value: ({ record }) => record.project },
  { name: 'subsystem', says: 'part of the project', value: ({ record }) => record.subsystem },
  { name: 'language', says: 'programming language', value: ({ record }) => record.language },
  { name: 'author', says: 'name of the author', value: ({ record }) => record.author?.name ?? null },
  {
    name: 'year',
    says: 'year it was written, else posted, else committed',
    value: ({ record }) => Number(caseYear(record)) || null,
  },
  { name: 'authored', says: 'date it was written', value: ({ record }) => day(record.authored) },
  { name: 'posted', says: 'date it was posted', value: ({ record }) => day(record.posted) },
  { name: 'committed', says: 'date it was committed', value: ({ record }) => day(record.committed) },
  { name: 'structs', says: 'structs it changes, joined by "; "', value: ({ record }) => list(record.structs) },
  { name: 'movedMembers', says: 'members it moves, joined by "; "', value: ({ record }) => list(record.movedMembers) },
  { name: 'files', says: 'files it changes, joined by "; "', value: ({ record }) => list(record.files) },
  { name: 'technique', says: 'what was done', value: ({ record }) => record.technique.value },
  { name: 'techniqueSecond', says: 'second technique', value: ({ record }) => record.techniqueSecond },
  { name: 'kind', says: 'mechanism as the diff shows it', value: ({ record }) => record.kind.value },
  { name: 'claimed', says: 'what the author calls it', value: ({ record }) => record.claimed?.value ?? null },
  { name: 'outcome', says: 'what became of it', value: ({ record }) => record.outcome.value },
  { name: 'outcomeNote', says: 'what followed, in words', value: ({ record }) => record.outcomeNote },
  { name: 'commit', says: 'commit it became', value: ({ record }) => record.commit?.sha ?? null },
  { name: 'release', says: 'first release with it', value: ({ record }) => record.commit?.release ?? null },
  { name: 'kernel', says: 'version it was measured on', value: ({ record }) => record.kernel?.value ?? null },
  {
    name: 'machines',
    says: 'machines it was measured on, joined by "; "',
    value: ({ record }) => list(record.machines.map((machine) => machine.text)),
  },
  { name: 'costText', says: 'memory cost as stated', value: ({ record }) => record.cost?.text ?? null },
  {
    name: 'costBytesPerObject',
    says: 'memory cost in bytes an object',
    value: ({ record }) => record.cost?.bytesPerObject ?? null,
  },
  { name: 'results', says: 'number of rows in results.csv', value: ({ record }) => record.benchmarks.length },
  { name: 'layouts', says: 'number of layouts', value: ({ record }) => record.layouts.length },
  { name: 'postings', says: 'Message-IDs, joined by "; "', value: ({ record }) => list(record.postings) },
  {
    name: 'confidence',
    says: 'how sure the facts of the catalogue are',
    value: ({ record }) => record.confidence,
  },
]

/** The source of a result's value, else its first. */
const mainSource = ({ sources }: Benchmark) => sources.find(({ says }) => says === 'value') ?? sources[0]

/** Where the site shows the line that states a result; without a mail: the result's own row. */
export function sourceUrl({ one: { record, thread }, result, site }: ResultRow): string {
  const source = mainSource(result)
  const message = findMessage(thread, source?.messageId)
  const page = `${site}cases/${record.slug}/`
  if (!source || !message) return `${page}#${resultId(result)}`
  const anchor = lineAnchor(message.anchor, source.part ?? 0, source.startLine)
  return `${page}${hasThreadPage(thread) ? 'thread/' : ''}#${anchor}`
}

/** after ÷ before turned so that more is better; null where the change or its better side is not stated. */
function betterRatio(result: Benchmark): number | null {
  const { changePercent, quantity } = result
  const higherIsBetter = isMoreBetter(result)
  if (changePercent === null || higherIsBetter === null || quantity !== 'effect') return null
  const ratio = toRatio(changePercent, higherIsBetter)
  return Number.isFinite(ratio) ? Number(ratio.toPrecision(6)) : null
}

/** Columns of results.csv. */
export const resultColumns: readonly Column<ResultRow>[] = [
  { name: 'slug', says: 'the case', value: ({ one }) => one.record.slug },
  { name: 'id', says: 'anchor of the result on the page of its case', value: ({ result }) => resultId(result) },
  { name: 'technique', says: 'technique of the case', value: ({ one }) => one.record.technique.value },
  { name: 'suite', says: 'benchmark suite', value: ({ result }) => result.suite },
  { name: 'test', says: 'test', value: ({ result }) => result.test },
  { name: 'variant', says: 'variant of the test', value: ({ result }) => result.variant },
  { name: 'metric', says: 'what was measured', value: ({ result }) => result.metric },
  { name: 'unit', says: 'its unit', value: ({ result }) => result.unit },
  { name: 'before', says: 'without the patch', value: ({ result }) => result.before },
  { name: 'after', says: 'with the patch', value: ({ result }) => result.after },
  {
    name: 'changePercent',
    says: 'change in per cent, sign of the source',
    value: ({ result }) => result.changePercent,
  },
  { name: 'changePercentIs', says: 'stated or computed', value: ({ result }) => result.changePercentIs },
  { name: 'changeAbsolute', says: 'difference in points', value: ({ result }) => result.changeAbsolute },
  { name: 'printedBefore', says: 'before, as printed', value: ({ result }) => result.printed.before },
  { name: 'printedAfter', says: 'after, as printed', value: ({ result }) => result.printed.after },
  { name: 'printedChange', says: 'change, as printed', value: ({ result }) => result.printed.change },
  { name: 'precision', says: 'exact, about, up-to, at-least or no-change', value: ({ result }) => result.precision },
  { name: 'quantity', says: 'effect, share of samples, or count', value: ({ result }) => result.quantity },
  { name: 'higherIsBetter', says: 'better side; empty: not known', value: ({ result }) => result.higherIsBetter },
  { name: 'betterRatio', says: 'ratio turned so that above 1 is better', value: ({ result }) => betterRatio(result) },
  { name: 'ciLow', says: 'lower end of the interval, per cent', value: ({ result }) => result.ci95?.low ?? null },
  { name: 'ciHigh', says: 'upper end of the interval, per cent', value: ({ result }) => result.ci95?.high ?? null },
  { name: 'ciLevel', says: 'level of the interval, per cent', value: ({ result }) => result.ci95?.level ?? null },
  { name: 'ciOf', says: 'statistic of the interval', value: ({ result }) => result.ci95?.of ?? null },
  {
    name: 'ciIsOfChange',
    says: 'false: the interval is of another statistic than changePercent',
    value: ({ result }) => result.ci95?.isOfChange ?? null,
  },
  { name: 'ciComputed', says: 'true: computed from the runs', value: ({ result }) => result.ci95?.computed ?? null },
  {
    name: 'stddevPercentBefore',
    says: 'standard deviation, per cent of the mean',
    value: ({ result }) => result.stddevPercent?.before ?? null,
  },
  {
    name: 'stddevPercentAfter',
    says: 'the same with the patch',
    value: ({ result }) => result.stddevPercent?.after ?? null,
  },
  { name: 'runs', says: 'runs a side', value: ({ result }) => result.runs },
  { name: 'threads', says: 'threads of the test', value: ({ result }) => result.threads },
  {
    name: 'cpus',
    says: 'CPUs of the machine; threads, cores and sockets are not CPUs',
    value: ({ result }) => statedCpus(result),
  },
  { name: 'machine', says: 'machine as named', value: ({ result }) => result.machine },
  { name: 'kernel', says: 'version measured', value: ({ result }) => result.kernel },
  { name: 'of', says: 'the patch, its whole series, or another patch', value: ({ result }) => result.of },
  { name: 'by', says: 'author, robot or third-party', value: ({ result }) => result.by },
  { name: 'verdict', says: 'how it reads; see README.txt', value: ({ result }) => result.verdict },
  { name: 'from', says: 'mail, result-file, catalogue or editor', value: ({ result }) => result.from },
  { name: 'sourceUrl', says: 'the line that states it, or its row on the page', value: sourceUrl },
  {
    name: 'sourceMessageId',
    says: 'message that states it',
    value: ({ result }) => mainSource(result)?.messageId ?? null,
  },
  { name: 'sourceFile', says: 'file that states it', value: ({ result }) => mainSource(result)?.file ?? null },
  {
    name: 'sourceLine',
    says: 'line of the message or file',
    value: ({ result }) => mainSource(result)?.startLine ?? null,
  },
  { name: 'sourceQuote', says: 'the words of that line', value: ({ result }) => mainSource(result)?.quote ?? null },
]

function toRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Cell[][] {
  return [columns.map((column) => column.name), ...rows.map((row) => columns.map((column) => column.value(row)))]
}

/** cases.csv: a line a case, in the order given. `site` ends with a slash. */
export const renderCasesCsv = (records: readonly CaseRecord[], site: string): string =>
  formatCsv(
    toRows(
      caseColumns,
      records.map((record) => ({ record, site })),
    ),
  )

/** The first line of results.csv. */
export const renderResultsHead = (): string => formatCsv(toRows(resultColumns, []))

/** The lines of results.csv for one case: a line a result, with the address of the line that states it. */
export const renderResultRows = (one: CaseWithThread, site: string): string =>
  formatCsv(
    toRows(
      resultColumns,
      one.record.benchmarks.map((result) => ({ one, result, site })),
    ).slice(1),
  )
