import type { Finding } from './finding.ts'
import { findSuite, findTestName } from './known-suites.ts'
import { findMetrics, statedDirection } from './metric-direction.ts'
import { isUnitWord } from './row-items.ts'
import { isBareCount, type Setup, type SetupFact } from './setup.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

type ContextLine = { text: string; line: TextLine; block: TextBlock }

/** Lines around a result, nearest first: those above it in its block, then the blocks above, then two blocks below. */
function contextOf(blocks: TextBlock[], finding: Finding): ContextLine[] {
  const { block } = finding
  const first = firstLine(finding)
  const lines: ContextLine[] = []
  const add = (from: TextBlock, line: TextLine) => lines.push({ text: line.text, line, block: from })
  for (let at = block.lines.length - 1; at >= 0; at--) {
    const line = block.lines[at]
    if (line && line.line <= first && lines.length < 40) add(block, line)
  }
  for (let index = block.index - 1; index >= 0 && index >= block.index - 14; index--) {
    const other = blocks[index]
    if (!other || other.part !== block.part || other.depth !== block.depth) continue
    for (let at = other.lines.length - 1; at >= 0 && lines.length < 160; at--) {
      const line = other.lines[at]
      if (line) add(other, line)
    }
  }
  for (let index = block.index; index <= block.index + 2; index++) {
    const other = blocks[index]
    if (!other || other.part !== block.part || other.depth !== block.depth) continue
    for (const line of other.lines) if (line.line > first && lines.length < 200) add(other, line)
  }
  return lines
}

function firstLine(finding: Finding): number {
  return (finding.before ?? finding.after ?? finding.change)?.span.line.line ?? 0
}

/** Adds what the lines around a result say of it: suite, test, metric, unit, direction. */
export function addContext(blocks: TextBlock[], findings: Finding[]): void {
  const cache = new Map<string, ContextLine[]>()
  for (const finding of findings) {
    const key = `${finding.block.index}:${Math.floor(firstLine(finding) / (findings.length > 500 ? 1000 : 1))}`
    const lines = cache.get(key) ?? contextOf(blocks, finding)
    cache.set(key, lines)
    addSuite(finding, lines)
    addMetric(finding, lines)
    for (const { text } of lines.slice(0, 30)) {
      if (finding.higherIsBetter !== null) break
      finding.higherIsBetter = statedDirection(text)
      if (finding.higherIsBetter !== null) finding.directionFrom = 'stated'
    }
  }
}

function addSuite(finding: Finding, lines: ContextLine[]): void {
  const own = [finding.test, finding.variant, finding.metric].filter((x) => x !== null).join(' ')
  const ownSuite = findSuite(own)
  if (ownSuite) finding.suite = ownSuite.suite
  const dotted = /^([a-z][\w-]{1,30})\.([\w.\-/]+)$/i.exec(finding.test ?? '')
  if (dotted?.[1] && finding.suite === null) finding.suite = dotted[1]
  for (const { text, line } of lines) {
    if (finding.suite !== null) break
    if (finding.form === 'prose' && line.line !== firstLine(finding) && /^\s*[-*•]\s/.test(text)) continue
    const suite = findSuite(text)
    if (!suite) continue
    finding.suite = suite.suite
    finding.labels.push({ line, start: suite.start, end: suite.end })
    if (finding.caption === null) addTestName(finding, text, line)
  }
  // a caption that begins with a name ("chase2 (same list):") says which test the rows are of
  if (/^[a-z]\w*\d\w*(?=\s*[("]|$)/i.test(finding.caption ?? '')) return
  if (finding.test === null || !findTestName(own))
    for (const { text, line } of lines.slice(0, 30)) if (addTestName(finding, text, line)) break
}

function addTestName(finding: Finding, text: string, line: TextLine): boolean {
  const name = findTestName(text)
  if (!name) return false
  const own = `${finding.suite ?? ''} ${finding.test ?? ''} ${finding.variant ?? ''}`
  if (own.includes(name.test)) return true
  if (finding.test === null) finding.test = name.test
  else finding.variant = [finding.variant, name.test].filter((x) => x !== null).join(', ')
  finding.labels.push({ line, start: name.start, end: name.start + name.test.length })
  return true
}

/** Words that prose uses of anything: a metric of rows only where their own line or their caption says so. */
const vagueMetric =
  /^(?:overhead|cost|contention|usage|scalability|efficiency|utili[sz]ation|speed|performance|footprint|delay|misses|cycles|time|rate|instructions|latency|duration)(?: per \w+)?$/i

function isNear(finding: Finding, line: TextLine, text: string): boolean {
  if (finding.form === 'prose') return true
  const gap = firstLine(finding) - line.line
  return gap === 0 || (gap > 0 && gap <= 4 && /:\s*$|^\s*\S+(?:\s+\S+){0,5}$/.test(text))
}

const rowNumber = /(?<![\w.-])[\d,]+(?:\.\d+)?(?![\w-])/g

/** Of several metrics in a header the one over the result's number; else the first. */
function inColumn<T extends { start: number }>(metrics: T[], finding: Finding, text: string): T | undefined {
  const [first] = metrics
  const span = finding.before?.span
  if (metrics.length < 2 || finding.form === 'prose' || !span || /\d/.test(text) || span.line.text === text)
    return first
  const distance = (one: T) => Math.abs(one.start - span.start)
  return metrics.reduce((best, one) => (distance(one) < distance(best) ? one : best))
}

function addMetric(finding: Finding, lines: ContextLine[]): void {
  for (const { text, line, block } of lines.slice(0, 25)) {
    if (finding.metric !== null && finding.unit !== null) break
    // a row of another result names that result
    const isRow =
      finding.form !== 'prose' && line.line !== firstLine(finding) && (text.match(rowNumber)?.length ?? 0) > 1
    if (finding.metric === null && !isRow) {
      const isHead = block === finding.block && line === block.lines[0] && finding.form !== 'prose'
      const metric = inColumn(
        findMetrics(text).filter((one) => isHead || isNear(finding, line, text) || !vagueMetric.test(one.metric)),
        finding,
        text,
      )
      if (metric) {
        finding.metric = metric.metric
        finding.labels.push({ line, start: metric.start, end: metric.end })
      }
    }
    if (finding.unit === null && finding.form !== 'prose') {
      const named = [/[([](?:in )?([^()[\]]{1,30})[)\]]/, /\b(?:in|unit:?) ([\w/]{1,20})(?![\w/])/i]
      for (const pattern of named) {
        const inside = pattern.exec(text)?.[1]?.trim()
        if (inside && finding.unit === null && isUnitWord(inside)) finding.unit = inside
      }
    }
  }
}

function distance(fact: SetupFact<unknown>, finding: Finding): number {
  const gap = finding.block.index - fact.block
  if (fact.depth !== finding.block.depth) return 1000
  return gap >= 0 ? gap : -gap * 1.5 + 2
}

function nearest<T>(facts: SetupFact<T>[], finding: Finding): SetupFact<T> | null {
  let best: SetupFact<T> | null = null
  for (const fact of facts) if (best === null || distance(fact, finding) < distance(best, finding)) best = fact
  return best
}

/** The setup that holds for a finding: the nearest above it, else below; with the facts' sources. */
export function setupFor(
  setup: Setup,
  finding: Finding,
): {
  machine: SetupFact<string> | null
  cpus: number | null
  kernel: SetupFact<string> | null
  runs: SetupFact<number> | null
  threads: SetupFact<number> | null
} {
  const machine = nearest(setup.machines, finding)
  const at = machine === null ? -1 : setup.machines.findIndex((candidate) => candidate === machine)
  const found = setup.machines[at]
  const next = setup.machines[at + 1]
  // "… system with 16 CPUs": the count that follows in the same paragraph is that machine's
  const isCounted = found?.cpus === null && next?.block === found.block && isBareCount(next.value)
  return {
    machine,
    cpus: (isCounted ? next?.cpus : found?.cpus) ?? null,
    kernel: nearest(setup.kernels, finding),
    runs: nearestOf(setup.runs, finding),
    threads: nearestOf(setup.threads, finding),
  }
}

/** Runs and threads hold for their own paragraph and the two below it. */
function nearestOf<T>(facts: SetupFact<T>[], finding: Finding): SetupFact<T> | null {
  return nearest(
    facts.filter((fact) => distance(fact, finding) <= 4),
    finding,
  )
}
