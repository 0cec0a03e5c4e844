import { parseDocument } from 'yaml'
import { type FrontMatter, frontMatterSchema } from '../src/model/front-matter.ts'
import { type ContentProblem, findSchemaProblems } from './content-problem.ts'

const howToMend = 'see CONTRIBUTING.md for the keys of an index.mdx, or take the key out'

/** Front matter and body of an `index.mdx`; `bodyLine` is the line its body starts on. */
export type StoryFile = { frontMatter: FrontMatter; body: string; bodyLine: number }

/** Splits a text at its `---` lines. Without them the front matter is empty. */
export function splitFrontMatter(text: string): { yaml: string; body: string; bodyLine: number } {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const end = lines[0]?.trim() === '---' ? lines.findIndex((line, index) => index > 0 && line.trim() === '---') : -1
  if (end < 0) return { yaml: '', body: text, bodyLine: 1 }
  return { yaml: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 }
}

/** Reads the text of an `index.mdx`; null with problems (file, line or key, what to do) where its front matter is wrong. */
export function parseStoryFile(file: string, text: string): { value: StoryFile | null; problems: ContentProblem[] } {
  const { yaml, body, bodyLine } = splitFrontMatter(text)
  const document = parseDocument(yaml)
  const broken = document.errors[0]
  if (broken) {
    const line = (broken.linePos?.[0].line ?? 0) + 1
    return {
      value: null,
      problems: [{ file: `${file}:${line}`, key: '', message: broken.message, whatToDo: howToMend }],
    }
  }
  const parsed = frontMatterSchema.safeParse(document.toJS() ?? {})
  if (!parsed.success) return { value: null, problems: findSchemaProblems(file, parsed.error, howToMend) }
  return { value: { frontMatter: parsed.data, body: body.trim(), bodyLine }, problems: [] }
}

/**
 * True where a body has nothing that only MDX understands: no component or HTML tag, no `{expression}`, no import or
 * export. Such a body goes through the Markdown renderer; the others are compiled. Code spans and fences do not count.
 */
export function isPlainProse(body: string): boolean {
  const withoutCode = body.replace(/^(```|~~~)[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '').replace(/`[^`\n]*`/g, '')
  return !/<[A-Za-z/!>]|\{|^(?:import|export)\s/m.test(withoutCode)
}
