import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { simpleParser } from 'mailparser'
import { binaryToBytes } from '../../src/mail/binary-text.ts'
import { splitMbox } from '../../src/mail/mbox-split.ts'
import { readMail } from '../../src/mail/read-mail.ts'
import { buildHistories } from '../../src/series/build-histories.ts'
import { buildThreads } from '../../src/thread/build-threads.ts'
import { joinMbox } from '../sources/write-mbox.ts'
import { testData } from '../testdata.ts'

/** What mail through to series may cost: the ratio to mailparser alone over the same bytes. */
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
  return Array.from({ length: 1000 }, (_unused, index) =>
    renameCopy(mails[index % mails.length] ?? new Uint8Array(), Math.floor(index / mails.length)),
  )
}

/** The n-th copy of a mail: ids and title of its own, or the copies would be one thread many times over. */
function renameCopy(mail: Uint8Array, copy: number): Uint8Array {
  const binary = Buffer.from(mail).toString('latin1')
  const end = binary.indexOf('\n\n')
  const header = binary
    .slice(0, end)
    .replace(/^(?:Message-ID|In-Reply-To|References):.*(?:\n[ \t].*)*/gim, (field) =>
      field.replaceAll('<', `<${copy}.`),
    )
    .replace(/^(Subject:.*(?:\n[ \t].*)*)/im, `$1 ${copy}`)
  return Buffer.from(header + binary.slice(end), 'latin1')
}

/**
 * Rounds of both sides in turn. Both are still being compiled in the first ones, which cost ours a quarter more: of
 * three rounds behind one warm-up the median swung between 0.98 and 1.29.
 */
const warmUps = 4
const rounds = 7

/** Bytes to patch histories, as an import does it. */
async function readSeries(bytes: Uint8Array): Promise<number> {
  const { value: messages } = await readMail(bytes, 'bench.mbox')
  return buildHistories(buildThreads(messages).value).value.length
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const used = process.cpuUsage(start)
  return (used.user + used.system) / 1000
}

/** Prints what 1,000 messages cost through to series beside mailparser on the same bytes; false where over the limit. */
export async function bench(): Promise<boolean> {
  const mails = gatherMails()
  const mbox = joinMbox(mails)
  const reference = async (): Promise<void> => {
    for (const mail of mails) await simpleParser(Buffer.from(mail), { skipTextToHtml: true, skipTextLinks: true })
  }
  for (let round = 0; round < warmUps; round++) {
    await readSeries(mbox)
    await reference()
  }
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const own = await cpuMs(() => readSeries(mbox))
    const theirs = await cpuMs(reference)
    ratios.push(own / theirs)
    console.log(
      `mail: 1,000 messages, ${(mbox.length / 1e6).toFixed(1)} MB: ${own.toFixed(0)} ms; mailparser ${theirs.toFixed(0)} ms`,
    )
  }
  const median = ratios.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN
  console.log(`mail: ${median.toFixed(2)} times mailparser (limit ${limit})`)
  return median <= limit
}
