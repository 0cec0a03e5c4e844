import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { findViolations } from './axe.ts'
import { buildSites, serve } from './site-under-test.ts'

const base = '/false-sharing-casebook/'
const site = buildSites().find(({ name }) => name === 'fixture cases')

const patch = `From: A. Author <a@example.org>
Subject: [PATCH] pond: keep the lock of a duck off its feathers
Message-ID: <duck-1@example.org>

The lock shares a line with feathers: false sharing. <img src=x onerror="window.hurt=1">

diff --git a/pond/duck.h b/pond/duck.h
--- a/pond/duck.h
+++ b/pond/duck.h
@@ -1,6 +1,6 @@ struct duck {
 struct duck {
 \tunsigned long feathers;
-\tspinlock_t lock;
+\tspinlock_t lock ____cacheline_aligned_in_smp;
 \tunsigned long quacks;
 };
 
`
const listing = `struct cog {
\tchar                       name[64];             /*     0    64 */
\t/* --- cacheline 1 boundary (64 bytes) --- */
\tlong unsigned int          teeth;                /*    64     8 */
\tlong unsigned int          flags;                /*    72     8 */
\tlong unsigned int          spare[4];             /*    80    32 */
\tspinlock_t                 lock;                 /*   112     4 */

\t/* size: 128, cachelines: 2, members: 5 */
};
`
const report = `
#        ----- HITM -----  -- Store Refs --  --------- Data address ---------
#   Num      Rmt      Lcl   L1 Hit  L1 Miss              Offset                     Symbol             Object       Source:Line
  -------------------------------------------------------------
      0       91        8       40        2  0xffff9f0e5a1c2b40
  -------------------------------------------------------------
          55.01%   12.50%    0.00%    0.00%                 0x8  [k] cog_read       [kernel.kallsyms]  cog.c:12
          44.99%   87.50%  100.00%  100.00%                0x30  [k] cog_lock       [kernel.kallsyms]  cog.c:99
`

describe.skipIf(site === undefined)('review page', { timeout: 60_000 }, () => {
  let browser: Browser
  let served: Awaited<ReturnType<typeof serve>>
  let context: BrowserContext
  let page: Page
  let requests: string[]
  let errors: string[]
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
    requests = []
    errors = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(`${served.address}review/`, { waitUntil: 'networkidle' })
    // A browser asks for the icon of the page when it has time, a busy one late.
    page.on('request', (request) => {
      if (!request.url().endsWith('/favicon.svg')) requests.push(request.url())
    })
  })
  afterEach(() => context.close())

  const box = () => page.locator('#review-input')
  const status = () => page.locator('#review-status')
  /** A paste as a browser gives it: the event, then the text in the box. */
  async function paste(text: string): Promise<void> {
    await box().evaluate((element, value) => {
      const data = new DataTransfer()
      data.setData('text/plain', value)
      const event = new ClipboardEvent('paste', { clipboardData: data, cancelable: true, bubbles: true })
      if (element.dispatchEvent(event) && element instanceof HTMLTextAreaElement) element.value = value
    }, text)
  }
  async function drop(name: string, bytes: number[]): Promise<void> {
    await page.evaluate(
      ([file, content]) => {
        const data = new DataTransfer()
        data.items.add(new File([Uint8Array.from(content)], file))
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
      },
      [name, bytes] as const,
    )
  }

  test('paste: a patch with markup in it -> reviewed, nothing run, no request made, no axe violation', async () => {
    await paste(patch)
    await expect.poll(() => status().textContent(), { timeout: 10_000 }).toMatch(/^1 patch/)
    const text = (await page.locator('#review-answer pre').textContent()) ?? ''
    expect(text).toContain('"pond: keep the lock of a duck off its feathers"\nduck-1@example.org\n')
    expect(text).toMatch(/Technique: +align-member/)
    for (const line of text.split('\n'))
      expect(line.length <= 72 || /^(?:https?:\/\/\S+|.*".*"\)?)$/.test(line)).toBe(true)
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
    expect(await findViolations(page)).toEqual([])
    expect(requests).toEqual([])
    expect(errors).toEqual([])
  })
  test('drop: a file -> reviewed; a binary one -> said so', async () => {
    await drop('a.patch', [...new TextEncoder().encode(patch)])
    await expect.poll(() => status().textContent(), { timeout: 10_000 }).toMatch(/^1 patch/)
    await drop('a.bin', [0, 1, 2, 3, 255, 0])
    await expect.poll(() => status().textContent()).toMatch(/binary/)
    expect(await page.locator('#review-answer').textContent()).toBe('')
    expect(requests).toEqual([])
  })
  test('pahole and c2c in one paste -> mapped, conflict drawn; another line by the keyboard -> drawn anew', async () => {
    await paste(listing + report)
    await expect.poll(() => status().textContent(), { timeout: 10_000 }).toMatch(/1 cacheline mapped/)
    const mapping = page.locator('#review-mapping')
    expect(await mapping.locator('select').inputValue()).toBe('cog 1')
    expect(await mapping.locator('tbody tr').allTextContents()).toEqual([
      expect.stringMatching(/^flags72.*cog_read/),
      expect.stringMatching(/^lock112.*cog_lock/),
    ])
    expect(await mapping.locator('svg').first().textContent()).toContain('invalidates')
    await mapping.locator('select').focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => mapping.locator('select').inputValue()).toBe('cog 0')
    expect(await mapping.textContent()).toContain('(chosen)')
    expect(await findViolations(page)).toEqual([])
    expect(errors).toEqual([])
  })
  test('keyboard alone: typed, Ctrl+Enter -> reviewed; the text is reached by Tab', async () => {
    await box().focus()
    await page.keyboard.insertText(patch)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => status().textContent(), { timeout: 10_000 }).toMatch(/^1 patch/)
    let reached = false
    for (let presses = 0; presses < 60 && !reached; presses++) {
      await page.keyboard.press('Tab')
      reached = await page.evaluate(() => document.activeElement?.matches('#review-answer pre') === true)
    }
    expect(reached).toBe(true)
  })
  test('too large, none, hostile -> a clear word in bounded processor time', async () => {
    const counter = await page.context().newCDPSession(page)
    // The time of the page's thread, not of a clock: a busy machine changes nothing.
    await counter.send('Performance.enable', { timeDomain: 'threadTicks' })
    const spentSeconds = async (): Promise<number> =>
      (await counter.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
    const started = await spentSeconds()
    await paste('x'.repeat(5_000_000))
    await expect.poll(() => status().textContent()).toMatch(/more than 1 MB/)
    await paste('Dear all, no patch here.')
    await expect.poll(() => status().textContent()).toMatch(/No patch, pahole listing/)
    await paste('('.repeat(100_000) + '>'.repeat(100_000) + '/* '.repeat(50_000) + '{\n'.repeat(50_000))
    await expect.poll(() => status().textContent(), { timeout: 30_000 }).not.toMatch(/Reading/)
    expect((await spentSeconds()) - started).toBeLessThan(20)
    expect(errors).toEqual([])
  })
  test('the server gone after the page has loaded -> it works on', async () => {
    const own = await serve(site?.dir ?? '', base)
    await page.goto(`${own.address}review/`, { waitUntil: 'networkidle' })
    await own.close()
    await context.setOffline(true)
    await paste(patch)
    await expect.poll(() => status().textContent(), { timeout: 10_000 }).toMatch(/^1 patch/)
    expect(errors).toEqual([])
  })
  test('no JavaScript -> the command is shown, the box is not', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const still = await plain.newPage()
    await still.goto(`${served.address}review/`)
    expect(await still.locator('#review-form').isVisible()).toBe(false)
    expect(await still.locator('main').textContent()).toContain('npm run review -- 0001-my.patch')
    await plain.close()
  })
})
