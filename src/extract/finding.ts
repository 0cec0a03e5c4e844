import type { Benchmark, Interval } from '../model/benchmark.ts'
import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { sourceAt } from '../text/source-at.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

/** Where a piece of text stands: in a line of a block, from column to column of `TextLine.text` (0-based). */
export type Span = { line: TextLine; start: number; end: number }
/** A number of a result, as read. */
export type Figure = { value: number; printed: string; span: Span; unit: string | null }

/** A result before results of one message are joined. Labels the form itself gives; the rest comes from around it. */
export type Finding = {
  block: TextBlock
  form: 'table' | 'pair' | 'prose' | 'mmtests'
  suite: string | null
  test: string | null
  variant: string | null
  /** The line above that says what the rows are of; a label of last resort, no part of the row. */
  caption: string | null
  metric: string | null
  unit: string | null
  before: Figure | null
  after: Figure | null
  change: Figure | null
  changeIs: 'percent' | 'multiple' | 'absolute'
  precision: Benchmark['precision']
  quantity: Benchmark['quantity']
  stddev: { before: number | null; after: number | null } | null
  ci95: Interval | null
  runs: number | null
  threads: number | null
  higherIsBetter: boolean | null
  directionFrom: Benchmark['directionFrom']
  machine: string | null
  kernel: string | null
  note: string | null
  /** The change keeps its printed sign: the table says better or worse, not up or down (`(0.00 pct)` at the base). */
  isJudged: boolean
  /** What the source says of the change: better or worse; null where it only says that it moves. */
  judges: 'better' | 'worse' | null
  /** Both ends of a change told as a range. */
  range: { low: number; high: number } | null
  /** Told of another commit than the message's own. */
  isOther: boolean
  labels: Span[]
  /** Other places that tell the same result. */
  also: Source[]
}

/** A finding with nothing stated yet. */
export function emptyFinding(block: TextBlock, form: Finding['form']): Finding {
  return {
    block,
    form,
    suite: null,
    test: null,
    variant: null,
    caption: null,
    metric: null,
    unit: null,
    before: null,
    after: null,
    change: null,
    changeIs: 'percent',
    precision: 'exact',
    quantity: 'effect',
    stddev: null,
    ci95: null,
    runs: null,
    threads: null,
    higherIsBetter: null,
    directionFrom: null,
    machine: null,
    kernel: null,
    note: null,
    isJudged: false,
    judges: null,
    range: null,
    isOther: false,
    labels: [],
    also: [],
  }
}

/** The source of a span of a block's line. */
export function sourceOfSpan(message: Message, block: TextBlock, span: Span, says: Source['says']): Source {
  const column = span.line.column
  return sourceAt(message, block.part, span.line.line, column + span.start, span.line.line, column + span.end, says)
}
