import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'

let files = 0

/** What ran on a page, written in the shape that Node writes for a process; a bundle goes by its name. */
async function keepCoverage(page: Page, folder: string): Promise<void> {
  const scripts = await page.coverage.stopJSCoverage()
  const result = scripts.map(({ url, functions }) => ({
    url: `file:///${path.basename(new URL(url).pathname)}`,
    functions,
  }))
  writeFileSync(path.join(folder, `page-${process.pid}-${files++}.json`), JSON.stringify({ result }))
}

/** For `npm run coverage`: every page of a browser keeps what ran on it before it is closed. */
export function measurePages(browser: Browser, folder: string): Browser {
  const newContext = browser.newContext.bind(browser)
  const measure = async (page: Page): Promise<Page> => {
    await page.coverage.startJSCoverage({ resetOnNavigation: false })
    let isKept = false
    const keep = async (): Promise<void> => {
      if (isKept || page.isClosed()) return
      isKept = true
      await keepCoverage(page, folder)
    }
    const close = page.close.bind(page)
    page.close = async (options) => {
      await keep()
      await close(options)
    }
    const context = page.context()
    const closeContext = context.close.bind(context)
    context.close = async (options) => {
      await keep()
      await closeContext(options)
    }
    return page
  }
  browser.newContext = async (options) => {
    const context = await newContext(options)
    // Where scripts are switched off nothing runs.
    if (options?.javaScriptEnabled === false) return context
    const open = context.newPage.bind(context)
    context.newPage = async () => measure(await open())
    return context
  }
  const close = browser.close.bind(browser)
  browser.close = async (options) => {
    for (const context of browser.contexts()) await context.close()
    await close(options)
  }
  return browser
}
