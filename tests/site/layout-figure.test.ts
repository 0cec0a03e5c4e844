import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { findViolations } from './axe.ts'
import { buildSites, serve } from './site-under-test.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const site = buildSites().find(({ name }) => name === 'fixture cases')

describe.skipIf(site === undefined)('layout figure in a browser', () => {
  test('line size: chosen by the keyboard -> redrawn, said, and in the address', { timeout: 60_000 }, async () => {
    const { address, close } = await serve(site?.dir ?? '')
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(`${address}cases/ring-full/`)
    const controls = page.locator('.figure-controls').first()
    await controls.getByRole('button', { name: '128-byte lines' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.search === '?line=128')
    await page.waitForFunction(() => document.querySelector('.redrawn')?.textContent !== '')
    expect(await controls.textContent()).toContain('redrawn for 128, not recompiled')
    expect(await page.locator('figure svg.wide title').first().textContent()).toContain('128-byte cachelines')
    expect(await page.locator('.sec-head .head-rows').first().textContent()).toBe('128-byte lines')
    await controls.getByRole('button', { name: 'hex offsets' }).press('Space')
    await page.waitForFunction(() => location.search === '?line=128&offsets=hex')
    expect(await findViolations(page)).toEqual([])
    await page.reload()
    await page.waitForFunction(() =>
      document.querySelector('figure svg.wide title')?.textContent?.includes('128-byte cachelines'),
    )
    expect(errors).toEqual([])
    await page.close()
    await close()
  })
})
