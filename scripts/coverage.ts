/** `npm run coverage`: runs the tests and says which lines of `src` and `scripts` ran; code 1 below the bound. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { refusesCall } from './call-fault.ts'
import { countLines, findCodeLines, type LineCount } from './coverage/code-lines.ts'
import { readRuns } from './coverage/read-runs.ts'

const bound = 90
const fileBound = 80
const help = `npm run coverage [-- --again]
Runs the tests (unit, content, build, site) and prints how many lines of src and scripts ran, a folder a line, and the
files below ${fileBound} %, with the lines that nothing ran. Ends with code 1 below ${bound} % in all, or where a test fails.
--again  counts what the last run left, without running the tests`

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, '.cache', 'coverage')
const runs = path.join(folder, 'runs')
const maps = path.join(folder, 'maps')

/** Runs the groups of tests that run code, everything built anew; how many of them failed. */
function runTests(): number {
  const kept = readdirSync(path.join(root, '.cache')).filter((name) => /^(?:pages|cases|site|coverage)/.test(name))
  for (const name of kept) rmSync(path.join(root, '.cache', name), { recursive: true })
  mkdirSync(runs, { recursive: true })
  return ['unit', 'content', 'build', 'site'].filter((name) => {
    const { status } = spawnSync(process.execPath, ['scripts/test.mjs', '--only', name], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_V8_COVERAGE: runs, CASEBOOK_MAPS: maps },
    })
    return status !== 0
  }).length
}

/** Every file that counts: no test, no declaration of types. */
function listCode(): string[] {
  const files = ['src', 'scripts'].flatMap((name) =>
    readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' }).map((file) => path.join(name, file)),
  )
  return files.filter((file) => /\.(?:ts|mjs)$/.test(file) && !/\.(?:test|d)\.ts$/.test(file)).sort()
}

const formatPercent = (done: number, all: number): string => `${((100 * done) / all).toFixed(1).padStart(5)} %`

/** `12-14, 20`: lines as a reader looks them up, the first of many. */
function formatLines(lines: readonly number[]): string {
  const spans: [number, number][] = []
  for (const line of lines) {
    const last = spans.at(-1)
    if (last && last[1] >= line - 2) last[1] = line
    else spans.push([line, line])
  }
  const most = 12
  const words = spans.slice(0, most).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  return words.join(', ') + (spans.length > most ? ', …' : '')
}

/** Prints the table; gives back the share of all lines that ran, in per cent. */
function report(counts: ReadonlyMap<string, LineCount>): number {
  const ranOf = (some: readonly LineCount[]): [ran: number, lines: number] => {
    const lines = some.reduce((sum, one) => sum + one.lines, 0)
    return [lines - some.reduce((sum, one) => sum + one.missed.length, 0), lines]
  }
  const folders = Map.groupBy(counts, ([file]) => file.split('/').slice(0, -1).slice(0, 2).join('/'))
  for (const [name, files] of [...folders].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const [ran, lines] = ranOf(files.map(([, count]) => count))
    console.log(`${name.padEnd(22)} ${formatPercent(ran, lines)}  ${ran} of ${lines} lines`)
  }
  const low = [...counts].filter(([, { lines, missed }]) => lines - missed.length < (lines * fileBound) / 100)
  console.log(
    low.length === 0 ? `\nNo file below ${fileBound} %` : `\nBelow ${fileBound} %, and the lines that nothing ran:`,
  )
  for (const [name, { lines, missed }] of low)
    console.log(`${name} ${formatPercent(lines - missed.length, lines).trim()}: ${formatLines(missed)}`)
  const [ran, lines] = ranOf([...counts.values()])
  console.log(`\nIn all ${formatPercent(ran, lines).trim()}: ${ran} of ${lines} lines of src and scripts ran`)
  return (100 * ran) / lines
}

function main(): number {
  if (process.argv.includes('--help')) {
    console.log(help)
    return 0
  }
  if (refusesCall('coverage', help, ['--again'])) return 2
  const failed = process.argv.includes('--again') ? 0 : runTests()
  const code = new Map(
    listCode().map((file) => {
      const full = path.join(root, file)
      return [full, findCodeLines(readFileSync(full, 'utf8'), file.endsWith('.ts'))]
    }),
  )
  const ran = readRuns(runs, maps, root, code)
  const counts = new Map(
    [...code]
      .map(([file, lines]): [string, LineCount] => [
        path.relative(root, file),
        countLines(lines, ran.get(file) ?? new Uint8Array()),
      ])
      .filter(([, { lines }]) => lines > 0),
  )
  const percent = report(counts)
  if (failed > 0) console.error(`${failed} group${failed === 1 ? '' : 's'} of tests failed: see above`)
  return percent < bound || failed > 0 ? 1 : 0
}

process.exitCode = main()
