import type { CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { showHidden } from '../text/visible-text.ts'
import { wrapText } from '../text/wrap-text.ts'
import { findReplies } from './answers-outcome.ts'
import { type CaseLinks, renderCite } from './cite.ts'
import { counted, formatShortDate } from './format-number.ts'
import { gainedLabel } from './odd-direction.ts'
import { renderPlainLayout } from './plain-layout.ts'
import {
  contentionWords,
  costWords,
  gainedWords,
  movedWords,
  plainAscii,
  robotWords,
  sharedWords,
} from './plain-words.ts'
import { readsAs } from './result-mark.ts'
import { groupResults } from './results-group.ts'
import { changeWords, intervalWords, testName } from './results-table.ts'

/** Two less than a terminal's 80: a text that is quoted in an answer (`> `) still fits. */
const COLUMNS = 78
const NAME_COLUMNS = 12

const wrap = (text: string, indent = ''): string[] => wrapText(plainAscii(text), COLUMNS, indent)

/** A name in a column of its own, the text beside it. */
function answer(name: string, text: string): string[] {
  const lines = wrapText(plainAscii(text), COLUMNS - NAME_COLUMNS)
  return lines.map((line, at) => (at === 0 && name ? `${name}:` : '').padEnd(NAME_COLUMNS) + line)
}

function outcomeWords({ outcome, commit, outcomeNote, reverts }: CaseRecord): string {
  const posted = reverts?.some(({ applied }) => !applied) ? '; a revert was posted, not stated as applied' : ''
  const as = commit
    ? ` as ${commit.sha.slice(0, 12)}${commit.release ? ` in ${commit.release}` : ''}${commit.inferred ? ` (joined by ${commit.joinedBy})` : ''}`
    : ''
  return `${outcome.value}${as}${posted}${outcomeNote ? `; ${outcomeNote}` : ''}`
}

function objectionWords(record: CaseRecord, thread: ThreadFile | null): string {
  const comments = record.reviewComments.filter(({ author }) => author !== record.author?.name)
  if (comments.length > 0)
    return `${comments.length} comment${comments.length === 1 ? '' : 's'} by ${[...new Set(comments.map(({ author }) => author))].join(', ')}`
  if (!thread) return 'not stated: no thread is archived here'
  const replies = findReplies(record, thread).length
  return replies > 0 ? `no comment on a line of the diff; ${replies} replies` : 'none: no reply is archived here'
}

/** The columns of a table that hold anything, each as wide as its longest cell; wrapped where a row would be too long. */
function renderTable(all: readonly (readonly string[])[]): string[] {
  const isUsed = (_: string, column: number): boolean => all.slice(1).some((row) => (row[column] ?? '') !== '')
  const rows = all.map((row) => row.filter(isUsed))
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const total = widths.reduce((sum, width) => sum + width + 2, 0) - 2
  if (total > COLUMNS) return rows.slice(1).flatMap((row) => wrap(row.filter((cell) => cell !== '').join('  '), '    '))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

const MOST_ROWS = 400

function resultLines(record: CaseRecord): string[] {
  return groupResults(record).flatMap((figure) => {
    const rows = figure.variants.flatMap((variant) => variant.rows).slice(0, MOST_ROWS)
    const direction =
      figure.higherIsBetter === null
        ? 'direction not stated'
        : figure.positiveIsBetter
          ? 'positive is better'
          : figure.higherIsBetter
            ? 'higher is better'
            : 'lower is better'
    const what = [
      figure.suite,
      figure.metric ?? figure.unit,
      direction,
      `by ${figure.by === 'third-party' ? 'a third party' : `the ${figure.by}`}`,
    ].filter((word) => word !== null)
    const cells = rows.map((row) => [
      [testName(row) ?? 'test not named', row.variant].filter((word) => word !== null).join(', '),
      row.printed.before ?? (row.before === null ? '' : String(row.before)),
      row.printed.after ?? (row.after === null ? '' : String(row.after)),
      changeWords(row) ?? 'not stated',
      intervalWords(row) ?? 'not stated',
      readsAs(row),
    ])
    return [
      ...wrap(what.join(', ')),
      ...renderTable(
        [['test', 'before', 'after', 'change', 'interval', 'reads as'], ...cells].map((row) => row.map(plainAscii)),
      ),
      '',
    ]
  })
}

function robotLines(record: CaseRecord): string[] {
  return record.reports.flatMap(({ headline, machine, disclaimer, messageId }) => [
    ...(headline
      ? wrap(
          `${headline.changePercent > 0 ? '+' : ''}${headline.changePercent}% ${headline.word} of ${headline.metric}, as the robot words it`,
        )
      : []),
    ...(machine ? wrap(`on ${machine}`) : []),
    messageId,
    ...disclaimer.flatMap(({ quote }) => wrap(`"${quote.replace(/\s+/g, ' ')}"`)),
    '',
  ])
}

function messageLines(thread: ThreadFile): string[] {
  return thread.messages
    .slice(0, 500)
    .flatMap(({ id, idIsDerived, date, from, subject }) => [
      ...wrap(`${date ? formatShortDate(date) : 'date not in the source'}  ${from.name}: ${subject}`, '    '),
      ...(idIsDerived ? [] : [`    ${plainAscii(id)}`]),
    ])
}

/** A heading with its lines, a blank line before it and none after. */
const section = (title: string, lines: readonly string[]): string[] => {
  const last = lines.findLastIndex((line) => line !== '')
  return last < 0 ? [] : ['', title.toUpperCase(), '-'.repeat(title.length), ...lines.slice(0, last + 1)]
}

/** Runs, spread, and what the robots found: as the page says it, shorter. */
function certaintyWords(record: CaseRecord): string {
  // A robot's spread says nothing about the author's numbers: it stands with the robot's.
  const own = record.benchmarks.filter(({ by }) => by !== 'robot')
  const effects = own.filter(({ quantity, changePercent }) => quantity === 'effect' && changePercent !== null)
  const benchmarks = effects.length > 0 ? effects : own
  if (benchmarks.length === 0) return robotWords(record) || 'not stated'
  const runs = benchmarks.find((result) => result.runs !== null)?.runs ?? null
  const interval = benchmarks.find(({ ci95 }) => ci95)?.ci95
  const spread = interval
    ? `${interval.level} % intervals ${interval.computed ? 'computed' : 'stated'}${interval.pairs ? ` from ${counted(interval.pairs, 'pair')}` : ''}`
    : benchmarks.some(({ stddevPercent }) => stddevPercent)
      ? 'standard deviation stated'
      : 'no variance stated'
  return `${[...(runs === null ? [] : [counted(runs, 'run')]), spread].join(', ')}. ${robotWords(record)}`.trim()
}

/**
 * The case as plain text: at most 78 columns but for a URL or an id alone on its line, with the layout in ASCII; good
 * under curl and lynx.
 */
export function renderPlainText(record: CaseRecord, thread: ThreadFile | null, links: CaseLinks): string {
  const date = record.authored ?? record.posted ?? record.committed
  const evidence = record.evidence.map(({ item, state }) => `${item}: ${state}`)
  const lines = [
    ...wrap(record.title),
    ...wrap(
      [record.author?.name ?? 'author not stated', date ? formatShortDate(date.value) : 'date not stated'].join(', '),
    ),
    links.permalink,
    '',
    ...answer('Shared', sharedWords(record) ?? 'not stated'),
    ...answer('Moved', movedWords(record)),
    ...answer(
      gainedLabel(record),
      [gainedWords(record, 6), contentionWords(record)].filter((words) => words !== '').join(' '),
    ),
    ...answer('Certainty', certaintyWords(record)),
    ...answer('Cost', costWords(record)),
    ...answer('Objections', objectionWords(record, thread)),
    ...answer('Outcome', outcomeWords(record)),
    '',
    ...answer(
      'Kind',
      record.kind.value +
        (record.claimed && record.kind.value !== 'false-sharing' ? ' (the author calls it false sharing)' : ''),
    ),
    ...record.files.slice(0, 12).flatMap((file, at) => answer(at === 0 ? 'Files' : '', file)),
    ...record.machines.slice(0, 3).flatMap(({ text }) => answer('Machine', text)),
    ...(record.kernel ? answer('Kernel', record.kernel.value) : []),
    ...record.layouts
      .slice(0, 8)
      .flatMap((layout) => section(`Layout of ${layout.struct}`, renderPlainLayout(layout, record))),
    ...section('Results', resultLines(record)),
    ...section(
      'Contention',
      record.c2c
        .slice(0, 60)
        .flatMap(({ counter, test, member, object, before, after, unit }) =>
          wrap(
            `${counter} ${unit ?? ''} ${test ?? member ?? object ?? ''}: ${before ?? 'not stated'} -> ${after ?? 'not stated'}`,
          ),
        ),
    ),
    ...section('Kernel test robot', robotLines(record)),
    ...section(
      'Evidence',
      evidence.flatMap((each) => wrap(each)),
    ),
    ...section(
      'Cite',
      renderCite(record, links)
        .trimEnd()
        .split('\n')
        .flatMap((line) => wrap(line)),
    ),
    ...section('Messages', thread ? messageLines(thread) : []),
  ]
  return showHidden(`${lines.map((line) => line.trimEnd()).join('\n')}\n`)
}
