import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { buildSites, choosePages, listPages, readFile, serve } from './site-under-test.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** Collects what goes wrong while pages are open: console errors, script errors, failed and refused requests. */
function watch(page: Page, faults: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
}

/** Opens pages one after the other; faults, and pages that draw nothing or scroll sideways. */
async function crawl(pages: readonly string[], toAddress: (page: string) => string, width: number): Promise<string[]> {
  const faults: string[] = []
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  watch(page, faults)
  for (const name of pages) {
    await page.goto(toAddress(name), { waitUntil: 'load' })
    const seen = await page.evaluate(() => ({
      text: (document.querySelector('main')?.innerText ?? '').length,
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      broken: [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length,
      styled: document.styleSheets.length,
    }))
    if (seen.text === 0 || seen.wide > 0 || seen.broken > 0 || seen.styled === 0)
      faults.push(`${name}: ${JSON.stringify(seen)}`)
  }
  await context.close()
  return faults
}

describe.each(buildSites())('crawl of $name', (site) => {
  test.each([
    ['/', 1280],
    ['/false-sharing-casebook/', 360],
  ])(
    'served under %s at %i px: every page kind -> no error, nothing broken',
    { timeout: 240_000 },
    async (base, width) => {
      const { address, close } = await serve(site.dir, base)
      const faults = await crawl(choosePages(site, 12), (page) => address + page.replace(/index\.html$/, ''), width)
      await close()
      expect(faults).toEqual([])
    },
  )
  test('a page of a message or commit -> leads on to its case, without a script', { timeout: 60_000 }, async () => {
    const leading = listPages(site.dir).filter((page) => readFile(site.dir, page).includes('http-equiv="refresh"'))
    const { address, close } = await serve(site.dir, '/false-sharing-casebook/')
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    for (const name of leading.slice(0, 3)) {
      await page.goto(address + name)
      await page.waitForURL(/\/false-sharing-casebook\/cases\//)
    }
    await context.close()
    await close()
  })
  test('opened from a folder: every page kind -> no error but the modules a browser refuses there', {
    timeout: 240_000,
  }, async () => {
    const faults = await crawl(choosePages(site, 4), (page) => pathToFileURL(path.join(site.dir, page)).href, 1280)
    expect(faults.filter((fault) => !/CORS policy|ERR_FAILED/.test(fault))).toEqual([])
  })
})
