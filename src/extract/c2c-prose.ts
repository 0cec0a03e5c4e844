import type { Message } from '../model/message.ts'
import type { C2c } from '../model/struct-layout.ts'
import { findParagraphs, findSentences, type Paragraph, placeIn } from './c2c-text.ts'

type Amount = { value: number; isPercent: boolean }
type Pairing = { before: Amount[]; after: Amount[]; from: number; to: number }

const amount = String.raw`(?:~|about |around |roughly |just |only |nearly |almost |merely |approximately )?(?:\d[\d,]*(?:\.\d+)?(?:\s?[KkM](?![A-Za-z]))?(?:\s?%)?|zero|none|one|two|three|four|five|six|seven|eight|nine|ten)`
const amountList = String.raw`${amount}(?:(?:,? and |, | / |/)${amount})*`
const fromTo = new RegExp(
  String.raw`(?:from|was|were|of)\s+(${amountList})(?:\s+(?!to\b)[A-Za-z-]+){0,4}?,?\s+(?:down\s+)?(?:to|becomes?|now)\s+(${amountList})`,
  'gi',
)
const arrow = new RegExp(
  String.raw`(${amount})\s*(?:samples?|HITMs?|records|loads)?\s*(?:->|-->|=>|→)\s*(${amount})`,
  'gi',
)
const versus = new RegExp(String.raw`(${amount})\s+(?:vs\.?|versus)\s+(${amount})`, 'gi')
/** "812 samples on that line before the change and 9 after it" */
const beforeAfter = new RegExp(
  String.raw`(${amount})(?:\s+(?!and\b|after\b|before\b)[A-Za-z_(][\w.>()-]*){0,8}\s+before(?:\s+(?!and\b)[A-Za-z-]+){0,4},?\s+(?:and\s+|but\s+)?(${amount})(?:\s+(?!after\b)[A-Za-z()-]+){0,3}\s+after\b`,
  'gi',
)
const mention =
  /\b(?:(remote|local|total|rmt|lcl|remot)[- ]?(?:cache )?(?:load[- ])?(?:DRAM )?HITMs?|(?:load[- ])?HITMs?(?:\s+\((remote|local|total)\))?|(?:(remote|local|rmt|lcl)[- ])?(?:cache[- ])?peer(?:[- ]snoops?)?)\b/i
const words: Record<string, number> = {
  zero: 0,
  none: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}
/** Nouns whose numbers are another metric's, where they stand between the counter and its numbers. */
const otherMetric =
  /\b(?:throughput|latency|ops|bogo-ops|performance|score|IPC|CPI|cycles?|time|seconds?|bandwidth|TPS|QPS|RPS|Gbps|Mbps|offset|size|bytes?|regress\w*|improv\w*|jobs)\b/i

function readAmount(text: string): Amount | null {
  const plain = text
    .trim()
    .replace(/^(?:~|[a-z]+ )/i, '')
    .trim()
  const word = words[plain.toLowerCase()]
  if (word !== undefined) return { value: word, isPercent: false }
  const match = /^(\d[\d,]*(?:\.\d+)?)\s?([KkM])?\s?(%)?$/.exec(plain)
  const value = Number((match?.[1] ?? '').replaceAll(',', ''))
  if (!match || !Number.isFinite(value)) return null
  const scale = match[2] === 'M' ? 1e6 : match[2] ? 1e3 : 1
  return { value: value * scale, isPercent: match[3] === '%' }
}

/** `1, 2, and 3` as amounts; a comma between digits groups thousands only where three digits follow, no blank. */
function readAmounts(text: string): Amount[] {
  return text
    .split(/,\s+(?:and\s+)?|\s+and\s+|\s*\/\s*/)
    .filter((piece) => piece.trim() !== '')
    .flatMap((piece) => readAmount(piece) ?? [])
}

function findPairings(sentence: string): Pairing[] {
  const found: Pairing[] = []
  for (const pattern of [fromTo, arrow, versus, beforeAfter])
    for (const match of sentence.matchAll(pattern)) {
      const to = match.index + match[0].length
      if (found.some((one) => one.from < to && match.index < one.to)) continue
      const before = readAmounts(match[1] ?? '')
      const after = readAmounts(match[2] ?? '')
      if (before.length > 0 && after.length > 0) found.push({ before, after, from: match.index, to })
    }
  return found
}

/** The counter in the source's words, its abbreviations spelt out. */
function counterName(match: RegExpExecArray): string {
  const side = (match[1] ?? match[2] ?? match[3] ?? '').toLowerCase().replace('rmt', 'remote').replace('lcl', 'local')
  const name = /peer/i.test(match[0]) ? 'peer' : 'HITM'
  return side ? `${side} ${name}` : name
}

/** The counter that a pairing counts: named before it without another metric between, or right behind it. */
function counterOf(sentence: string, pairing: Pairing): string | null {
  const before = sentence.slice(0, pairing.from)
  let named: RegExpExecArray | null = null
  for (const match of before.matchAll(new RegExp(mention, 'gi'))) named = match
  if (named && !otherMetric.test(before.slice(named.index + named[0].length))) return counterName(named)
  const clause = before.slice(
    Math.max(before.lastIndexOf(', '), before.lastIndexOf('; '), before.lastIndexOf(': ')) + 1,
  )
  if (otherMetric.test(clause)) return null
  const behind = mention.exec(sentence.slice(pairing.from, pairing.to + 24))
  const between = behind ? sentence.slice(pairing.to, pairing.from + behind.index) : ''
  return behind && /^\s*(?:\w+\s+)?$/.test(between) ? counterName(behind) : null
}

const item = /^[A-Za-z_][\w.+/-]*(?: [\w.+/-]+){0,2}$/

const noName = /^(?:from|to|the|and|with|is|it|respectively|each|both|samples?|HITMs?)$/i

/** Two words joined by "and" are names only where they look like them, or where the text says "respectively". */
function isPairOfNames(names: string[], text: string): boolean {
  return names.every((name) => /[._\d/-]/.test(name)) || /respectively/i.test(text)
}

/** Lists of `count` names in a text ("a, b, and c"), the last first. */
function findNameList(text: string, count: number): string[] | null {
  const pieces = text.split(/,\s+(?:and\s+)?|\s+and\s+/)
  for (let last = pieces.length - 1; last >= count - 1; last--) {
    const middle = pieces.slice(last - count + 2, last)
    if (!middle.every((piece) => item.test(piece.trim()))) continue
    const size = Math.max(1, ...middle.map((piece) => piece.trim().split(' ').length))
    const first = (pieces[last - count + 1] ?? '').trim().split(' ').slice(-size).join(' ')
    const end = (pieces[last] ?? '')
      .trim()
      .split(/[\s;:]/)
      .slice(0, size)
      .join(' ')
      .replace(/[.,)]+$/, '')
    const names = [first, ...middle.map((piece) => piece.trim()), end]
    if (names.every((name) => item.test(name) && !noName.test(name)) && (count > 2 || isPairOfNames(names, text)))
      return names
  }
  return null
}

/** Names of the tests for `count` numbers: the nearest list of that length, in the sentence or before it. */
function testNames(paragraphs: Paragraph[], at: number, from: number, sentence: string, count: number): string[] {
  if (count < 2) return []
  const own = findNameList(sentence, count)
  if (own) return own
  for (let index = at; index >= 0 && index > at - 12; index--) {
    const text = paragraphs[index]?.text ?? ''
    const sentences = findSentences(index === at ? text.slice(0, from) : text)
    for (const place of sentences.reverse()) {
      const names = findNameList(text.slice(place.from, place.to), count)
      if (names) return names
    }
  }
  return []
}

/** How many runs the counts average: "five-run", "average of 5 runs". */
function findRuns(sentence: string): { value: number; from: number; to: number } | null {
  const match = /\b(\w+)[- ]runs?\b/i.exec(sentence)
  if (!match) return null
  const text = (match[1] ?? '').toLowerCase()
  const value = words[text] ?? (/^\d{1,5}$/.test(text) ? Number(text) : null)
  return value === null || value < 1 ? null : { value, from: match.index, to: match.index + match[0].length }
}

/** The member or line the counts are of: "for the affected a/b line". */
function findObject(sentence: string): string | null {
  return (
    /\b(?:for|of|on) (?:the )?(?:affected |same |contended |hot )?`?(?!(?:the|a|an|this|that|its|same|one|each|every|cache)\b)([A-Za-z_][\w.>/-]*)`? (?:cache ?)?line/i.exec(
      sentence,
    )?.[1] ?? null
  )
}

/** "from 18223 to 412 in hackbench": the test that stands right behind a pair. */
function testBehind(sentence: string, pairing: Pairing): string | null {
  const behind =
    /^\s*(?:samples?\s+|HITMs?\s+)?(?:in|for|on|with|under|when running|running)\s+(?:the\s+)?([A-Za-z][\w.+/-]*\w)(?=\s+(?:and|while|but)\b|\s*[,.;)]|$)/i
  return behind.exec(sentence.slice(pairing.to, pairing.to + 80))?.[1] ?? null
}

function singleTest(sentence: string): string | null {
  return (
    /\b((?:stress-ng|will-it-scale|netperf|iperf3?|sysbench|unixbench|hackbench|fio|aim7|tbench|redis|memcached|nginx|schbench|lmbench|vm-scalability|reaim|fsmark)(?:[ ./-](?!(?:and|with|from|to|is|on|in|at|by|shows?|the)\b)[\w.-]+)?)/i.exec(
      sentence,
    )?.[1] ?? null
  )
}

function buildCounters(
  message: Message,
  paragraphs: Paragraph[],
  at: number,
  place: { from: number; to: number },
): C2c[] {
  const paragraph = paragraphs[at]
  if (!paragraph) return []
  const sentence = paragraph.text.slice(place.from, place.to)
  const pairings = findPairings(sentence)
  const isAlone = !pairings.some((pairing) => testBehind(sentence, pairing) !== null)
  return pairings.flatMap((pairing) => {
    const counter = counterOf(sentence, pairing)
    const count = pairing.before.length
    if (counter === null || (pairing.after.length !== count && pairing.after.length !== 1)) return []
    const names = testNames(
      paragraphs,
      at,
      place.from,
      sentence.slice(0, pairing.from) + sentence.slice(pairing.to),
      count,
    )
    const source = placeIn(message, paragraph, place.from + pairing.from, place.from + pairing.to)
    const runs = findRuns(sentence)
    const runsSource = runs && placeIn(message, paragraph, place.from + runs.from, place.from + runs.to)
    return pairing.before.flatMap((before, index): C2c[] => {
      const after = pairing.after[pairing.after.length === 1 ? 0 : index]
      if (!after) return []
      const isShare = before.isPercent || after.isPercent
      return [
        {
          counter,
          object: null,
          member: findObject(sentence),
          offsetBytes: null,
          test:
            count > 1
              ? (names[index] ?? null)
              : (testBehind(sentence, pairing) ?? (isAlone ? singleTest(sentence) : null)),
          before: before.value,
          after: after.value,
          unit: isShare ? '%' : /\bsamples?\b/i.test(sentence) ? 'samples' : null,
          runs: runs?.value ?? null,
          from: 'mail',
          sources: runsSource ? [source, { ...runsSource, says: 'runs' as const }] : [source],
        },
      ]
    })
  })
}

/** A paragraph that names a counter and is no table of the robot, whose monitors count HITM too. */
function isWorthReading(text: string): boolean {
  return text.length < 20_000 && /hitm|peer/i.test(text) && !text.includes('%stddev') && mention.test(text)
}

/** Counts of `perf c2c` in a mail's prose: lists with "respectively", "from a to b", `a -> b`, "a vs b". */
export function findProseCounters(message: Message): C2c[] {
  const paragraphs = findParagraphs(message)
  return paragraphs.flatMap((paragraph, at) =>
    isWorthReading(paragraph.text) ? findInParagraph(message, paragraphs, at) : [],
  )
}

function findInParagraph(message: Message, paragraphs: Paragraph[], at: number): C2c[] {
  const paragraph = paragraphs[at]
  if (!paragraph) return []
  const places = findSentences(paragraph.text)
  return places.flatMap((place, index) => {
    const own = buildCounters(message, paragraphs, at, place)
    const next = places[index + 1]
    if (own.length > 0 || !next || buildCounters(message, paragraphs, at, next).length > 0) return own
    return findOverTwo(message, paragraph, place, next)
  })
}

const oneCount = new RegExp(
  String.raw`\b(\d[\d,]*(?:\.\d+)?[KkM]?)\s+(?:(?:load|sampled)\s+)?(?:${mention.source})|(?:${mention.source})(?:\s+(?:events?|samples?|loads?))?(?:\s+(?:on|for|of)\s+[\w.>\[\]-]+){0,2}\s*(?::|=|is|was|are|were|at)\s+(\d[\d,]*(?:\.\d+)?[KkM]?)(?!\s?%)`,
  'gi',
)
const patchedStart =
  /^\W*(?:with (?:the|this|these|it|both)\b|after\b|now\b|patched\b|(?:the|this) patch (?:brings|takes|reduces|cuts)\b)/i
const loneCount = /(?<![\w.,-])(\d[\d,]*(?:\.\d+)?[KkM]?|none|zero)(?![\w-]|[.,]\d|\s?%|\s?[mnu]?s\b)/gi

/** "perf c2c counts 2810 remote HITMs on the line of the lock. With the patch it counts 113." */
function findOverTwo(
  message: Message,
  paragraph: Paragraph,
  one: { from: number; to: number },
  two: { from: number; to: number },
): C2c[] {
  const [first, second] = [paragraph.text.slice(one.from, one.to), paragraph.text.slice(two.from, two.to)]
  if (!patchedStart.test(second) || otherMetric.test(second) || patchedStart.test(first)) return []
  const told = [...first.matchAll(oneCount)]
  const counts = [...second.matchAll(loneCount)]
  const [count, later] = [told[0], counts[0]]
  if (told.length !== 1 || counts.length !== 1 || !count || !later) return []
  const before = readAmount(count[1] ?? count.at(-1) ?? '')
  const after = readAmount(later[1] ?? '')
  const named = mention.exec(count[0])
  if (!before || !after || !named) return []
  return [
    {
      counter: counterName(named),
      object: null,
      member: findObject(first),
      offsetBytes: null,
      test: singleTest(first),
      before: before.value,
      after: after.value,
      unit: null,
      runs: null,
      from: 'mail',
      sources: [
        placeIn(message, paragraph, one.from + count.index, one.from + count.index + count[0].length),
        placeIn(message, paragraph, two.from + later.index, two.from + later.index + later[0].length),
      ],
    },
  ]
}
