import { mayMatter } from '../src/extract/raw-filter.ts'
import type { Candidate } from '../src/model/candidate.ts'
import type { Problem } from '../src/model/problem.ts'
import { escapeHidden, showHidden } from '../src/text/visible-text.ts'
import { type FindArguments, findHelp, parseFindArguments } from './find/arguments.ts'
import { buildCandidates, type Found } from './find/build-candidate.ts'
import { Progress } from './find/progress.ts'
import { dropPlace, keepPlace, readPlace } from './find/resume.ts'
import { openScan, type ScannedMail } from './find/scan-source.ts'
import { hashId, ThreadIndex } from './find/thread-index.ts'
import { SourceError } from './sources/source-error.ts'

const keepEvery = 2000
const printed = (problem: Problem): string =>
  `${problem.severity}: ${problem.where}: ${problem.message} [${problem.code}]`
const headerEnd = (binary: string): number => {
  const end = binary.search(/\r?\n\r?\n/)
  return end < 0 ? Math.min(binary.length, 100_000) : Math.min(end, 100_000)
}
const isPacked = (header: string): boolean => /^content-transfer-encoding:[ \t]*base64/im.test(header)

/** Worth parsing: its text, or a text that cannot be read before it is decoded. */
function isWorthParsing({ binary }: ScannedMail, header: string): boolean {
  if (/^(?:from|subject):.*(?:kernel test robot|kbuild test robot|\[lkp\])/im.test(header)) return false
  return (
    isPacked(header) ||
    (binary.length < 4_000_000 && /base64/.test(binary.slice(0, 20_000)) && /multipart/i.test(header)) ||
    mayMatter(binary)
  )
}

/** Scans one source; gives back what it found, candidates of answers to patches that are here left out. */
async function scanSource(
  source: string,
  options: FindArguments,
  from: { done: number; found: Found[] },
  keep: (done: number, found: Found[]) => void,
): Promise<{ candidates: Candidate[]; problems: Problem[] }> {
  const scan = await openScan(source, options.since)
  const progress = new Progress(source, scan.total)
  const index = new ThreadIndex()
  const found = [...from.found]
  const problems: Problem[] = []
  let done = 0
  // Threads need every header: a scan taken up again reads the first part's headers once more, and judges nothing there.
  for await (const mail of scan.read(0)) {
    progress.step()
    done++
    const header = mail.binary.slice(0, headerEnd(mail.binary))
    if (!scan.isClone) index.add(header)
    if (done > from.done && isOfShard(mail.key, options.shard) && isWorthParsing(mail, header)) {
      const read = await buildCandidates(mail.binary, source, mail.key, scan.isClone)
      found.push(...read.found)
      problems.push(...read.problems.filter((problem) => problem.severity === 'error'))
    }
    if (done % keepEvery === 0 && done > from.done) keep(done, found)
  }
  progress.end()
  const candidates = found
    .filter(({ answers }) => !answers.some((id) => index.has(id)))
    .map(({ candidate }) =>
      scan.isClone ? candidate : { ...candidate, threadSize: Math.max(1, index.threadSize(candidate.id)) },
    )
  return { candidates: candidates.sort(byDate), problems }
}

const byDate = (a: Candidate, b: Candidate): number =>
  (a.date ?? '').localeCompare(b.date ?? '') || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

function isOfShard(key: string, shard: FindArguments['shard']): boolean {
  return shard === null || hashId(key) % shard.count === shard.index - 1
}

function isWanted(candidate: Candidate, options: FindArguments): boolean {
  if (options.kind !== null && candidate.kind !== options.kind) return false
  return options.since === null || candidate.date === null || candidate.date.slice(0, 10) >= options.since
}

/** `npm run find`: gives back the exit code. `print` takes one line. */
export async function runFind(
  list: string[],
  print: (line: string) => void,
  warn: (line: string) => void,
): Promise<number> {
  let options: FindArguments
  try {
    options = parseFindArguments(list)
  } catch (error) {
    warn(`find: ${error instanceof Error ? error.message : String(error)}; npm run find -- --help`)
    return 2
  }
  if (options.help) {
    print(findHelp)
    return 0
  }
  const call = JSON.stringify([options.sources, options.since, options.kind, options.shard])
  let failed = false
  let count = 0
  try {
    const place = options.resume === null ? null : readPlace(options.resume, call)
    for (const [at, source] of options.sources.entries()) {
      if (place && at < place.source) continue
      const from = place?.source === at ? place : { done: 0, found: [] }
      const { candidates, problems } = await scanSource(source, options, from, (done, found) => {
        if (options.resume !== null) keepPlace(options.resume, { call, source: at, done, found })
      })
      for (const problem of problems) warn(printed(problem))
      failed ||= problems.length > 0
      const wanted = candidates.filter((candidate) => isWanted(candidate, options))
      count += wanted.length
      for (const candidate of wanted) print(JSON.stringify(candidate))
      if (options.resume !== null) keepPlace(options.resume, { call, source: at + 1, done: 0, found: [] })
    }
    if (options.resume !== null) dropPlace(options.resume)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    warn(`find: ${error.message}${error instanceof SourceError ? ` ${error.hint}` : ''}`)
    return 1
  }
  warn(`find: ${count} ${count === 1 ? 'candidate' : 'candidates'}`)
  return failed ? 1 : 0
}

if (import.meta.main)
  process.exitCode = await runFind(
    process.argv.slice(2),
    (line) => process.stdout.write(`${escapeHidden(line)}\n`),
    (line) => process.stderr.write(`${showHidden(line)}\n`),
  )
