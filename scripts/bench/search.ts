import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildIndex, type IndexFiles, prepareCase } from '../../src/search/build-index.ts'
import { runSearch } from '../../src/search/run-search.ts'
import { readerOf } from '../../tests/index-reader.ts'
import { readSearchCase } from '../finish/identifier-index.ts'
import type { BuiltCase } from '../finish/message-index.ts'
import { contentDir, readCases, readThread } from '../read-content.ts'
import { timeSearchPage } from './browser/search-page.ts'

const most = { coldBytes: 250_000, firstMs: 300, laterMs: 100, precacheBytes: 3_000_000, growth: 1.2 }
const CASES = 5000
const LOADS = 3
const queries = [
  'j_flags',
  'ext4/super.c',
  'struct page_counter',
  'lock',
  'false sharing',
  'per cpu refcount',
  'author:dumazet year:2008',
  'b5501f970d',
  'page_countr',
  'phan_loc',
  'avoid false sharing of the lock and the counter in the hot path of the network stack',
]
/** What readers type: names, parts of them, a common word, two words, mistyped, pasted, asked. */
const slowQueries = [
  'j_flags',
  'lock',
  'page_',
  'phan_loc',
  'false sharing',
  'page_countr',
  'zzqqxx',
  'fs/ext4/super.c',
  'b5501f9',
  '20260902070331.820322-1-jonaszhou-oc@zhaoxin.com',
  'author:dumazet year:2008',
  'why is page_counter slow',
]
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`

/** The cases there are, over and over, each copy with other names, as those of other cases are. */
function multiply(real: readonly BuiltCase[], count: number): BuiltCase[] {
  return Array.from({ length: count }, (_, index) => {
    const one = real[index % real.length]
    if (!one) throw new Error('No case to measure with')
    const copy = Math.floor(index / real.length)
    if (copy === 0) return one
    const text = JSON.stringify(one.record).replace(/("(?:name|title|struct)":"[^"\\]*)"/g, `$1_${copy}"`)
    const record: BuiltCase['record'] = JSON.parse(text)
    return { record: { ...record, slug: `${one.record.slug}-${copy}` }, thread: one.thread }
  })
}

type Cost = { cold: number; slowest: number; size: number }

/** What first searches load, and the processor's time of later ones: the best of five, since a machine's load only adds. */
async function measure(files: IndexFiles): Promise<Cost> {
  const cost: Cost = { cold: 0, slowest: 0, size: 0 }
  for (const text of files.values()) cost.size += gzipSync(text).length
  for (const query of queries) {
    const { reader, loaded } = readerOf(files)
    await runSearch(reader, query, 20)
    cost.cold = Math.max(
      cost.cold,
      [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0),
    )
    let best = Number.POSITIVE_INFINITY
    for (let run = 0; run < 5; run++) {
      const { user, system } = process.cpuUsage()
      await runSearch(reader, query, 20)
      const used = process.cpuUsage({ user, system })
      best = Math.min(best, (used.user + used.system) / 1000)
    }
    cost.slowest = Math.max(cost.slowest, best)
  }
  return cost
}

/** What a first visit keeps, as sent: the files that the built worker names. */
function weighPrecache(outDir: string): number {
  const names = /"files":(\[[^\]]*\])/.exec(readFileSync(path.join(outDir, 'sw.js'), 'utf8'))?.[1] ?? '[]'
  const files: string[] = JSON.parse(names)
  return files.reduce((sum, name) => {
    const bytes = readFileSync(path.join(outDir, name))
    return sum + (/\.(?:html|css|js|json|txt|svg|webmanifest)$/.test(name) ? gzipSync(bytes).length : bytes.length)
  }, 0)
}

async function measureInBrowser(outDir: string, files: IndexFiles): Promise<boolean> {
  if (!existsSync(path.join(outDir, 'sw.js'))) {
    console.log('search: no built site in dist: the page is not timed and the first visit not weighed (npm run build)')
    return false
  }
  const precache = weighPrecache(outDir)
  console.log(`search: a first visit keeps ${kilobytes(precache)} (limit ${kilobytes(most.precacheBytes)})`)
  let holds = precache <= most.precacheBytes
  console.log(`search: in a browser slowed 4 times, ${CASES} cases, the best of ${LOADS} loads (their median):`)
  for (const { query, firstMs, medianMs, laterMs, bytes } of await timeSearchPage(outDir, files, slowQueries, LOADS)) {
    console.log(
      `search: ${JSON.stringify(query)}: first hits after ${firstMs.toFixed(0)} ms (${medianMs.toFixed(0)}; limit ${most.firstMs}), again after ${laterMs.toFixed(0)} ms (limit ${most.laterMs}), ${kilobytes(bytes)} loaded (limit ${kilobytes(most.coldBytes)})`,
    )
    if (firstMs > most.firstMs || laterMs > most.laterMs || bytes > most.coldBytes) holds = false
  }
  return holds
}

/** Prints what a first search loads and how long searches take, at the real number of cases and at 5,000. */
export async function bench(): Promise<boolean> {
  const dir = contentDir()
  const real = readCases(dir).value.map(({ record }) => ({ record, thread: readThread(dir, record.slug).value }))
  const sizes: number[] = []
  let files: IndexFiles = new Map()
  let holds = true
  for (const cases of [real, multiply(real, CASES)]) {
    files = buildIndex(cases.map((one) => prepareCase(readSearchCase(one, null))))
    const { cold, slowest, size } = await measure(files)
    sizes.push(size / cases.length)
    console.log(
      `search: ${cases.length} cases: index ${kilobytes(size)}, first search at most ${kilobytes(cold)} (limit ${kilobytes(most.coldBytes)}), later ones at most ${slowest.toFixed(0)} ms of processor (limit ${most.laterMs})`,
    )
    if (cold > most.coldBytes || slowest > most.laterMs) holds = false
  }
  const growth = (sizes[1] ?? 0) / (sizes[0] ?? 1)
  console.log(
    `search: a case costs ${growth.toFixed(2)} times as much of the index at ${CASES} cases (limit ${most.growth})`,
  )
  return (await measureInBrowser('dist', files)) && holds && growth <= most.growth
}
