import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Who may import whom. A stage knows `text` and `model`, never its neighbour; only `pipeline.ts` and, for a patch that
 * is no case, `review-pipeline.ts`, for a scan `find-pipeline.ts`, for a folder's files `folder-pipeline.ts` join stages; pages never see mail code; client code is the only code sent to browsers.
 */
const allowed: Record<string, string[]> = {
  model: ['model'],
  text: ['text'],
  mail: ['mail', 'text', 'model'],
  thread: ['thread', 'text', 'model'],
  series: ['series', 'text', 'model'],
  extract: ['extract', 'text', 'model'],
  case: ['case', 'text', 'model'],
  search: ['search', 'text', 'model'],
  render: ['render', 'text', 'model'],
  review: ['review', 'render', 'text', 'model'],
  client: ['client', 'search', 'render', 'review', 'text', 'model', 'extract', 'case', 'review-pipeline.ts'],
  components: ['components', 'render', 'text', 'model', 'client', 'styles'],
  layouts: ['layouts', 'components', 'render', 'search', 'text', 'model', 'client', 'styles'],
  pages: ['pages', 'layouts', 'components', 'render', 'search', 'text', 'model', 'client', 'styles'],
}
const root = new URL('../src', import.meta.url).pathname

/** Every source file under a folder, as paths relative to `src`. */
function filesUnder(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs|astro|mdx)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

/** Folders of `src` that a text of a file in `folder` imports; `node:` for built-in modules that do IO. */
function findBreaches(file: string, text: string): string[] {
  const folder = file.split('/')[0] ?? ''
  const rule = allowed[folder]
  if (!rule) return []
  const breaches: string[] = []
  for (const match of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)) {
    const target = path.join(path.dirname(file), match[1] ?? '')
    const targetFolder = target.split('/')[0] ?? ''
    if (target.startsWith('..') || !rule.includes(targetFolder)) breaches.push(`${file} imports ${target}`)
  }
  const isTest = /\.test\.ts$/.test(file)
  const isPure = !['pages', 'layouts', 'components'].includes(folder) && !isTest
  if (isPure && /from ['"](?:node:(?:fs|child_process|net|http|https|os|worker_threads)[^'"]*)['"]/.test(text))
    breaches.push(`${file} does IO`)
  return breaches
}

describe('import table', () => {
  for (const folder of Object.keys(allowed))
    test(`${folder}: imports -> only ${(allowed[folder] ?? []).join(', ')}`, () => {
      const breaches = filesUnder(folder)
        .filter((file) => !/\.test\.ts$/.test(file))
        .flatMap((file) => findBreaches(file, readFileSync(path.join(root, file), 'utf8')))
      expect(breaches).toEqual([])
    })
  test('import table: a stage that imports its neighbour -> a breach', () => {
    expect(findBreaches('series/build.ts', "import { x } from '../mail/split.ts'")).toEqual([
      'series/build.ts imports mail/split.ts',
    ])
    expect(findBreaches('extract/a.ts', "import { x } from '../pipeline.ts'")).toEqual([
      'extract/a.ts imports pipeline.ts',
    ])
    expect(findBreaches('render/a.ts', "import fs from 'node:fs'")).toEqual(['render/a.ts does IO'])
    expect(findBreaches('series/build.ts', "import { x } from '../text/slug.ts'")).toEqual([])
  })
})
