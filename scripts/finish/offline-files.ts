import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { listFiles } from '../list-files.ts'

/** What every visit keeps: the pages that lead everywhere, the index, style, scripts and faces. */
const shell =
  /^(?:(?:index|404)\.html|(?:search|offline|cases|techniques|about)\/index\.html|_astro\/[^/]+|fonts\/[^/]+\.woff2|theme\.js|favicon\.svg|manifest\.webmanifest|icon-[^/]+\.png|search\/.*|pagefind\/(?:pagefind\.js|pagefind-entry\.json|[^/]+\.pf_meta|wasm\.en\.pagefind|index\/.*))$/
/** Files no reader opens (pictures of previews among them), and that the worker needs fresh. */
const left = /^(?:sw\.js|offline\/files\.json|robots\.txt|sitemap\.xml|\.nojekyll|picture\.png|cases\/[^/]+\.png)$/

/**
 * Writes the worker that serves the site with the network off, and the list of files for keeping it whole. Its version
 * is made from what the shell holds: a build that changes nothing changes no visitor's copy.
 */
export function writeOfflineFiles(outDir: string): void {
  const all = listFiles(outDir).filter((file) => !left.test(file))
  const files = all.filter((file) => shell.test(file))
  const digest = createHash('sha1')
  for (const file of files) digest.update(file).update(readFileSync(path.join(outDir, file)))
  const version = digest.digest('hex').slice(0, 12)
  const source = readFileSync(new URL('../../src/client/service-worker.ts', import.meta.url), 'utf8')
  const script = stripTypeScriptTypes(source).replace(/\n\s*\n+/g, '\n')
  writeFileSync(path.join(outDir, 'sw.js'), `const BUILD = ${JSON.stringify({ version, files })}\n${script}`)
  const sized = all.map((file): [string, number] => [file, statSync(path.join(outDir, file)).size])
  writeFileSync(path.join(outDir, 'offline/files.json'), JSON.stringify({ version, files: sized }))
}
