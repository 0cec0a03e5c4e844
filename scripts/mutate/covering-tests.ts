import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { paintRanges } from '../coverage/read-runs.ts'

const range = z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })
const runSchema = z.object({
  result: z.array(z.object({ url: z.string(), functions: z.array(z.object({ ranges: z.array(range) })) })),
})

/** Which characters of each file a file of tests runs in its own process. */
export type Reach = { test: string; ran: ReadonlyMap<string, Uint8Array> }

/** Reads what the last `npm run coverage` left: one file of tests a process. */
export function readReach(runs: string, lengths: ReadonlyMap<string, number>): Reach[] {
  const reach: Reach[] = []
  for (const name of readdirSync(runs).filter((file) => file.startsWith('coverage-'))) {
    const { result } = runSchema.parse(JSON.parse(readFileSync(path.join(runs, name), 'utf8')))
    const scripts = result
      .filter(({ url }) => url.startsWith('file:'))
      .map((one) => ({ ...one, file: fileURLToPath(one.url.replace(/[?#].*$/, '')) }))
    const tests = scripts.filter(({ file }) => file.endsWith('.test.ts'))
    const [only] = tests
    if (only === undefined || tests.length > 1) continue
    const ran = scripts.flatMap((one): [string, Uint8Array][] => {
      const length = lengths.get(one.file)
      return length === undefined ? [] : [[one.file, paintRanges(one, length)]]
    })
    reach.push({ test: only.file, ran: new Map(ran) })
  }
  return reach
}

/** Tests that run a character of a file, those nearest to the file first. */
export function findTests(reach: readonly Reach[], file: string, at: number): string[] {
  const near = (test: string): number => {
    if (test === file.replace(/\.ts$/, '.test.ts')) return 0
    if (path.dirname(test) === path.dirname(file)) return 1
    return test.startsWith(path.dirname(file)) || file.startsWith(path.dirname(test)) ? 2 : 3
  }
  return reach
    .filter(({ ran }) => ran.get(file)?.[at] === 1)
    .map(({ test }) => test)
    .sort((one, other) => near(one) - near(other) || (one < other ? -1 : 1))
}
