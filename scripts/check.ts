/** Runs every check in order and adds up what passed, failed and was skipped. Called by scripts/test.mjs. */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, '.cache', 'reports')

type Tally = { passed: number; failed: number; skipped: number }
type Step = { name: string; says: string; run: () => Tally | Promise<Tally> }

const only = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : undefined

/** Where a command runs: in the repository, with the commands of the packages before those of the system. */
const place = {
  cwd: root,
  env: {
    ...process.env,
    PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
  },
} satisfies SpawnOptions

/** One command of the packages, in its own process; its output is shown. */
function runCommand(command: string, args: string[]): number {
  const { status, error } = spawnSync(command, args, { ...place, stdio: 'inherit' })
  if (error) console.error(`${command}: ${error.message}`)
  return status ?? 1
}

const tallyOf = (isPassed: boolean): Tally => ({ passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 })

/** A command that is one check: its exit code is the result. */
const check = (command: string, args: string[]): Tally => tallyOf(runCommand(command, args) === 0)

/** A check beside others: what it prints is shown when it has ended. */
function checkBeside(command: string, args: string[]): Promise<Tally> {
  return new Promise((resolve) => {
    const said: Uint8Array[] = []
    const child = spawn(command, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Uint8Array) => said.push(piece))
    child.on('error', (error) => said.push(Buffer.from(`${command}: ${error.message}\n`)))
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(said))
      resolve(tallyOf(status === 0))
    })
  })
}

/** Reads what vitest's JSON report counts; a run without a report is one failure. */
function parseReport(file: string): Tally {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const count = (key: string) => {
    const value =
      typeof report === 'object' && report !== null && key in report
        ? Object.entries(report).find(([name]) => name === key)?.[1]
        : 0
    return typeof value === 'number' ? value : 0
  }
  return {
    passed: count('numPassedTests'),
    failed: count('numFailedTests'),
    skipped: count('numPendingTests') + count('numTodoTests'),
  }
}

/** One vitest run over some folders; a crash outside a test counts as a failure. */
function runTests(name: string, folders: string[], extra: string[] = []): Tally {
  const report = path.join(reports, `${name}.json`)
  rmSync(report, { force: true })
  const status = runCommand('vitest', [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...extra,
    ...folders,
  ])
  const tally = parseReport(report)
  return status !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

const steps: Step[] = [
  {
    name: 'lint',
    says: 'Format, lint and what nothing uses',
    run: async () =>
      addUp(
        await Promise.all([
          checkBeside('biome', ['check', '.']),
          checkBeside('knip', ['-c', '.knip.json', '--no-progress']),
        ]),
      ),
  },
  {
    name: 'types',
    says: 'Types',
    run: async () => {
      const synced = check('astro', ['sync', '--silent'])
      const pages = checkBeside('astro', ['check', '--noSync', '--minimumFailingSeverity', 'warning'])
      return addUp([synced, ...(await Promise.all([pages, checkBeside('tsc', ['--noEmit', '-p', '.'])]))])
    },
  },
  {
    name: 'unit',
    says: 'Unit tests',
    run: () =>
      addUp([
        // What is pure needs no process of its own: half the time went into starting them. A count of lines by test does.
        runTests('unit', ['src/'], process.env['NODE_V8_COVERAGE'] === undefined ? ['--no-isolate'] : []),
        runTests('unit-commands', ['scripts/', 'tests/'], ['--exclude', 'tests/site/**']),
      ]),
  },
  {
    name: 'content',
    says: 'Content: importing again changes nothing',
    run: () => check('node', ['scripts/import.ts', '--check']),
  },
  { name: 'build', says: 'Build', run: () => check('node', ['scripts/build.ts']) },
  {
    name: 'site',
    says: 'Tests of the built site',
    run: () => runTests('site', ['tests/site']),
  },
]

function addUp(tallies: Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

if (only !== undefined && !steps.some(({ name }) => name === only)) {
  console.error(`--only: no group ${JSON.stringify(only)}; there are: ${steps.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
mkdirSync(reports, { recursive: true })
const results: Tally[] = []
for (const step of steps.filter(({ name }) => only === undefined || name === only)) {
  console.log(`\n== ${step.says}`)
  const started = performance.now()
  const tally = await step.run()
  results.push(tally)
  console.log(
    `== ${step.says}: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  )
}
const total = addUp(results)
if (total.passed + total.failed === 0) console.error('No check ran.')
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
