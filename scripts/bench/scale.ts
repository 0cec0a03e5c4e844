import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { indexSite } from '../finish/search-index.ts'
import { buildTemplates, writeContent } from './scale/generated-content.ts'

const root = path.resolve(import.meta.dirname, '../..')
const COUNTS = [100, 1000, 5000]
const CPU_GOAL_SECONDS = 20
const MEMORY_GOAL_MB = 1500
const WARM_GOAL = 0.6
const SIZE_GOAL_MB = 1000
const ELEVENTY = '@11ty/eleventy@3.1.8'

type Cost = { seconds: number; megabytes: number }

/** Runs a command; CPU seconds of all node processes in it, and the largest memory of one. */
function measure(scratch: string, args: string[], env: Record<string, string>, cwd = root): Cost & { said: string } {
  const log = path.join(scratch, 'usage.log')
  const hook = path.join(scratch, 'usage.mjs')
  rmSync(log, { force: true })
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs'\nimport { isMainThread } from 'node:worker_threads'\nif (isMainThread) process.on('exit', () => { const u = process.resourceUsage(); appendFileSync(${JSON.stringify(log)}, JSON.stringify([u.userCPUTime + u.systemCPUTime, u.maxRSS]) + '\\n') })\n`,
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, ...env, NODE_OPTIONS: `--import ${hook}` },
  })
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr.slice(-1000)}`)
  const rows = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  const cost: Cost = { seconds: 0, megabytes: 0 }
  for (const row of rows)
    if (Array.isArray(row)) {
      cost.seconds += Number(row[0]) / 1e6
      cost.megabytes = Math.max(cost.megabytes, Number(row[1]) / 1024)
    }
  return { ...cost, said: stdout }
}

/** Installs the reference beside the generated content, never into the project; null where the registry is not there. */
function installEleventy(scratch: string): string | null {
  const folder = path.join(scratch, 'eleventy')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ELEVENTY], { cwd: folder })
  if (status !== 0) return null
  const bodies = path.join(root, 'scripts/bench/scale/render-body.ts')
  mkdirSync(path.join(folder, 'input'))
  writeFileSync(
    path.join(folder, 'input/cases.11ty.js'),
    `import { openBodies } from ${JSON.stringify(bodies)}
const { slugs, render: renderBody } = openBodies(process.env.BENCH_CONTENT)
export const data = { slugs, pagination: { data: 'slugs', size: 1, alias: 'slug' }, permalink: ({ slug }) => slug + '/index.html' }
export function render({ slug }) { return '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>' + slug + '</title></head><body>' + renderBody(slug) + '</body></html>' }
`,
  )
  return folder
}

/** The reference: the bodies of the same cases, rendered by eleventy. */
function measureEleventy(scratch: string, folder: string | null, content: string): string {
  if (folder === null) return `${ELEVENTY} could not be fetched`
  const out = path.join(scratch, 'eleventy-out')
  const bin = path.join(folder, 'node_modules/@11ty/eleventy/cmd.cjs')
  const cost = measure(
    scratch,
    [bin, '--quiet', '--input=input', `--output=${out}`],
    { BENCH_CONTENT: content },
    folder,
  )
  rmSync(out, { recursive: true, force: true })
  return `${ELEVENTY}, the same bodies: ${format(cost)}`
}

/** The CPU seconds of one stage, as `--times` prints them. */
const stageOf = (said: string, stage: string): number =>
  Number(new RegExp(`[:,] ${stage} ([0-9.]+)`).exec(/^CPU seconds.*$/m.exec(said)?.[0] ?? '')?.[1] ?? 0)

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)

const format = ({ seconds, megabytes }: Cost): string => `${seconds.toFixed(1)} CPU s, ${megabytes.toFixed(0)} MB`

/** Changes what a person wrote of a case and what the catalogue says of it: its pages, and lists that show its outcome. */
function changeCase(folder: string): void {
  appendFileSync(path.join(folder, 'index.mdx'), '\nOne more sentence.\n')
  const facts = path.join(folder, 'facts.json')
  writeFileSync(facts, readFileSync(facts, 'utf8').replace('"outcome": "merged"', '"outcome": "rejected"'))
}

/** One size: the full build, the same again after one changed case, the reference; index and pictures apart. */
function benchSize(scratch: string, content: string, eleventy: string | null, count: number): Cost {
  const out = path.join(scratch, `dist-${count}`)
  const env = { CASEBOOK_CONTENT: content, CASEBOOK_OUT: out, CI: '' }
  const args = ['scripts/build.ts', '--no-search', '--no-pictures', '--times']
  const whole = measure(scratch, args, env)
  const index = stageOf(whole.said, 'index')
  const pages = { seconds: whole.seconds - index, megabytes: whole.megabytes }
  const written = sizeOf(out) / 1e6
  changeCase(path.join(content, 'cases/w1'))
  const again = measure(scratch, args, env)
  const warm = (again.seconds - stageOf(again.said, 'index')) / pages.seconds
  const words = measure(scratch, [path.join(root, 'scripts/bench/scale.ts'), '--index', out], {})
  console.log(/^CPU seconds.*$/m.exec(whole.said)?.[0] ?? '')
  console.log(
    `${count} cases: pages ${format(pages)}, ${written.toFixed(0)} MB written (goal ${SIZE_GOAL_MB}); identifier index apart ${index.toFixed(1)} CPU s, word index apart ${format(words)} and its own process; after one changed case ${warm.toFixed(2)} of the full build (goal ${WARM_GOAL}); ${measureEleventy(scratch, eleventy, content)}`,
  )
  rmSync(out, { recursive: true, force: true })
  return pages
}

/**
 * Builds generated sites of growing size. CASEBOOK_SCALE names other counts (`100,1000`), CASEBOOK_SCALE_THREADS=files
 * gives each thread the size of a whole file of mails instead of what a case keeps of one.
 */
export async function bench(): Promise<boolean> {
  const counts = process.env['CASEBOOK_SCALE']?.split(',').map(Number) ?? COUNTS
  const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-scale-'))
  const pages = new Map<number, Cost>()
  try {
    const sizes = process.env['CASEBOOK_SCALE_THREADS'] === 'files' ? 'files' : 'cases'
    const templates = await buildTemplates(scratch, sizes)
    const eleventy = installEleventy(scratch)
    for (const count of counts) {
      const content = path.join(scratch, `content-${count}`)
      writeContent(content, count, templates)
      pages.set(count, benchSize(scratch, content, eleventy, count))
      rmSync(content, { recursive: true, force: true })
    }
    return judge(pages)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The goals at the largest size, and whether a case costs there what it costs in the middle. */
function judge(pages: ReadonlyMap<number, Cost>): boolean {
  const [small, middle, large] = [...pages]
  if (!small || !middle || !large) return true
  const per = (a: [number, Cost], b: [number, Cost]): number => ((b[1].seconds - a[1].seconds) / (b[0] - a[0])) * 1000
  const [first, then] = [per(small, middle), per(middle, large)]
  console.log(
    `a case more: ${first.toFixed(2)} ms from ${small[0]} to ${middle[0]}, ${then.toFixed(2)} ms from ${middle[0]} to ${large[0]}`,
  )
  return large[1].seconds <= CPU_GOAL_SECONDS && large[1].megabytes <= MEMORY_GOAL_MB && then <= first * 1.2
}

if (import.meta.main) {
  const [, , what, from = ''] = process.argv
  if (what === '--index' && existsSync(from)) await indexSite(from)
}
