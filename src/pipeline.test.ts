import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readGolden } from '../tests/golden.ts'
import { extractFacts, gather } from './pipeline.ts'

const root = path.resolve(import.meta.dirname, '..')
const pair = path.join(import.meta.dirname, 'fixtures/every-mail')
/** Folders of invented mails, one a line. */
const folders = readFileSync(`${pair}.in.txt`, 'utf8').trim().split('\n')

const listMails = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .sort()
    .filter((name) => /\.(?:mbox|eml|in\.(?:txt|mbox|eml))$/.test(name))
    .map((name) => path.join(folder, name))

/** What is said where, and what is not said, would double each line; other goldens hold them. */
const dropped = new Set(['source', 'sources', 'messageId', 'quote', 'whereSources'])
const shorten = (key: string, value: unknown): unknown => {
  if (dropped.has(key) || value === null || (Array.isArray(value) && value.length === 0)) return undefined
  if (value instanceof Map) return Object.fromEntries(value)
  return typeof value === 'string' && value.length > 80 ? `${value.slice(0, 79)}…` : value
}
const print = (value: object): string => JSON.stringify(value, shorten)

/** A line a fact of each message, and a line a patch with what was joined to it. */
async function describeMail(file: string): Promise<string[]> {
  const { value } = await gather([{ file, bytes: readFileSync(path.join(root, file)) }])
  const said = value.threads.flatMap((thread) =>
    thread.messages.flatMap(({ message, kind }) => {
      const { judgement, ...facts } = extractFacts(message, kind).value
      return [print({ judgement }), ...Object.entries(facts).map(([name, fact]) => print({ [name]: fact }))]
        .filter((line) => line !== '{}')
        .map((line) => `  ${line}`)
    }),
  )
  const joined = value.histories.map(({ messages, ...history }) => {
    const versions = history.versions.map(({ message, ...version }) => version)
    return `  patch ${print({ ...history, versions, messages: messages.map(({ kind }) => kind) })}`
  })
  return [file, ...said, ...joined]
}

test('every invented mail through every stage -> the facts of its messages and its patches, as they were', async () => {
  const lines: string[] = []
  for (const folder of folders) for (const file of listMails(folder)) lines.push(...(await describeMail(file)))
  const made = `${lines.join('\n')}\n`
  expect(made).toBe(readGolden(`${pair}.out.txt`, made))
})
