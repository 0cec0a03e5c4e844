import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { seededRandom } from '../../tests/seeded-random.ts'
import type { Message } from '../model/message.ts'
import { readMail } from './read-mail.ts'

const folder = path.join(import.meta.dirname, 'fixtures')
const inputs = readdirSync(folder)
  .filter((name) => name.includes('.in.'))
  .map((name) => readFileSync(path.join(folder, name)))
const mutantCount = process.env['CASEBOOK_ALL'] === '1' ? 20_000 : 500
const seed = 20_250_106

/** Whole numbers below `bound`, the same for the same seed. */
function makeRandom(start: number): (bound: number) => number {
  const next = seededRandom(start)
  return (bound) => Math.floor(next() * bound)
}

const tokens = [
  '\n\nFrom a@b.cc Mon Jan  6 10:00:00 2025\nFrom: x\n\n',
  '\n>From ',
  '\n--BOUND\n',
  '\n--BOUND--\n',
  'Content-Type: multipart/mixed; boundary=BOUND\n',
  'Content-Transfer-Encoding: base64\n',
  'Content-Transfer-Encoding: quoted-printable\n',
  'Content-Type: text/html\n',
  '=?utf-8?b?',
  '?=',
  '=\n',
  '\r\n',
  '\0',
  '\x1b$B',
  '\xff\xfe',
  '\xed\xa0\x80',
  '\n@@ -1,999999999 +1,9999999999 @@\n',
  '\ndiff --git a/../../x b/\n--- a\n+++ b\n',
  '\n---\n',
  '\n-- \n',
  '\n> > > |',
  '\n-- >8 --\n',
  '<a@b.cc>',
  '"',
  '(',
  '<',
  '\\',
]

/** A few cuts, copies, flips and insertions. */
function mutate(bytes: Uint8Array, other: Uint8Array, random: (bound: number) => number): Uint8Array {
  let binary = Buffer.from(bytes).toString('latin1')
  for (let count = 1 + random(4); count > 0; count--) {
    const at = random(binary.length + 1)
    const length = random(1 + Math.min(400, binary.length))
    const piece = binary.slice(at, at + length)
    const operations: (() => string)[] = [
      () => binary.slice(0, at) + binary.slice(at + length),
      () => binary.slice(0, at) + piece.repeat(1 + random(5)) + binary.slice(at),
      () => binary.slice(0, at),
      () => binary.slice(0, at) + String.fromCharCode(random(256)) + binary.slice(at + 1),
      () => binary.slice(0, at) + (tokens[random(tokens.length)] ?? '') + binary.slice(at),
      () => binary.slice(0, at) + Buffer.from(other).toString('latin1', random(other.length)),
      () => binary.replaceAll('\n', random(2) === 0 ? '\r\n' : ' '),
    ]
    binary = (operations[random(operations.length)] ?? operations[0])?.() ?? binary
  }
  return Buffer.from(binary.slice(0, 100_000), 'latin1')
}

function checkMessage(message: Message): void {
  expect(message.id).not.toBe('')
  expect(/[\s<>]/.test(message.id) && message.idIsDerived).toBe(false)
  if (message.date !== null) expect(message.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  for (const part of message.parts) {
    expect(part.lines.length).toBe(part.rawLines.length)
    part.lines.forEach((line, index) => {
      if (line.length !== part.rawLines[index]?.length) throw new Error(`masking moved columns: ${line}`)
      if (/[\n\0]/.test(line)) throw new Error('a line with a line end or NUL')
    })
    let next = 1
    for (const region of part.regions) {
      if (region.startLine !== next || region.endLine < region.startLine) throw new Error('regions leave a gap')
      next = region.endLine + 1
    }
    if (next !== part.lines.length + 1) throw new Error('regions do not cover the part')
  }
  const patch = message.patch
  if (!patch) return
  expect(patch.endLine).toBeLessThanOrEqual(message.parts[patch.part]?.lines.length ?? 0)
  expect(patch.startLine).toBeGreaterThan(0)
  for (const file of patch.files)
    for (const hunk of file.hunks) {
      // A hunk of a further part has no line in the patch's own part.
      if (hunk.mailLine === 0 && message.parts.length > 1) continue
      expect(hunk.mailLine).toBeGreaterThanOrEqual(patch.startLine)
      expect(hunk.mailLine).toBeLessThanOrEqual(patch.endLine)
    }
}

test(`readMail: ${mutantCount} mutants of the fixtures (seed ${seed}) -> no throw, whole messages, losses said`, async () => {
  const random = makeRandom(seed)
  for (let count = 0; count < mutantCount; count++) {
    const bytes = inputs[random(inputs.length)] ?? new Uint8Array()
    const mutant = mutate(bytes, inputs[random(inputs.length)] ?? bytes, random)
    try {
      const { value, problems } = await readMail(mutant, 'mutant')
      if (value.length === 0) expect(problems).not.toEqual([])
      value.forEach(checkMessage)
    } catch (cause) {
      throw new Error(`mutant ${count}: ${JSON.stringify(Buffer.from(mutant).toString('latin1').slice(0, 3000))}`, {
        cause,
      })
    }
  }
}, 600_000)
