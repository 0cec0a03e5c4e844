import { parseArgs } from 'node:util'
import { type Kind, kinds } from '../../src/model/names.ts'
import { isDay } from '../call-fault.ts'

export type FindArguments = {
  sources: string[]
  since: string | null
  kind: Kind | null
  resume: string | null
  shard: { index: number; count: number } | null
  help: boolean
}

export const findHelp = `npm run find -- SOURCE… [options]

Prints the candidate patches of an archive or clone, one JSON object a line: id, subject, date, author, kind, claim,
technique, the words and diff lines that decided, the size of its thread. Give the output to npm run import -- --found FILE.

SOURCE       a public-inbox v2 archive, git:<clone>, an mbox, .eml, maildir or folder of such files
--since DATE only patches from that day on (YYYY-MM-DD)
--kind NAME  only one kind: ${kinds.join(', ')}
--shard I/N  only the I-th of N parts (I from 1); all parts together give what one run gives
--resume F   keep the place in file F; the same command goes on from there after a stop
--help       this text

Progress goes to the terminal (standard error). Exits 0 when all was read, 1 where something could not be, 2 on a wrong call.`

/** The command line, checked. Throws an Error with what was expected. */
export function parseFindArguments(list: string[]): FindArguments {
  const { values, positionals } = parseArgs({
    args: list,
    allowPositionals: true,
    options: {
      since: { type: 'string' },
      kind: { type: 'string' },
      resume: { type: 'string' },
      shard: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const kind = kinds.find((one) => one === values.kind) ?? null
  if (values.kind !== undefined && kind === null)
    throw new Error(`--kind: expected one of ${kinds.join(', ')}, found ${JSON.stringify(values.kind)}`)
  if (values.since !== undefined && !isDay(values.since))
    throw new Error(`--since: expected a day as YYYY-MM-DD, found ${JSON.stringify(values.since)}`)
  const shard = values.shard === undefined ? null : parseShard(values.shard)
  if (positionals.length === 0 && !values.help) throw new Error('expected a SOURCE, found none')
  return {
    sources: positionals,
    since: values.since ?? null,
    kind,
    resume: values.resume ?? null,
    shard,
    help: values.help,
  }
}

function parseShard(text: string): { index: number; count: number } {
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text)
  const [index, count] = [Number(match?.[1]), Number(match?.[2])]
  if (!match || index < 1 || count < 1 || index > count)
    throw new Error(`--shard: expected I/N with I from 1 to N, found ${JSON.stringify(text)}`)
  return { index, count }
}
