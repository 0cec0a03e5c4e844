import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { simpleParser } from 'mailparser'
import { binaryToBytes } from '../../src/mail/binary-text.ts'
import { splitMbox } from '../../src/mail/mbox-split.ts'
import { readMail } from '../../src/mail/read-mail.ts'
import { extractHistory } from '../../src/pipeline.ts'
import { buildHistories } from '../../src/series/build-histories.ts'
import { buildThreads } from '../../src/thread/build-threads.ts'
import { testData } from '../testdata.ts'

/** What mail to facts may cost: the ratio to mailparser alone over the same bytes. */
const limit = 3

function listFiles(): string[] {
  const shared = testData()
  if (shared === null) return [new URL('../../content/cases/jbd2-j-state-lock/mail/001.mbox', import.meta.url).pathname]
  const folder = path.join(shared, 'threads')
  return readdirSync(folder).map((name) => path.join(folder, name))
}

/** Rounds of both sides in turn: the first ones warm up what is compiled while it runs, the others count. */
const warmUps = 10
const rounds = 11

/** Processor time of this process so far, all its threads. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

type File = { file: string; bytes: Uint8Array }
type Part = 'mail' | 'thread and series' | 'extract'
type Parts = Record<Part, number>

/** Every stage from the bytes of files to their facts; `stop` hears of each stage's end. */
async function readFacts(files: readonly File[], stop: (part: Part) => void): Promise<void> {
  for (const { file, bytes } of files) {
    const messages = (await readMail(bytes, file)).value
    stop('mail')
    const histories = buildHistories(buildThreads(messages).value).value
    stop('thread and series')
    for (const history of histories) extractHistory(history)
    stop('extract')
  }
}

/** What each stage takes of a round: a round of its own, as asking the clock after each stage of each file takes time too. */
async function measureParts(files: readonly File[]): Promise<Parts> {
  const spent: Parts = { mail: 0, 'thread and series': 0, extract: 0 }
  let start = cpuMs()
  await readFacts(files, (part) => {
    const now = cpuMs()
    spent[part] += now - start
    start = now
  })
  return spent
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Prints what mail to facts costs (threads, histories, every extractor) beside mailparser over the same bytes. */
export async function bench(): Promise<boolean> {
  const files = listFiles().map((file) => ({ file: path.basename(file), bytes: readFileSync(file) }))
  const mails = files.flatMap(({ bytes }) => splitMbox(bytes).map((mail) => Buffer.from(binaryToBytes(mail.binary))))
  const counted: { ours: number; theirs: number }[] = []
  for (let round = 0; round < warmUps + rounds; round++) {
    const start = cpuMs()
    await readFacts(files, () => {})
    const between = cpuMs()
    for (const mail of mails) await simpleParser(mail, { skipTextToHtml: true, skipTextLinks: true })
    if (round >= warmUps) counted.push({ ours: between - start, theirs: cpuMs() - between })
  }
  const parts: Parts[] = []
  for (let round = 0; round < 5; round++) parts.push(await measureParts(files))
  const of = (part: Part): number => median(parts.map((round) => round[part]))
  const ours = median(counted.map((round) => round.ours))
  const theirs = median(counted.map((round) => round.theirs))
  const ratio = median(counted.map((round) => round.ours / round.theirs))
  const size = files.reduce((sum, file) => sum + file.bytes.length, 0)
  const share = (part: Part): string => `${part} ${of(part).toFixed(0)} ms = ${(of(part) / theirs).toFixed(2)}`
  console.log(
    `facts: ${mails.length} messages, ${(size / 1e6).toFixed(1)} MB, median of ${rounds} rounds: ${ours.toFixed(0)} ms; mailparser ${theirs.toFixed(0)} ms`,
  )
  console.log(`facts: ${share('mail')}, ${share('thread and series')}, ${share('extract')}`)
  console.log(`facts: ${ratio.toFixed(2)} times mailparser, from bytes to every fact (limit ${limit})`)
  return ratio <= limit
}
