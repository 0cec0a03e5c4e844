import { readdirSync, readFileSync } from 'node:fs'
import { judgePatch } from '../src/extract/judgement.ts'
import { readMail } from '../src/mail/read-mail.ts'
import type { Judgement } from '../src/model/judgement.ts'
import type { Message } from '../src/model/message.ts'

const folder = new URL('../src/extract/fixtures/judgement/', import.meta.url)

/** One invented patch with what is expected of it. `techniques`: the first is the answer, the others count too. */
export type JudgementFixture = {
  name: string
  /** Kept back from tuning: every second one of the oldest files, and all of a file named `held-…`. */
  isHeldBack: boolean
  /** `open` in the file: `find` may print it or not. */
  detected: boolean | null
  techniques: string[]
  kinds: string[]
  claimed: boolean
  structs: string[]
  /** `null`: not judged (`*` in the file). */
  moved: string[] | null
  mail: string
}

/** The fixtures of one file: `=== name | yes | techniques | kinds | claim | structs | moved`, then title, text, diffs. */
export function splitFixtures(text: string, file = ''): JudgementFixture[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((entry, index) => {
      const end = entry.indexOf('\n')
      const [name = '', found = '', techniques = '', kinds = '', claim = '', structs = '', moved = ''] = entry
        .slice(0, end)
        .split('|')
        .map((cell) => cell.trim())
      const list = (cell: string) => (cell === '-' || cell === '' ? [] : cell.split(','))
      const isPositive = found === 'yes' || found === 'open'
      return {
        name,
        isHeldBack:
          file.startsWith('held-') ||
          (file !== '' && !/-d\.txt$/.test(file) && (index + (file.startsWith('positives') ? 1 : 0)) % 2 === 1),
        detected: found === 'open' ? null : isPositive,
        techniques: isPositive ? list(techniques) : [],
        kinds: isPositive ? list(kinds) : [],
        claimed: claim === 'claim',
        structs: isPositive ? list(structs) : [],
        moved: moved === '*' ? null : isPositive ? list(moved) : [],
        mail: buildMail(name, entry.slice(end + 1), isPositive ? '' : techniques),
      }
    })
}

const froms: Record<string, string> = { robot: 'kernel test robot <lkp@example.org>' }

function buildMail(name: string, body: string, form: string): string {
  const lines = body.split('\n')
  const title = lines[0] ?? ''
  const prefix =
    { robot: '[linus:master] ', reply: 'Re: [PATCH] ', pull: '[GIT PULL] ' }[form] ??
    (/^\[\d/.test(title) ? '[PATCH ' : '[PATCH] ')
  const subject = /^\[\d/.test(title) ? `[PATCH ${title.slice(1)}` : prefix + title
  const diffAt = lines.findIndex((line) => /^(?:diff|new) \S+$/.test(line))
  const text = lines
    .slice(1, diffAt < 0 ? undefined : diffAt)
    .join('\n')
    .trim()
  const head = [
    'From mboxrd@z Thu Jan  1 00:00:00 1970',
    `From: ${froms[form] ?? 'Ada Example <ada@example.org>'}`,
    'Date: Mon, 2 Nov 2026 10:00:00 +0000',
    `Subject: ${subject}`,
    `Message-ID: <${name}@example.org>`,
    ...(form === 'reply' ? ['In-Reply-To: <other@example.org>'] : []),
    '',
    text,
    '',
    'Signed-off-by: Ada Example <ada@example.org>',
  ]
  if (diffAt < 0) return `${head.join('\n')}\n`
  return [...head, '---', ' file | 2 +-', '', ...buildDiff(lines.slice(diffAt)), '-- ', '2.50.0', ''].join('\n')
}

/** `diff path` and `@@ section` become headers with counted lines. */
function buildDiff(lines: string[]): string[] {
  const out: string[] = []
  let at = 1
  for (const [index, line] of lines.entries()) {
    const file = /^(diff|new) (\S+)$/.exec(line)
    if (file?.[2]) {
      const isNew = file[1] === 'new'
      out.push(`diff --git a/${file[2]} b/${file[2]}`)
      if (isNew) out.push('new file mode 100644')
      out.push('index 1111111..2222222 100644', isNew ? '--- /dev/null' : `--- a/${file[2]}`, `+++ b/${file[2]}`)
      const next = lines[index + 1] ?? ''
      if (!next.startsWith('@@')) out.push(...hunkHead(lines.slice(index + 1), isNew, at, ''))
      continue
    }
    if (line.startsWith('@@'))
      out.push(...hunkHead(lines.slice(index + 1), out.includes('new file mode 100644'), at, line.slice(2)))
    else if (line !== '' || lines.slice(index).some((rest) => rest !== '')) out.push(line === '' ? ' ' : line)
    at += 40
  }
  return out
}

function hunkHead(rest: string[], isNew: boolean, at: number, section: string): string[] {
  const stop = rest.findIndex((line) => /^(?:@@|diff \S+$|new \S+$)/.test(line))
  let body = rest.slice(0, stop < 0 ? undefined : stop)
  while (stop < 0 && body.length > 0 && body[body.length - 1] === '') body = body.slice(0, -1)
  const count = (mark: string) =>
    body.filter((line) => line === '' || line.startsWith(' ') || line.startsWith(mark)).length
  return isNew ? [`@@ -0,0 +1,${count('+')} @@`] : [`@@ -${at},${count('-')} +${at},${count('+')} @@${section}`]
}

/** All fixtures of the folder, in the order of files and entries. */
export function readFixtures(): JudgementFixture[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .flatMap((file) => splitFixtures(readFileSync(new URL(file, folder), 'utf8'), file))
}

/** Judges the first message of a fixture's mail. */
export async function judgeFixture(mail: string): Promise<{ judgement: Judgement; message: Message }> {
  const { value } = await readMail(new TextEncoder().encode(mail), 'fixture.mbox')
  const message = value[0]
  if (!message) throw new Error(`no message read from a fixture: ${mail.slice(0, 200)}`)
  return { judgement: judgePatch(message), message }
}

export type Tally = { right: number; of: number; misses: string[] }
export type Figures = Record<'recall' | 'precision' | 'technique' | 'kind' | 'claimed' | 'structs' | 'moved', Tally>

/** Counts what is right over some fixtures. */
export async function scoreFixtures(fixtures: JudgementFixture[]): Promise<Figures> {
  const tally = (): Tally => ({ right: 0, of: 0, misses: [] })
  const figures: Figures = {
    recall: tally(),
    precision: tally(),
    technique: tally(),
    kind: tally(),
    claimed: tally(),
    structs: tally(),
    moved: tally(),
  }
  const note = (into: Tally, isRight: boolean, miss: string) => {
    into.of++
    if (isRight) into.right++
    else into.misses.push(miss)
  }
  for (const fixture of fixtures) {
    const { judgement, message } = await judgeFixture(fixture.mail)
    if (judgement.detected && fixture.detected !== null)
      note(figures.precision, fixture.detected, `${fixture.name}: found`)
    if (fixture.detected === false) continue
    if (!message.patch) note(figures.recall, false, `${fixture.name}: NO PATCH READ`)
    if (fixture.detected) note(figures.recall, judgement.detected, `${fixture.name}: not found`)
    note(
      figures.technique,
      fixture.techniques.includes(judgement.technique),
      `${fixture.name}: ${judgement.technique}, expected ${fixture.techniques.join('|')}`,
    )
    note(
      figures.kind,
      fixture.kinds.includes(judgement.kind),
      `${fixture.name}: ${judgement.kind}, expected ${fixture.kinds.join('|')}`,
    )
    note(figures.claimed, (judgement.claimed !== null) === fixture.claimed, `${fixture.name}: ${judgement.claimed}`)
    note(
      figures.structs,
      fixture.structs.every((name) => judgement.structs.includes(name)),
      `${fixture.name}: ${judgement.structs.join(' ')}, expected ${fixture.structs.join(' ')}`,
    )
    if (fixture.moved)
      note(
        figures.moved,
        [...judgement.movedMembers].sort().join() === [...fixture.moved].sort().join(),
        `${fixture.name}: ${judgement.movedMembers.join()}, expected ${fixture.moved.join()}`,
      )
  }
  return figures
}

/** The fixture of a name; throws where the folder has none. */
export function findFixture(name: string): JudgementFixture {
  const fixture = readFixtures().find((one) => one.name === name)
  if (!fixture) throw new Error(`no fixture named ${name} in ${folder.pathname}`)
  return fixture
}
