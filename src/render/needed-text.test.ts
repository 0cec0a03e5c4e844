import { defaultJavaScriptRegexConstructor } from 'shiki/engine/javascript'
import c from 'shiki/langs/c.mjs'
import rust from 'shiki/langs/rust.mjs'
import { expect, test } from 'vitest'
import { findNeededText } from './needed-text.ts'

test.each([
  ['\\bswitch\\b', 'switch'],
  ['^\\s*#\\s*define\\b', 'define'],
  ['(?:(?=(\\p{space}*))\\1)(/\\*)', '/*'],
  ['ab?c', 'a'],
  ['ab*cde', 'cde'],
  ['ab{0,2}', 'a'],
  ['ab{2}', 'a'],
  ['ab+c', 'a'],
  ['x(?:yz)+', 'yz'],
  ['x(?:yz)?', 'x'],
  ['(?<name>long)', 'long'],
  ['(?<=before)a', 'before'],
  ['a(?=behind)', 'behind'],
  ['a(?!never)', 'a'],
  ['a(?<!never)', 'a'],
  ['a(?i:Any)', 'a'],
  ['(?-i:own)', 'own'],
  ['[abc[de]]f', 'f'],
  ['[\\]]ab', 'ab'],
  ['\\u0041\\x41\\cA\\k<n>\\p{L}', ''],
  ['\\.\\(', '.('],
  ['one|two', ''],
  ['(?:one|two)', ''],
  ['(?:one|two)three', 'three'],
  ['(one', 'on'],
  ['', ''],
])('text a pattern needs: %s -> %j', (source, needed) => {
  expect(findNeededText(source)).toBe(needed)
})

/** Every pattern of a grammar. */
function listPatterns(grammar: unknown): string[] {
  const found: string[] = []
  const open = [grammar]
  for (let value = open.pop(); value !== undefined; value = open.pop())
    if (Array.isArray(value)) open.push(...value)
    else if (typeof value === 'object' && value !== null)
      for (const [key, own] of Object.entries(value))
        if (typeof own === 'string' && /^(?:match|begin|end|while)$/.test(key)) found.push(own)
        else if (typeof own === 'object') open.push(own ?? [])
  return found
}

const lines = [
  '#define ALIGNED(x) __attribute__((aligned(x))) /* to a line */',
  '\tstruct page_pool *pool = container_of(work, struct page_pool, work); // 0x7fUL',
  "typedef unsigned long long u64; switch (a->b.c[3]) { case 1: default: return sizeof(*x) ? -1 : '\"'; }",
  '#if defined(CONFIG_SMP) && !0 /* = section = */',
  'template <typename T> class alignas(64) Queue : public Base<T> { std::atomic<size_t> head{0}; operator bool(); };',
  'pub(crate) fn new<\'a>(x: &\'a str) -> Result<u8, E> { println!("{:?}", x); loop { break } }',
  'printf("%-8s\\n%lu", name, 1.5e-3f); a <<= b--; c ??= d; extern "C" { asm volatile("mfence"); }',
]

test('text a pattern needs: every pattern of the grammars, where it matches a line -> the line holds it', () => {
  let matches = 0
  for (const pattern of [...new Set([c, rust].flatMap(listPatterns))]) {
    let regex: RegExp
    try {
      regex = defaultJavaScriptRegexConstructor(pattern)
    } catch {
      continue // a pattern that the engine does not know is left out by it as well
    }
    const needed = findNeededText(regex.source)
    for (const line of lines) {
      regex.lastIndex = 0
      if (regex.exec(`${line}\n`) === null) continue
      matches += 1
      if (!regex.ignoreCase) expect(`${line}\n`, regex.source).toContain(needed)
    }
  }
  expect(matches).toBeGreaterThan(100)
})
