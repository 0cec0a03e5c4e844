import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { buildSites, listPages, pageKind, readFile, serve } from './site-under-test.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** One pattern a kind of anchor that the site promises. */
const kinds: [string, RegExp][] = [
  ['a message', /^m-[0-9a-fx]{12}$/],
  ['a line of a message', /^m-[0-9a-fx]{12}-L\d+$/],
  ['a line of a diff, new', /^v\d+(?:r\d+)?p\d+-.+-R\d+$/],
  ['a line of a diff, old', /^v\d+(?:r\d+)?p\d+-.+-L\d+$/],
  ['a result', /^b-[0-9a-f]{8}$/],
  ['a layout', /^layout-[^-]+$/],
]
const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"&]*)"/g)].map((match) => match[1] ?? '')

describe.each(buildSites())('anchors of $name', ({ dir }) => {
  const cases = listPages(dir).filter((page) => pageKind(page) === 'case')
  test.each(kinds)('%s: opened -> its element in view and marked', { timeout: 120_000 }, async (_, pattern) => {
    const { address, close } = await serve(dir)
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    const faults: string[] = []
    const found: { name: string; id: string }[] = []
    for (const name of cases) {
      if (found.length === 4) break
      const ids = idsOf(readFile(dir, name)).filter((id) => pattern.test(id))
      if (ids.length > 0) found.push({ name, id: ids[Math.floor(ids.length / 2)] ?? '' })
    }
    for (const { name, id } of found) {
      await page.goto('about:blank')
      await page.goto(`${address}${name}#${id}`, { waitUntil: 'load' })
      await page.waitForTimeout(100)
      const seen = await page.evaluate((wanted) => {
        const target = document.getElementById(wanted)
        if (!target) return 'is not there'
        const { top, bottom } = target.getBoundingClientRect()
        if (bottom < 0 || top > innerHeight) return `stands at ${Math.round(top)}, outside the view`
        return target.matches(':target') ? '' : 'is not marked'
      }, id)
      if (seen !== '') faults.push(`${name}#${id} ${seen}`)
    }
    await page.context().close()
    await close()
    expect(found.length).toBeGreaterThan(0)
    expect(faults).toEqual([])
  })
})
