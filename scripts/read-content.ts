import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import type { KnownNames } from '../src/case/catalogue-case.ts'
import { joinCase } from '../src/folder-pipeline.ts'
import { type CaseRecord, caseSchema, slugSchema } from '../src/model/case.ts'
import { factsFileSchema } from '../src/model/facts-file.ts'
import type { FrontMatter } from '../src/model/front-matter.ts'
import { aliasesFileSchema, type Project, projectsFileSchema } from '../src/model/project.ts'
import { type ThreadFile, threadFileSchema } from '../src/model/thread-file.ts'
import { maskAddresses } from '../src/text/mask-addresses.ts'
import { type ContentProblem, findSchemaProblems } from './content-problem.ts'
import { parseStoryFile } from './front-matter.ts'
import { readRemoved } from './removed.ts'

/** One case as the site shows it: the merged record, what a person wrote, and its files' texts for a digest. */
export type CaseEntry = {
  record: CaseRecord
  frontMatter: FrontMatter
  body: string
  storyPath: string | null
}
type Read<T> = { value: T | null; problems: ContentProblem[] }

/** The content folder: `content`, or another one by CASEBOOK_CONTENT. */
export function contentDir(): string {
  return process.env['CASEBOOK_CONTENT'] ?? 'content'
}

/** Reads a JSON file by its schema; null without problems where there is no such file. */
export function readJson<T extends z.ZodType>(
  file: string,
  schema: T,
  whatToDo: string,
): Read<z.infer<T>> & { text: string } {
  if (!existsSync(file)) return { value: null, problems: [], text: '' }
  const text = readFileSync(file, 'utf8')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    const message = `no JSON: ${error instanceof Error ? error.message : String(error)}`
    return { value: null, problems: [{ file, key: '', message, whatToDo }], text }
  }
  const parsed = schema.safeParse(json)
  if (!parsed.success) return { value: null, problems: findSchemaProblems(file, parsed.error, whatToDo), text }
  return { value: parsed.data, problems: [], text }
}

const again = 'run `npm run import`; generated files are never edited'

/** Reads one case folder. A file that cannot be used is a problem; the case is then left out. */
export function readCase(dir: string, known: KnownNames): Read<CaseEntry> {
  const slug = path.basename(dir)
  if (!slugSchema.safeParse(slug).success) {
    const message = `a case folder is named by its slug (a-z, 0-9 and single hyphens), found ${JSON.stringify(slug)}`
    return { value: null, problems: [{ file: dir, key: '', message, whatToDo: 'rename the folder' }] }
  }
  const caseFile = readJson(path.join(dir, 'case.json'), caseSchema, again)
  const facts = readJson(path.join(dir, 'facts.json'), factsFileSchema, 'import its source again')
  const storyPath = path.join(dir, 'index.mdx')
  const storyText = existsSync(storyPath) ? readFileSync(storyPath, 'utf8') : null
  const story = storyText === null ? null : parseStoryFile(storyPath, storyText)
  const problems = [...caseFile.problems, ...facts.problems, ...(story?.problems ?? [])]
  if (problems.length > 0) return { value: null, problems }
  const joined = joinCase(slug, caseFile.value, facts.value, story?.value?.frontMatter ?? null, known).value
  if (!joined) {
    const message = 'neither case.json nor facts.json is here'
    return { value: null, problems: [{ file: dir, key: '', message, whatToDo: 'run `npm run import`' }] }
  }
  const { record, frontMatter } = joined
  if (record.slug !== slug) {
    const message = `the folder is ${slug}, its case.json says ${record.slug}`
    return { value: null, problems: [{ file: path.join(dir, 'case.json'), key: 'slug', message, whatToDo: again }] }
  }
  return {
    value: {
      record,
      frontMatter,
      body: hideInText(story?.value?.body ?? ''),
      storyPath: storyText === null ? null : storyPath,
    },
    problems: [],
  }
}

/** A person's text without e-mail addresses: Markdown would make links of them. */
function hideInText(text: string): string {
  return text
    .split('\n')
    .map((line) => maskAddresses(line, { keepColumns: false }))
    .join('\n')
}

/** Every case of a content folder, by slug; the ones that `removed.txt` takes away are not read at all. */
export function readCases(dir: string): { value: CaseEntry[]; problems: ContentProblem[] } {
  const root = path.join(dir, 'cases')
  const removed = readRemoved(dir)
  const problems = [...removed.problems]
  const gone = new Set(removed.value.map((removal) => removal.path))
  const slugs = existsSync(root)
    ? readdirSync(root, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !gone.has(`/cases/${entry.name}/`))
        .map((entry) => entry.name)
        .sort()
    : []
  const value: CaseEntry[] = []
  const names = readKnownNames(dir)
  problems.push(...names.problems)
  for (const slug of slugs) {
    try {
      const read = readCase(path.join(root, slug), names.value)
      problems.push(...read.problems)
      if (read.value) value.push(read.value)
    } catch (error) {
      // One case that cannot be joined must not take the site down: it is named and left out.
      const message = error instanceof Error ? error.message.slice(0, 400) : String(error)
      problems.push({ file: path.join(root, slug), key: '', message, whatToDo: again })
    }
  }
  return { value, problems }
}

/** The thread of a case; null where it has none. Throws, with the file and the key, where it cannot be used. */
export function readThread(dir: string, slug: string): Read<ThreadFile> {
  return readJson(path.join(dir, 'cases', slug, 'thread.json'), threadFileSchema, again)
}

/** The closed list of projects. */
export function readProjects(dir: string): { value: Project[]; problems: ContentProblem[] } {
  const read = readJson(path.join(dir, 'projects.json'), projectsFileSchema, 'compare with the other entries')
  return { value: read.value ?? [], problems: read.problems }
}

/** The closed list of projects and the spellings that facts are joined with; empty where a folder has none. */
export function readKnownNames(dir: string): { value: KnownNames; problems: ContentProblem[] } {
  const projects = readProjects(dir)
  const aliases = readJson(path.join(dir, 'aliases.json'), aliasesFileSchema, 'compare with the other entries')
  return {
    value: {
      projects: projects.value,
      aliases: aliases.value ?? { people: {}, subsystems: {}, suites: {} },
    },
    problems: [...projects.problems, ...aliases.problems],
  }
}
