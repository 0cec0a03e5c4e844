/** `npm run mutate`: changes the code in small ways, one at a time, and says which changes no test notices. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { seededRandom } from '../tests/seeded-random.ts'
import { findTests, type Reach, readReach } from './mutate/covering-tests.ts'
import { applyMutant, findMutants, type Mutant } from './mutate/find-mutants.ts'

const help = `npm run mutate -- [FOLDER…] [--sample N] [--seed S] [--minutes M] [--jobs J]
Changes the code of folders (src/extract, src/series and src/text when none is named) in small ways, one at a time. Runs
the tests that run the changed place, nearest first, and imports the content again, until something fails; tests of
commands and of masses of bad input are left out, they take minutes. Prints the score and each change that nothing
noticed. Needs what npm run coverage left: which test runs which line.
--sample N   that many changes, drawn by the seed (300)
--seed S     the draw (1)
--from N     leaves out the first N of the draw: those that an earlier run tried (0)
--minutes M  begins no further change after that time (30)
--jobs J     that many at the same time (1)`

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, '.cache', 'mutate')
const runs = path.join(root, '.cache', 'coverage', 'runs')
/** Tests that start commands, or look for crashes in masses of texts: minutes for a change that others notice sooner. */
const slow =
  /tests\/site\/|(?:kill|command|catalogue|spelling|schema|patterns|bad-input|robust|hostile-mail|fuzz|metamorphic)\.test\.ts$/
const near = 6

type Placed = Mutant & { file: string; source: string }
type Outcome = 'noticed' | 'unnoticed' | 'out of time' | 'not run'

/** Draws some of a list. */
function draw<T>(list: readonly T[], most: number, seed: number): T[] {
  const random = seededRandom(seed)
  return list
    .map((one): [number, T] => [random(), one])
    .sort(([one], [other]) => one - other)
    .slice(0, most)
    .map(([, one]) => one)
}

function listMutants(folders: readonly string[]): Placed[] {
  const files = folders.flatMap((name) =>
    readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .sort()
      .map((file) => path.join(root, name, file)),
  )
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return findMutants(file, source).map((mutant) => ({ ...mutant, file, source }))
  })
}

/** Runs a command with one file replaced. A process that hangs is ended with those that it started. */
function runReplaced(args: readonly string[], mutant: string): Promise<Outcome> {
  const hook = pathToFileURL(path.join(root, 'scripts', 'mutate', 'replace-module.mjs')).href
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, CASEBOOK_MUTANT: mutant, NODE_OPTIONS: `--import ${hook} --no-warnings` },
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      resolve('out of time')
    }, 90_000)
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve(code === 0 ? 'unnoticed' : 'noticed')
    })
  })
}

const vitest = [path.join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'tests/vitest.config.ts']
const settings = ['--experimental.viteModuleRunner=false', '--bail=1', '--no-isolate', '--no-file-parallelism']

/** Tries one change: the nearest tests first, then the others, then the content group, until something is noticed. */
async function tryMutant(one: Placed, reach: readonly Reach[], name: string): Promise<Outcome> {
  const tests = findTests(reach, one.file, one.start).filter((test) => !slow.test(test))
  const mutant = path.join(folder, name)
  writeFileSync(mutant, JSON.stringify({ url: pathToFileURL(one.file).href, code: applyMutant(one.source, one) }))
  for (const some of [tests.slice(0, near), tests.slice(near)].filter(({ length }) => length > 0)) {
    const outcome = await runReplaced([...vitest, ...settings, ...some], mutant)
    if (outcome !== 'unnoticed') return outcome
  }
  return runReplaced(['scripts/import.ts', '--check'], mutant)
}

function formatMutant({ file, source, start, end, kind }: Placed): string {
  const before = source.slice(0, start).split('\n')
  const place = `${path.relative(root, file)}:${before.length}:${(before.at(-1) ?? '').length + 1}`
  return `${place} ${kind}: ${source.slice(start, end).replace(/\s+/g, ' ').slice(0, 100)}`
}

/** Prints the score of each folder and what was not noticed. */
function report(outcomes: ReadonlyMap<Placed, Outcome>): void {
  const tried = [...outcomes].filter(([, outcome]) => outcome !== 'not run')
  const folders = Map.groupBy(tried, ([{ file }]) => path.relative(root, file).split('/').slice(0, 2).join('/'))
  for (const [name, some] of [...folders, ['in all', tried] as const]) {
    const noticed = some.filter(([, outcome]) => outcome !== 'unnoticed').length
    console.log(`${name}: ${noticed} of ${some.length} noticed, ${((100 * noticed) / some.length).toFixed(1)} %`)
  }
  const left = tried.filter(([, outcome]) => outcome === 'unnoticed').map(([one]) => formatMutant(one))
  console.log(left.length === 0 ? 'Nothing was left unnoticed' : `\nUnnoticed:\n${left.sort().join('\n')}`)
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      minutes: { type: 'string', default: '30' },
      jobs: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(help)
    return 0
  }
  if (!existsSync(runs)) {
    console.error('mutate: expected what a run of the tests left in .cache/coverage, found nothing; npm run coverage')
    return 1
  }
  mkdirSync(folder, { recursive: true })
  const all = listMutants(positionals.length > 0 ? positionals : ['src/extract', 'src/series', 'src/text'])
  const chosen = draw(all, Number(values.sample), Number(values.seed)).slice(Number(values.from))
  const reach = readReach(runs, new Map(chosen.map(({ file, source }) => [file, source.length])))
  console.log(`${all.length} changes possible, ${chosen.length} taken of the draw of seed ${values.seed}`)
  const outcomes = new Map<Placed, Outcome>(chosen.map((one) => [one, 'not run']))
  const end = performance.now() + Number(values.minutes) * 60_000
  const queue = [...chosen]
  const work = async (job: number): Promise<void> => {
    for (let one = queue.shift(); one && performance.now() < end; one = queue.shift()) {
      const outcome = await tryMutant(one, reach, `mutant-${job}.json`)
      outcomes.set(one, outcome)
      if (outcome === 'unnoticed') console.error(formatMutant(one))
    }
  }
  // What is printed so far says how far a run came that was ended.
  const progress = setInterval(() => console.error(`${chosen.length - queue.length} of ${chosen.length} begun`), 60_000)
  await Promise.all(Array.from({ length: Number(values.jobs) }, (_, job) => work(job)))
  clearInterval(progress)
  report(outcomes)
  return 0
}

process.exitCode = await main()
