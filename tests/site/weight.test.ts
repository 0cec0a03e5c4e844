import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { CASE_BYTES, caseBudget } from '../../scripts/bench/case-budget.ts'
import { weighPage } from '../../scripts/bench/page-weight.ts'
import { buildSites, ownPages, pageKind, readFile } from './site-under-test.ts'

const seeds = ['jbd2-j-state-lock', 'ext4-inode-cache-align', 'ext4-orphan-journal-state', 'buffer-set-bit-if-clear']

for (const site of buildSites())
  describe(`weight of ${site.name}`, () => {
    const cases = ownPages(site).filter((page) => pageKind(page) === 'case')
    const slugOf = (page: string): string => page.split('/')[1] ?? ''

    test('every case page with all it loads, gzipped -> within its budget', () => {
      expect(cases.length).toBeGreaterThan(0)
      const over = cases.flatMap((page) => {
        const { total } = weighPage(site.dir, page)
        const budget = Math.floor(caseBudget(site.contentDir, slugOf(page)))
        return total <= budget ? [] : [`${page}: ${total} of ${budget} bytes`]
      })
      expect(over).toEqual([])
    })

    test('the first cases -> within the fixed part alone', () => {
      const first = cases.filter((page) => seeds.includes(slugOf(page)))
      const over = first.filter((page) => weighPage(site.dir, page).total > CASE_BYTES)
      expect(over).toEqual([])
    })

    test('style sheets -> what every page loads stands before the sheets of the pages, which overrule it', () => {
      const wrong = ownPages(site).filter((page) => {
        const sheets = [...readFile(site.dir, page).matchAll(/<link rel="stylesheet" href="[^"]*?([^"/]+)"/g)]
        const names = sheets.map(([, name = '']) => path.basename(name).split('.')[0])
        const own = names.indexOf('Page')
        return !names.includes('Shell') || (own >= 0 && own < names.indexOf('Shell'))
      })
      expect(wrong).toEqual([])
    })
  })
