import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMail } from './read-mail.ts'

const content = new URL('../../content/cases/', import.meta.url).pathname

/** What a region list says in short: `description:1-43 trailers:44-45`. */
function shortRegions(regions: { kind: string; startLine: number; endLine: number; quoteDepth: number }[]): string {
  return regions.map((r) => `${r.kind}${r.quoteDepth || ''}:${r.startLine}-${r.endLine}`).join(' ')
}

test('readMail: archive page of three messages -> three without id and date', async () => {
  const file = `${content}ext4-inode-cache-align/mail/001.txt`
  const { value, problems } = await readMail(readFileSync(file), '001.txt')
  expect(problems).toEqual([])
  expect(value.map((message) => [message.from.name, message.idIsDerived, message.date])).toEqual([
    ['JonasZhou-oc', true, null],
    ['sashiko-bot', true, null],
    ['JonasZhou-oc', true, null],
  ])
  expect(value[0]?.patch?.files.map((diff) => diff.newPath)).toEqual(['fs/ext4/super.c'])
  expect(shortRegions(value[0]?.parts[0]?.regions ?? [])).toBe(
    'description:1-43 trailers:44-45 separator:46-46 diffstat:47-49 diff:50-63 signature:64-65',
  )
})

test('readMail: raw mail with a fragment below -> the mail, and the fragment as a problem', async () => {
  const file = `${content}buffer-set-bit-if-clear/mail/001.mbox`
  const { value, problems } = await readMail(readFileSync(file), '001.mbox')
  expect(value.map((message) => message.id)).toEqual(['e2953a84-31d1-fdd2-faf8-62967a9f29c6@kernel.dk'])
  expect(problems.map((problem) => [problem.code, problem.where])).toEqual([['fragment', '001.mbox:78']])
})

test('readMail: mboxrd with iso-8859-1 -> plus-minus signs as such', async () => {
  const file = `${content}jbd2-j-state-lock/mail/001.mbox`
  const { value, problems } = await readMail(readFileSync(file), '001.mbox')
  expect(problems).toEqual([])
  expect(value[0]?.baseCommit?.sha).toBe('cee9395acd8043be0644b25c34bfa86623f2b935')
  expect(value[1]?.parts[0]?.lines.join('\n')).toContain('±')
})

test('readMail: regions of any part -> cover its lines without gap or overlap', async () => {
  for (const name of ['ext4-orphan-journal-state/mail/001.txt', 'jbd2-j-state-lock/mail/001.mbox']) {
    const { value } = await readMail(readFileSync(`${content}${name}`), name)
    for (const part of value.flatMap((message) => message.parts)) {
      let next = 1
      for (const region of part.regions) {
        expect(region.startLine).toBe(next)
        next = region.endLine + 1
      }
      expect(next).toBe(part.lines.length + 1)
      part.lines.forEach((line, index) => {
        expect(line).toHaveLength((part.rawLines[index] ?? '').length)
      })
    }
  }
})
