import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Gathered, gather } from '../src/pipeline.ts'
import { type Effects, realEffects } from './effects.ts'
import { predictEntry } from './eval/predict.ts'
import { type Entry, formatScores, type Json, scoreFacts } from './eval/score-facts.ts'

const help = `npm run eval -- GOLD.json [--mail DIR] [--only TEXT] [--misses] [--json]

Runs the pipeline on the mail bytes alone and judges it against the facts of a gold file.

--mail DIR    folder that the entries' files are relative to (default: the folder above the gold file's)
--only TEXT   only entries whose file holds TEXT
--misses      list what was missed and what was found that is not there
--json        print the predictions in gold's shape instead of the table`

/** `npm run eval`: gives back the exit code. A score below 1 is no error; a file that cannot be read is. */
export async function runEval(list: string[], effects: Effects = realEffects): Promise<number> {
  try {
    return await evaluate(list, effects)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const isCall = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    effects.warn(`eval: ${error.message}${isCall ? '; npm run eval -- --help' : ''}`)
    return isCall ? 2 : 1
  }
}

async function evaluate(list: string[], effects: Effects): Promise<number> {
  const { values, positionals } = parseArgs({
    args: list,
    allowPositionals: true,
    options: {
      mail: { type: 'string' },
      only: { type: 'string', default: '' },
      misses: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [goldFile] = positionals
  if (values.help || goldFile === undefined) {
    effects.log(help)
    return values.help ? 0 : 2
  }
  const gold = readGold(effects, path.resolve(goldFile)).filter((entry) =>
    String(entry['file'] ?? '').includes(values.only),
  )
  const folder = values.mail ? path.resolve(values.mail) : path.resolve(path.dirname(path.resolve(goldFile)), '..')
  const { predictions, missing } = await predictAll(effects, gold, folder)
  for (const file of missing)
    effects.warn(`eval: ${file}: expected a mail file, found nothing; --mail DIR says where they are`)
  if (values.json) effects.log(JSON.stringify({ cases: predictions }, null, 1))
  else {
    const { facts, misses } = scoreFacts(gold, predictions)
    effects.log(formatScores(facts))
    if (values.misses) effects.log(misses.join('\n'))
  }
  return missing.length > 0 ? 1 : 0
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file}: expected JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readGold(effects: Effects, file: string): Entry[] {
  if (!effects.exists(file) || effects.isFolder(file)) throw new Error(`${file}: expected a gold file, found none`)
  const value = parseJson(file, new TextDecoder().decode(effects.readBytes(file)))
  const cases: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'cases') : null
  if (!Array.isArray(cases)) throw new Error(`${file}: expected an object with a list "cases"`)
  return cases.filter(isEntry)
}
function isEntry(value: Json | undefined): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Each file is read once; predictions come in gold's order. */
async function predictAll(effects: Effects, gold: readonly Entry[], folder: string) {
  const read = new Map<string, Gathered | null>()
  const predictions: Entry[] = []
  const missing: string[] = []
  for (const entry of gold) {
    const file = String(entry['file'] ?? '')
    let gathered = read.get(file)
    if (gathered === undefined) {
      const full = path.join(folder, file)
      gathered = effects.exists(full) ? (await gather([{ file, bytes: effects.readBytes(full) }])).value : null
      if (gathered === null) missing.push(full)
      read.set(file, gathered)
    }
    if (gathered) predictions.push(predictEntry(entry, gathered))
  }
  return { predictions, missing }
}

if (import.meta.main) process.exitCode = await runEval(process.argv.slice(2))
