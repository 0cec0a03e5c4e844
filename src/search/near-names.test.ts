import { expect, test } from 'vitest'
import { findNearNames } from './near-names.ts'

const words = ['lock', 'count', 'page', 'state', 'counter', 'cache', 'kmem', 'dumazet', 'conductor']

test.each([
  ['page_countr', 'a letter left out -> both words that are near, the more used first', ['page_count', 'page_counter']],
  ['j_sttae_lokc', 'two words mistyped -> both mended', ['j_state_lock']],
  ['kmem-cahce', 'letters swapped -> the separator stays', ['kmem-cache']],
  ['j_stat_elock', 'a separator a letter too early -> moved', ['j_state_lock']],
  ['jk_state', 'two letters swapped -> swapped back', ['kj_state']],
  ['dumazt', 'a person -> the name', ['dumazet']],
  ['pagecountr', 'a separator and a letter left out -> the words without it', ['pagecount', 'pagecounter']],
  ['page_counter', 'nothing mistyped -> itself is no answer', ['page_count']],
  ['mock', 'a short word with another beginning -> another word', []],
  ['destructor', 'three letters of ten -> another word', []],
  ['zzqqxx', 'near nothing -> nothing', []],
  ['', 'nothing -> nothing', []],
])('near names: %s: %s', (name, _, first) => {
  expect(findNearNames(name, words, 12).slice(0, first.length || 12)).toEqual(first)
})
