import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findBenchmarks } from './benchmarks.ts'
import { plainMessage } from './plain-message.ts'

const folder = new URL('./fixtures/benchmarks/tuned/', import.meta.url).pathname
const bodies = readdirSync(folder)
  .filter((file) => file.endsWith('.in.txt'))
  .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }))

/** Numbers from 0 to 1, the same for one seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0
    return state / 4294967296
  }
}

/** A name of the same shape as another: letters for letters, the same length, case and punctuation. */
function renamed(name: string, random: () => number): string {
  return name.replace(/[a-z]/g, () => 'bdfgklmprtvz'.charAt(Math.floor(random() * 12)))
}

type Row = { test: string | null; before: number | null; after: number | null; percent: number | null }
const rowsOf = (text: string): Row[] =>
  findBenchmarks(plainMessage(text), 'patch').value.map((one) => ({
    test: one.test,
    before: one.before,
    after: one.after,
    percent: one.changePercentIs === 'stated' ? one.changePercent : null,
  }))

for (let seed = 1; seed <= 10; seed++) {
  test(`findBenchmarks: invented test names renamed, seed ${seed} -> the same numbers under the new names`, () => {
    const random = randomFrom(seed)
    const names = new Map<string, string>()
    for (const { file, text } of bodies) {
      // names that only these fixtures have: they mean nothing to any table of known words
      const rewrite = (part: string) =>
        part.replace(/\b(?:frob|blorb|zap|blip)[a-z]*/g, (name) => {
          const known = names.get(name) ?? renamed(name, random)
          names.set(name, known)
          return known
        })
      const before = rowsOf(text)
      const after = rowsOf(rewrite(text))
      expect(
        after.map((row) => ({ ...row, test: null })),
        file,
      ).toEqual(before.map((row) => ({ ...row, test: null })))
      for (const [at, row] of after.entries())
        expect(row.test, file).toBe(before[at]?.test ? rewrite(before[at]?.test ?? '') : null)
    }
  })

  test(`findBenchmarks: digits of the numbers changed, seed ${seed} -> the results change with them`, () => {
    const random = randomFrom(seed + 100)
    const digit = () => String(1 + Math.floor(random() * 8))
    const cells = (count: number) =>
      Array.from({ length: count }, () => `${digit()}${digit()}${digit()}.${digit()}${digit()}`)
    const [a = '', b = '', c = '', d = ''] = cells(4)
    const rows = (text: string) => rowsOf(text).map((row) => [row.before, row.after])
    const expected = [
      [Number(a), Number(b)],
      [Number(c), Number(d)],
    ]
    expect(rows(`test        base        patched\nread        ${a}      ${b}\nwrite       ${c}      ${d}\n`)).toEqual(
      expected,
    )
    expect(rows(`|test|before|after|\n|---|---|---|\n|read|${a}|${b}|\n|write|${c}|${d}|\n`)).toEqual(expected)
    expect(rows(`read: ${a} ops/s -> ${b} ops/s\nwrite: ${c} ops/s -> ${d} ops/s\n`)).toEqual(expected)
    expect(
      rows(`The latency of read and write falls from ${a} us and ${c} us to ${b} us and ${d} us, respectively.\n`),
    ).toEqual(expected)
    expect(
      rows(
        `Before:\n  read took ${a} usec\n  write took ${c} usec\n\nAfter:\n  read took ${b} usec\n  write took ${d} usec\n`,
      ),
    ).toEqual(expected)
  })

  test(`findBenchmarks: rows in another order, seed ${seed} -> the results in that order`, () => {
    const random = randomFrom(seed + 200)
    const rows = ['open     101     120', 'close    202     230', 'stat     303     340', 'link     404     450']
    const shuffled = rows
      .map((row) => ({ row, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ row }) => row)
    const found = rowsOf(`test     before  after\n${shuffled.join('\n')}\n`)
    expect(found.map((row) => row.test)).toEqual(shuffled.map((row) => row.split(/\s+/)[0]))
  })
}
