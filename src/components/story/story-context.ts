import type { CaseRecord } from '../../model/case.ts'
import type { ThreadFile } from '../../model/thread-file.ts'
import { formatPlace } from '../text-place.ts'

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

/** Ends the build at a reference that does not resolve: file, line, what was asked for, what there is. */
export function failReference(story: StoryContext, tag: string, asked: string, known: readonly string[]): never {
  const have = known.length > 0 ? known.slice(0, 12).join(', ') : 'none'
  throw new Error(
    `${formatPlace(story, tag, asked)}: <${tag}> refers to ${JSON.stringify(asked)}, which this case does not hold; there is: ${have}`,
  )
}
