import { emptyFinding, type Figure, type Finding } from './finding.ts'
import { sideOf } from './side-words.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

const heading = /^\s*Benchmark\s*#?\d{1,3}:\s+(\S.{0,300})$/
const time = /^\s*Time \(mean ± [σs]\):\s+(\d[\d.]{0,15})\s(ns|µs|us|ms|s)\s±\s+(\d[\d.]{0,15})\s(ns|µs|us|ms|s)\b/
const noise = /^\s*(?:Range \(min|Summary|Warning:)|\bran$|times faster than/

type Run = {
  command: string
  head: TextLine
  line: TextLine
  block: TextBlock
  mean: string
  unit: string
  spread: string
}

/** The side that a command's name tells: `./frob-old`, `build/patched/bench`. */
function sideOfCommand(command: string): 'before' | 'after' | null {
  const sides = new Set(command.split(/[^A-Za-z0-9]+/).map((word) => (word === '' ? null : sideOf(word))))
  const [isBefore, isAfter] = [sides.has('before'), sides.has('after')]
  return isBefore === isAfter ? null : isBefore ? 'before' : 'after'
}

/** Two commands that hyperfine timed, where their names say which is the old one. Lines used are added to `taken`. */
export function findHyperfineText(blocks: TextBlock[], taken: Set<TextLine>): Finding[] {
  const runs: Run[] = []
  let head: { command: string; line: TextLine } | null = null
  const others: TextLine[] = []
  for (const block of blocks)
    for (const line of block.lines) {
      if (line.text.length > 400 || (head === null && !line.text.includes('Benchmark'))) continue
      const named = heading.exec(line.text)
      if (named?.[1]) head = { command: named[1].trim(), line }
      const match = head ? time.exec(line.text) : null
      if (match && head)
        runs.push({
          command: head.command,
          head: head.line,
          line,
          block,
          mean: match[1] ?? '',
          unit: match[2] ?? '',
          spread: match[3] ?? '',
        })
      else if (runs.length > 0 && noise.test(line.text)) others.push(line)
    }
  const before = runs.filter((run) => sideOfCommand(run.command) === 'before')
  const after = runs.filter((run) => sideOfCommand(run.command) === 'after')
  const [one, two] = [before[0], after[0]]
  if (!one || !two || before.length !== 1 || after.length !== 1) return []
  for (const line of [one.head, one.line, two.head, two.line, ...others]) taken.add(line)
  const finding = emptyFinding(one.block, 'pair')
  finding.before = figureOf(one)
  finding.after = figureOf(two)
  finding.unit = one.unit
  finding.metric = 'time'
  finding.suite = 'hyperfine'
  finding.test = one.command
  finding.stddev = { before: spreadOf(one), after: spreadOf(two) }
  const start = one.head.text.indexOf(one.command)
  finding.labels.push({ line: one.head, start, end: start + one.command.length })
  return [finding]
}

const figureOf = (run: Run): Figure => {
  const start = run.line.text.indexOf(run.mean, run.line.text.indexOf('):'))
  return {
    value: Number(run.mean),
    printed: run.mean,
    unit: run.unit,
    span: { line: run.line, start, end: start + run.mean.length },
  }
}

const spreadOf = (run: Run): number | null =>
  Number(run.mean) === 0 ? null : (Number(run.spread) / Number(run.mean)) * 100
