import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { simpleParser } from 'mailparser'
import { binaryToBytes } from '../../src/mail/binary-text.ts'
import { splitMbox } from '../../src/mail/mbox-split.ts'
import { extractHistory, gather } from '../../src/pipeline.ts'
import { testData } from '../testdata.ts'

/** What mail to facts may cost: the ratio to mailparser alone over the same bytes. */
const limit = 3

function listFiles(): string[] {
  const shared = testData()
  if (shared === null) return [new URL('../../content/cases/jbd2-j-state-lock/mail/001.mbox', import.meta.url).pathname]
  const folder = path.join(shared, 'threads')
  return readdirSync(folder).map((name) => path.join(folder, name))
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const used = process.cpuUsage(start)
  return (used.user + used.system) / 1000
}

/** Prints what mail to facts costs (threads, histories, every extractor) beside mailparser over the same bytes. */
export async function bench(): Promise<boolean> {
  const files = listFiles().map((file) => ({ file: path.basename(file), bytes: readFileSync(file) }))
  const mails = files.flatMap(({ bytes }) => splitMbox(bytes).map((mail) => binaryToBytes(mail.binary)))
  const own = async (): Promise<void> => {
    for (const file of files) for (const history of (await gather([file])).value.histories) extractHistory(history)
  }
  const reference = async (): Promise<void> => {
    for (const mail of mails) await simpleParser(Buffer.from(mail), { skipTextToHtml: true, skipTextLinks: true })
  }
  await own()
  await reference()
  const rounds: { ours: number; theirs: number }[] = []
  for (let round = 0; round < 3; round++) rounds.push({ ours: await cpuMs(own), theirs: await cpuMs(reference) })
  const { ours, theirs } = rounds.sort((a, b) => a.ours / a.theirs - b.ours / b.theirs)[1] ?? { ours: 1, theirs: 0 }
  const size = files.reduce((sum, file) => sum + file.bytes.length, 0)
  console.log(
    `facts: ${mails.length} messages, ${(size / 1e6).toFixed(1)} MB: ${ours.toFixed(0)} ms; mailparser ${theirs.toFixed(0)} ms`,
  )
  console.log(`facts: ${(ours / theirs).toFixed(2)} times mailparser, from bytes to every fact (limit ${limit})`)
  return ours / theirs <= limit
}
