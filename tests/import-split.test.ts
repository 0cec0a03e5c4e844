import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildCaseFiles, gather, type InputFile } from '../src/pipeline.ts'

const known = { projects: [], aliases: { people: {}, subsystems: {}, suites: {} } }
const bytes = readFileSync(new URL('../content/cases/jbd2-j-state-lock/mail/001.mbox', import.meta.url))
const second = bytes.indexOf('\nFrom mboxrd@z') + 1

/** The record and thread of the one patch, without the places in files that problems name. */
async function build(files: InputFile[]): Promise<unknown> {
  const { value } = await gather(files)
  const [history] = value.histories
  if (!history) throw new Error('no patch')
  const { record, thread } = buildCaseFiles(history, value.threads, 'split', known).value
  return { record: { ...record, problems: record.problems.map(({ where: _, ...problem }) => problem) }, thread }
}

test('import: one mbox, or its two mails as files in either order -> the same record and thread', async () => {
  const halves = [
    { file: 'a', bytes: bytes.subarray(0, second) },
    { file: 'b', bytes: bytes.subarray(second) },
  ]
  const whole = await build([{ file: 'whole', bytes }])
  expect(await build(halves)).toEqual(whole)
  expect(await build(halves.toReversed())).toEqual(whole)
})
