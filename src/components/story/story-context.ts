import type { CaseRecord } from '../../model/case.ts'
import type { ThreadFile } from '../../model/thread-file.ts'
import { reportReference } from '../text-place.ts'

/** What a story's components refer to: the case whose page is built, and the file (whole) that the story stands in. */
export type StoryContext = {
  record: CaseRecord
  thread: ThreadFile | null
  file: string
  text: string
}

const isContext = (value: unknown): value is StoryContext =>
  typeof value === 'object' && value !== null && 'record' in value && 'text' in value && 'file' in value

/** The story's context that the page put in `Astro.locals`. */
export function storyOf(locals: object): StoryContext {
  const story: unknown = 'story' in locals ? locals.story : undefined
  if (!isContext(story))
    throw new Error('a story component stands outside a case page; use it in content/cases/<slug>/index.mdx')
  return story
}

/**
 * What stands where a reference does not resolve: nothing. The build names file, line, what was asked for and what
 * there is, goes on, and ends with a code that is not 0.
 */
export function reportMissing(story: StoryContext, tag: string, asked: string, known: readonly string[]): string {
  const names = [...new Set(known)].filter((name) => name !== '')
  const have = names.length > 0 ? names.slice(0, 12).join(', ') : 'none'
  reportReference(story, tag, asked, `this case holds: ${have}${names.length > 12 ? ' …' : ''}`)
  return ''
}
