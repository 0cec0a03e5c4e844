import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SiteStory } from '../../src/components/site-cases.ts'
import { digestOf } from '../finish/case-cache.ts'
import { markdownSettings } from './markdown-settings.ts'

/** Reads the markup that builds before made, by the digest of its text; none where the file is not there or not whole. */
function readKnown(file: string): Map<string, string> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return new Map(
      Object.entries(value ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return new Map() // made again below
  }
}

/** The generator's own renderer of Markdown, with its settings; loaded only where a story has to be rendered. */
async function openRenderer(root: string): Promise<(text: string) => Promise<string>> {
  const [{ validateConfig }, { parseFrontmatter }] = await Promise.all([
    import('astro/config'),
    import('astro/markdown'),
  ])
  const { markdown } = await validateConfig({ markdown: markdownSettings }, root, 'build')
  const renderer = await markdown.processor.createRenderer(markdownSettings)
  return async (text) => {
    const { frontmatter, content } = parseFrontmatter(text)
    return (await renderer.render(content, { frontmatter })).code
  }
}

/**
 * The markup of stories in plain prose, by the slugs of their cases. `folder` holds what was rendered before; null:
 * nothing is kept.
 */
export async function renderStories(
  stories: readonly SiteStory[],
  root: string,
  folder: string | null,
): Promise<Map<string, string>> {
  const file = folder === null ? null : path.join(folder, 'prose.json')
  const known = file !== null && existsSync(file) ? readKnown(file) : new Map<string, string>()
  const kept = new Map<string, string>()
  const markup = new Map<string, string>()
  let render: ((text: string) => Promise<string>) | undefined
  for (const { slug, body } of stories) {
    const key = digestOf(body)
    let html = known.get(key)
    if (html === undefined) {
      render ??= await openRenderer(root)
      html = await render(body)
    }
    kept.set(key, html)
    markup.set(slug, html)
  }
  if (file !== null && stories.length > 0) writeFileSync(file, JSON.stringify(Object.fromEntries(kept)))
  return markup
}
