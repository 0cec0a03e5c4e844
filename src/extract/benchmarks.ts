import type { Benchmark } from '../model/benchmark.ts'
import type { Message } from '../model/message.ts'
import type { MessageKind } from '../model/names.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { Source } from '../model/source.ts'
import { findArrowRows } from './arrow-rows.ts'
import { findBenchstat } from './benchstat.ts'
import { findBlockPairs } from './block-pairs.ts'
import { findCriterionText } from './criterion-text.ts'
import { type Finding, sourceOfSpan } from './finding.ts'
import { markForeignLines } from './foreign-lines.ts'
import { findHyperfineText } from './hyperfine-text.ts'
import { attachIntervals } from './intervals.ts'
import { findKeyedSides } from './keyed-sides.ts'
import { tidyLabels } from './label-text.ts'
import { findLkpRows } from './lkp-rows.ts'
import { knownDirection, suiteDirection } from './metric-direction.ts'
import { findMinistat } from './ministat.ts'
import { findMmtests } from './mmtests.ts'
import { inOneUnit } from './one-unit.ts'
import { findOppositeRows } from './opposite-rows.ts'
import { findPastedResults } from './pasted-tables.ts'
import { findProseResults } from './prose-results.ts'
import { addContext, setupFor } from './result-context.ts'
import { type ResultNames, tidyNames } from './result-names.ts'
import { findTables } from './result-table.ts'
import { computedChange, type Dispute, joinSameResults } from './same-result.ts'
import { type Sentence, splitSentences } from './sentences.ts'
import { cpusOf, findSetupIn, type Setup } from './setup.ts'
import { findSideRows } from './side-rows.ts'
import { splitBlocks, type TextBlock, type TextLine } from './text-blocks.ts'
import { findTrailingSides } from './trailing-sides.ts'
import { findTwinTables } from './twin-tables.ts'
import { isRateUnit } from './unit-words.ts'

const maxResults = 5000

/** Text of tables is trimmed of its marks; long phrases are cut at a word. */
function clean(text: string | null): string | null {
  if (text === null) return null
  const trimmed = text
    .replace(/\s+/g, ' ')
    .replace(/^[\s:,;|*=#-]+|[\s:,;|*=-]+$/g, '')
    .slice(0, 300)
  return trimmed === '' ? null : trimmed
}

function findAll(message: Message, blocks: TextBlock[]): Finding[] {
  const taken = new Set<TextLine>()
  markForeignLines(blocks, taken)
  const findings: Finding[] = [...findLkpRows(blocks, taken), ...findMmtests(blocks, taken)]
  findings.push(
    ...findBenchstat(blocks, taken),
    ...findCriterionText(blocks, taken),
    ...findMinistat(blocks, taken),
    ...findHyperfineText(blocks, taken),
    ...findArrowRows(blocks, taken),
  )
  findings.push(...findTwinTables(blocks, taken))
  findings.push(...findOppositeRows(blocks, taken))
  findings.push(...findTrailingSides(blocks, taken))
  findings.push(...findKeyedSides(blocks, taken))
  findings.push(...findSideRows(blocks, taken))
  for (const [at] of blocks.entries())
    for (const table of findTables(blocks, at, taken)) {
      findings.push(...table.findings)
      for (const line of table.lines) taken.add(line)
    }
  findings.push(...findBlockPairs(blocks, taken))
  attachIntervals(message, blocks, findings, taken)
  let intro: Sentence | null = null
  for (const block of blocks) {
    if (block.lines.length > 1000) continue
    if (intro && (intro.block.index < block.index - 1 || intro.block.depth !== block.depth)) intro = null
    let earlier: Sentence | null = null
    for (const sentence of splitSentences(block, taken)) {
      findings.push(...findProseResults(sentence, earlier, intro))
      earlier = sentence
      if (sentence.text.trimEnd().endsWith(':')) intro = sentence
    }
  }
  attachIntervals(
    message,
    blocks,
    findings.filter((finding) => finding.form === 'prose'),
    new Set(),
  )
  return findings
}

/** The share of a change that a multiple states: `1.18x` of a throughput is +18 %. */
function changePercentOf(finding: Finding): { value: number | null; is: Benchmark['changePercentIs'] } {
  if (finding.change && finding.changeIs === 'percent' && Number.isFinite(finding.change.value)) {
    const computed = computedChange(finding)
    const { value, printed } = finding.change
    const hasSign = /^[(\s]*[+\-−]/.test(printed)
    // an unsigned percentage beside two numbers has the sign of their difference
    if (!hasSign && !finding.isJudged && finding.form !== 'mmtests' && computed !== null && Math.sign(computed) !== 0)
      return { value: Math.abs(value) * Math.sign(computed), is: 'stated' }
    return { value, is: 'stated' }
  }
  const computed = computedChange(finding)
  return computed === null ? { value: null, is: null } : { value: Math.round(computed * 1e4) / 1e4, is: 'computed' }
}

/** Which side is better, and who says so: the source, the table of known metrics, the suite's own measure, the words. */
function directionOf(
  finding: Finding,
  metric: string | null,
  unit: string | null,
  isMultiple: boolean,
): { higherIsBetter: boolean | null; from: Benchmark['directionFrom'] } {
  if (finding.higherIsBetter !== null)
    return { higherIsBetter: finding.higherIsBetter, from: finding.directionFrom ?? 'known-metric' }
  if (isMultiple) return { higherIsBetter: true, from: 'known-metric' }
  const isPair = finding.before !== null && finding.after !== null
  const known =
    suiteDirection(finding.suite, metric === null && unit === null && isPair) ??
    knownDirection(metric, unit) ??
    knownDirection(clean(finding.test), null)
  if (known !== null) return { higherIsBetter: known, from: 'known-metric' }
  if (finding.judges === null) return { higherIsBetter: null, from: null }
  const move = (finding.after?.value ?? 0) - (finding.before?.value ?? 0)
  // with no values the sign says better or worse: "a 5% improvement" is +5
  if (!isPair) return { higherIsBetter: true, from: 'words' }
  return move === 0
    ? { higherIsBetter: null, from: null }
    : { higherIsBetter: move > 0 === (finding.judges === 'better'), from: 'words' }
}

/** A time in seconds is no rate whatever the lines around speak of, and a rate no time. */
function contradicts(metric: string | null, unit: string | null): boolean {
  if (metric === null || unit === null || unit === 'x' || unit === '%') return false
  const isTime = /^(?:[mnuµ]?s(?:ecs?)?|seconds?|m(?:illi)?seconds|[mnuµ]?s(?:ec)?\/\w+)$/i.test(unit)
  const isTimed = /\b(?:time|latency|latencies|runtime|duration|elapsed|delay)\b/i.test(metric)
  if (!isTime && !(isRateUnit(unit) && isTimed)) return false
  const own = knownDirection(null, unit)
  const named = knownDirection(metric, null)
  return own !== null && named !== null && own !== named
}

type SignedPercent = { value: number | null; is: Benchmark['changePercentIs']; positiveIsBetter: boolean }

/**
 * The percentage with a sign that its metric's direction can be read against: a change told as better or worse has the
 * sign of the move where the metric is better the lower; a printed sign stays, and is marked where it says better.
 */
function signOf(
  finding: Finding,
  percent: { value: number | null; is: Benchmark['changePercentIs'] },
  higherIsBetter: boolean | null,
): SignedPercent {
  const { value, is } = percent
  const plain = { value, is, positiveIsBetter: false }
  if (value === null || is !== 'stated') return plain
  const computed = computedChange(finding)
  if (finding.form === 'mmtests') return { ...plain, positiveIsBetter: higherIsBetter === false }
  if (computed !== null && computed !== 0 && value !== 0) {
    if (Math.sign(computed) === Math.sign(value)) return plain
    if (higherIsBetter === true && !finding.isJudged)
      return { value: Math.round(computed * 1e4) / 1e4, is: 'computed', positiveIsBetter: false }
    return { ...plain, positiveIsBetter: higherIsBetter === false }
  }
  if (computed !== null || finding.judges === null || higherIsBetter !== false) return plain
  const isGood = finding.judges === 'better'
  if (value > 0 !== isGood) return plain
  return { ...plain, positiveIsBetter: true }
}

function verdictOf(finding: Finding, higherIsBetter: boolean | null): Benchmark['verdict'] {
  const { ci95 } = finding
  if (!ci95) return 'claim'
  if (ci95.low <= 0 && ci95.high >= 0) return 'no-evidence-of-change'
  if (higherIsBetter === null) return 'claim'
  return ci95.low > 0 === higherIsBetter ? 'improvement' : 'regression'
}

function sourcesOf(message: Message, finding: Finding): Source[] {
  const sources: Source[] = []
  const seen = new Set<string>()
  const add = (source: Source) => {
    const key = `${source.part}:${source.startLine}:${source.startColumn}:${source.endColumn}:${source.says}`
    if (!seen.has(key)) sources.push(source)
    seen.add(key)
  }
  for (const figure of [finding.before, finding.after, finding.change])
    if (figure) add(sourceOfSpan(message, finding.block, figure.span, 'value'))
  for (const source of finding.also) add(source)
  for (const span of finding.labels)
    if (span.end > span.start && span.line.text.slice(span.start, span.end).trim() !== '')
      add(sourceOfSpan(message, finding.block, span, 'label'))
  return sources.slice(0, 40)
}

/** A table's cells are names as they stand; what prose says around a value holds more than names. */
function namesOf(finding: Finding, metric: string | null, machine: string | null): ResultNames {
  const names = { suite: clean(finding.suite), test: clean(finding.test), variant: clean(finding.variant), metric }
  return finding.form === 'prose' ? tidyNames(names, machine) : names
}

function benchmarkOf(message: Message, kind: MessageKind, setup: Setup, finding: Finding): Benchmark {
  const around = setupFor(setup, finding)
  const percent = changePercentOf(finding)
  const isMultiple = finding.changeIs === 'multiple' && finding.change !== null && finding.before === null
  const goesUp = isMultiple && finding.note === null && finding.change !== null && finding.range === null
  const said = isMultiple ? 'x' : clean(finding.unit)
  const isApart = contradicts(finding.metric, said)
  // what stands beside the number holds against what the lines around say
  const isPrinted = finding.before?.unit != null || finding.after?.unit != null
  const unit = isApart && !isPrinted ? null : said
  const metric = isApart && isPrinted ? null : clean(finding.metric)
  const side = directionOf(finding, metric, unit, isMultiple)
  const higherIsBetter = side.higherIsBetter
  const sign = signOf(finding, percent, higherIsBetter)
  const sources = sourcesOf(message, finding)
  for (const [fact, says] of [
    [around.machine, 'machine'],
    [around.runs, 'runs'],
    [finding.threads === null ? around.threads : null, 'runs'],
    [around.kernel, 'context'],
  ] as const)
    for (const source of fact?.sources ?? []) sources.push({ ...source, says })
  return {
    ...namesOf(finding, metric, finding.machine ?? around.machine?.value ?? null),
    unit,
    before: finding.before?.value ?? (goesUp ? 1 : null),
    after: finding.after?.value ?? (goesUp ? (finding.change?.value ?? null) : null),
    changePercent: goesUp && finding.change ? Math.round((finding.change.value - 1) * 1e6) / 1e4 : sign.value,
    changePercentIs: goesUp ? 'computed' : sign.is,
    ...(sign.positiveIsBetter ? { positiveIsBetter: true as const } : {}),
    ...(finding.range
      ? { range: { ...finding.range, is: isMultiple ? ('multiple' as const) : ('percent' as const) } }
      : {}),
    changeAbsolute: finding.changeIs === 'absolute' ? (finding.change?.value ?? null) : null,
    printed: {
      before: finding.before?.printed ?? null,
      after: finding.after?.printed ?? null,
      change: finding.change?.printed ?? null,
    },
    precision: finding.precision,
    quantity: finding.quantity,
    ci95: finding.ci95,
    stddevPercent: finding.stddev,
    runs: finding.runs ?? around.runs?.value ?? null,
    runsEach: null,
    threads: finding.threads ?? around.threads?.value ?? null,
    cpus: finding.machine === null ? around.cpus : cpusOf(finding.machine).cpus,
    higherIsBetter,
    directionFrom: side.from,
    machine: finding.machine ?? around.machine?.value ?? null,
    kernel: finding.kernel ?? around.kernel?.value ?? null,
    of: finding.isOther ? 'other-patch' : kind === 'cover' ? 'series' : 'patch',
    by: 'author',
    verdict: verdictOf(finding, higherIsBetter),
    note: finding.note,
    from: 'mail',
    sources,
  }
}

function whereOf(message: Message, line: number): string {
  return `${message.file}:${line} <${message.id}>`
}

function findProblems(message: Message, findings: Finding[], disputes: Dispute[], isCut: boolean): Problem[] {
  const problems: Problem[] = []
  if (isCut || findings.length > maxResults)
    problems.push({
      code: 'too-large',
      severity: 'warning',
      where: whereOf(message, 1),
      message: `more than ${maxResults} results or 200000 lines in one message`,
      whatToDo: 'the rest is shown as text only',
    })
  for (const finding of findings) {
    const line = (finding.before ?? finding.change)?.span.line.line ?? 1
    if (finding.before && finding.before.value === 0 && finding.after)
      problems.push({
        code: 'zero-base',
        severity: 'note',
        where: whereOf(message, line),
        message: 'the value before is zero, so the change in per cent is not computed',
        whatToDo: 'nothing: before and after are shown',
      })
  }
  for (const { kept, other } of disputes)
    problems.push({
      code: 'contradiction',
      severity: 'warning',
      where: whereOf(message, other.after?.span.line.line ?? 1),
      message: `${kept.test ?? 'a result'}: after is ${kept.after?.printed} in one place and ${other.after?.printed} in another; the table's is kept`,
      whatToDo: 'say in the case which one holds',
    })
  return problems.slice(0, 200)
}

/**
 * The results that one message states, in prose and tables, each with the lines it is read from. A result quoted
 * in a reply has its sources in the quote. Reports of the kernel test robot are read elsewhere and give none here.
 * Problems: `too-large`, `zero-base`, `contradiction`, `number-out-of-range`.
 */
export function findBenchmarks(message: Message, kind: MessageKind): Result<Benchmark[]> {
  if (kind === 'lkp-report' || kind === 'robot-build') return { value: [], problems: [] }
  const { blocks, isCut } = splitBlocks(message)
  const found = findAll(message, blocks)
  const pasted = findPastedResults(message).map((one) => (kind === 'cover' ? { ...one, of: 'series' as const } : one))
  if (found.length === 0 && !isCut) return { value: pasted, problems: [] }
  for (const finding of found) inOneUnit(finding)
  const { kept, disputes } = joinSameResults(message, found)
  const joined = kept.filter(isInRange)
  addContext(blocks, joined.slice(0, maxResults))
  for (const finding of joined.slice(0, maxResults)) tidyLabels(finding)
  const setup = findSetupIn(message, blocks)
  const problems = findProblems(message, joined, disputes, isCut)
  for (const finding of found)
    if (!isInRange(finding))
      problems.push({
        code: 'number-out-of-range',
        severity: 'warning',
        where: whereOf(message, (finding.before ?? finding.change)?.span.line.line ?? 1),
        message: 'a number of this result does not fit',
        whatToDo: 'read the line: the result is left as text',
      })
  const results = joined.slice(0, maxResults).map((finding) => benchmarkOf(message, kind, setup, finding))
  return { value: [...pasted, ...results].slice(0, maxResults), problems }
}

function isInRange(finding: Finding): boolean {
  return [finding.before, finding.after].every((figure) => figure === null || Number.isFinite(figure.value))
}
