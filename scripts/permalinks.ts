/** `npm run permalinks`: adds the permalinks of the built site to permalinks.txt, or checks that all of them resolve. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { refusesCall } from './call-fault.ts'
import { findBrokenPermalinks, listPermalinks, parsePermalinks } from './finish/permalink-list.ts'
import { contentDir } from './read-content.ts'

const help = `npm run permalinks [-- --check]
Adds what the built site promises (pages, message, result and layout anchors) to content/permalinks.txt.
It reads dist/ (CASEBOOK_OUT): run \`npm run build\` first.
--check changes nothing: it names every listed permalink that no longer resolves, and ends with code 1 if there is one.`
const head = '# Addresses that stay for ever, one a line, sorted. Only `npm run permalinks` adds; nothing is taken out.'

function main(): number {
  if (process.argv.includes('--help')) {
    console.log(help)
    return 0
  }
  if (refusesCall('permalinks', help, ['--check'])) return 2
  const outDir = path.resolve(process.env['CASEBOOK_OUT'] ?? 'dist')
  const file = path.join(contentDir(), 'permalinks.txt')
  if (!existsSync(path.join(outDir, 'index.html'))) {
    console.error(`No site in ${outDir}: expected an index.html; run \`npm run build\` first.`)
    return 1
  }
  const known = existsSync(file) ? parsePermalinks(readFileSync(file, 'utf8')) : []
  const broken = findBrokenPermalinks(outDir, known)
  for (const link of broken)
    console.error(
      `${file}: ${link} no longer resolves; bring it back, give the case an alias, or leave a tombstone by removed.txt`,
    )
  if (!process.argv.includes('--check')) {
    const all = [...new Set([...known, ...listPermalinks(outDir)])].sort()
    if (all.length > known.length) writeFileSync(file, `${head}\n${all.join('\n')}\n`)
    console.log(`${all.length - known.length} added, ${all.length} in ${file}`)
  } else console.log(`${known.length - broken.length} of ${known.length} permalinks resolve`)
  return broken.length > 0 ? 1 : 0
}

process.exitCode = main()
