import { spawnSync } from 'node:child_process'
import {
  cpSync,
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
import { renderCase } from '../../src/render/case-page.ts'
import { buildRelatedIndex, findRelatedCases } from '../../src/render/related-cases.ts'
import { realEffects } from '../effects.ts'
import { indexSite } from '../finish/search-index.ts'
import { writeSitePictures } from '../finish/share-pictures.ts'
import { runImport } from '../import.ts'
import { readCases, readThread } from '../read-content.ts'

const root = path.resolve(import.meta.dirname, '../..')
const COUNTS = [100, 1000, 5000]
const CPU_GOAL_SECONDS = 20
const MEMORY_GOAL_MB = 1500
/** Sizes of thirteen real threads as mbox, in kB. */
const THREAD_KB = [7, 116, 11, 642, 556, 575, 316, 31, 95, 648, 69, 69, 106]
/** Stands in the templates wherever a case has a name of its own. */
const TOKEN = 'qzqz00000'
const WORDS = [
  'the counter',
  'one cacheline',
  'readers of',
  'a writer on',
  'per CPU',
  'takes the lock',
  'bounces',
  'so that',
  'we measured',
  'under load',
]

const sentence = (seed: number): string =>
  Array.from({ length: 9 }, (_, at) => WORDS[(seed * 7 + at * 3) % WORDS.length]).join(' ')

function buildDiff(): string {
  const lines = Array.from({ length: 40 }, (_, at) => ` \tint\tm${at};`)
  return [
    'diff --git a/mm/qz.h b/mm/qz.h',
    'index 1111111..2222222 100644',
    '--- a/mm/qz.h',
    '+++ b/mm/qz.h',
    '@@ -10,43 +10,43 @@ struct qz {',
    ' \tspinlock_t\tlock;',
    '-\tatomic_t\tcount;',
    ...lines,
    '+\tatomic_t\tcount ____cacheline_aligned_in_smp;',
    ' \tint\tlast;',
  ].join('\n')
}

/** A thread of about that size: a patch with numbers, answers that quote it, a long listing where real ones hold one. */
function buildMbox(kilobytes: number): string {
  const mail = (at: number, subject: string, body: string): string =>
    [
      `From a@example.org Thu Jan 1 00:00:${String(at % 60).padStart(2, '0')} 2020`,
      `From: ${at === 0 ? 'Ann Writer' : `Reader ${at % 7}`} <a${at}@example.org>`,
      `Date: Thu, 2 Jan 2020 ${String(Math.floor(at / 60) % 24).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00 +0000`,
      `Message-ID: <${TOKEN}-${at}@example.org>`,
      ...(at > 0 ? [`In-Reply-To: <${TOKEN}-${Math.floor(at / 2)}@example.org>`] : []),
      'To: linux-mm@kvack.org',
      `Subject: ${subject}`,
      '',
      body,
      '',
      '',
    ].join('\n')
  const title = `[PATCH] qz: keep count of ${TOKEN} off the line of lock`
  const patch = `count and lock share a cacheline: false sharing.\n\nOn a 64-CPU machine hackbench improves by 7.5%.\n\nSigned-off-by: Ann Writer <a@example.org>\n---\n mm/qz.h | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)\n\n${buildDiff()}\n-- \n2.30.0`
  const mails = [mail(0, title, patch)]
  const bodyLines = kilobytes > 300 ? 900 : 40
  for (let at = 1, size = patch.length; size < kilobytes * 1000 && at < 500; at++) {
    const quoted = buildDiff()
      .split('\n')
      .slice(0, 14)
      .map((line) => `> ${line}`)
    const own = Array.from({ length: bodyLines }, (_, line) => (line % 6 === 5 ? '' : sentence(at * 31 + line)))
    const text = mail(at, `Re: ${title}`, [...quoted, '', ...own].join('\n'))
    mails.push(text)
    size += text.length
  }
  return mails.join('')
}

type Template = { caseText: string; threadText: string }

async function buildTemplates(scratch: string): Promise<Template[]> {
  const quiet = { ...realEffects, log: () => undefined, warn: () => undefined }
  const templates: Template[] = []
  for (const [at, kilobytes] of THREAD_KB.entries()) {
    const [file, out] = [path.join(scratch, `${at}.mbox`), path.join(scratch, `t${at}`)]
    writeFileSync(file, buildMbox(kilobytes))
    await runImport(['--out', out, '--slug', TOKEN, file], quiet)
    const read = (name: string): string => readFileSync(path.join(out, 'cases', TOKEN, name), 'utf8')
    templates.push({ caseText: read('case.json'), threadText: read('thread.json') })
  }
  return templates
}

/** Facts of a line of the catalogue's shape, or of a commit alone. */
function buildFacts(at: number, isWhole: boolean): string {
  const name = `w${at}`
  const facts = {
    slug: name,
    title: `qz${at % 97}: move the counter of ${name}`,
    project: 'Linux',
    subsystem: `mm/part${at % 60}`,
    kind: 'false-sharing',
    technique: ['pad', 'reorder-members', 'per-cpu', 'align-member'][at % 4],
    author: `Writer ${at % 150}`,
    authored: `20${String(5 + (at % 20)).padStart(2, '0')}-0${1 + (at % 9)}-1${at % 9}`,
    commit: at.toString(16).padStart(40, 'a'),
    files: [`mm/part${at % 60}.c`],
    structs: [`qz${at % 900}`],
    outcome: 'merged',
    summary: `${sentence(at)}.`,
    confidence: 'high',
    ...(isWhole
      ? {
          members: [
            { struct: `qz${at % 900}`, name: 'lock', role: 'lock' },
            { struct: `qz${at % 900}`, name: 'count', role: 'counter', roleNote: 'written by each caller' },
          ],
          ...(at % 10 === 0
            ? {
                layouts: [
                  {
                    struct: `qz${at % 900}`,
                    members: [
                      { name: 'count', offsetBytes: { before: 8, after: 64 } },
                      { name: 'lock', offsetBytes: { before: 0, after: 0 } },
                    ],
                    sizeBytes: { before: 64, after: 128 },
                  },
                ],
              }
            : {}),
          ...(at % 4 === 0
            ? {
                benchmarks: [
                  {
                    suite: `suite${at % 20}`,
                    test: `test ${at % 40}`,
                    unit: 'ops/s',
                    before: 100,
                    after: 110,
                    changePercent: 10,
                    changePercentIs: 'computed',
                    higherIsBetter: true,
                  },
                ],
                machines: ['a 64-CPU machine'],
              }
            : {}),
        }
      : {}),
  }
  return JSON.stringify({ schema: 1, readFrom: 'catalogue', facts }, null, 1)
}

/** 20 % with a thread, 60 % facts only, 20 % a commit only. */
function writeContent(content: string, count: number, templates: readonly Template[]): void {
  mkdirSync(path.join(content, 'cases'), { recursive: true })
  for (const name of ['projects.json', 'aliases.json'])
    cpSync(path.join(root, 'content', name), path.join(content, name), { recursive: true })
  for (let at = 0; at < count; at++) {
    const slug = `w${at}`
    const folder = path.join(content, 'cases', slug)
    mkdirSync(folder)
    const template = at % 5 === 0 ? templates[(at / 5) % templates.length] : undefined
    if (template) {
      writeFileSync(path.join(folder, 'case.json'), template.caseText.replaceAll(TOKEN, slug))
      writeFileSync(path.join(folder, 'thread.json'), template.threadText.replaceAll(TOKEN, slug))
    } else writeFileSync(path.join(folder, 'facts.json'), buildFacts(at, at % 5 < 4))
    writeFileSync(path.join(folder, 'index.mdx'), `---\nschema: 1\ntitle: "case ${slug}"\n---\n\n${sentence(at)}.\n`)
  }
}

type Cost = { seconds: number; megabytes: number }

/** Runs a command; CPU seconds of all node processes in it, and the largest memory of one. */
function measure(scratch: string, args: string[], env: Record<string, string>): Cost {
  const log = path.join(scratch, 'usage.log')
  const hook = path.join(scratch, 'usage.mjs')
  rmSync(log, { force: true })
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs'\nimport { isMainThread } from 'node:worker_threads'\nif (isMainThread) process.on('exit', () => { const u = process.resourceUsage(); appendFileSync(${JSON.stringify(log)}, JSON.stringify([u.userCPUTime + u.systemCPUTime, u.maxRSS]) + '\\n') })\n`,
  )
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
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
  return cost
}

/** The reference: the same body strings, written by a loop. */
function writePlainPages(content: string, out: string): void {
  const { value } = readCases(content)
  const index = buildRelatedIndex(value.map(({ record }) => record))
  for (const { record } of value) {
    const thread = readThread(content, record.slug).value
    const related = findRelatedCases(record, index)
    const context = {
      siteUrl: 'https://example.org/',
      href: (to: string) => to,
      hasPage: () => true,
      project: null,
      related,
      offers: () => true,
      hasStory: false,
    }
    mkdirSync(path.join(out, record.slug), { recursive: true })
    writeFileSync(path.join(out, record.slug, 'index.html'), renderCase(record, thread, context))
  }
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)

const format = ({ seconds, megabytes }: Cost): string => `${seconds.toFixed(1)} CPU s, ${megabytes.toFixed(0)} MB`

/** Builds generated sites of growing size; CASEBOOK_SCALE names other counts (`100,1000`). */
export async function bench(): Promise<boolean> {
  const counts = process.env['CASEBOOK_SCALE']?.split(',').map(Number) ?? COUNTS
  const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-scale-'))
  const pages = new Map<number, Cost>()
  try {
    const templates = await buildTemplates(scratch)
    for (const count of counts) {
      const [content, out, plain] = ['content', 'dist', 'plain'].map((name) =>
        path.join(scratch, `${name}-${count}`),
      ) as [string, string, string]
      writeContent(content, count, templates)
      const env = { CASEBOOK_CONTENT: content, CASEBOOK_OUT: out }
      const cost = measure(scratch, ['scripts/build.ts', '--no-search', '--no-pictures'], env)
      pages.set(count, cost)
      const own = path.join(root, 'scripts/bench/scale.ts')
      const reference = measure(scratch, [own, '--plain', content, plain], {})
      const index = measure(scratch, [own, '--index', out], {})
      const pictures = measure(scratch, [own, '--pictures', content, out], {})
      console.log(
        `${count} cases: pages ${format(cost)}, ${(sizeOf(out) / 1e6).toFixed(0)} MB written; the same bodies by a plain loop ${format(reference)} (eleventy is not installed), ratio ${(cost.seconds / reference.seconds).toFixed(2)}; index apart ${format(index)}; pictures apart, none cached, ${format(pictures)}`,
      )
      for (const folder of [content, out, plain]) rmSync(folder, { recursive: true, force: true })
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
  const [, , what, from = '', to = ''] = process.argv
  if (what === '--plain' && existsSync(from)) writePlainPages(from, to)
  if (what === '--index' && existsSync(from)) await indexSite(from)
  if (what === '--pictures' && existsSync(from))
    writeSitePictures(from, readCases(from).value, { outDir: to, cacheDir: path.join(to, 'cache') })
}
