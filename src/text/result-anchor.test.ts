import { expect, test } from 'vitest'
import { resultAnchor } from './result-anchor.ts'
import { sha1 } from './sha1.ts'

test('resultAnchor: a row of a mail -> digest of id, line, test, variant and metric', () => {
  const place = { messageId: 'a@b', line: 7, test: 'utime', variant: '16 threads', metric: 'ops/s' }
  expect(resultAnchor(place)).toBe(`b-${sha1('a@b|7|utime|16 threads|ops/s').slice(0, 8)}`)
})
test('resultAnchor: nothing stated -> 0 and empty words', () => {
  const place = { messageId: 'catalogue', line: null, test: null, variant: null, metric: null }
  expect(resultAnchor(place)).toBe(`b-${sha1('catalogue|0|||').slice(0, 8)}`)
})
