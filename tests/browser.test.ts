import { describe, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'

describe('browser', () => {
  test('browser: a page without scripts -> its text is read', async () => {
    const browser = await launchBrowser()
    const page = await browser.newPage()
    await page.setContent('<h1>cacheline</h1>')
    expect(await page.locator('h1').innerText()).toBe('cacheline')
    await browser.close()
  })
})
