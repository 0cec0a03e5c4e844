import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findBrokenPermalinks, listPermalinks } from './permalink-list.ts'

test('permalinks: a case page with a drawing -> its layout and table, not the titles inside the drawing', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'permalinks-'))
  mkdirSync(path.join(folder, 'cases/pond'), { recursive: true })
  const svg = '<svg><title id="layout-nest-wide-t">Nest</title><desc id="layout-nest-wide-d">Eggs</desc></svg>'
  const page = `<section id="layout-nest">${svg}<details class="tablefold" id="layout-nest-table"></details></section>`
  writeFileSync(path.join(folder, 'cases/pond/index.html'), `${page}<article id="m-0123456789ab"></article>`)
  const links = listPermalinks(folder)
  const broken = findBrokenPermalinks(folder, [...links, '/cases/pond/#layout-egg'])
  rmSync(folder, { recursive: true })
  expect(links).toEqual([
    '/cases/pond/',
    '/cases/pond/#layout-nest',
    '/cases/pond/#layout-nest-table',
    '/cases/pond/#m-0123456789ab',
  ])
  expect(broken).toEqual(['/cases/pond/#layout-egg'])
})
