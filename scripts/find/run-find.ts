import { mayMatter } from '../../src/extract/raw-filter.ts'
import type { Candidate } from '../../src/model/candidate.ts'
import type { Problem } from '../../src/model/problem.ts'
import { formatSourceError } from '../sources/source-error.ts'
import { type FindArguments, findHelp, parseFindArguments } from './arguments.ts'
import type { Found } from './build-candidate.ts'
import { Judging } from './judging.ts'
import { Progress } from './progress.ts'
import { openScan } from './scan-source.ts'
import { hashId, ThreadIndex } from './thread-index.ts'

const keepEvery = 2000
const headerBytes = 100_000
const printed = (problem: Problem): string =>
  `${problem.severity}: ${problem.where}: ${problem.message} [${problem.code}]`

/** Mail of a robot that measures: it prints the words in each report, of whatever patch. */
function isRobot(mail: Buffer): boolean {
  const header = mail.toString('latin1', 0, headerBytes).split(/\r?\n\r?\n/, 1)[0] ?? ''
  return /^(?:from|subject):.*(?:kernel test robot|kbuild test robot|\[lkp\])/im.test(header)
}

const loadPlaces = () => import('./resume.ts')

/** Scans one source; gives back what it found, candidates of answers to patches that are here left out. */
async function scanSource(
  source: string,
  options: FindArguments,
  from: { done: number; found: Found[] },
  keep: ((done: number, found: Found[]) => void) | null,
): Promise<{ candidates: Candidate[]; problems: Problem[] }> {
  const judging = new Judging()
  try {
    const scan = await openScan(source, options.since)
    const progress = new Progress(source, scan.total)
    const index = new ThreadIndex()
    const allFound = () => [...from.found, ...judging.found]
    let done = 0
    // Threads need every header: a scan taken up again reads the first part's headers once more, and judges nothing there.
    for await (const mails of scan.read())
      for (const { key, bytes } of mails) {
        progress.step()
        done++
        if (!scan.isClone) index.add(bytes)
        if (done > from.done && isOfShard(key, options.shard) && mayMatter(bytes) && !isRobot(bytes))
          await judging.add(bytes, source, key, scan.isClone)
        if (keep === null || done % keepEvery !== 0 || done <= from.done) continue
        await judging.settle()
        keep(done, allFound())
      }
    progress.end()
    await judging.settle()
    const candidates = allFound()
      .filter(({ answers }) => !answers.some((id) => index.has(id)))
      .map(({ candidate }) =>
        scan.isClone ? candidate : { ...candidate, threadSize: Math.max(1, index.threadSize(candidate.id)) },
      )
    return { candidates: candidates.sort(byDate), problems: judging.problems }
  } finally {
    await judging.end()
  }
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

/** The command: gives back the exit code. `print` takes one line. */
export async function findCandidates(
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
    const places = options.resume === null ? null : await loadPlaces()
    const place = options.resume === null ? null : (places?.readPlace(options.resume, call) ?? null)
    for (const [at, source] of options.sources.entries()) {
      if (place && at < place.source) continue
      const from = place?.source === at ? place : { done: 0, found: [] }
      const { resume } = options
      const keep = (done: number, found: Found[]): void => {
        if (resume !== null) places?.keepPlace(resume, { call, source: at, done, found })
      }
      const { candidates, problems } = await scanSource(source, options, from, resume === null ? null : keep)
      for (const problem of problems) warn(printed(problem))
      failed ||= problems.length > 0
      const wanted = candidates.filter((candidate) => isWanted(candidate, options))
      count += wanted.length
      for (const candidate of wanted) print(JSON.stringify(candidate))
      if (options.resume !== null) places?.keepPlace(options.resume, { call, source: at + 1, done: 0, found: [] })
    }
    if (options.resume !== null) places?.dropPlace(options.resume)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    warn(`find: ${formatSourceError(error)}`)
    return 1
  }
  warn(`find: ${count} ${count === 1 ? 'candidate' : 'candidates'}`)
  return failed ? 1 : 0
}
