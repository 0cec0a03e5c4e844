import type { IndexReader, Manifest } from './index-format.ts'
import type { Matched } from './match-query.ts'
import { scoreUnit } from './match-units.ts'
import { findNearNames } from './near-names.ts'
import type { Query, Unit } from './parse-query.ts'
import { hasAny } from './scores.ts'

const MOST_NAMES = 12

/** The query with its words that find nothing replaced by the nearest names that do; null where there are none. */
export async function correctQuery(
  query: Query,
  each: Matched['each'],
  reader: IndexReader,
  manifest: Manifest,
): Promise<string | null> {
  const lost = each.filter(({ scores }) => !hasAny(scores))
  if (lost.length === 0) return null
  const words = await reader.words()
  let text = query.text
  for (const { unit } of lost) {
    const [whole = '', side] = unit.keys
    const file = whole.slice(whole.lastIndexOf('/') + 1)
    const asked = unit.left !== null && side !== undefined ? [side, whole] : file === whole ? [whole] : [file]
    for (const key of asked) {
      const fitting = await firstThatFinds(findNearNames(key, words, MOST_NAMES), unit, reader, manifest)
      if (fitting === null) continue
      const shown = /\s/.test(fitting) ? `"${fitting}"` : fitting
      const at = text.toLowerCase().lastIndexOf(key)
      text = at >= 0 ? text.slice(0, at) + fitting + text.slice(at + key.length) : text.replace(unit.text, shown)
      break
    }
  }
  return text !== query.text ? text : null
}

async function firstThatFinds(
  names: readonly string[],
  unit: Unit,
  reader: IndexReader,
  manifest: Manifest,
): Promise<string | null> {
  for (const name of names)
    if (hasAny(await scoreUnit({ ...unit, keys: [name], left: null, isPhrase: true }, reader, manifest))) return name
  return null
}
