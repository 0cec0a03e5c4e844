import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { messageOf } from '../../tests/message-of.ts'
import type { Message } from '../model/message.ts'
import { c2cLineSchema, c2cSchema, structLayoutSchema } from '../model/struct-layout.ts'
import { findC2c } from './c2c.ts'
import { findPaholeLayouts } from './pahole.ts'

const fixtures = path.join(import.meta.dirname, 'fixtures')

function situationsOf(kind: string): string[] {
  return readdirSync(path.join(fixtures, kind))
    .filter((name) => name.endsWith('.in.txt'))
    .map((name) => name.replace('.in.txt', ''))
}

function expectGolden(kind: string, situation: string, found: unknown): void {
  const golden = path.join(fixtures, kind, `${situation}.out.json`)
  if (process.env['UPDATE_GOLDEN'] === '1' && !process.env['CI'])
    writeFileSync(golden, `${JSON.stringify(found, null, 1)}\n`)
  if (!existsSync(golden))
    throw new Error(`no golden for ${situation}: run once with UPDATE_GOLDEN=1, read what it writes`)
  expect(found).toEqual(JSON.parse(readFileSync(golden, 'utf8')))
}

function readFixture(kind: string, situation: string): Message {
  return messageOf(readFileSync(path.join(fixtures, kind, `${situation}.in.txt`), 'utf8'))
}

describe('c2c', () => {
  test.each(situationsOf('c2c'))('fixture: %s -> its golden', (situation) => {
    const { counters, lines } = findC2c(readFixture('c2c', situation)).value
    for (const counter of counters) expect(c2cSchema.parse(counter)).toEqual(counter)
    for (const line of lines) expect(c2cLineSchema.parse(line)).toEqual(line)
    expectGolden('c2c', situation, {
      counters: counters.map((one) => [one.counter, one.test, one.before, one.after, one.unit, one.runs, one.member]),
      lines: lines.map((one) => [one.address, one.offsetBytes, one.symbol, one.sourceLine, one.columns]),
    })
  })
})

describe('pahole', () => {
  test.each(situationsOf('pahole'))('fixture: %s -> its golden', (situation) => {
    const layouts = findPaholeLayouts(readFixture('pahole', situation))
    for (const layout of layouts) expect(structLayoutSchema.parse(layout)).toEqual(layout)
    const found = layouts.map((layout) => ({
      struct: layout.struct,
      size: [layout.sizeBytes.before, layout.sizeBytes.after],
      cachelineBytes: layout.cachelineBytes,
      members: layout.members.map(({ name, offsetBytes, sizeBytes, inferred }) => [
        name,
        offsetBytes.before,
        offsetBytes.after,
        sizeBytes,
        ...(inferred.before || inferred.after ? ['inferred'] : []),
      ]),
      holes: layout.holes.map((hole) => [hole.side, hole.offsetBytes, hole.sizeBytes, hole.kind]),
    }))
    expectGolden('pahole', situation, found)
  })
})
