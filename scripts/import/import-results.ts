import path from 'node:path'
import type { KnownNames } from '../../src/case/catalogue-case.ts'
import { type ResultFile, readResultSets, resultEnding } from '../../src/extract/result-sets.ts'
import type { Problem } from '../../src/model/problem.ts'
import { type ResultSet, resultSetSchema } from '../../src/model/result-set.ts'
import type { Effects } from '../effects.ts'
import type { ImportArguments } from './arguments.ts'
import { listCases } from './content-folder.ts'
import { buildFailure, type Imported } from './import-mail.ts'
import { LayoutError, readListing } from './pahole-command.ts'
import { parseSets } from './read-sets.ts'
import { nameInput, writeCase } from './write-case.ts'

/** A file as given: `name` for messages, its bytes for the copy. */
export type GivenFile = { name: string; bytes: Uint8Array }
type Sides = { before: GivenFile[]; after: GivenFile[]; beforeColumn: string | null; afterColumn: string | null }

const setsFile = 'results/sets.json'
const fail = (where: string, message: string, whatToDo: string): Problem => ({
  code: 'bad-result-file',
  severity: 'error',
  where,
  message,
  whatToDo,
})

/** True where the command line is about two sides of a measurement or about layouts. */
export const isAboutSides = (options: ImportArguments): boolean =>
  options.sources[0] === 'layout' || options.before.length > 0 || options.after.length > 0

/**
 * Two sides of a measurement, or two layouts, into a case: the files are kept byte for byte under names of ours, and
 * `results/sets.json` says which belong together. Nothing is written where anything in them is wrong.
 */
export async function importSides(
  effects: Effects,
  content: string,
  options: ImportArguments,
  known: KnownNames,
): Promise<Partial<Imported>> {
  const problems: Problem[] = []
  const slug = checkCase(effects, content, options, problems)
  const sides =
    options.sources[0] === 'layout' ? readLayouts(effects, options, problems) : readSides(effects, options, problems)
  if (slug === null || sides === null || problems.length > 0) return { problems }
  const folder = path.join(content, 'cases', slug)
  const additions = new Map<string, Uint8Array>()
  const set = buildSet(effects, folder, sides, options, additions)
  const files: ResultFile[] = [...sides.before, ...sides.after].map(({ bytes }) => ({
    file: `${slug}/${nameOf(effects, folder, bytes, additions)}`,
    bytes,
  }))
  const trial = readResultSets(files, [set])
  const wrong = trial.problems
    .filter((problem) => problem.severity === 'error')
    .map((problem) => withGivenNames(problem, slug, sides, files))
  if (wrong.length > 0) return { problems: wrong }
  const sets = readSets(effects, folder, problems)
  if (problems.length > 0) return { problems }
  const isKnown = sets.some((other) => JSON.stringify(other) === JSON.stringify(set))
  if (!isKnown) additions.set(setsFile, new TextEncoder().encode(`${JSON.stringify([...sets, set], null, 1)}\n`))
  const page = options.title === null ? null : { title: options.title, summary: `${options.title}.` }
  try {
    return { written: [await writeCase(effects, content, slug, additions, known, page)] }
  } catch (error) {
    return { problems: [buildFailure(slug, error)] }
  }
}

function checkCase(effects: Effects, content: string, options: ImportArguments, problems: Problem[]): string | null {
  const slug = options.caseSlug
  if (slug === null)
    problems.push(fail('import', 'expected --case SLUG beside result files', 'name the case they belong to'))
  else if (options.title === null && !listCases(effects, content).includes(slug))
    problems.push(
      fail(
        slug,
        `expected a case, found no folder ${slug}`,
        'import its mail first, or give --title TEXT for a new case without mail',
      ),
    )
  return slug
}

function readGiven(effects: Effects, name: string, problems: Problem[]): GivenFile[] {
  const file = path.resolve(name)
  if (effects.exists(file) && !effects.isFolder(file)) return [{ name, bytes: effects.readBytes(file) }]
  problems.push(fail(name, 'expected a file, found none', 'check the path'))
  return []
}

function readSides(effects: Effects, options: ImportArguments, problems: Problem[]): Sides | null {
  const { before, after, sources } = options
  if (before.length === 0 || after.length === 0) {
    problems.push(
      fail(
        'import',
        `expected both sides, found no --${before.length === 0 ? 'before' : 'after'}`,
        'give --before X --after Y: two files, or two columns of one file',
      ),
    )
    return null
  }
  const isFile = (name: string): boolean => effects.exists(path.resolve(name))
  if (sources.length === 0) {
    const read = (list: string[]): GivenFile[] => list.flatMap((name) => readGiven(effects, name, problems))
    return { before: read(before), after: read(after), beforeColumn: null, afterColumn: null }
  }
  if (before.length > 1 || after.length > 1 || [...before, ...after].some(isFile)) {
    problems.push(
      fail(
        'import',
        'expected --before and --after to be columns of the given file, found files',
        'give files with --before and --after alone, or one file and two columns',
      ),
    )
    return null
  }
  const files = sources.flatMap((name) => readGiven(effects, name, problems))
  return { before: files, after: files, beforeColumn: before[0] ?? null, afterColumn: after[0] ?? null }
}

function readLayouts(effects: Effects, options: ImportArguments, problems: Problem[]): Sides | null {
  const [before, after, ...more] = options.sources.slice(1)
  const struct = options.struct
  if (!before || !after || more.length > 0 || struct === null) {
    problems.push(
      fail(
        'import layout',
        'expected two objects (or two saved pahole texts) and --struct NAME',
        'npm run import -- layout before.o after.o --struct NAME --case SLUG',
      ),
    )
    return null
  }
  const listing = (name: string): GivenFile[] =>
    readGiven(effects, name, problems).flatMap(({ bytes }) => {
      try {
        return [{ name, bytes: readListing(path.resolve(name), bytes, struct) }]
      } catch (error) {
        if (!(error instanceof LayoutError)) throw error
        problems.push(fail(name, error.message, error.hint))
        return []
      }
    })
  return { before: listing(before), after: listing(after), beforeColumn: null, afterColumn: null }
}

/** The name inside the case of a file with these bytes: one that is there, one just given, or a new one. */
function nameOf(effects: Effects, folder: string, bytes: Uint8Array, additions: Map<string, Uint8Array>): string {
  for (const [name, other] of additions) if (Buffer.compare(other, bytes) === 0) return name
  const there = effects
    .list(path.join(folder, 'results'))
    .find((name) => Buffer.compare(effects.readBytes(path.join(folder, 'results', name)), bytes) === 0)
  if (there) return `results/${there}`
  const name = nameInput(effects, folder, 'results', bytes, resultEnding(bytes) ?? 'txt', additions.size) ?? ''
  additions.set(name, bytes)
  return name
}

function buildSet(
  effects: Effects,
  folder: string,
  sides: Sides,
  options: ImportArguments,
  additions: Map<string, Uint8Array>,
): ResultSet {
  const names = (files: GivenFile[]): string[] =>
    files.map(({ bytes }) => nameOf(effects, folder, bytes, additions).slice('results/'.length))
  return resultSetSchema.parse({
    before: { files: names(sides.before), column: sides.beforeColumn },
    after: { files: names(sides.after), column: sides.afterColumn },
    machine: options.machine,
    kernel: options.kernel,
    test: options.test,
    paired: options.paired,
  })
}

function readSets(effects: Effects, folder: string, problems: Problem[]): ResultSet[] {
  const file = path.join(folder, setsFile)
  if (!effects.exists(file)) return []
  return parseSets(effects.readBytes(file), setsFile, problems)
}

/** A problem found before anything was copied names the file as given, not the copy that will not be made. */
function withGivenNames(problem: Problem, slug: string, sides: Sides, files: readonly ResultFile[]): Problem {
  const given = [...sides.before, ...sides.after]
  const named = (text: string): string =>
    files.reduce((words, { file }, index) => words.replaceAll(file, given[index]?.name ?? file), text)
  return { ...problem, where: named(problem.where).replaceAll(`${slug}/`, '') }
}
