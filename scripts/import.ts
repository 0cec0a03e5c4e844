import path from 'node:path'
import type { KnownNames } from '../src/case/catalogue-case.ts'
import type { Problem } from '../src/model/problem.ts'
import { type Effects, realEffects } from './effects.ts'
import { type ImportArguments, importHelp, parseImportArguments } from './import/arguments.ts'
import { findContentFolder, listCases, readKnownNames } from './import/content-folder.ts'
import { importKnown } from './import/hydrate.ts'
import { importCatalogue } from './import/import-catalogue.ts'
import { type Imported, identifyCases, importMail } from './import/import-mail.ts'
import { importSides, isAboutSides } from './import/import-results.ts'
import { buildFollowTest } from './import/named-cases.ts'
import { readInputs, type SourceFile } from './import/read-inputs.ts'
import { recoverContent, regenerate } from './import/regenerate.ts'
import { findStanding, formatCount, leaveSaid, reportProblems } from './import/report.ts'
import { nameInput, writeCase } from './import/write-case.ts'

/** The same world, but nothing is written. */
function withoutWriting(effects: Effects): Effects {
  const nothing = (): void => {}
  return { ...effects, write: nothing, makeFolder: nothing, rename: nothing, remove: nothing }
}

/** `npm run import`: gives back the exit code. */
export async function runImport(list: string[], world: Effects = realEffects): Promise<number> {
  let options: ImportArguments
  try {
    options = parseImportArguments(list)
  } catch (error) {
    world.warn(`import: ${error instanceof Error ? error.message : String(error)}; npm run import -- --help`)
    return 2
  }
  if (options.help) {
    world.log(importHelp)
    return 0
  }
  const effects = options.dryRun || options.check ? withoutWriting(world) : world
  const content = findContentFolder(options.out)
  recoverContent(effects, content)
  const known = readKnownNames(world, content)
  const imported =
    options.sources.length > 0 || options.found !== null || isAboutSides(options)
      ? await importSources(effects, content, options, known)
      : { ...(await regenerate(effects, content, options.shard, known)), leftOut: [] }
  return summarise(effects, imported, options)
}

async function importSources(
  effects: Effects,
  content: string,
  options: ImportArguments,
  known: KnownNames,
): Promise<Imported> {
  const all: Imported = { written: [], leftOut: [], problems: [] }
  const add = (more: Partial<Imported>): void => {
    all.written.push(...(more.written ?? []))
    all.leftOut.push(...(more.leftOut ?? []))
    all.problems.push(...(more.problems ?? []))
  }
  if (options.known) return importKnown(effects, content, options.sources, known)
  if (isAboutSides(options)) {
    add(await importSides(effects, content, options, known))
    return all
  }
  let test: ((mail: string) => boolean) | null = null
  const follows = (mail: string): boolean => {
    test ??= buildFollowTest(identifyCases(effects, content))
    return test(mail)
  }
  for await (const files of readInputs(options, all.problems, follows)) {
    const mails = files.filter((file) => file.kind === 'mail')
    if (mails.length > 0) add(await importMail(effects, content, mails, options, known))
    for (const file of files.filter((candidate) => candidate.kind === 'catalogue'))
      add(await importCatalogue(effects, content, file.name, file.bytes, known))
    const results = files.filter((file) => file.kind === 'results')
    if (results.length > 0) add(await importResults(effects, content, results, options.caseSlug, known))
  }
  return all
}

async function importResults(
  effects: Effects,
  content: string,
  files: SourceFile[],
  slug: string | null,
  known: KnownNames,
): Promise<Partial<Imported>> {
  const fail = (message: string, whatToDo: string): Partial<Imported> => {
    const problem: Problem = {
      code: 'bad-result-file',
      severity: 'error',
      where: files[0]?.name ?? '',
      message,
      whatToDo,
    }
    return { problems: [problem] }
  }
  if (slug === null) return fail('expected --case SLUG beside a result file', 'name the case it belongs to')
  if (!listCases(effects, content).includes(slug))
    return fail(`expected a case, found no folder ${slug}`, 'import its mail first')
  const written = []
  for (const file of files) {
    const name = nameInput(effects, path.join(content, 'cases', slug), 'results', file.bytes, file.ending)
    written.push(await writeCase(effects, content, slug, new Map(name ? [[name, file.bytes]] : []), known))
  }
  return { written }
}

function summarise(effects: Effects, { written, leftOut, problems }: Imported, options: ImportArguments): number {
  const verb = options.dryRun || options.check ? 'would write' : 'wrote'
  for (const { slug, changed } of written) if (changed.length > 0) effects.log(`${verb} ${slug}: ${changed.join(', ')}`)
  for (const { title, reason } of leftOut) effects.log(`left out ${JSON.stringify(title.slice(0, 200))}: ${reason}`)
  const ofCases = written.flatMap((one) => one.problems)
  const all = [...problems, ...leaveSaid(problems, ofCases)]
  const showsNotes = options.sources.length > 0 || isAboutSides(options)
  // What was read again and says what it said is no news: who committed its case.json has seen it.
  const standing = showsNotes ? [] : findStanding(written)
  const { errors, warnings, notes } = reportProblems(effects, all, showsNotes, standing)
  const changed = written.filter((one) => one.changed.length > 0).length
  const done = `${changed} ${options.check || options.dryRun ? 'to change' : 'changed'}`
  const isHidden = !showsNotes && (notes > 0 || standing.length > 0)
  const hidden = isHidden ? ' (printed: only errors and new warnings; each stands in its case.json)' : ''
  effects.log(
    `import: ${formatCount(written.length, 'case')} read, ${done}, ${formatCount(errors, 'error')}, ${formatCount(warnings, 'warning')}, ${formatCount(notes, 'note')}${hidden}`,
  )
  return errors > 0 || (options.check && changed > 0) ? 1 : 0
}

if (import.meta.main) process.exitCode = await runImport(process.argv.slice(2))
