import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeOfflineFiles } from '../../scripts/finish/offline-files.ts'
import { readCases } from '../../scripts/read-content.ts'
import { launchBrowser } from '../browser.ts'
import { findViolations } from './axe.ts'
import { buildSites, serve } from './site-under-test.ts'

const base = '/false-sharing-casebook/'
const site = buildSites()[0]
const slugs = site ? readCases(site.contentDir).value.map((entry) => entry.record.slug) : []
const root = path.resolve(import.meta.dirname, '../..')

describe.skipIf(!site || slugs.length < 2)('offline', { timeout: 90_000 }, () => {
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let folder: string
  const errors: string[] = []
  beforeAll(async () => {
    browser = await launchBrowser()
    folder = mkdtempSync(path.join(tmpdir(), 'casebook '))
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)
  beforeEach(async () => {
    errors.length = 0
    context = await browser.newContext()
    page = await context.newPage()
    page.on('pageerror', (error) => errors.push(error.message))
  })
  afterEach(() => context.close())

  /** Opens the home page and waits until the worker holds the whole shell. */
  async function visit(address: string): Promise<void> {
    await page.goto(`${address}index.html`)
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      if (active?.state !== 'activated')
        await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }))
    })
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 20_000 })
      .toBe(true)
  }

  test('worker: the server is killed -> home, search and a page that was read open; another says that it is not kept', async () => {
    const served = await serve(site?.dir ?? '', base)
    await visit(served.address)
    await page.goto(`${served.address}cases/${slugs[0]}/index.html`)
    const title = await page.title()
    await served.close()
    await page.goto(`${served.address}index.html`)
    await page.goto(`${served.address}search/index.html?q=${slugs[0]}`)
    await page.waitForSelector('#search-hits li')
    await page.goto(`${served.address}cases/${slugs[0]}/index.html`)
    expect(await page.title()).toBe(title)
    await page.goto(`${served.address}cases/${slugs[1]}/index.html`)
    expect(await page.textContent('#offline-missing')).toContain('not kept')
    await expect.poll(() => page.locator(`#kept-pages a[href*="${slugs[0]}"]`).count()).toBeGreaterThan(0)
    expect(await findViolations(page)).toEqual([])
    expect(errors).toEqual([])
  })
  test('worker: deployed twice under a running browser -> the new pages and one shell; other caches of the origin stay', async () => {
    const dir = path.join(folder, 'deployed')
    cpSync(site?.dir ?? '', dir, { recursive: true })
    const served = await serve(dir, base)
    await visit(served.address)
    await page.evaluate(() => caches.open('/another-project/casebook-shell-1'))
    const names = (): Promise<string[]> =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('shell')))
    const before = await names()
    const home = path.join(dir, 'index.html')
    writeFileSync(home, readFileSync(home, 'utf8').replace('<main', '<!-- second --><main data-second="yes"'))
    writeOfflineFiles(dir)
    await page.goto(`${served.address}index.html`)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(names, { timeout: 20_000 }).not.toEqual(before)
    await expect.poll(async () => (await names()).length, { timeout: 20_000 }).toBe(2)
    expect(await names()).toContain('/another-project/casebook-shell-1')
    await served.close()
    await page.goto(`${served.address}index.html`)
    expect(await page.locator('main[data-second]').count()).toBe(1)
    expect(errors).toEqual([])
  })
  test('offline page: keep the whole site -> size, progress, cancel; storage that refuses is said', async () => {
    const served = await serve(site?.dir ?? '', base)
    await visit(served.address)
    await page.goto(`${served.address}offline/index.html`)
    const keep = page.locator('#keep-all')
    await expect.poll(() => keep.textContent(), { timeout: 10_000 }).toMatch(/MB, \d+ files/)
    await keep.click()
    await page.locator('#keep-cancel').click()
    await expect.poll(() => page.textContent('#offline-status'), { timeout: 20_000 }).toMatch(/Cancelled/)
    await page.evaluate(() => {
      Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    })
    await keep.click()
    await expect.poll(() => page.textContent('#offline-status'), { timeout: 20_000 }).toMatch(/storage is full/)
    await served.close()
  })
  test('folder: opened by file:// from a path with blanks and # -> figures, search and the very anchor; lists without a script', async () => {
    const dir = path.join(folder, 'a b #1')
    const { status } = spawnSync(
      process.execPath,
      [path.join(root, 'scripts/bundle.ts'), '--dir', site?.dir ?? '', '--out', dir, '--no-zip'],
      {
        stdio: 'ignore',
      },
    )
    expect(status).toBe(0)
    await page.goto(pathToFileURL(path.join(dir, 'index.html')).href)
    await page.keyboard.press('/')
    await page.keyboard.type(slugs[0] ?? '')
    await page.waitForSelector('#quick-hits [role=option]')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname.includes(`/cases/${slugs[0]}/index.html`))
    await page.goto(`${pathToFileURL(path.join(dir, 'search/index.html')).href}?q=lock`)
    await page.waitForSelector('#search-hits li')
    expect(errors).toEqual([])
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const reader = await plain.newPage()
    await reader.goto(pathToFileURL(path.join(dir, 'search/index.html')).href)
    await reader.click('#search-ways a[href="../cases/index.html"]')
    expect(await reader.locator(`main a[href*="${slugs[0]}"]`).count()).toBeGreaterThan(0)
    await plain.close()
  })
})
