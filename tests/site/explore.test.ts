import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type CaseRecord, caseSchema } from '../../src/model/case.ts'
import { parseCsv } from '../../src/text/csv.ts'
import { launchBrowser } from '../browser.ts'
import { buildSites, listFiles, readFile, serve } from './site-under-test.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const rowLinks = 'table.cases tbody .c-title > a'
const says = '#view-says'
/** The first number of the line that says what is shown. */
const shownCount = async (page: Page): Promise<number> =>
  Number.parseInt((await page.locator(says).textContent()) ?? '', 10)
const tick = (page: Page, facet: string, value: string): Promise<void> =>
  page.evaluate(
    ([name, key]) => document.querySelector<HTMLInputElement>(`.facets input[name="${name}"][value="${key}"]`)?.click(),
    [facet, value],
  )

async function openCases(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('.facets input').first().waitFor({ state: 'attached' })
  return page
}

/** Rows drawn as they are needed: draws them all. */
async function drawAll(page: Page): Promise<void> {
  const more = page.locator('.browser button.more')
  for (let count = 0; count < 200 && (await more.isVisible()); count++)
    await more.evaluate((button) => button instanceof HTMLElement && button.click())
}

describe.each(buildSites())('dashboard of $name', ({ dir, name }) => {
  const file = z.object({ cases: z.array(z.unknown()) }).parse(JSON.parse(readFile(dir, 'data/v1/cases.json')))
  const records: CaseRecord[] = file.cases.map((one) => caseSchema.parse(one))
  const first = records.find((record) => record.benchmarks.length > 0)
  if (!first) throw new Error(`No case with a number in ${name}`)
  const technique = first.technique.value
  const outcome = first.outcome.value
  const both = records.filter((one) => one.technique.value === technique && one.outcome.value === outcome)

  test('filters: two of them, reload, back, clear -> counts of a plain loop over cases.json', {
    timeout: 90_000,
  }, async () => {
    const { address, close } = await serve(dir, '/x/')
    const context = await browser.newContext()
    const page = await openCases(context, `${address}cases/`)
    expect(await shownCount(page)).toBe(records.length)
    await tick(page, 'technique', technique)
    expect(await shownCount(page)).toBe(records.filter((one) => one.technique.value === technique).length)
    await tick(page, 'outcome', outcome)
    expect(await shownCount(page)).toBe(both.length)
    expect(new URL(page.url()).search).toBe(`?technique=${technique}&outcome=${outcome}`)
    // Counts of a facet: the same loop, without the facet's own choice.
    const counts = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('.facets input[name="technique"]')].map((box) => ({
        value: box.value,
        count: Number(box.parentElement?.querySelector('.n')?.textContent),
      })),
    )
    for (const { value, count } of counts)
      expect(count).toBe(records.filter((one) => one.technique.value === value && one.outcome.value === outcome).length)
    await page.reload()
    await page.locator('.facets input').first().waitFor({ state: 'attached' })
    expect(await shownCount(page)).toBe(both.length)
    await page.goBack()
    await expect.poll(() => shownCount(page)).toBe(records.filter((one) => one.technique.value === technique).length)
    await page.locator('#view-clear').click()
    expect(await shownCount(page)).toBe(records.length)
    expect(new URL(page.url()).search).toBe('')
    await tick(page, 'has', 'numbers')
    expect(await shownCount(page)).toBe(records.filter((one) => one.benchmarks.length > 0).length)
    await context.close()
    await close()
  })

  test('CSV of a view -> the rows that are seen, in their order', { timeout: 60_000 }, async () => {
    const { address, close } = await serve(dir)
    const context = await browser.newContext({ acceptDownloads: true })
    const page = await openCases(context, `${address}cases/?technique=${technique}&sort=title`)
    await drawAll(page)
    const seen = await page.locator(rowLinks).evaluateAll((links) => links.map((link) => link.textContent))
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#view-csv').click()])
    const [head = [], ...rows] = parseCsv(readFileSync(await download.path(), 'utf8'))
    const slugs = rows.map((row) => row[head.indexOf('slug')])
    expect(rows.length).toBe(seen.length)
    expect(slugs.toSorted()).toEqual(
      records
        .filter((one) => one.technique.value === technique)
        .map((one) => one.slug)
        .toSorted(),
    )
    const links = await page
      .locator(rowLinks)
      .evaluateAll((all) =>
        all.map((link) => new URL(link instanceof HTMLAnchorElement ? link.href : 'about:blank').pathname),
      )
    expect(links).toEqual(slugs.map((slug) => `/cases/${slug}/`))
    // Cell by cell: what a row shows stands in its line of the CSV.
    const cells = await page.locator('table.cases tbody tr').evaluateAll((all) =>
      all.map((row) => ({
        title: row.querySelector('.c-title > a')?.textContent ?? '',
        technique: row.querySelector('.c-technique')?.textContent ?? '',
        outcome: row.querySelector('.c-outcome')?.textContent ?? '',
        year: row.querySelector('.c-year')?.textContent?.replace('no date', '') ?? '',
        change: /[+−-]?\d[\d.,]*/.exec(row.querySelector('.c-effect')?.textContent ?? '')?.[0] ?? '',
      })),
    )
    const plainText = (text: string): string => text.replace(/^'/, '')
    const printed = (text: string): number => Number(text.replace('−', '-').replaceAll(',', ''))
    cells.forEach((shown, index) => {
      const line = (column: string): string => rows[index]?.[head.indexOf(column)] ?? ''
      expect(plainText(line('title'))).toBe(shown.title)
      expect([line('technique'), line('outcome'), line('year')]).toEqual([shown.technique, shown.outcome, shown.year])
      expect(line('changePercent') === '' ? '' : Number(line('changePercent'))).toBe(
        shown.change === '' ? '' : printed(shown.change),
      )
    })
    await context.close()
    await close()
  })

  test('bad addresses -> ignored with a note, nothing run', { timeout: 60_000 }, async () => {
    const { address, close } = await serve(dir)
    const context = await browser.newContext()
    const page = await openCases(context, `${address}cases/?technique=nonsense&q=`)
    const dialogs: string[] = []
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    for (const query of [
      '?technique=nonsense',
      `?q=${'x'.repeat(10_240)}`,
      '?outcome=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&__proto__=1',
      '?sort=javascript:alert(1)',
    ]) {
      await page.goto(`${address}cases/${query}`)
      await page.locator('#view-notes li').first().waitFor()
      expect(await shownCount(page)).toBe(records.length)
      expect(await page.locator('#view-notes img').count()).toBe(0)
    }
    for (const query of ['?c=../../etc,%3Cscript%3E', `?c=${'a,'.repeat(5000)}`, '?c=no-such-case']) {
      await page.goto(`${address}compare/${query}`)
      await page.locator('#compare-notes li').first().waitFor()
      expect(await page.locator('table.compare').count()).toBe(0)
    }
    expect(dialogs).toEqual([])
    expect(errors).toEqual([])
    await context.close()
    await close()
  })

  test('keyboard alone: choose a technique, sort, compare two cases', { timeout: 90_000 }, async () => {
    const { address, close } = await serve(dir)
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await openCases(context, `${address}cases/`)
    const focusIs = (selector: string): Promise<boolean> =>
      page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
    const tabTo = async (selector: string): Promise<void> => {
      for (let count = 0; count < 300; count++) {
        await page.keyboard.press('Tab')
        if (await focusIs(selector)) return
      }
      throw new Error(`${selector} is not reached by Tab`)
    }
    await tabTo('.facets input[name="technique"]')
    const value = await page.evaluate(() =>
      document.activeElement instanceof HTMLInputElement ? document.activeElement.value : '',
    )
    await page.keyboard.press('Space')
    expect(await shownCount(page)).toBe(records.filter((one) => one.technique.value === value).length)
    expect(await focusIs('.facets input[name="technique"]')).toBe(true)
    await page.keyboard.press('Space')
    await tabTo('th[data-sort="title"] button')
    await page.keyboard.press('Enter')
    expect(await page.locator('th[data-sort="title"]').getAttribute('aria-sort')).toBe('ascending')
    await tabTo('input.choose')
    await page.keyboard.press('Space')
    await tabTo('input.choose')
    await page.keyboard.press('Space')
    expect(await page.locator('#view-compare').textContent()).toBe('Compare 2 cases')
    const [one, two] = await page
      .locator('input.choose:checked')
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('value')))
    expect(await page.locator('#view-compare').getAttribute('href')).toContain(`?c=${one},${two}`)
    await page.locator('#view-compare').focus()
    await page.keyboard.press('Enter')
    await page.locator('table.compare').waitFor()
    expect(await page.locator('table.compare thead th').count()).toBe(2)
    await context.close()
    await close()
  })

  test.each([
    [360, 'block'],
    [768, 'block'],
    [1280, 'table-header-group'],
  ])(
    'compare, %i px: four cases of different kinds -> each value whole, nothing cut',
    { timeout: 60_000 },
    async (width, heads) => {
      // With a layout, with numbers, with neither; several techniques.
      const kinds = Map.groupBy(
        records,
        (one) => `${one.layouts.length > 0} ${one.benchmarks.length > 0} ${one.technique.value}`,
      )
      const four = [...kinds.entries()]
        .sort(([a], [b]) => (a > b ? -1 : 1))
        .flatMap(([, [one]]) => one ?? [])
        .slice(0, 4)
      const { address, close } = await serve(dir)
      const context = await browser.newContext({ viewport: { width, height: 900 } })
      const page = await context.newPage()
      await page.goto(`${address}compare/?c=${four.map((one) => one.slug).join(',')}`)
      await page.locator('table.compare').waitFor()
      expect(await page.locator('table.compare tbody tr').first().locator('td').count()).toBe(four.length)
      const seen = await page.evaluate(() => {
        const cells = [...document.querySelectorAll<HTMLElement>('table.compare tbody td')]
        const svgs = [...document.querySelectorAll<SVGElement>('.column-layout svg')].filter(
          (svg) => svg.clientWidth > 0,
        )
        return {
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          empty: cells.filter((cell) => cell.innerText.trim() === '').length,
          heads: getComputedStyle(document.querySelector('table.compare thead') ?? document.body).display,
          // A name may begin 10 px left of its row: there is no more room beside it.
          cut: svgs.flatMap((svg) => {
            const cell = svg.closest('td')?.getBoundingClientRect()
            const texts = [...svg.querySelectorAll('text')].filter((text) => {
              const { left, right } = text.getBoundingClientRect()
              return cell && (left < cell.left - 11 || right > cell.right + 1)
            })
            return texts.map((text) => text.textContent)
          }),
        }
      })
      expect(seen).toEqual({ wide: 0, empty: 0, heads, cut: [] })
      await context.close()
      await close()
    },
  )

  test('figures of a view and of /explore/ -> as many marks as a plain loop finds, each to its case', {
    timeout: 60_000,
  }, async () => {
    const { address, close } = await serve(dir)
    const context = await browser.newContext()
    const page = await openCases(context, `${address}cases/?technique=${technique}`)
    await page.locator('#view-figures > summary').click()
    await page.locator('#view-figures figure').first().waitFor()
    // A second computation, from the published CSV alone.
    const [head = [], ...rows] = parseCsv(readFile(dir, 'data/v1/results.csv'))
    const cell = (row: readonly string[], column: string): string => row[head.indexOf(column)] ?? ''
    const drawn = rows.filter(
      (row) =>
        cell(row, 'changePercent') !== '' &&
        cell(row, 'higherIsBetter') !== '' &&
        cell(row, 'quantity') === 'effect' &&
        cell(row, 'of') !== 'other-patch' &&
        cell(row, 'verdict') !== 'listed-by-robot',
    )
    for (const row of drawn) {
      const change = 1 + Number(cell(row, 'changePercent')) / 100
      const better = cell(row, 'higherIsBetter') === 'true' ? change : 1 / change
      if (Number.isFinite(better) && change > 0) expect(Number(cell(row, 'betterRatio'))).toBeCloseTo(better, 3)
    }
    const ofTechnique = drawn.filter((row) => cell(row, 'technique') === technique)
    const marks = (selector: string): Promise<number> =>
      page.locator(`${selector} svg.plot.wide a, ${selector} table.by-case tbody a[href*="#results"]`).count()
    expect(await marks('#view-figures figure:first-of-type')).toBe(ofTechnique.length)
    await page.goto(`${address}explore/`)
    expect(await marks('#effects')).toBe(drawn.length)
    const hrefs = await page
      .locator('main svg a')
      .evaluateAll((all) => [...new Set(all.map((a) => a.getAttribute('href') ?? ''))])
    const files = new Set(listFiles(dir))
    for (const href of hrefs) expect(files.has(path.posix.join('explore', href.split('#')[0] ?? ''))).toBe(true)
    // Counts of years, once more.
    const total = await page
      .locator('#outcomes td.sum')
      .evaluateAll((cells) => cells.reduce((sum, one) => sum + Number(one.textContent), 0))
    if (total > 0) expect(total).toBe(records.length)
    await context.close()
    await close()
  })

  test('results.csv: every source link -> a line or result that is there', () => {
    const [head = [], ...rows] = parseCsv(readFile(dir, 'data/v1/results.csv'))
    const at = head.indexOf('sourceUrl')
    const pages = new Map<string, string>()
    const broken: string[] = []
    for (const row of rows) {
      const [address = '', anchor = ''] = (row[at] ?? '').split('#')
      const file = `cases/${address.split('/cases/')[1] ?? ''}index.html`
      if (!pages.has(file)) pages.set(file, readFile(dir, file))
      if (!pages.get(file)?.includes(`id="${anchor}"`)) broken.push(row[at] ?? '')
    }
    expect(broken).toEqual([])
  })

  test('feed -> read by a browser as XML, its entries lead to pages', { timeout: 60_000 }, async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const seen = await page.evaluate(
      (xml) => {
        const feed = new DOMParser().parseFromString(xml, 'application/xml')
        return {
          faults: feed.querySelectorAll('parsererror').length,
          ids: [...feed.querySelectorAll('entry > id')].map((id) => id.textContent ?? ''),
        }
      },
      readFile(dir, 'feed.xml'),
    )
    expect(seen.faults).toBe(0)
    const files = new Set(listFiles(dir))
    for (const id of seen.ids) expect(files.has(`cases/${id.split('/cases/')[1] ?? ''}index.html`)).toBe(true)
    await context.close()
  })
})
