import path from 'node:path'
import type { KnownNames } from '../../src/case/catalogue-case.ts'
import type { Problem } from '../../src/model/problem.ts'
import type { PatchHistory } from '../../src/model/series.ts'
import type { InputFile } from '../../src/pipeline.ts'
import { type Effects, writeFolder } from '../effects.ts'
import { isEditedByHand } from './case-text.ts'
import { readCase } from './content-folder.ts'
import { generateCase } from './generate-case.ts'
import { formatIndexPage } from './index-page.ts'

/** Files to add to a case, by path inside its folder: input as received, or `facts.json`. */
export type Additions = ReadonlyMap<string, Uint8Array>
export type Written = { slug: string; changed: string[]; isNew: boolean; problems: Problem[] }

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * Makes a case's generated files from its input and what is added to it, and writes all of it as one step. A new
 * folder gets an `index.mdx`; an existing one is never touched. A `case.json` edited by hand is reported and made
 * again. `patch`: the one of its mail that a new case is about.
 */
export async function writeCase(
  effects: Effects,
  content: string,
  slug: string,
  additions: Additions,
  known: KnownNames,
  page: { title: string; summary: string; aliases?: string[] } | null = null,
  patch: PatchHistory | null = null,
): Promise<Written> {
  const found = readCase(effects, content, slug)
  const problems = [...found.problems]
  if (found.caseText !== null && isEditedByHand(found.caseText)) problems.push(buildEdited(slug))
  const inputs = (folder: 'mail' | 'results'): InputFile[] => {
    const added = [...additions].filter(([name]) => name.startsWith(`${folder}/`))
    const names = new Set(added.map(([name]) => `${slug}/${name}`))
    const kept = found[folder].filter(({ file }) => !names.has(file))
    const all = [...kept, ...added.map(([name, bytes]) => ({ file: `${slug}/${name}`, bytes }))]
    return all.sort((a, b) => (a.file < b.file ? -1 : 1))
  }
  const generated = await generateCase(found, inputs('mail'), inputs('results'), known, page?.title, patch)
  problems.push(...generated.problems)
  const files = new Map(additions)
  for (const [name, text] of generated.files) files.set(name, bytesOf(text))
  const isNew = !effects.exists(path.join(found.folder, 'index.mdx'))
  const title = page?.title ?? generated.title
  if (isNew && title !== null)
    files.set('index.mdx', bytesOf(formatIndexPage(title, page?.summary ?? generated.summary ?? title, page?.aliases)))
  return { slug, changed: writeFolder(effects, found.folder, files), isNew, problems }
}

function buildEdited(slug: string): Problem {
  return {
    code: 'edited-by-hand',
    severity: 'error',
    where: `${slug}/case.json`,
    message: 'expected the file as import wrote it, found an edit; it is made again from mail/ and the edit is lost',
    whatToDo: 'put the change into overrides of index.mdx; git diff shows what was lost',
  }
}

/** A free name `mail/NNN.<ending>` (or `results/…`) of ours, unless the folder holds the same bytes already. */
export function nameInput(
  effects: Effects,
  folder: string,
  sub: 'mail' | 'results',
  bytes: Uint8Array,
  ending: string,
  alreadyNamed = 0,
): string | null {
  const names = effects.list(path.join(folder, sub))
  const same = names.some((name) => Buffer.compare(effects.readBytes(path.join(folder, sub, name)), bytes) === 0)
  if (same) return null
  const numbers = names.map((name) => Number.parseInt(name, 10)).filter((number) => Number.isInteger(number))
  const next = String(Math.max(0, ...numbers) + 1 + alreadyNamed).padStart(3, '0')
  return `${sub}/${next}.${ending}`
}
