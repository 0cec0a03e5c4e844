import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { findViolations } from './axe.ts'
import { buildSites, choosePages, pageKind, type SiteUnderTest, serve } from './site-under-test.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** The two longest pages: their colours are most of their time, and are those of other pages. */
const isLong = (page: string): boolean => /ring-(?:400|300)-/.test(page)

/** Two pages of each kind, but every fixture; the longest ones in one theme only, unless all are asked for. */
const chosen = (site: SiteUnderTest, isWhole = true): string[] =>
  choosePages(site, 2).filter((page) => isWhole || process.env['CASEBOOK_ALL'] || !isLong(page))

async function check(page: Page, addresses: readonly string[], isLongWithColours: boolean): Promise<string[]> {
  const faults: string[] = []
  for (const address of addresses) {
    await page.goto(address, { waitUntil: 'load' })
    const found = await findViolations(page, isLongWithColours || !isLong(address))
    faults.push(...found.map((fault) => `${page.url()}: ${fault}`))
  }
  return faults
}

/** Each theme once, wide and narrow; with `--all` the other two pairs as well. */
const screens: ['light' | 'dark', number][] = [
  ['light', 1280],
  ['dark', 360],
  ...(process.env['CASEBOOK_ALL'] === '1'
    ? [['dark', 1280] as ['dark', number], ['light', 412] as ['light', number]]
    : []),
]

describe.each(buildSites())('axe on $name', (site) => {
  test.each(screens)('%s, %i px: every page kind -> no violation', { timeout: 400_000 }, async (colorScheme, width) => {
    const { address, close } = await serve(site.dir)
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce', viewport: { width, height: 900 } })
    const page = await context.newPage()
    const names =
      width === 1280
        ? chosen(site, colorScheme === 'light')
        : chosen(site).filter(
            (name, index, all) => all.findIndex((other) => pageKind(other) === pageKind(name)) === index,
          )
    const faults = await check(
      page,
      [...names, '404.html'].map((name) => address + name),
      colorScheme === 'light' && width === 1280,
    )
    await context.close()
    await close()
    expect(faults).toEqual([])
  })

  test('open folds, a marked line and forced colours: a case -> no violation', { timeout: 120_000 }, async () => {
    const { address, close } = await serve(site.dir)
    const context = await browser.newContext({
      forcedColors: 'active',
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
    })
    const page = await context.newPage()
    const faults: string[] = []
    for (const name of chosen(site, false)
      .filter((one) => pageKind(one) === 'case')
      .slice(0, 3)) {
      await page.goto(address + name)
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details')) fold.open = true
        location.hash = document.querySelector('[id^="m-"]')?.id ?? ''
      })
      faults.push(...(await findViolations(page)))
    }
    await context.close()
    await close()
    expect(faults).toEqual([])
  })
})
