import { gzipSync } from 'node:zlib'
import { buildIndex, prepareCase } from '../../src/search/build-index.ts'
import { runSearch } from '../../src/search/run-search.ts'
import { readerOf } from '../../tests/index-reader.ts'
import { readSearchCase } from '../finish/identifier-index.ts'
import { contentDir, readCases, readThread } from '../read-content.ts'

const most = { coldBytes: 250_000, laterMs: 100 }
const queries = [
  'j_flags',
  'ext4/super.c',
  'struct page_counter',
  'lock',
  'per cpu refcount',
  'author:dumazet year:2008',
  'b5501f970d',
]

/** Prints what a first search loads and how long searches take, at the real number of cases and at 5,000. */
export async function bench(): Promise<boolean> {
  const dir = contentDir()
  const real = readCases(dir).value.map(({ record }) => ({ record, thread: readThread(dir, record.slug).value }))
  const many = Array.from({ length: 5000 }, (_, index) => {
    const one = real[index % real.length]
    const copy = Math.floor(index / real.length)
    // Names of copies differ, as those of other cases do.
    const text = JSON.stringify(one?.record).replace(
      /("(?:name|title|struct)":"[^"\\]*)"/g,
      copy === 0 ? '$1"' : `$1_${copy}"`,
    )
    return one
      ? {
          record: { ...(JSON.parse(text) as typeof one.record), slug: `${one.record.slug}-${copy}` },
          thread: one.thread,
        }
      : undefined
  }).filter((one) => one !== undefined)
  let holds = true
  const sizes: number[] = []
  for (const cases of [real, many]) {
    const files = buildIndex(cases.map((one) => prepareCase(readSearchCase(one, null))))
    const size = [...files.values()].reduce((sum, text) => sum + gzipSync(text).length, 0)
    sizes.push(size / cases.length)
    let cold = 0
    let slowest = 0
    for (const query of queries) {
      const { reader, loaded } = readerOf(files)
      await runSearch(reader, query, 20)
      cold = Math.max(
        cold,
        [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0),
      )
      const started = performance.now()
      await runSearch(reader, query, 20)
      slowest = Math.max(slowest, performance.now() - started)
    }
    console.log(
      `search: ${cases.length} cases: index ${(size / 1000).toFixed(0)} kB, first search at most ${(cold / 1000).toFixed(0)} kB (limit ${most.coldBytes / 1000}), later ones at most ${slowest.toFixed(0)} ms (limit ${most.laterMs})`,
    )
    if (cold > most.coldBytes || slowest > most.laterMs) holds = false
  }
  const growth = (sizes[1] ?? 0) / (sizes[0] ?? 1)
  console.log(`search: a case costs ${growth.toFixed(2)} times as much of the index at 5,000 cases (limit 1.2)`)
  return holds && growth <= 1.2
}
