import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { simpleParser } from 'mailparser'
import { binaryToBytes } from '../../src/mail/binary-text.ts'
import { splitMbox } from '../../src/mail/mbox-split.ts'
import { readMail } from '../../src/mail/read-mail.ts'
import { joinMbox } from '../sources/write-mbox.ts'
import { testData } from '../testdata.ts'

/** What the mail stage may cost: the ratio to mailparser alone over the same bytes. */
const limit = 1.3

/** 1,000 messages: those of the test threads, or of the cases in `content/`, over and over. */
function gatherMails(): Uint8Array[] {
  const shared = testData()
  const folder = shared === null ? null : path.join(shared, 'threads')
  const files =
    folder === null
      ? [new URL('../../content/cases/jbd2-j-state-lock/mail/001.mbox', import.meta.url).pathname]
      : readdirSync(folder).map((name) => path.join(folder, name))
  const mails = files.flatMap((file) => splitMbox(readFileSync(file)).map((mail) => binaryToBytes(mail.binary)))
  return Array.from({ length: 1000 }, (_unused, index) => mails[index % mails.length] ?? new Uint8Array())
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const used = process.cpuUsage(start)
  return (used.user + used.system) / 1000
}

/** Prints what reading 1,000 messages costs beside mailparser on the same bytes; false where it is over the limit. */
export async function bench(
  through: (bytes: Uint8Array) => Promise<unknown> = (bytes) => readMail(bytes, 'bench'),
): Promise<boolean> {
  const mails = gatherMails()
  // Each copy gets an id of its own, or they would be one message a thousand times.
  const mbox = joinMbox(mails.map((mail, index) => renameId(mail, index)))
  const reference = async (): Promise<void> => {
    for (const mail of mails) await simpleParser(Buffer.from(mail), { skipTextToHtml: true, skipTextLinks: true })
  }
  await through(mbox)
  await reference()
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) {
    const own = await cpuMs(() => through(mbox))
    const theirs = await cpuMs(reference)
    ratios.push(own / theirs)
    console.log(
      `mail: 1,000 messages, ${(mbox.length / 1e6).toFixed(1)} MB: ${own.toFixed(0)} ms; mailparser ${theirs.toFixed(0)} ms`,
    )
  }
  const median = ratios.sort((a, b) => a - b)[1] ?? Number.NaN
  console.log(`mail: ${median.toFixed(2)} times mailparser (limit ${limit})`)
  return median <= limit
}

function renameId(mail: Uint8Array, index: number): Uint8Array {
  const binary = Buffer.from(mail).toString('latin1')
  return Buffer.from(binary.replace(/^(Message-I[dD]:\s*<)/m, `$1${index}.`), 'latin1')
}
