import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatPlace, placeOf, reportReference } from './text-place.ts'

const place = {
  file: 'content/techniques/pad.mdx',
  text: '---\ntitle: Pad\n---\n\nSee <Case slug="one" /> and\n<Case slug="two" />.\n',
}

describe('text place', () => {
  afterEach(() => vi.unstubAllEnvs())
  test.each([
    ['one', 'content/techniques/pad.mdx:5'],
    ['two', 'content/techniques/pad.mdx:6'],
    ['not written so', 'content/techniques/pad.mdx:5'],
  ])('text place: <Case> with %j -> file and line in the whole file', (asked, expected) => {
    expect(formatPlace(place, 'Case', asked)).toBe(expected)
  })
  test('text place: a tag that is not in the text -> the file alone', () => {
    expect(formatPlace(place, 'Sketch', 'one')).toBe('content/techniques/pad.mdx')
  })
  test('text place: a page that says none -> null', () => {
    expect(placeOf({})).toBeNull()
    expect(placeOf({ guide: place })).toBe(place)
  })
  test('reference: not there, in a build, twice -> one problem with file, line and name', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'place-'))
    const list = path.join(folder, 'problems.json')
    vi.stubEnv('CASEBOOK_PROBLEMS', list)
    reportReference(place, 'Case', 'two', 'write another')
    reportReference(place, 'Case', 'two', 'write another')
    const problems: unknown = JSON.parse(readFileSync(list, 'utf8'))
    rmSync(folder, { recursive: true })
    expect(problems).toEqual([
      {
        file: 'content/techniques/pad.mdx:6',
        key: '',
        message: '<Case> refers to "two", which is not there',
        whatToDo: 'write another',
        isGap: true,
      },
    ])
  })
})
