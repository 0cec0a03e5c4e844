import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { findViolations } from './axe.ts'
import { buildSites, choosePages, ownPages, pageKind, type SiteUnderTest, serve } from './site-under-test.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** Two pages of each kind, but every fixture; the two longest ones, half a minute each, in one theme only. */
const chosen = (site: SiteUnderTest, isWhole = true): string[] =>
  choosePages(site, 2).filter((page) => isWhole || process.env['CASEBOOK_ALL'] || !/ring-(?:400|300)-/.test(page))

async function check(page: Page, addresses: readonly string[], withColours = true): Promise<string[]> {
  const faults: string[] = []
  for (const address of addresses) {
    await page.goto(address, { waitUntil: 'load' })
    faults.push(...(await findViolations(page, withColours)).map((fault) => `${page.url()}: ${fault}`))
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
    )
    await context.close()
    await close()
    expect(faults).toEqual([])
  })

  // Colours, most of the time, are the sheets' and not the cases': a quarter of the pages has them tried here.
  const parts: { part: number; colorScheme: 'light' | 'dark'; width: number; withColours: boolean }[] = [
    { part: 0, colorScheme: 'light', width: 1280, withColours: true },
    { part: 1, colorScheme: 'dark', width: 360, withColours: false },
    { part: 2, colorScheme: 'light', width: 1280, withColours: false },
    { part: 3, colorScheme: 'dark', width: 360, withColours: false },
  ]
  test.runIf(process.env['CASEBOOK_ALL'] === '1' && site.name === 'content').each(parts)(
    'every page, part $part of 0 to 3: $colorScheme, $width px, colours $withColours -> no violation',
    { timeout: 600_000 },
    async ({ part, colorScheme, width, withColours }) => {
      const started = performance.now()
      const { address, close } = await serve(site.dir)
      const names = ownPages(site).filter((_page, at) => at % parts.length === part)
      const half = Math.ceil(names.length / 2)
      const faults = await Promise.all(
        [names.slice(0, half), names.slice(half)].map(async (some) => {
          const page = await browser.newPage({
            colorScheme,
            reducedMotion: 'reduce',
            viewport: { width, height: 900 },
          })
          const found = await check(
            page,
            some.map((name) => address + name),
            withColours,
          )
          await page.close()
          return found
        }),
      )
      await close()
      console.log(`axe: ${names.length} pages, part ${part}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
      expect(faults.flat()).toEqual([])
    },
  )

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
