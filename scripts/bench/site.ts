import { existsSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import path from 'node:path'
import lighthouse from 'lighthouse'
import { launchBrowser } from '../../tests/browser.ts'
import { createStaticServer } from '../static-server.ts'
import { CASE_BYTES } from './case-budget.ts'
import { weighPage } from './page-weight.ts'

const floors: Record<string, number> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** A port nothing listens on. */
async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The pages that are rated: home, a case, a technique. */
function choosePages(dir: string): { name: string; page: string }[] {
  const first = (folder: string): string | undefined =>
    readdirSync(path.join(dir, folder)).find((name) => existsSync(path.join(dir, folder, name, 'index.html')))
  const known = existsSync(path.join(dir, 'cases/jbd2-j-state-lock/index.html')) ? 'jbd2-j-state-lock' : first('cases')
  const technique = first('techniques')
  return [
    { name: 'home', page: '' },
    ...(known ? [{ name: 'case', page: `cases/${known}/` }] : []),
    ...(technique ? [{ name: 'technique', page: `techniques/${technique}/` }] : []),
  ]
}

/** Rates one page; the categories in per cent, and the audits that cost points. */
async function rate(url: string, port: number): Promise<{ scores: Record<string, number>; lost: string[] }> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: Object.keys(floors) })
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
  const scores = Object.fromEntries(
    Object.entries(result.lhr.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  )
  const weighted = new Set(
    Object.values(result.lhr.categories).flatMap(({ auditRefs }) =>
      auditRefs.filter((audit) => audit.weight > 0).map((audit) => audit.id),
    ),
  )
  const lost = Object.values(result.lhr.audits)
    .filter((audit) => weighted.has(audit.id) && audit.score !== null && audit.score < 1)
    .map((audit) => `${audit.id} ${audit.displayValue ?? ''}`.trim())
  return { scores, lost }
}

/** The best of at most three ratings: what else the machine does can only make a page slower. */
async function rateCalmly(url: string, port: number): Promise<Awaited<ReturnType<typeof rate>>> {
  let best = await rate(url, port)
  for (let run = 1; run < 3 && (best.scores['performance'] ?? 0) < (floors['performance'] ?? 0); run++) {
    const again = await rate(url, port)
    if ((again.scores['performance'] ?? 0) > (best.scores['performance'] ?? 0)) best = again
  }
  return best
}

/** Weights of the pages as sent, and Lighthouse's four ratings of the served build. False where a floor is missed. */
export async function bench(): Promise<boolean> {
  const dir = path.resolve(process.env['CASEBOOK_OUT'] ?? 'dist')
  if (!existsSync(path.join(dir, 'index.html'))) throw new Error(`No site in ${dir}: run \`npm run build\` first.`)
  const server = createStaticServer(dir)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: sitePort } = server.address() as AddressInfo
  const port = await findFreePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  let holds = true
  for (const { name, page } of choosePages(dir)) {
    const weight = weighPage(dir, `${page}index.html`)
    const parts = `html ${kilobytes(weight.html)}, css ${kilobytes(weight.css)}, script ${kilobytes(weight.script)}, faces ${kilobytes(weight.faces)}`
    console.log(`${name}: ${kilobytes(weight.total)} in ${weight.requests} requests (${parts})`)
    if (name === 'case' && weight.total > CASE_BYTES) holds = false
    const { scores, lost } = await rateCalmly(`http://127.0.0.1:${sitePort}/${page}`, port)
    console.log(
      `  ${Object.entries(scores)
        .map(([category, score]) => `${category} ${score}`)
        .join(', ')}`,
    )
    for (const audit of lost) console.log(`  not full: ${audit}`)
    if (Object.entries(scores).some(([category, score]) => score < (floors[category] ?? 0))) holds = false
  }
  await browser.close()
  server.closeAllConnections()
  server.close()
  return holds
}
