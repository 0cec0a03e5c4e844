import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCases, readThread } from '../../scripts/read-content.ts'
import type { CaseRecord } from '../../src/model/case.ts'
import { launchBrowser } from '../browser.ts'
import { buildSites, serve } from './site-under-test.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** Numbers of a case that its page must show, as printed where the source's print is kept. */
function listNumbers({ benchmarks }: CaseRecord): string[] {
  return benchmarks
    .filter((benchmark) => benchmark.verdict !== 'listed-by-robot')
    .flatMap(
      ({ printed, changePercent }) => printed.change ?? (changePercent === null ? [] : String(Math.abs(changePercent))),
    )
    .filter((number) => /^[+−-]?[\d.,]+ ?%?$/.test(number))
    .map((number) => number.replace(/[^0-9.]/g, ''))
    .filter((number) => number !== '')
}

/** All text of a page, folded parts too, and how many messages and lines of them it holds. */
const readPage = (page: Page): Promise<{ text: string; messages: number }> =>
  page.evaluate(() => ({
    text: document.querySelector('main')?.textContent ?? '',
    messages: document.querySelectorAll('[id^="m-"]').length,
  }))

describe.each(buildSites())('without JavaScript: $name', ({ dir, contentDir }) => {
  // Cases with mail first: they hold most numbers.
  const records = readCases(contentDir)
    .value.map((entry) => entry.record)
    .sort((a, b) => b.versions.length - a.versions.length || (a.slug < b.slug ? -1 : 1))
  const some = process.env['CASEBOOK_ALL'] === undefined ? records.slice(0, 25) : records
  test('every case: title, numbers and mails -> can be read', { timeout: 240_000 }, async () => {
    const { address, close } = await serve(dir)
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const faults: string[] = []
    for (const record of some) {
      await page.goto(`${address}cases/${record.slug}/`, { waitUntil: 'domcontentloaded' })
      const { text, messages } = await readPage(page)
      // Controls are shown as code points, so a hostile title is compared by its plain part.
      const plain = record.title.split(/[^\x20-\x7e]/)[0] ?? ''
      if (!text.includes(plain.slice(0, 40))) faults.push(`${record.slug}: no title`)
      for (const number of listNumbers(record))
        if (!text.includes(number)) faults.push(`${record.slug}: ${number} is not on the page`)
      const thread = readThread(contentDir, record.slug).value
      if (thread && thread.messages.length > 0 && messages === 0) faults.push(`${record.slug}: no message`)
    }
    await context.close()
    await close()
    expect(faults).toEqual([])
  })
  test('a source link: from a number -> its line, marked', { timeout: 60_000 }, async () => {
    const { address, close } = await serve(dir)
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const faults: string[] = []
    for (const record of some.slice(0, 10)) {
      await page.goto(`${address}cases/${record.slug}/`)
      for (const link of (await page.locator('a.src[href^="#m-"]').all()).slice(0, 3)) {
        const href = (await link.getAttribute('href')) ?? ''
        if ((await page.locator(`[id="${href.slice(1)}"]`).count()) !== 1)
          faults.push(`${record.slug}: ${href} leads to no line`)
      }
    }
    await context.close()
    await close()
    expect(faults).toEqual([])
  })
  test('the table of cases: its pages one after the other -> every case once', { timeout: 60_000 }, async () => {
    const { address, close } = await serve(dir)
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const reached: string[] = []
    await page.goto(`${address}cases/`)
    for (let number = 1; number < 200; number++) {
      const links = await page
        .locator('table.cases tbody .c-title > a')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
      reached.push(...links.map((href) => href.split('/').at(-2) ?? ''))
      const next = page.locator('.pager [aria-current="page"] + a')
      if ((await next.count()) === 0) break
      await next.click()
    }
    const counted = readCases(contentDir).value.filter((entry) => !entry.frontMatter.leaveOut)
    expect(reached.toSorted()).toEqual(counted.map((entry) => entry.record.slug).toSorted())
    await context.close()
    await close()
  })
})
