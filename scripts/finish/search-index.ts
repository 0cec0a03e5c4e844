import { rmSync } from 'node:fs'
import path from 'node:path'
import * as pagefind from 'pagefind'

/** Files of pagefind's own interfaces, which the site does not use. */
const unused = [
  'pagefind-ui.js',
  'pagefind-ui.css',
  'pagefind-modular-ui.js',
  'pagefind-modular-ui.css',
  'pagefind-highlight.js',
  'pagefind-component-ui.js',
  'pagefind-component-ui.css',
]

/** What leads elsewhere or explains marks: in the line that a hit shows it would stand between the page's own words. */
const besideText = ['.crumbs', '.toc', '.tools', '.src', 'ul.key']

/** Indexes the built pages for the search, into `pagefind/` of the site. Gives back how many pages it holds. */
export async function indexSite(outDir: string): Promise<number> {
  rmSync(path.join(outDir, 'pagefind'), { recursive: true, force: true })
  const { index, errors } = await pagefind.createIndex({ forceLanguage: 'en', excludeSelectors: besideText })
  if (!index) throw new Error(`The search could not be indexed: ${errors.join('; ')}`)
  const added = await index.addDirectory({
    path: outDir,
    glob: '{cases,techniques,structs,subsystems,projects,benchmarks,about}/**/*.html',
  })
  const written = await index.writeFiles({ outputPath: path.join(outDir, 'pagefind') })
  await pagefind.close()
  const all = [...added.errors, ...written.errors]
  if (all.length > 0) throw new Error(`The search could not be indexed: ${all.join('; ')}`)
  for (const name of unused) rmSync(path.join(outDir, 'pagefind', name), { force: true })
  return added.page_count
}
