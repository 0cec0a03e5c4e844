import type { ChangeWord } from './change-words.ts'
import type { Figure } from './finding.ts'
import type { Token } from './number-text.ts'
import type { ProseFigure } from './prose-figures.ts'
import { type Sentence, spanIn } from './sentences.ts'

/** A sentence being read: what of it is used already. */
export type Reading = {
  sentence: Sentence
  tokens: readonly Token[]
  figures: ProseFigure[]
  words: ChangeWord[]
  used: Set<ProseFigure>
}

/** A number of a sentence as a figure. */
export function figureOf(reading: Reading, figure: ProseFigure): Figure {
  const { number } = figure
  return {
    value: number.value,
    printed: number.printed,
    unit: figure.unit,
    span: spanIn(reading.sentence, number.start, number.end),
  }
}

/** The token at an index in lower case; empty where there is none. */
export function wordAt(tokens: readonly Token[], at: number): string {
  return (tokens[at]?.printed ?? '').toLowerCase()
}

/** A multiple in parentheses behind a percentage ("2097% (20x)") says the same again. */
export function restates(reading: Reading, figure: ProseFigure): boolean {
  if (figure.number.is !== 'multiple') return false
  const before = reading.figures.find((other) => other.number.is === 'percent' && other.next === figure.at - 1)
  return before !== undefined && wordAt(reading.tokens, figure.at - 1) === '('
}

/** From the measurement before a value to the next one: the words between are about it. */
export function spanBounds(reading: Reading, start: number, end: number): { from: number; to: number } {
  let from = 0
  let to = reading.sentence.text.length
  for (const figure of reading.figures) {
    if (figure.number.is === 'plain' && !reading.used.has(figure) && (!figure.isMeasure || figure.unit === null))
      continue
    if (restates(reading, figure)) continue
    const stop = reading.tokens[figure.next - 1]?.end ?? figure.number.end
    if (stop <= start && stop > from) from = stop
    if (figure.number.start >= end && figure.number.start < to) to = figure.number.start
  }
  return { from, to }
}
