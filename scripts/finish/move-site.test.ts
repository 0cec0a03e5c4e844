import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findTargetFault, isWithin, moveSite } from './move-site.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-move-'))
afterAll(() => rmSync(scratch, { recursive: true }))

test.each([
  ['/a/b', '/a/b', true],
  ['/a/b', '/a/b/dist', true],
  ['/a/b', '/a/bc', false],
  ['/a/b', '/a', false],
  ['/a/b', '/a/b/..c', true],
])('isWithin: %s and %s -> %s', (folder, file, is) => {
  expect(isWithin(folder, file)).toBe(is)
})

test('findTargetFault: absent, empty, a site -> taken; other files -> refused with the folder', () => {
  const folder = path.join(scratch, 'target')
  expect(findTargetFault(folder)).toBeNull()
  mkdirSync(folder)
  expect(findTargetFault(folder)).toBeNull()
  writeFileSync(path.join(folder, 'letters.txt'), '')
  expect(findTargetFault(folder)).toContain(folder)
  writeFileSync(path.join(folder, 'index.html'), '')
  expect(findTargetFault(folder)).toBeNull()
})

/** Another file system than the scratch folder's, where the system has one. */
const elsewhere = '/dev/shm'
const isElsewhere = existsSync(elsewhere) && statSync(elsewhere).dev !== statSync(scratch).dev
test.each(isElsewhere ? [scratch, elsewhere] : [scratch])(
  'moveSite: into %s -> the new files, none of the old',
  (parent) => {
    const from = path.join(scratch, 'new')
    const to = path.join(parent, `casebook-moved-${process.pid}`, 'out')
    mkdirSync(path.join(from, 'cases'), { recursive: true })
    mkdirSync(to, { recursive: true })
    writeFileSync(path.join(from, 'cases/index.html'), 'new')
    writeFileSync(path.join(to, 'old.html'), 'old')
    moveSite(from, to)
    expect(readFileSync(path.join(to, 'cases/index.html'), 'utf8')).toBe('new')
    expect([existsSync(path.join(to, 'old.html')), existsSync(from)]).toEqual([false, false])
    rmSync(path.dirname(to), { recursive: true })
  },
)
