import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCases } from '../../scripts/read-content.ts'
import { launchBrowser } from '../browser.ts'
import { findViolations } from './axe.ts'
import { buildSites, serve } from './site-under-test.ts'

const base = '/false-sharing-casebook/'
const site = buildSites()[0]
const records = site ? readCases(site.contentDir).value.map((entry) => entry.record) : []
/** A word of a title that finds it: the longest plain one. */
const wordOf = (title: string): string => title.split(/[^A-Za-z]+/).sort((a, b) => b.length - a.length)[0] ?? ''

describe.skipIf(!site || records.length === 0)('search', { timeout: 60_000 }, () => {
  let browser: Browser
  let served: Awaited<ReturnType<typeof serve>>
  let context: BrowserContext
  let page: Page
  const word = wordOf(records[0]?.title ?? '')
  beforeAll(async () => {
    browser = await launchBrowser()
    served = await serve(site?.dir ?? '', base)
  })
  afterAll(async () => {
    await browser?.close()
    await served?.close()
  })
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    page = await context.newPage()
  })
  afterEach(() => context.close())

  /** Types into the masthead's box and waits for the count to be read out. */
  async function ask(query: string): Promise<string> {
    await page.keyboard.press('/')
    await page.keyboard.type(query)
    const status = page.locator('.quicksearch [role=status]')
    await expect.poll(() => status.textContent(), { timeout: 10_000 }).not.toBe('')
    return (await status.textContent()) ?? ''
  }

  test('masthead: / and a word of a title -> its case listed with facts, counted aloud, no axe violation', async () => {
    await page.goto(`${served.address}about/`)
    expect(await ask(word)).toMatch(/^\d+ cases? found/)
    const options = page.locator('#quick-hits [role=option]')
    expect(
      await options.allTextContents().then((texts) => texts.some((text) => text.includes(records[0]?.title ?? ''))),
    ).toBe(true)
    expect(await findViolations(page)).toEqual([])
  })
  test('masthead: arrow and Enter -> the case, under the base path', async () => {
    await page.goto(`${served.address}about/`)
    await ask(word)
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('[aria-selected=true]').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL(
      (url) => url.pathname.startsWith(`${base}cases/`) || url.pathname.startsWith(`${base}techniques/`),
    )
  })
  test('masthead: Escape -> the list closes, an arrow opens it again, a second one empties the box', async () => {
    await page.goto(served.address)
    await ask(word)
    await page.keyboard.press('Escape')
    expect(await page.locator('#quick-hits').isHidden()).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.locator('#quick-hits').waitFor({ state: 'visible' })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await page.locator('.quicksearch input').inputValue()).toBe('')
  })
  test('masthead: Enter without a choice -> the search page with the same query', async () => {
    await page.goto(served.address)
    await ask(word)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === `${base}search/` && url.searchParams.get('q') === word)
    await page.waitForSelector('#search-hits li')
    expect(await findViolations(page)).toEqual([])
  })
  test('search page: hits open in both themes -> no axe violation, facets narrow, every link of a hit leads to an anchor', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${served.address}search/?q=lock`)
      await page.waitForSelector('#search-hits li')
      expect(await findViolations(page)).toEqual([])
    }
    const links = await page
      .locator('#search-hits a[href*="#"]')
      .evaluateAll((all) => all.slice(0, 3).map((one) => one.getAttribute('href') ?? ''))
    for (const link of links) {
      await page.goto(link)
      expect(await page.locator(`[id="${decodeURIComponent(new URL(link).hash.slice(1))}"]`).count(), link).toBe(1)
    }
    await page.goto(`${served.address}search/?q=lock`)
    await page.waitForSelector('#search-facets a')
    await page.locator('#search-facets a').first().click()
    await page.waitForURL((url) => (url.searchParams.get('q') ?? '').includes(':'))
    await page.waitForSelector('#search-hits li')
  })
  test('search page: arrows from the box through the hits, Escape back -> the focus follows', async () => {
    await page.goto(`${served.address}search/?q=lock`)
    await page.waitForSelector('#search-hits h2 a')
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.closest('#search-hits') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  })
  test('search page: many hits -> the text of every page is loaded only when it is asked for', async () => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto(`${served.address}search/?q=lock`)
    const button = page.locator('#search-texts button')
    await button.waitFor()
    expect(loaded.filter((name) => name.includes('/pagefind/'))).toEqual([])
    await button.click()
    await page.waitForSelector('#search-texts :is(li, p)')
    expect(await findViolations(page)).toEqual([])
  })
  test('search page: nothing found, odd queries -> said so, no error', async () => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    for (const query of [
      'zzqqxxyy',
      '"',
      '<img src=x onerror=alert(1)>',
      '%',
      '\u202e',
      'x'.repeat(1900),
      'nosuch:thing',
      '???',
      'ｊ＿ｆｌａｇｓ',
      'شبكة',
    ]) {
      await page.goto(`${served.address}search/?q=${encodeURIComponent(query)}`)
      const status = page.locator('#search-status')
      await expect.poll(() => status.textContent(), { timeout: 10_000 }).toMatch(/found/i)
      await page.waitForTimeout(50)
    }
    expect(errors).toEqual([])
    expect(await page.locator('#search-ways').count()).toBe(1)
  })
  test('network off after the first search -> the same search again works', async () => {
    await page.goto(`${served.address}search/`)
    await page.locator('.bigsearch input').fill(word)
    await page.waitForSelector('#search-hits li')
    await context.setOffline(true)
    await page.locator('.bigsearch input').fill('')
    await page.locator('.bigsearch input').fill(word)
    await page.waitForSelector('#search-hits li')
    await context.setOffline(false)
  })
  test('without JavaScript: the search page -> leads to every case and technique', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const reader = await plain.newPage()
    await reader.goto(`${served.address}search/?q=${word}`)
    expect(await reader.locator('#search-ways a[href="../cases/index.html"]').isVisible()).toBe(true)
    expect(await reader.locator('#search-ways a').count()).toBeGreaterThan(1)
    await plain.close()
  })
  test('theme: the switch -> kept over pages, without a flash of the other', async () => {
    await page.goto(served.address)
    await page.locator('button.theme').click()
    await page.locator('button.theme').click()
    await page.goto(`${served.address}about/`, { waitUntil: 'commit' })
    await page.waitForSelector('h1')
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(20, 23, 26)')
  })
})
