import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { realEffects } from '../../effects.ts'
import { runImport } from '../../import.ts'

const root = path.resolve(import.meta.dirname, '../../..')
/** Sizes of thirteen files of real threads as mbox, in kB. */
const FILE_KB = [7, 116, 11, 642, 556, 575, 316, 31, 95, 648, 69, 69, 106]
/**
 * What importing these files keeps as the sixteen cases in them: the thread in kB (other patches' threads stand in the
 * files too, and two of them hold no patch), members of the drawn layouts, lines of the latest posting's diff, postings.
 */
const CASE_SIZES: readonly (readonly [kilobytes: number, members: number, diffLines: number, postings: number])[] = [
  [6, 0, 10, 1],
  [157, 2, 289, 2],
  [8, 3, 8, 1],
  [346, 10, 33, 1],
  [95, 12, 56, 2],
  [24, 0, 10, 1],
  [14, 0, 12, 2],
  [24, 0, 37, 3],
  [34, 5, 17, 2],
  [10, 20, 52, 1],
  [9, 3, 48, 1],
  [19, 0, 8, 1],
  [14, 0, 69, 1],
  [5, 4, 16, 1],
  [25, 0, 70, 2],
  [40, 4, 130, 2],
]
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

const CODE_LINES_OF_A_HUNK = 9

/** A hunk of a struct: its members with one moved to the end. */
function buildStructHunk(members: number): string[] {
  const others = Array.from({ length: Math.max(0, members - 2) }, (_, at) => ` \tint\tm${at}_${TOKEN};`)
  return [
    'diff --git a/mm/qz.h b/mm/qz.h',
    'index 1111111..2222222 100644',
    '--- a/mm/qz.h',
    '+++ b/mm/qz.h',
    `@@ -10,${members} +10,${members} @@ struct qz {`,
    ' \tspinlock_t\tlock;',
    '-\tatomic_t\tcount;',
    ...others,
    '+\tatomic_t\tcount ____cacheline_aligned_in_smp;',
  ]
}

/** A hunk of code that uses the member; most of its lines are no other case's. */
function buildCodeHunk(at: number, version: number): string[] {
  const line = 20 + at * 40
  return [
    `@@ -${line},7 +${line},8 @@ int ${TOKEN}_step${at}(struct qz *qz)`,
    ` \tint left${at} = qz->${TOKEN} - ${at};`,
    ` \tif (left${at} <= 0 || !qz->m${at}_${TOKEN})`,
    ` \t\treturn -EAGAIN; /* nothing of ${TOKEN} to take */`,
    `-\tatomic_inc(&qz->${TOKEN}_count${at});`,
    `+\tif (atomic_read(&qz->${TOKEN}_count) != ${at + version})`,
    `+\t\tatomic_inc(&qz->${TOKEN}_count${at});`,
    ` \tspin_unlock(&qz->${TOKEN}_lock${at});`,
    ' \treturn 0;',
    ' }',
  ]
}

/** A diff of about so many lines, with a struct of so many members; none: it touches code alone. */
function buildDiff(members: number, lines: number, version: number): string {
  const head = ['diff --git a/mm/qz.c b/mm/qz.c', 'index 3333333..4444444 100644', '--- a/mm/qz.c', '+++ b/mm/qz.c']
  const left = members === 0 ? Math.max(1, lines) : lines - members - 1
  const hunks = Array.from({ length: Math.ceil(Math.max(0, left) / CODE_LINES_OF_A_HUNK) }, (_, at) =>
    buildCodeHunk(at, version),
  )
  return [
    ...(members === 0 ? [] : buildStructHunk(Math.max(2, members))),
    ...(hunks.length === 0 ? [] : [...head, ...hunks.flat()]),
  ].join('\n')
}

/** A thread of about that size: a patch with numbers, answers that quote it, a long listing where real ones hold one. */
function buildMbox(kilobytes: number, members: number, diffLines: number, postings: number): string {
  const mail = (at: number, subject: string, body: string): string =>
    [
      `From a@example.org Thu Jan 1 00:00:${String(at % 60).padStart(2, '0')} 2020`,
      `From: ${at < postings ? 'Ann Writer' : `Reader ${at % 7}`} <a${at}@example.org>`,
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
  const title = `qz: keep count of ${TOKEN} off the line of lock`
  const patch = (version: number): string =>
    `count and lock share a cacheline: false sharing.\n\nOn a 64-CPU machine hackbench improves by 7.5%.\n\nSigned-off-by: Ann Writer <a@example.org>\n---\n mm/qz.h | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)\n\n${buildDiff(members, diffLines, version)}\n-- \n2.30.0`
  const mails = Array.from({ length: postings }, (_, at) =>
    mail(at, at === 0 ? `[PATCH] ${title}` : `[PATCH v${at + 1}] ${title}`, patch(at + 1)),
  )
  const diff = buildDiff(members, diffLines, 1)
  // What fills long threads is quoted again and again: listings of robots, patches.
  const listed = kilobytes > 300 ? 900 : 60
  for (let at = postings, size = mails.join('').length; size < kilobytes * 1000 && at < 500; at++) {
    const quoted = [
      ...diff.split('\n').slice(0, 14),
      ...Array.from({ length: listed }, (_, line) => (line % 12 === 11 ? '' : sentence(at * 31 + line))),
    ].map((line) => `> ${line}`.trimEnd())
    const own = Array.from({ length: 8 }, (_, line) => (line % 4 === 3 ? '' : sentence(at * 17 + line)))
    const text = mail(at, `Re: [PATCH] ${title}`, [...quoted, '', ...own].join('\n'))
    mails.push(text)
    size += text.length
  }
  return mails.join('')
}

export type Template = { caseText: string; threadText: string }

/** A case of each size, made by the import. */
export async function buildTemplates(scratch: string, sizes: 'cases' | 'files'): Promise<Template[]> {
  const quiet = { ...realEffects, log: () => undefined, warn: () => undefined }
  const templates: Template[] = []
  const shapes = CASE_SIZES.map(([kilobytes, ...rest], at) =>
    sizes === 'files'
      ? ([FILE_KB[at % FILE_KB.length] ?? kilobytes, ...rest] as const)
      : ([kilobytes, ...rest] as const),
  )
  for (const [at, shape] of shapes.entries()) {
    const [file, out] = [path.join(scratch, `${at}.mbox`), path.join(scratch, `t${at}`)]
    writeFileSync(file, buildMbox(...shape))
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
export function writeContent(content: string, count: number, templates: readonly Template[]): void {
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
