import { expect, test } from 'vitest'
import { decodeEncodedWords } from './encoded-words.ts'

const cases: [string, string, string][] = [
  ['one word', '=?utf-8?q?caf=C3=A9?=', 'café'],
  ['underscore and hex blank', '=?utf-8?q?a_b=20?= c', 'a b  c'],
  ['blanks between words', '=?utf-8?q?a?= =?utf-8?q?b?=', 'ab'],
  ['two charsets', '=?utf-8?q?=C3=A9?= =?iso-8859-1?q?=E9?=', 'éé'],
  ['split inside a character', '=?utf-8?q?=C3?= =?utf-8?q?=A9?=', 'é'],
  ['split inside base64', '=?utf-8?b?Y2Fmw?= =?utf-8?b?6k=?=', 'café'],
  ['B then Q', '=?utf-8?b?w6k=?= =?utf-8?q?=C3=A9?=', 'éé'],
  ['language', '=?utf-8*en?q?x?=', 'x'],
  ['no blank around', 'a=?utf-8?q?b?=c', 'abc'],
  ['text between', '=?utf-8?q?a?= x =?utf-8?q?b?=', 'a x b'],
  ['not a word', '=?utf-8?x?abc?=', '=?utf-8?x?abc?='],
  ['open word', '=?utf-8?q?abc', '=?utf-8?q?abc'],
  ['unknown charset', '=?klingon?q?x?=', 'x'],
  ['no word', 'plain', 'plain'],
]
for (const [name, value, expected] of cases)
  test(`decodeEncodedWords: ${name} -> ${expected}`, () => expect(decodeEncodedWords(value)).toBe(expected))
