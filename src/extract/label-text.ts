import type { Finding } from './finding.ts'
import { findSuite, findTestName } from './known-suites.ts'
import { isMachineName } from './setup.ts'

/** What a label may hold at most: more is a sentence. */
const maxWords = 7

const lead =
  /^(?:(?:an?|the|our|my|this|that|these|its?|their|with|using|running|for|on|in|of|by|per|from|to|and|when|while|see|shows?|cost for|score of|results? of|performance of|throughput of|case of)\s+)+(?=\S)/i
const end =
  /\s+(?:is|are|was|were|by|to|from|of|on|in|at|with|and|now|which|that|benchmark|benchmarks|tests?|results?|show|shows|showed|compared|about|the|an?)$/i
const empty =
  /^(?:perf|it|that|this|that test|test|tests|both|all|some|them|data|noise|same|compare|compared|result|results|benchmark|benchmarks|patch|patches|change|kernel|numbers?|average|mean|took|takes|total|value|values|per)?$/i

/** A label without articles, brackets, per cents and the verbs around it; null where nothing is left. */
function tidy(text: string, isProse: boolean): string | null {
  let left = text.replace(/\s+/g, ' ').trim()
  if (isProse)
    left = left
      .replace(/\[\d+\]/g, ' ')
      .replace(/\([^()]{0,80}\)/g, ' ')
      .replace(/[(~]?[+\-−]?\d[\d.,]*\s?%\)?/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  left = left
    .replace(/\s*\("[^"]*"\)/g, '')
    .replace(/^["'`([]+|["'`\],;:=]+$/g, '')
    .trim()
  if (left.endsWith(')') && !left.includes('(')) left = left.slice(0, -1)
  for (let round = 0; round < 4; round++) {
    const next = isProse ? left.replace(lead, '').replace(end, '').trim() : left
    if (next === left) break
    left = next
  }
  return empty.test(left) || !/[a-z\d]/i.test(left) ? null : left
}

/** A label that is a sentence, cut to the name in it: a known test's, else what stands before the first clause. */
function shorten(text: string): string {
  if (text.split(' ').length <= maxWords) return text
  const known = findTestName(text)?.test
  if (known) return known
  const clause =
    text.split(/\s(?:when|while|where|which|that|with|show\w*|after|before|adding|creating|in|on|and)\s|[,;:]\s/)[0] ??
    text
  return clause.split(' ').slice(0, maxWords).join(' ')
}

/** `suite.metric` and `suite/test` names: what is left of them when suite and metric are said elsewhere. */
function withoutSuite(text: string, suite: string | null): string {
  if (suite === null) return text
  const named = findSuite(text)
  if (!named || named.suite !== suite || named.start > 0) return text
  const rest = /^[./:]([\w./-]{2,})$/.exec(text.slice(named.end))
  return rest?.[1] ?? text
}

const same = (a: string, b: string | null) => b !== null && a.toLowerCase() === b.toLowerCase()

/** The pieces of a label that say something of their own: none twice, no machine, no metric, no suite alone. */
function piecesOf(finding: Finding, label: string | null): string[] {
  if (label === null) return []
  const isProse = finding.form === 'prose'
  const out: string[] = []
  for (const piece of label.split(', ').slice(0, 8)) {
    const text = tidy(piece, isProse)
    if (text === null) continue
    const machine = isProse ? /^(?:(.*?) )?(?:on|using|with) (?:an? |the |our |my )?(.+)$/.exec(text) : null
    if (machine?.[1] && machine[2] && isMachineName(machine[2])) {
      const [box = '', more] = machine[2].split(/ (?:running|with|under|using) (?=\S*[a-z])/i)
      finding.machine ??= box
      for (const one of [machine[1], more]) {
        const rest = one === undefined ? null : withoutSuite(one, finding.suite)
        if (rest !== null && !same(rest, finding.metric) && !same(rest, finding.suite)) out.push(shorten(rest))
      }
      continue
    }
    if (isProse && isMachineName(text)) {
      finding.machine ??= text
      continue
    }
    const bare = withoutSuite(text, finding.suite)
    if (same(bare, finding.metric) || same(bare, finding.suite)) continue
    out.push(shorten(bare))
  }
  return out
}

/**
 * Labels as a person would write them in a table: test and variant are short phrases without numbers in per cent, machines,
 * or words that suite and metric say already; of two that hold each other the longer stays. A test that has no name of its
 * own takes the known name that stands in its variant.
 */
export function tidyLabels(finding: Finding): void {
  if (finding.form === 'mmtests') return
  const tests = piecesOf(finding, finding.test)
  const isNamed = [...tests, finding.variant ?? ''].some((text) => findTestName(text) !== null)
  // A row that has a variant of its own needs no caption above it.
  const caption = isNamed || finding.variant !== null ? null : finding.caption
  const variants = [...piecesOf(finding, finding.variant), ...piecesOf(finding, caption)]
  const all = [...tests, ...variants].filter(
    (text, at, list) =>
      !list.some((other, place) => {
        if (place === at) return false
        const [a, b] = [text.toLowerCase(), other.toLowerCase()]
        return a === b ? place < at : ` ${b} `.includes(` ${a} `)
      }),
  )
  const known = all.find((text) => findTestName(text)?.test === text)
  const first = known ?? all.find((text) => tests.includes(text)) ?? all[0] ?? null
  finding.test = first
  const rest = all.filter((text) => text !== first).slice(0, 3)
  finding.variant = rest.length > 0 ? rest.join(', ') : null
}
