/** `npm run bundle`: the built site as a folder and a zip that open from a disk, with every figure, filter and search. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { zipSync } from 'fflate'
import { buildClassic } from './bundle/classic-script.ts'
import { wrapPagefind, wrapText } from './bundle/script-parts.ts'
import { readOption, refusesCall } from './call-fault.ts'
import { listFiles } from './list-files.ts'

const help = `npm run bundle [-- --dir FOLDER] [--out FOLDER] [--no-zip]
Writes dist-offline/ and dist-offline.zip from dist/ (CASEBOOK_OUT): open its index.html from any folder, without a server.
Run \`npm run build\` first.`

/** What only a server or a worker needs. */
const left =
  /^(?:sw\.js|offline\/.*|robots\.txt|sitemap\.xml|\.nojekyll|opensearch\.xml|picture\.png|cases\/[^/]+\.png)$/

/** Data files that pages read. */
const read = /^(?:data\/table|cases\/[^/]+)\.json$/

/** A page whose scripts are classic, in the order they stood, and without what needs a server. */
export function rewritePage(html: string): string {
  return html
    .replace(/<script type="module"( crossorigin)? src="([^"]+)\.js"/g, '<script defer src="$2.classic.js"')
    .replace(/<link rel="(?:manifest|modulepreload|search)"[^>]*>/g, '')
    .replace(/<a href="[^"]*offline\/index\.html">Offline<\/a>/g, '')
}

async function writeFolder(from: string, to: string): Promise<number> {
  const files = listFiles(from).filter((file) => !left.test(file))
  const entries = new Set<string>()
  for (const file of files) {
    const target = path.join(to, file)
    mkdirSync(path.dirname(target), { recursive: true })
    if (file.endsWith('.html')) {
      const html = readFileSync(path.join(from, file), 'utf8')
      for (const match of html.matchAll(/<script type="module"[^>]*? src="([^"]+)"/g))
        entries.add(path.posix.join(path.posix.dirname(file), match[1] ?? ''))
      writeFileSync(target, rewritePage(html))
    } else if (file.startsWith('search/') && !file.endsWith('.html'))
      writeFileSync(`${target}.js`, wrapText(file, readFileSync(path.join(from, file), 'utf8')))
    else if (file.startsWith('pagefind/')) {
      const wrapped = wrapPagefind(file.slice('pagefind/'.length), readFileSync(path.join(from, file)))
      if (wrapped) writeFileSync(path.join(to, 'pagefind', wrapped.name), wrapped.text)
    } else {
      cpSync(path.join(from, file), target)
      if (read.test(file)) writeFileSync(`${target}.js`, wrapText(file, readFileSync(target, 'utf8')))
    }
  }
  for (const entry of [...entries].filter((file) => existsSync(path.join(from, file))))
    writeFileSync(path.join(to, entry.replace(/\.js$/, '.classic.js')), await buildClassic(path.join(from, entry)))
  return files.length
}

/** Writes the zip with `casebook/` as its one folder. */
function writeZip(dir: string, file: string): number {
  const entries = listFiles(dir).map((name): [string, Uint8Array] => [
    `casebook/${name}`,
    readFileSync(path.join(dir, name)),
  ])
  const bytes = zipSync(Object.fromEntries(entries), { level: 6 })
  writeFileSync(file, bytes)
  return bytes.length
}

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    console.log(help)
    return 0
  }
  if (refusesCall('bundle', help, ['--no-zip'], ['--dir', '--out'])) return 2
  const from = path.resolve(readOption('--dir') ?? process.env['CASEBOOK_OUT'] ?? 'dist')
  const to = path.resolve(readOption('--out') ?? 'dist-offline')
  if (!existsSync(path.join(from, 'index.html'))) {
    console.error(`No site in ${from}: expected an index.html; run \`npm run build\` first.`)
    return 1
  }
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const count = await writeFolder(from, to)
  console.log(`${count} files in ${path.relative(process.cwd(), to) || to}`)
  if (process.argv.includes('--no-zip')) return 0
  const bytes = writeZip(to, `${to}.zip`)
  console.log(`${path.relative(process.cwd(), to)}.zip: ${(bytes / 1e6).toFixed(1)} MB`)
  return 0
}

if (import.meta.main) process.exitCode = await main()
