import path from 'node:path'
import { parse as parseYaml } from 'yaml'
import type { KnownNames } from '../../src/case/catalogue-case.ts'
import { buildSchemaProblems } from '../../src/case/content-problem.ts'
import { type CaseRecord, caseSchema, slugSchema } from '../../src/model/case.ts'
import { type FactsFile, factsFileSchema } from '../../src/model/facts-file.ts'
import { type FrontMatter, frontMatterSchema } from '../../src/model/front-matter.ts'
import type { Problem } from '../../src/model/problem.ts'
import { aliasesFileSchema, projectsFileSchema } from '../../src/model/project.ts'
import type { InputFile } from '../../src/pipeline.ts'
import type { Effects } from '../effects.ts'
import { contentDir } from '../read-content.ts'

const projectFolder = new URL('../..', import.meta.url).pathname

/** The folder of one case, read and checked; a broken file is a problem and counts as absent. */
export type CaseOnDisk = {
  slug: string
  folder: string
  caseText: string | null
  record: CaseRecord | null
  facts: FactsFile | null
  front: FrontMatter | null
  /** Files of `mail/` and `results/`, named `<slug>/mail/001.mbox` as problems and sources name them. */
  mail: InputFile[]
  results: InputFile[]
  problems: Problem[]
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The content folder that is written: `--out`, else CASEBOOK_CONTENT, else the project's own. */
export const findContentFolder = (out: string | null): string =>
  out === null ? path.resolve(projectFolder, contentDir()) : path.resolve(out)

/**
 * The closed lists of projects and spellings, of the content folder where it has its own, else of the project. A broken
 * one stops the command: nothing can be told without it.
 */
export function readKnownNames(effects: Effects, content: string): KnownNames {
  const read = (name: string): unknown => {
    const own = path.join(content, name)
    return JSON.parse(text(effects.readBytes(effects.exists(own) ? own : path.join(projectFolder, 'content', name))))
  }
  return {
    projects: projectsFileSchema.parse(read('projects.json')),
    aliases: aliasesFileSchema.parse(read('aliases.json')),
  }
}

/** Slugs of the case folders under a content folder, sorted. */
export function listCases(effects: Effects, content: string): string[] {
  const folder = path.join(content, 'cases')
  return effects
    .list(folder)
    .filter((name) => slugSchema.safeParse(name).success && effects.isFolder(path.join(folder, name)))
}

/** The front matter of an `index.mdx`: the YAML between its first two `---` lines. */
export function parseFrontMatter(mdx: string): unknown {
  const match = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(mdx)
  return match ? (parseYaml(match[1] ?? '') ?? {}) : {}
}

/** Reads one case folder. */
export function readCase(effects: Effects, content: string, slug: string): CaseOnDisk {
  const folder = path.join(content, 'cases', slug)
  const problems: Problem[] = []
  const readText = (name: string): string | null =>
    effects.exists(path.join(folder, name)) ? text(effects.readBytes(path.join(folder, name))) : null
  const filesOf = (sub: string): InputFile[] =>
    effects
      .list(path.join(folder, sub))
      .filter((name) => !name.startsWith('.'))
      .map((name) => ({ file: `${slug}/${sub}/${name}`, bytes: effects.readBytes(path.join(folder, sub, name)) }))
  const fail = (file: string, message: string, whatToDo: string): null => {
    problems.push({ code: 'bad-content-file', severity: 'error', where: `${slug}/${file}`, message, whatToDo })
    return null
  }
  const parsed = <T>(
    name: string,
    parse: (text: string) => unknown,
    check: (value: unknown) => T | null,
    todo: string,
  ): T | null => {
    const found = readText(name)
    if (found === null) return null
    try {
      return check(parse(found))
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      return fail(name, `expected ${name.endsWith('.mdx') ? 'YAML front matter' : 'JSON'}, found: ${reason}`, todo)
    }
  }
  const caseText = readText('case.json')
  const record = parsed('case.json', JSON.parse, (value) => caseSchema.safeParse(value).data ?? null, remake)
  const facts = parsed(
    'facts.json',
    JSON.parse,
    (value) => {
      const checked = factsFileSchema.safeParse(value)
      if (!checked.success)
        problems.push(...buildSchemaProblems(checked.error, `${slug}/facts.json`, 'import its catalogue line again'))
      return checked.data ?? null
    },
    'import its catalogue line again',
  )
  const front = parsed(
    'index.mdx',
    parseFrontMatter,
    (value) => {
      const checked = frontMatterSchema.safeParse(value)
      if (!checked.success)
        problems.push(
          ...buildSchemaProblems(
            checked.error,
            `${slug}/index.mdx`,
            'mend the front matter; the README lists its keys',
          ),
        )
      return checked.data ?? null
    },
    'mend the front matter between the two --- lines',
  )
  return { slug, folder, caseText, record, facts, front, mail: filesOf('mail'), results: filesOf('results'), problems }
}
const remake = 'run npm run import to make it again'
