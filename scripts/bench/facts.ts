import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { simpleParser } from 'mailparser'
import { binaryToBytes } from '../../src/mail/binary-text.ts'
import { splitMbox } from '../../src/mail/mbox-split.ts'
import { extractHistory, gather } from '../../src/pipeline.ts'
import { testData } from '../testdata.ts'

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
  const [ours, theirs] = [await cpuMs(own), await cpuMs(reference)]
  const size = files.reduce((sum, file) => sum + file.bytes.length, 0)
  console.log(
    `facts: ${mails.length} messages, ${(size / 1e6).toFixed(1)} MB: ${ours.toFixed(0)} ms; mailparser ${theirs.toFixed(0)} ms`,
  )
  console.log(`facts: ${(ours / theirs).toFixed(2)} times mailparser, from bytes to every fact`)
  return true
}
