import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const COMMITS = 100_000
const CASES = 400
const LIMIT_SECONDS = 60

/** One commit of the stream: a struct's header of which one member moves. */
function buildCommit(number: number): string {
  const every = COMMITS / CASES
  const isCase = number % every === 0
  const title = isCase ? `pond${number}: keep the counter off the line of the lock` : `pond: change ${number}`
  const message = `${title}\n\n${isCase ? 'count and lock share a cacheline: false sharing.\n' : ''}`
  const file = `mm/pond${number % 500}.h`
  const members = ['lock', 'limit', ...Array.from({ length: 30 }, (_, at) => `m${at}_${number}`), 'count']
  const text = `struct pond {\n${members.map((name) => `\tint ${name};\n`).join('')}};\n`
  const person = `Ann Writer <ann@example.org> ${1_500_000_000 + number * 60} +0000`
  return [
    'commit refs/heads/main',
    `author ${person}`,
    `committer ${person}`,
    `data ${Buffer.byteLength(message)}`,
    message,
    `M 100644 inline ${file}`,
    `data ${Buffer.byteLength(text)}`,
    text,
    '',
  ].join('\n')
}

async function makeClone(clone: string): Promise<void> {
  spawnSync('git', ['init', '-q', '-b', 'main', clone])
  const importer = spawn('git', ['-C', clone, 'fast-import', '--quiet'], { stdio: ['pipe', 'inherit', 'inherit'] })
  const done = new Promise<number | null>((resolve) => importer.on('close', resolve))
  for (let number = 0; number < COMMITS; number++)
    if (!importer.stdin.write(buildCommit(number)))
      await new Promise((resolve) => importer.stdin.once('drain', resolve))
  importer.stdin.end()
  if ((await done) !== 0) throw new Error('git fast-import failed')
}

/** Half of the cases know their commit, half only title and author. */
function writeCatalogue(file: string, clone: string): void {
  const log = spawnSync(
    'git',
    ['-C', clone, 'log', '--format=%H %s', '--fixed-strings', '--grep=keep the counter off'],
    {
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  ).stdout
  const lines = log
    .trim()
    .split('\n')
    .map((line, at) => {
      const [commit = '', ...title] = line.split(' ')
      return JSON.stringify({
        slug: `pond-${at}`,
        title: title.join(' '),
        project: 'Linux',
        kind: 'false-sharing',
        technique: 'reorder-members',
        author: 'Ann Writer',
        ...(at % 2 === 0 ? { commit } : {}),
        outcome: 'merged',
        summary: 'Moves a counter.',
        confidence: 'high',
      })
    })
  writeFileSync(file, `${lines.join('\n')}\n`)
}

/** Brings 400 patches out of a clone of 100,000 commits that it makes; reference: `git log` of ids over the same clone. */
export async function bench(): Promise<boolean> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-hydrate-bench-'))
  try {
    const [clone, out, lines] = ['clone', 'content', 'lines.jsonl'].map((name) => path.join(scratch, name)) as [
      string,
      string,
      string,
    ]
    mkdirSync(out)
    await makeClone(clone)
    writeCatalogue(lines, clone)
    const command = path.join(import.meta.dirname, '../import.ts')
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [command, '--out', out, ...args], { encoding: 'utf8' })
    if (run(lines).status !== 0) throw new Error('the bench could not import its catalogue')
    const before = performance.now()
    spawnSync('git', ['-C', clone, 'log', '--format=%H'], { maxBuffer: 1e9 })
    const reference = (performance.now() - before) / 1000
    const started = performance.now()
    const { stdout, stderr } = run(`git:${clone}`, '--known')
    const seconds = (performance.now() - started) / 1000
    const holds =
      stdout.includes(`holds the commits of ${CASES} of ${CASES} cases`) && stdout.includes(`${CASES} changed`)
    if (!holds) console.log(stdout.slice(-500), stderr.slice(-500))
    console.log(
      `${CASES} patches out of ${COMMITS} commits: ${seconds.toFixed(1)} s (limit ${LIMIT_SECONDS} s), ${(seconds / reference).toFixed(1)} times \`git log --format=%H\` (${reference.toFixed(2)} s)`,
    )
    return holds && seconds < LIMIT_SECONDS
  } finally {
    rmSync(scratch, { recursive: true })
  }
}
