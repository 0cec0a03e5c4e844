import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { realEffects } from '../scripts/effects.ts'
import { runImport } from '../scripts/import.ts'
import { type CaseRecord, caseSchema } from '../src/model/case.ts'

/** Documents of the three shapes that the first cases came in, about imagined subsystems, written apart from the importer. */
const folder = new URL('fixtures/sixth', import.meta.url).pathname
const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-sixth-'))
afterAll(() => rmSync(scratch, { recursive: true }))

async function importOne(file: string): Promise<CaseRecord> {
  const out = path.join(scratch, file)
  const printed: string[] = []
  const log = (text: string): void => void printed.push(text)
  await runImport(['--out', out, path.join(folder, file)], { ...realEffects, log, warn: log })
  const [slug = '', ...more] = readdirSync(path.join(out, 'cases'))
  expect(more, printed.join('\n')).toEqual([])
  return caseSchema.parse(JSON.parse(readFileSync(path.join(out, 'cases', slug, 'case.json'), 'utf8')))
}
const offsets = ({ layouts }: CaseRecord): Record<string, [number | null, number | null]> =>
  Object.fromEntries(
    layouts.flatMap(({ members }) =>
      members.map(({ name, offsetBytes, inferred }) => [
        name,
        [inferred.before ? null : offsetBytes.before, inferred.after ? null : offsetBytes.after],
      ]),
    ),
  )

describe('sixth document', () => {
  test('archive page text: a patch of a series and a reply -> offsets, sizes, table, counts, the comment on its line', async () => {
    const record = await importOne('archive-page.txt')
    expect(record).toMatchObject({
      title: 'pond: keep ripple counters away from the gate',
      author: { name: 'Mira Tallow' },
      subject: { index: 2, total: 4, version: 3, rfc: false },
      files: ['include/pond/basin.h'],
      structs: ['pond_basin'],
      technique: { value: 'align-member' },
      kind: { value: 'false-sharing' },
      kernel: { value: '6.11' },
    })
    expect(offsets(record)).toMatchObject({ depth: [16, null], rules: [24, null], nr_ripples: [40, 128] })
    expect(record.layouts[0]?.sizeBytes).toEqual({ before: 112, after: 192 })
    expect(
      record.benchmarks.map(({ test, before, after, changePercent, runs }) => [
        test,
        before,
        after,
        changePercent,
        runs,
      ]),
    ).toEqual([
      ['swimbench.dive', 20110.4, 23548.9, 17.1, 8],
      ['swimbench.float', 981.2, 979, -0.22, 8],
    ])
    expect(record.benchmarks[0]?.machine).toContain('four-socket Reed 9000')
    expect(record.c2c.map(({ counter, before, after }) => [counter, before, after])).toEqual([['remote HITM', 812, 9]])
    expect(record.reviewComments.map(({ author, file, side, line }) => [author, file, side, line])).toEqual([
      ['Otto Farrow', 'include/pond/basin.h', 'new', 43],
    ])
  })

  test('one raw reply and a fragment: the patch is missing -> its result, the tag in prose, the missing id', async () => {
    const record = await importOne('single-reply.mbox')
    expect(record).toMatchObject({
      title: 'lantern: Skip marking wicks that are lit',
      author: { name: 'Nils Amber' },
      files: [],
      technique: { value: 'check-before-write' },
      kind: { value: 'contention' },
      claimed: null,
    })
    expect(record.missing.map(({ messageId }) => messageId)).toEqual(['20240311081500.771-1-nils@example.org'])
    expect(record.benchmarks).toHaveLength(1)
    expect(record.benchmarks[0]).toMatchObject({ before: 88200, after: 93845, changePercent: 6.4 })
    expect(`${record.benchmarks[0]?.suite} ${record.benchmarks[0]?.test}`).toContain('hallbench')
    expect(record.benchmarks[0]?.machine).toContain('4-socket Copper')
    expect(record.trailers.map(({ name, person, prose }) => [name, person, prose])).toEqual([
      ['Acked-by', 'Petra Quill', true],
    ])
    expect(record.problems.map(({ code }) => code)).toContain('fragment')
  })

  test('mbox: a patch and a robot report that only the title joins -> both in one case', async () => {
    const record = await importOne('patch-and-robot.mbox')
    expect(record).toMatchObject({
      structs: ['orchard_tree'],
      claimed: { value: 'false-sharing' },
      technique: { value: 'align-member' },
      baseCommit: { value: '1111aaaa2222bbbb3333cccc4444dddd5555eeee' },
      commit: { sha: 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678', joinedBy: 'title' },
      outcome: { value: 'merged' },
    })
    expect(offsets(record)).toMatchObject({ t_flags: [8, null], t_basket_lock: [48, 64] })
    const own = record.benchmarks.filter(({ by }) => by === 'author')
    expect(
      own.map(({ test, changePercent, runs, threads, kernel }) => [test, changePercent, runs, threads, kernel]),
    ).toEqual([
      ['pickbench.early', 12.75, 7, 24, '6.9-rc2'],
      ['pickbench.late', 3.08, 7, 24, '6.9-rc2'],
    ])
    expect(record.c2c.map(({ counter, test, before, after, runs }) => [counter, test, before, after, runs])).toEqual([
      ['remote HITM', 'pickbench.early', 640, 0, 5],
      ['remote HITM', 'pickbench.late', 95, 0, 5],
    ])
    const [report] = record.reports
    expect(report).toMatchObject({
      headline: { metric: 'picktest.baskets_per_sec', changePercent: 8.2, word: 'improvement' },
      parent: '99887766aa554433',
    })
    expect(
      report?.tables[0]?.rows.map(({ metric, before, stddevBefore, change, after, stddevAfter }) => [
        metric,
        before,
        stddevBefore,
        change,
        after,
        stddevAfter,
      ]),
    ).toEqual([
      ['picktest.baskets_per_sec', 70214, null, { pct: 8.2 }, 75972, 3],
      ['mpstat.cpu.all.sys%', 4.21, 9, { abs: -1.3 }, 2.95, 11],
      ['picktest.time.apples', 1.75e9, null, { pct: 8 }, 1.89e9, null],
    ])
  })
})
