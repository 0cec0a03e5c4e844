import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { launchBrowser } from '../browser.ts'
import { buildSites, serve } from './site-under-test.ts'

/** Values read by hand in the mails of the first cases: as the page shows them, as the mail prints them (null: no line). */
const goldSchema = z.record(
  z.string(),
  z.array(z.strictObject({ what: z.string(), shown: z.string(), printed: z.string().nullable() })),
)
const gold = goldSchema.parse(JSON.parse(readFileSync(new URL('../fixtures/seed-gold.json', import.meta.url), 'utf8')))

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** A piece of the page that shows values with their source: its text, and the lines its links lead to. */
type Shown = { text: string; links: { id: string; quoted: string }[] }

/** Every row, answer, note and caption outside the mails, with the text of each line it links to and the three after it. */
const readShown = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => {
    const quoted = (id: string): string => {
      const lines: string[] = []
      let line = document.getElementById(id)
      const stem = id.replace(/L\d+$/, 'L')
      const first = Number(/L(\d+)$/.exec(id)?.[1])
      for (let step = 0; step < 4 && line; step++) {
        lines.push(line.textContent ?? '')
        line = document.getElementById(`${stem}${first + step + 1}`)
      }
      return lines.join('\n')
    }
    const places = [...document.querySelectorAll('main :is(tr, dd, li, p, figcaption, .sec-head, .comment)')]
    return places
      .filter((place) => !place.closest('#discussion .mail'))
      .map((place) => ({
        text: place.textContent ?? '',
        links: [...place.querySelectorAll('a.src[href*="#m-"]')].map((link) => {
          const id = (link.getAttribute('href') ?? '').replace(/^.*#/, '')
          return { id, quoted: quoted(id) }
        }),
      }))
  })

const plain = (text: string): string => text.replace(/\s+/g, '').replaceAll('−', '-')

describe.each(buildSites().filter(({ name }) => name === 'content'))('numbers read by hand, $name', ({ dir }) => {
  test.each(Object.entries(gold))(
    '%s: JavaScript off -> each is on the page and leads to its line',
    {
      timeout: 120_000,
    },
    async (slug, facts) => {
      const { address, close } = await serve(dir)
      const context = await browser.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      await page.goto(`${address}cases/${slug}/`)
      const places = await readShown(page)
      const faults: string[] = []
      const targets = new Set<string>()
      for (const { what, shown, printed } of facts) {
        const found = places.filter(({ text }) => plain(text).includes(plain(shown)))
        if (found.length === 0) faults.push(`${what}: ${shown} cannot be read`)
        if (found.length === 0 || printed === null) continue
        const link = found.flatMap(({ links }) => links).find(({ quoted }) => plain(quoted).includes(plain(printed)))
        if (link) targets.add(link.id)
        else faults.push(`${what}: no link beside ${shown} leads to a line that holds ${printed}`)
      }
      for (const id of targets) {
        await page.goto('about:blank')
        await page.goto(`${address}cases/${slug}/#${id}`)
        const line = page.locator(`[id="${id}"]`)
        if (!(await line.isVisible())) faults.push(`#${id} cannot be seen`)
        else if (!(await line.evaluate((element) => element.matches(':target')))) faults.push(`#${id} is not marked`)
      }
      await context.close()
      await close()
      expect(faults).toEqual([])
    },
  )

  test('a review comment: placed in a rebased hunk -> stands under the line of the mailed version', async () => {
    const { address, close } = await serve(dir)
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${address}cases/ext4-inode-cache-align/`)
    const next = await page.evaluate(
      () => document.getElementById('v1p1-fs/ext4/super.c-R1514')?.parentElement?.nextElementSibling?.textContent ?? '',
    )
    await context.close()
    await close()
    expect(next).toContain('sashiko-bot')
  })
})
