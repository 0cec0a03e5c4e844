import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { buildSites, serve } from './site-under-test.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const [site] = buildSites().filter(({ name }) => name === 'content')

describe.skipIf(!site)('primer', () => {
  test.each([
    ['motion as usual', 1, 6, { reducedMotion: 'no-preference', javaScriptEnabled: true }],
    ['no motion wanted', 6, 1, { reducedMotion: 'reduce', javaScriptEnabled: true }],
    ['no script', 6, null, { javaScriptEnabled: false }],
  ] as const)(
    'steps of ownership: %s -> %i pictures; after a press on the last button %s',
    async (_, shown, pressed, options) => {
      const { address, close } = await serve(site?.dir ?? '')
      const context = await browser.newContext({ ...options, viewport: { width: 360, height: 900 } })
      const page = await context.newPage()
      await page.goto(`${address}primer/`)
      const steps = page.locator('.steps .step:visible')
      expect(await steps.count()).toBe(shown)
      if (pressed !== null) {
        await page.locator('.steps .player button:visible').last().click()
        expect(await steps.count()).toBe(pressed)
      }
      await context.close()
      await close()
    },
  )
})
