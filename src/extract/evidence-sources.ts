import type { Benchmark } from '../model/benchmark.ts'
import type { Source } from '../model/source.ts'
import type { StructLayout } from '../model/struct-layout.ts'

const words = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
/** Numbers of a quote, in digits, hex or a small number's word. */
const numberShape = new RegExp(`\\b(?:0x[0-9a-f]+|\\d+|${words.join('|')})(?![a-z])`, 'gi')

function holdsNumber(quote: string, wanted: number): boolean {
  return (quote.match(numberShape) ?? []).some((found) => {
    const word = words.indexOf(found.toLowerCase())
    return (word < 0 ? Number(found) : word) === wanted
  })
}

/** Offset of a member as pahole lists it: its size beside it is none. */
const listedOffset = /\/\*\s{0,20}(\d+)(?::\s?\d+)?\s{1,20}\d+\s{0,20}\*\//

function holdsOffset(quote: string, offset: number): boolean {
  const listed = listedOffset.exec(quote)?.[1]
  return listed === undefined ? holdsNumber(quote, offset) : Number(listed) === offset
}

const placeOf = (source: Source): string =>
  [source.messageId ?? source.file, source.part, source.startLine, source.startColumn, source.endColumn].join(':')

/** The same place once, in the order given. */
const once = (sources: readonly Source[]): Source[] => [
  ...new Map(sources.map((source) => [placeOf(source), source])).values(),
]

/** The first of several choices that holds any source. */
const firstKept = (...choices: readonly (readonly Source[])[]): Source[] => [
  ...(choices.find((choice) => choice.length > 0) ?? []),
]

/** The places that state the offsets of one side: those whose text holds the number, else all of a member's. */
export function offsetSources(members: readonly StructLayout['members'][number][], side: 'before' | 'after'): Source[] {
  return once(
    members.flatMap(({ sources, offsetBytes }) => {
      const offset = offsetBytes[side]
      const stating = offset === null ? [] : sources.filter(({ quote }) => holdsOffset(quote, offset))
      return firstKept(stating, sources)
    }),
  )
}

const saying = (sources: readonly Source[], says: Source['says']): Source[] =>
  sources.filter((source) => source.says === says)

/** The place of a result's interval: a value that holds both its ends. */
function intervalSources({ ci95, sources }: Benchmark): Source[] {
  if (!ci95) return []
  const ends = [ci95.low, ci95.high].map(Math.abs)
  return saying(sources, 'value').filter(({ quote }) => {
    const found = (quote.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
    return found.length > 1 && ends.every((end) => found.includes(end))
  })
}

/** The places that state how often a result was run: the words that hold the number, or its interval of pairs. */
export function runSources(result: Benchmark): Source[] {
  const { runs, sources } = result
  const said = saying(sources, 'runs')
  const stating = runs === null ? [] : said.filter(({ quote }) => holdsNumber(quote, runs))
  return once(firstKept(stating, said, intervalSources(result), saying(sources, 'value'), sources))
}

/** The places that state a result's spread: its interval, else its values. */
export const spreadSources = (result: Benchmark): Source[] =>
  once(firstKept(intervalSources(result), saying(result.sources, 'value'), result.sources))

/** The places that name the configurations, one for each; none of the results' numbers. */
export function variantSources(results: readonly Benchmark[]): Source[] {
  const first = new Map<string, Benchmark>()
  for (const result of results) if (result.variant && !first.has(result.variant)) first.set(result.variant, result)
  return once(
    [...first].flatMap(([variant, { sources }]) => {
      const labels = saying(sources, 'label')
      const naming = labels.filter(({ quote }) => quote.includes(variant))
      return firstKept(naming, labels, sources).slice(0, 2)
    }),
  )
}
