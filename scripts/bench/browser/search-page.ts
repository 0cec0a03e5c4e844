import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../../tests/browser.ts'
import { createStaticServer } from '../../static-server.ts'

const SLOWDOWN = 4
const parts = ['search/index.html', '_astro', 'fonts', 'theme.js', 'favicon.svg', 'pagefind', 'index.html']

/** A query's time from the key to the hits, with what the page waits for more keys, and the bytes it loaded as sent. */
export type SearchTime = { query: string; firstMs: number; medianMs: number; laterMs: number; bytes: number }

/** A site of the search page alone, over another index. */
function writeSite(outDir: string, files: ReadonlyMap<string, string>): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'casebook-search-'))
  for (const part of parts)
    if (existsSync(path.join(outDir, part))) cpSync(path.join(outDir, part), path.join(dir, part), { recursive: true })
  for (const [name, text] of files) {
    const file = path.join(dir, 'search', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return dir
}

/** Types a query at once and waits until its hits, or that there are none, stand on the page. */
const askPage = (page: Page, query: string): Promise<number> =>
  page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const input = document.querySelector<HTMLInputElement>('.bigsearch input')
        const status = document.querySelector('#search-status')
        if (!input || !status) throw new Error('The page has no search box')
        let started = 0
        const observer = new MutationObserver(() => {
          if (!/found/i.test(status.textContent ?? '')) return
          observer.disconnect()
          resolve(performance.now() - started)
        })
        status.textContent = ''
        observer.observe(status, { childList: true, characterData: true, subtree: true })
        input.value = text
        started = performance.now()
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    query,
  )

/** Counts what a server sends, to pages and to their workers. */
function countBytes(server: Server): { bytes: number } {
  const sent = { bytes: 0 }
  const before = new WeakMap<Socket, number>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) =>
    response.on('finish', () => {
      sent.bytes += socket.bytesWritten - (before.get(socket) ?? 0)
      before.set(socket, socket.bytesWritten)
    }),
  )
  return sent
}

/**
 * Searches in a browser whose processor is slowed down four times: each query first in a page that has loaded nothing
 * of the index, then twice more after another one; the best of `runs`, since what else a machine does only adds.
 */
export async function timeSearchPage(
  outDir: string,
  files: ReadonlyMap<string, string>,
  queries: readonly string[],
  runs: number,
): Promise<SearchTime[]> {
  const dir = writeSite(outDir, files)
  const server = createStaticServer(dir)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sent = countBytes(server)
  const browser = await launchBrowser()
  try {
    const times: SearchTime[] = []
    for (const query of queries) {
      const time: SearchTime = {
        query,
        firstMs: Number.POSITIVE_INFINITY,
        medianMs: Number.POSITIVE_INFINITY,
        laterMs: Number.POSITIVE_INFINITY,
        bytes: 0,
      }
      const firsts: number[] = []
      for (let run = 0; run < runs; run++) {
        const context = await browser.newContext({ serviceWorkers: 'block' })
        const page = await context.newPage()
        await page.goto(`http://127.0.0.1:${port}/search/`, { waitUntil: 'networkidle' })
        const session = await context.newCDPSession(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
        const before = sent.bytes
        firsts.push(await askPage(page, query))
        await page.waitForTimeout(1500)
        time.bytes = Math.max(time.bytes, sent.bytes - before)
        for (let again = 0; again < 2; again++) {
          await askPage(page, `${query}x`)
          time.laterMs = Math.min(time.laterMs, await askPage(page, query))
        }
        await context.close()
      }
      firsts.sort((a, b) => a - b)
      times.push({ ...time, firstMs: firsts[0] ?? time.firstMs, medianMs: firsts[firsts.length >> 1] ?? time.firstMs })
    }
    return times
  } finally {
    await browser.close()
    server.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
