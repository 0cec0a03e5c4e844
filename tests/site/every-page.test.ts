import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { findViolations } from './axe.ts'
import { buildSites, ownPages, serve } from './site-under-test.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/**
 * Puts the elements of a page in the place of those that are shown: sheets, fonts and axe stay as they are, which is two
 * thirds of the time that opening it takes. No script runs. False, and nothing done, where its sheets are others.
 */
const exchangePage = (page: Page, address: string): Promise<boolean> =>
  page.evaluate(async (next) => {
    if (location.protocol === 'about:') return false
    const parsed = new DOMParser().parseFromString(await (await fetch(next)).text(), 'text/html')
    const isSheet = (element: Element): boolean => element.matches('link[rel="stylesheet"]')
    const links = [...parsed.querySelectorAll('link[rel="stylesheet"]')]
    const wanted = links.map((link) => new URL(link.getAttribute('href') ?? '', next).href)
    if (wanted.join(' ') !== [...document.styleSheets].map((sheet) => sheet.href ?? '').join(' ')) return false
    history.replaceState(null, '', next)
    for (const { name, value } of parsed.documentElement.attributes) document.documentElement.setAttribute(name, value)
    for (const old of [...document.head.children]) if (!isSheet(old)) old.remove()
    document.head.prepend(...[...parsed.head.children].filter((one) => !isSheet(one)))
    document.body.replaceWith(parsed.body)
    scrollTo(0, 0)
    await document.fonts.ready
    return true
  }, address)

/** What axe finds on pages, one after the other. */
async function check(page: Page, addresses: readonly string[], isOpened: boolean): Promise<string[]> {
  const faults: string[] = []
  for (const address of addresses) {
    if (isOpened || !(await exchangePage(page, address))) await page.goto(address, { waitUntil: 'load' })
    faults.push(...(await findViolations(page, isOpened)).map((fault) => `${address}: ${fault}`))
  }
  return faults
}

// Colours, most of the time, are the sheets' and not the cases': a quarter of the pages, opened as a reader does, has
// them tried here. Of the others the elements are looked at.
const parts: { part: number; colorScheme: 'light' | 'dark'; width: number; isOpened: boolean }[] = [
  { part: 0, colorScheme: 'light', width: 1280, isOpened: true },
  { part: 1, colorScheme: 'dark', width: 360, isOpened: false },
  { part: 2, colorScheme: 'light', width: 1280, isOpened: false },
  { part: 3, colorScheme: 'dark', width: 360, isOpened: false },
]

describe.runIf(process.env['CASEBOOK_ALL'] === '1').each(buildSites().filter(({ name }) => name === 'content'))(
  'axe on every page of $name',
  (site) => {
    test.each(parts)(
      'part $part of 0 to 3: $colorScheme, $width px, opened and colours: $isOpened -> no violation',
      { timeout: 600_000 },
      async ({ part, colorScheme, width, isOpened }) => {
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
            const addresses = some.map((name) => address + name)
            const found = await check(page, addresses, isOpened)
            await page.close()
            return found
          }),
        )
        await close()
        console.log(`axe: ${names.length} pages, part ${part}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
        expect(faults.flat()).toEqual([])
      },
    )
  },
)
