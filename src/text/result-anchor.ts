import { sha1 } from './sha1.ts'

/** Where a result is read and what it measures. No Message-ID: the result file's name, or `catalogue`. */
export type ResultPlace = {
  messageId: string
  line: number | null
  test: string | null
  variant: string | null
  metric: string | null
}

/** The anchor of a result without `#`: `b-<first 8 of sha1 of messageId|line|test|variant|metric>`; no line is 0. */
export function resultAnchor(place: ResultPlace): string {
  const fields = [place.messageId, place.line ?? 0, place.test ?? '', place.variant ?? '', place.metric ?? '']
  return `b-${sha1(fields.join('|')).slice(0, 8)}`
}
