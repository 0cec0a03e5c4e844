/** `npm run pictures`: the four reference pictures of the built site, into .github/pictures/. */
import { existsSync, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { launchBrowser } from '../tests/browser.ts'
import { createStaticServer } from './static-server.ts'

const help = `npm run pictures
Takes the four reference pictures of the built site (dist/) into .github/pictures/.`

type Picture = { file: string; page: string; width: number; height: number; colorScheme: 'light' | 'dark' }
const slug = 'jbd2-j-state-lock'
const pictures: Picture[] = [
  { file: 'case-light.png', page: `cases/${slug}/`, width: 1280, height: 1100, colorScheme: 'light' },
  { file: 'case-dark.png', page: `cases/${slug}/`, width: 1280, height: 1100, colorScheme: 'dark' },
  { file: 'case-narrow.png', page: `cases/${slug}/`, width: 360, height: 1400, colorScheme: 'light' },
  { file: 'home.png', page: '', width: 1280, height: 1100, colorScheme: 'light' },
]

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    console.log(help)
    return 0
  }
  const root = path.resolve(import.meta.dirname, '..')
  const dir = path.resolve(process.env['CASEBOOK_OUT'] ?? path.join(root, 'dist'))
  if (!existsSync(path.join(dir, 'cases', slug, 'index.html'))) {
    console.error(`No page of ${slug} in ${dir}: run \`npm run build\` first.`)
    return 1
  }
  const out = path.join(root, '.github/pictures')
  mkdirSync(out, { recursive: true })
  const server = createStaticServer(dir)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  const browser = await launchBrowser()
  for (const { file, page: name, width, height, colorScheme } of pictures) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    // Twice: the faces are optional and drawn only when they are there at once.
    for (let visit = 0; visit < 2; visit++)
      await page.goto(`http://127.0.0.1:${address.port}/${name}`, { waitUntil: 'networkidle' })
    await page.screenshot({ path: path.join(out, file) })
    await context.close()
    console.log(`.github/pictures/${file}: ${width} x ${height}`)
  }
  await browser.close()
  server.close()
  return 0
}

process.exitCode = await main()
