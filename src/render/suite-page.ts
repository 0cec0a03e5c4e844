import { type Benchmark, isMoreBetter } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import { slug } from '../text/slug.ts'
import { el, esc } from './markup.ts'
import { markOf, readsAs, renderInlineMark } from './result-mark.ts'
import { resultId } from './result-place.ts'
import { changeWords, testName } from './results-table.ts'
import { renderSection } from './section.ts'
import { caseHref, cell, renderCaseDate, renderFarOrigin, renderTopicTable } from './topic-table.ts'
import type { Topic } from './topics.ts'

type Moved = { record: CaseRecord; result: Benchmark }
const quiet = (words: string): string => el('span', { class: 'quiet' }, words)
const none = 'test not named'

/** Results of the suite by test; a robot's further rows are counted, not listed. */
export function groupByTest(topic: Topic): { tests: Map<string, Moved[]>; listed: number } {
  const tests = new Map<string, Moved[]>()
  let listed = 0
  for (const record of topic.records)
    for (const result of record.benchmarks) {
      if (result.suite === null || !topic.names.includes(result.suite)) continue
      if (result.verdict === 'listed-by-robot') {
        listed += 1
        continue
      }
      const name = (result.test === null ? null : testName(result)) ?? none
      const known = tests.get(name)
      if (known) known.push({ record, result })
      else tests.set(name, [{ record, result }])
    }
  const sorted = [...tests].sort(([a], [b]) => (a === none ? 1 : b === none ? -1 : a < b ? -1 : 1))
  return { tests: new Map(sorted), listed }
}

const printed = (text: string | null, value: number | null): string | null =>
  text ?? (value === null ? null : String(value))

function renderValues(result: Benchmark): string {
  const before = printed(result.printed.before, result.before)
  const after = printed(result.printed.after, result.after)
  if (before === null && after === null) return quiet('not stated')
  const unit = result.unit ?? result.metric
  const words = `${before === null ? quiet('not stated') : esc(before)} → ${after === null ? quiet('not stated') : esc(after)}`
  return words + (unit ? el('span', { class: 'sub' }, esc(unit)) : '')
}

function renderChange({ record, result }: Moved): string {
  const words = changeWords(result)
  const text = words === null ? quiet('change not stated') : esc(words)
  const computed =
    result.changePercentIs === 'computed'
      ? el('span', { class: 'src inferred', title: 'Worked out from the two values' }, ' worked out')
      : ''
  const isBetter = isMoreBetter(result)
  const direction = isBetter === null ? 'direction not stated' : isBetter ? '' : 'lower is better'
  return (
    renderInlineMark(markOf(result)) +
    el('a', { href: caseHref(record, resultId(result)) }, text) +
    computed +
    (direction === '' ? '' : el('span', { class: 'sub' }, direction))
  )
}

function renderMachine(result: Benchmark): string {
  const cpus = result.cpus === null ? [] : [`${result.cpus} CPUs`]
  const threads = result.threads === null ? [] : [`${result.threads} threads`]
  const words = [...(result.machine ? [result.machine] : cpus), ...threads].map(esc).join(', ')
  return words === '' ? quiet('not stated') : words
}

const byWords: Record<Benchmark['by'], string> = { author: '', robot: 'by a robot', 'third-party': 'by a third party' }
const ofWords: Record<Benchmark['of'], string> = {
  patch: '',
  series: 'of the whole series',
  'other-patch': 'of another patch of the series',
}

function renderRow(moved: Moved): string {
  const { record, result } = moved
  const notes = [result.variant ?? '', byWords[result.by], ofWords[result.of]].filter((words) => words !== '')
  const reads = readsAs(result)
  return el(
    'tr',
    { class: 'first' },
    el('th', { scope: 'row' }, renderCaseDate(record), el('span', { class: 'sub' }, esc(record.title))),
    cell('change', renderChange(moved), 'change'),
    cell('before → after', renderValues(result)),
    cell(
      'machine',
      renderMachine(result) + (notes.length > 0 ? el('span', { class: 'sub' }, esc(notes.join(' · '))) : ''),
    ),
    cell('reads as', esc(reads)),
    cell('source', renderFarOrigin(record, result.from, result.sources, resultId(result))),
  )
}

/** The tests of a suite, each with every result on it in time order. */
export function renderSuiteTests(topic: Topic): string {
  const { tests, listed } = groupByTest(topic)
  const heads = [
    ['case', ''],
    ['change', ''],
    ['before → after', ''],
    ['machine', ''],
    ['reads as', ''],
    ['source', ''],
  ] as const
  const ids = new Set<string>()
  const sections = [...tests].map(([name, list], at) => {
    const wanted = `test-${slug(name)}`
    const id = ids.has(wanted) ? `${wanted}-${at}` : wanted
    ids.add(id)
    return renderSection(id, name === none ? none : esc(name), {
      body: renderTopicTable('suite', heads, list.map(renderRow)),
    })
  })
  const more =
    listed > 0
      ? el(
          'p',
          { class: 'caption' },
          `${listed} further rows that a robot lists are on the pages of their cases: its rule compares ranges, it is no test of significance.`,
        )
      : ''
  return sections.join('') + more
}
