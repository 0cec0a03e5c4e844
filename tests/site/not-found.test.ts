import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCases, readThread } from '../../scripts/read-content.ts'
import { launchBrowser } from '../browser.ts'
import { serve } from './site-under-test.ts'

const root = path.resolve(import.meta.dirname, '../..')
const contentDir = path.join(root, 'tests/content')
const dir = path.join(root, '.cache/site-under-a-base')
const base = '/false-sharing-casebook/'

/** A message without a page of its own: only the 404 page finds it. */
function findReply(): string | undefined {
  return readCases(contentDir)
    .value.flatMap(({ record }) => readThread(contentDir, record.slug).value?.messages ?? [])
    .find((message) => message.kind === 'reply' && !message.idIsDerived)?.id
}

describe.skipIf(!existsSync(contentDir))('404 page under its base', { timeout: 120_000 }, () => {
  let browser: Browser
  let served: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    const env = {
      ...process.env,
      SITE: `https://someone.github.io${base}`,
      CASEBOOK_CONTENT: contentDir,
      CASEBOOK_OUT: dir,
    }
    spawnSync(process.execPath, [path.join(root, 'scripts/build.ts'), '--no-search'], {
      cwd: root,
      stdio: 'ignore',
      env,
    })
    served = await serve(dir, base)
    browser = await launchBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await served?.close()
  })

  test.each(['nothing', 'no/such/page/', 'cases/gone/v1p1.diff', 'm/'])(
    '%s -> the page, styled, its links answered',
    async (address) => {
      const page = await browser.newPage()
      const faults: string[] = []
      page.on('response', (response) => {
        if (response.status() >= 400 && response.request().resourceType() !== 'document') faults.push(response.url())
      })
      const response = await page.goto(served.address + address)
      expect(response?.status()).toBe(404)
      expect(await page.title()).toContain('No such page')
      const rules = await page.evaluate(() => [...document.styleSheets].map((sheet) => sheet.cssRules.length))
      expect(rules.length).toBeGreaterThan(0)
      expect(rules).not.toContain(0)
      for (const href of await page
        .locator('a[href^="/"]')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)))
        expect((await page.request.get(href)).status(), href).toBe(200)
      expect(faults).toEqual([])
      await page.close()
    },
  )
  test('a Message-ID without a page -> its message is offered', async () => {
    const id = findReply()
    expect(id).toBeDefined()
    const page = await browser.newPage()
    await page.goto(`${served.address}m/${encodeURIComponent(id ?? '')}/`)
    const link = page.locator('#lookup a').first()
    await link.waitFor()
    expect(await link.getAttribute('href')).toContain(`${base}cases/`)
    await page.close()
  })
  test('an id that no case holds -> said so', async () => {
    const page = await browser.newPage()
    await page.goto(`${served.address}m/nobody@example.org/`)
    await expect.poll(() => page.locator('#lookup').textContent()).toContain('No case holds')
    await page.close()
  })
})
