import { type FieldLetter, fields, findShard, type IndexReader, isFieldLetter, type Manifest } from './index-format.ts'
import type { Unit } from './parse-query.ts'

/** Cases with what they are worth to one unit of a query. */
export type Scores = Map<number, number>

const MOST_SHARDS = 4
const prose = new Set<FieldLetter>(['t', 'p', 'x', 'l'])
const tierLoss = [0, 200, 400, 210]
const begunLoss = [450, 490, 520, 500]

/** What a posting is worth: its field, how the key stands to its name, and whether the key is only begun. */
export function scoreCode(code: string, isBegun: boolean): number {
  const letter = code[0] ?? ''
  if (!isFieldLetter(letter)) return 0
  const { score } = fields[letter]
  const tier = Number(code[1] ?? 0)
  if (letter === 'w') return isBegun ? 0 : score
  if (prose.has(letter)) return Math.max(20, score - tier * 40 - (isBegun ? 120 : 0))
  if (isBegun && (letter === 'k' || letter === 'j') && tier === 0) return score
  return Math.max(60, score - (isBegun ? (begunLoss[tier] ?? 520) : (tierLoss[tier] ?? 400)))
}

/** One key with its postings, as its line in a shard says. */
export type KeyLine = { key: string; postings: [code: string, docs: number[]][] }

function parseKeyLine(line: string): KeyLine {
  const [key = '', text = ''] = line.split('\t')
  const words = text.split(' ')
  const postings: KeyLine['postings'] = []
  for (let index = 0; index + 1 < words.length; index += 2)
    postings.push([words[index] ?? '', (words[index + 1] ?? '').split('.').map((doc) => Number.parseInt(doc, 36))])
  return { key, postings }
}

/** The keys that begin with a text, itself first where it is one; of very many, the first shards' alone. */
export async function findKeys(
  reader: IndexReader,
  manifest: Manifest,
  start: string,
  whole: boolean,
): Promise<KeyLine[]> {
  const first = findShard(manifest.keyStarts, start)
  const last = whole ? first : Math.min(findShard(manifest.keyStarts, `${start}\uffff`), first + MOST_SHARDS - 1)
  const shards: number[] = []
  for (let shard = first; shard <= last; shard++) shards.push(shard)
  const texts = await Promise.all(shards.map((shard) => reader.keys(shard)))
  const found: KeyLine[] = []
  for (const text of texts) {
    let at = text.startsWith(start) ? 0 : text.indexOf(`\n${start}`) + 1
    if (at === 0 && !text.startsWith(start)) continue
    while (at < text.length && text.startsWith(start, at)) {
      const end = text.indexOf('\n', at)
      const line = text.slice(at, end < 0 ? text.length : end)
      if (!whole || line.startsWith(`${start}\t`)) found.push(parseKeyLine(line))
      if (end < 0) break
      at = end + 1
    }
  }
  return found
}

const isHex = (key: string): boolean => /^[0-9a-f]{7,40}$/.test(key) && /\d/.test(key)

function addScores(scores: Scores, line: KeyLine, unit: Unit, loss: number, isBegun: boolean): void {
  for (const [code, docs] of line.postings) {
    const letter = code[0] ?? ''
    if (unit.letters && !unit.letters.some((own) => own === letter)) continue
    const bonus = unit.prefers === letter && code[1] === '0' && !isBegun ? 100 : 0
    const score = scoreCode(code, isBegun) + bonus - loss
    if (score <= 0 || (letter === 'w' && !unit.letters)) continue
    for (const doc of docs) if ((scores.get(doc) ?? 0) < score) scores.set(doc, score)
  }
}

/** A commit longer than the one that is kept: whatever the longer one begins with. */
async function addShorterCommits(
  scores: Scores,
  unit: Unit,
  key: string,
  reader: IndexReader,
  manifest: Manifest,
): Promise<void> {
  for (const line of await findKeys(reader, manifest, key.slice(0, 7), false))
    if (key.startsWith(line.key) && line.key.length >= 7) addScores(scores, line, unit, 0, false)
}

/**
 * The cases that one unit of a query finds. Its keys are tried in order and add up; a key after the first is worth a
 * little less. What stands left of a member only ranks: `journal->j_flags` finds every `j_flags`.
 */
export async function scoreUnit(unit: Unit, reader: IndexReader, manifest: Manifest): Promise<Scores> {
  const scores: Scores = new Map()
  for (const [index, key] of unit.keys.entries()) {
    const whole = unit.isPhrase || unit.isNegative || key.length < 3
    const isMemberSide = unit.left !== null && index > 0
    if (isMemberSide && scores.size > 0) break // the whole name is here: `super.c`, `page_counter.usage`
    for (const line of await findKeys(reader, manifest, key, whole))
      addScores(scores, line, unit, index === 0 ? 0 : 10, line.key !== key)
    if (isHex(key)) await addShorterCommits(scores, unit, key, reader, manifest)
  }
  if (unit.left !== null && scores.size > 1) await preferLeft(scores, unit.left, reader, manifest)
  return scores
}

async function preferLeft(scores: Scores, left: string, reader: IndexReader, manifest: Manifest): Promise<void> {
  const name = left.slice(left.lastIndexOf('.') + 1)
  for (const line of await findKeys(reader, manifest, name, true))
    for (const [, docs] of line.postings)
      for (const doc of docs) {
        const own = scores.get(doc)
        if (own !== undefined) scores.set(doc, own + 5)
      }
}
