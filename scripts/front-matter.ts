import { type Document, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { frontMatterSchema } from '../src/model/front-matter.ts'
import { type ContentProblem, findSchemaProblems } from './content-problem.ts'

/** Front matter and body of a text file. */
export type TextFile<T> = { frontMatter: T; body: string }

/** Splits a text at its `---` lines. Without them the front matter is empty. */
function splitFrontMatter(text: string): { yaml: string; body: string } {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const end = lines[0]?.trim() === '---' ? lines.findIndex((line, index) => index > 0 && line.trim() === '---') : -1
  if (end < 0) return { yaml: '', body: text }
  return { yaml: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n') }
}

function holdsAlias(document: Document): boolean {
  let found = false
  visit(document, {
    Alias: () => {
      found = true
      return visit.BREAK
    },
  })
  return found
}

const plainPair = /^([A-Za-z]{1,40}): (?:(0|[1-9]\d{0,8})|(true|false)|"([^"\\\p{Cc}]*)")$/u

/**
 * Front matter as the import writes it: a name and a number, a truth or a quoted text without escapes a line. YAML reads
 * these few lines the same, at twenty times the cost. Null where a line is another, or a name comes twice.
 */
function readPlainPairs(yaml: string): Record<string, unknown> | null {
  const pairs: Record<string, unknown> = {}
  for (const line of yaml.split('\n')) {
    const [, name, number, truth, text] = plainPair.exec(line) ?? []
    if (name === undefined || Object.hasOwn(pairs, name)) return null
    pairs[name] = number === undefined ? (truth === undefined ? text : truth === 'true') : Number(number)
  }
  return pairs
}

/** Reads the front matter as YAML, whatever stands in it. */
function readYaml(file: string, yaml: string, whatToDo: string): { value: unknown } | { problem: ContentProblem } {
  const document = parseDocument(yaml, { schema: 'core' })
  const broken = document.errors[0]
  if (broken) {
    const line = (broken.linePos?.[0].line ?? 0) + 1
    const message = broken.message.split('\n')[0] ?? 'no YAML'
    return { problem: { file: `${file}:${line}`, key: '', message, whatToDo } }
  }
  // A few lines of aliases can unfold to gigabytes.
  if (holdsAlias(document)) return { problem: { file, key: '', message: 'YAML aliases are not taken', whatToDo } }
  return { value: document.toJS() ?? {} }
}

/** Reads a text with front matter; null with problems (file, line or key, what to do) where the front matter is wrong. */
export function parseTextFile<T extends z.ZodType>(
  file: string,
  text: string,
  schema: T,
  whatToDo: string,
): { value: TextFile<z.infer<T>> | null; problems: ContentProblem[] } {
  const { yaml, body } = splitFrontMatter(text)
  const plain = readPlainPairs(yaml)
  const read = plain ? { value: plain } : readYaml(file, yaml, whatToDo)
  if ('problem' in read) return { value: null, problems: [read.problem] }
  const parsed = schema.safeParse(read.value)
  if (!parsed.success) return { value: null, problems: findSchemaProblems(file, parsed.error, whatToDo) }
  return { value: { frontMatter: parsed.data, body: body.trim() }, problems: [] }
}

/** Reads the text of an `index.mdx`. */
export function parseStoryFile(file: string, text: string): ReturnType<typeof parseTextFile<typeof frontMatterSchema>> {
  return parseTextFile(
    file,
    text,
    frontMatterSchema,
    'see CONTRIBUTING.md for the keys of an index.mdx, or take the key out',
  )
}

/**
 * True where a body has nothing that only MDX understands: no component or HTML tag, no `{expression}`, no import or
 * export. Such a body goes through the Markdown renderer; the others are compiled. Code spans and fences do not count.
 */
export function isPlainProse(body: string): boolean {
  const withoutCode = body.replace(/^(```|~~~)[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '').replace(/`[^`\n]*`/g, '')
  return !/<[A-Za-z/!>]|\{|^(?:import|export)\s/m.test(withoutCode)
}
