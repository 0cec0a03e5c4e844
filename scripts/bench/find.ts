import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { seededRandom } from '../../tests/seeded-random.ts'

const limit = 1.6
const memoryLimitMb = 200

const syllables =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo vu'.split(
    ' ',
  )
const makeWord = (random: () => number): string =>
  Array.from(
    { length: 1 + Math.floor(random() * 4) },
    () => syllables[Math.floor(random() * syllables.length)] ?? '',
  ).join('')

function makeText(random: () => number, bytes: number): string {
  let text = ''
  let line = ''
  while (text.length < bytes) {
    line += `${makeWord(random)}${random() < 0.08 ? `_${makeWord(random)}` : ''} `
    if (line.length > 66) {
      text += `${line.trimEnd()}\n`
      line = random() < 0.1 ? '\n' : ''
    }
  }
  return text
}

/** A mail like those of real lists: median 3 KB, robot reports of 100 KB, attachments in base64, one patch in fifty that matters. */
function makeMail(random: () => number, number: number): string {
  const kind = random()
  const id = `${20200101000000 + number}.${number}@example.org`
  const parent = number > 10 && random() < 0.6 ? number - 1 - Math.floor(random() * 10) : null
  const reference =
    parent === null
      ? ''
      : `In-Reply-To: <${20200101000000 + parent}.${parent}@example.org>\nReferences: <${20200101000000 + parent}.${parent}@example.org>\n`
  const received = Array.from(
    { length: 4 },
    () =>
      `Received: from ${makeWord(random)}.example.org (${makeWord(random)}) by mx.example.org; Wed, 1 Jan 2020 00:00:00 +0000\n`,
  ).join('')
  const head = (from: string, subject: string, type = 'text/plain; charset=utf-8'): string =>
    `${received}From: ${from} <a@example.org>\nDate: Wed, 1 Jan 2020 00:00:00 +0000\nSubject: ${subject}\nMessage-ID: <${id}>\n${reference}MIME-Version: 1.0\nContent-Type: ${type}\n`
  if (kind < 0.02)
    return `${head('kernel test robot', `[${makeWord(random)}] regression`)}\n${makeText(random, 100_000)}`
  if (kind < 0.04) {
    const data = Array.from({ length: 600 }, () =>
      Buffer.from(makeText(random, 57).slice(0, 57)).toString('base64'),
    ).join('\n')
    return `${head('A Person', `Re: ${makeWord(random)}`, 'multipart/mixed; boundary="xx"')}\n--xx\nContent-Type: text/plain\n\n${makeText(random, 800)}\n--xx\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n${data}\n--xx--\n`
  }
  const isOurs = kind > 0.98
  const words = isOurs ? 'Readers of the mask share a cacheline with the tail, which bounces between CPUs.\n\n' : ''
  const member = makeWord(random)
  const diff = `---\n ${member}.h | 2 +-\n\ndiff --git a/${member}.h b/${member}.h\nindex 1111111..2222222 100644\n--- a/${member}.h\n+++ b/${member}.h\n@@ -10,5 +10,5 @@ struct ${member}\n \tint mask;\n-\tu64 tail;\n+\tu64 tail${isOurs ? ' ____cacheline_aligned_in_smp' : ' __aligned(8)'};\n \tint rest;\n`
  const size = 600 + Math.floor(-Math.log(1 - random()) * 2600)
  return `${head('A Person', `${parent === null ? '' : 'Re: '}[PATCH] ${makeWord(random)}: ${makeWord(random)} ${makeWord(random)}`)}\n${words}${makeText(random, Math.min(size, 40_000))}\n${random() < 0.5 || isOurs ? diff : ''}`
}

function run(
  command: string,
  args: string[],
  options: { cwd?: string; input?: string } = {},
): { ms: number; out: string } {
  const started = performance.now()
  const child = spawnSync(command, args, { maxBuffer: 1 << 28, encoding: 'utf8', ...options })
  if (child.status !== 0) throw new Error(`${command} ${args.join(' ').slice(0, 80)}: ${child.stderr.slice(0, 400)}`)
  return { ms: performance.now() - started, out: child.stdout + child.stderr }
}

/** Writes a repository by git fast-import: public-inbox v2 (one file `m`, one commit a mail), or a source tree. */
function makeRepository(folder: string, count: number, kind: 'inbox' | 'clone'): void {
  run('git', ['init', '-q', '--bare', '-b', 'master', folder])
  const random = seededRandom(count)
  const file = path.join(folder, 'stream')
  const handle = openSync(file, 'w')
  for (let number = 1; number <= count; number++) {
    const blob = kind === 'inbox' ? makeMail(random, number) : makeText(random, 2500)
    const name = kind === 'inbox' ? 'm' : `d${number % 40}/${number % 900}.c`
    const message =
      kind === 'inbox'
        ? 'm'
        : `${makeWord(random)}: ${makeWord(random)}\n\n${makeText(random, 400)}${random() < 0.02 ? 'Avoid cacheline bouncing of the lock.\n' : ''}`
    writeSync(
      handle,
      `commit refs/heads/master\ncommitter A <a@example.org> ${1577836800 + number} +0000\ndata ${Buffer.byteLength(message)}\n${message}\n${number > 1 ? '' : ''}M 100644 inline ${name}\ndata ${Buffer.byteLength(blob)}\n${blob}\n`,
    )
  }
  closeSync(handle)
  spawnSync('sh', ['-c', `git -C '${folder}' fast-import --quiet < '${file}'`])
  rmSync(file)
}

const packMb = (folder: string): number => {
  const pack = path.join(folder, 'objects', 'pack')
  return readdirSync(pack).reduce((sum, name) => sum + statSync(path.join(pack, name)).size, 0) / 1e6
}

/**
 * The command itself in a process of its own, with the flags of its npm script; its peak memory by the kernel's own
 * account. `cpuMs` is of its main thread, start included: on a machine with other work it says more than the wall.
 */
function runFindCommand(source: string, folder: string): { ms: number; peakMb: number; count: number; cpuMs: number } {
  const script = path.join(import.meta.dirname, '..', 'find.ts')
  const wrapper = `import { runFind } from ${JSON.stringify(script)}; let n = 0; const said = []; const code = await runFind([${JSON.stringify(source)}], () => { n++ }, (text) => said.push(text)); if (code !== 0) throw new Error(said.join(' ')); const { user, system } = process.threadCpuUsage(); console.log([n, process.resourceUsage().maxRSS, (user + system) / 1000].join(' '))`
  // a file, no `--eval`: the thread that judges takes over the flags of its process
  const measured = path.join(folder, 'measured-find.mjs')
  writeFileSync(measured, wrapper)
  const { ms, out } = run(process.execPath, [
    '--max-semi-space-size=4',
    '--no-warnings',
    '--import',
    path.join(import.meta.dirname, '..', 'boot', 'compile-cache.mjs'),
    measured,
  ])
  const [count = 0, kb = 0, cpuMs = 0] = out.trim().split(' ').map(Number)
  if (count === 0) throw new Error(`${source}: expected candidates, found none`)
  return { ms, peakMb: kb / 1024, count, cpuMs }
}

/** The lowest of three: what the machine can do. */
const best = <T extends { ms: number }>(work: () => T): T =>
  [work(), work(), work()].reduce((a, b) => (b.ms < a.ms ? b : a))

const pythonScan = `
import email, subprocess, sys
p = subprocess.run(['git', '-C', sys.argv[1], 'cat-file', '--batch'], input=open(sys.argv[2], 'rb').read(), stdout=subprocess.PIPE).stdout
at = n = 0
while at < len(p):
    end = p.index(b'\\n', at); size = int(p[at:end].split()[2])
    m = email.message_from_bytes(p[end + 1:end + 1 + size]); m.get_payload(decode=True); n += 1
    at = end + 2 + size
print(n)
`

function measureInbox(folder: string, count: number): boolean {
  const inbox = path.join(folder, `inbox-${count}`)
  makeRepository(inbox, count, 'inbox')
  const list = path.join(folder, `ids-${count}`)
  writeFileSync(
    list,
    run('git', ['-C', inbox, 'log', '--reverse', '--raw', '--no-abbrev', '--format=']).out.replaceAll(
      /^:\d+ \d+ \S+ (\S+).*$/gm,
      '$1',
    ),
  )
  const git = best(() => run('sh', ['-c', `git -C '${inbox}' cat-file --batch < '${list}' > /dev/null`]))
  const find = best(() => runFindCommand(inbox, folder))
  const python = spawnSync('python3', ['-c', pythonScan, inbox, list], { encoding: 'utf8' })
  const pythonMs = python.status === 0 ? run('python3', ['-c', pythonScan, inbox, list]).ms : null
  const ratio = find.ms / git.ms
  console.log(`archive of ${count} mails, pack ${packMb(inbox).toFixed(0)} MB: ${find.count} candidates`)
  console.log(
    `  git cat-file --batch ${Math.round(git.ms)} ms; find ${Math.round(find.ms)} ms = ${ratio.toFixed(2)} times (at most ${limit}); its main thread ${Math.round(find.cpuMs)} ms of CPU`,
  )
  console.log(
    `  Python mailbox+email ${pythonMs === null ? 'not there' : `${Math.round(pythonMs)} ms = ${(pythonMs / git.ms).toFixed(2)} times`}`,
  )
  console.log(`  peak memory ${find.peakMb.toFixed(0)} MB (at most ${memoryLimitMb})`)
  return ratio <= limit && find.peakMb < memoryLimitMb
}

function measureClone(folder: string, count: number): boolean {
  const clone = path.join(folder, 'clone')
  makeRepository(clone, count, 'clone')
  const git = best(() => run('sh', ['-c', `git -C '${clone}' log -p > /dev/null`]))
  const find = best(() => runFindCommand(`git:${clone}`, folder))
  console.log(
    `clone of ${count} commits: git log -p ${Math.round(git.ms)} ms; find ${Math.round(find.ms)} ms = ${(find.ms / git.ms).toFixed(2)} times (at most ${limit}); its main thread ${Math.round(find.cpuMs)} ms of CPU; peak memory ${find.peakMb.toFixed(0)} MB`,
  )
  return find.ms / git.ms <= limit
}

/** Find over archives and a clone that are made here, beside git reading the same to nowhere; false where over a limit. */
export function bench(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'casebook-find-'))
  try {
    return [measureInbox(folder, 10_000), measureInbox(folder, 50_000), measureClone(folder, 50_000)].every(Boolean)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
