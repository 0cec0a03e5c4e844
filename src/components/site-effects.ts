import { buildCaseFacts } from '../render/case-facts.ts'
import { findEffects } from '../render/effects.ts'
import { buildEffectRows } from '../render/effects-figure.ts'
import { readCountedCases } from './counted-cases.ts'

/** What the figures of the start page and of Explore are drawn from: the counted cases, their effects, rows by technique. */
export function readSiteEffects() {
  const records = readCountedCases()
  const effects = findEffects(records)
  const counts = new Map<(typeof records)[number]['technique']['value'], number>()
  for (const { technique } of records) counts.set(technique.value, (counts.get(technique.value) ?? 0) + 1)
  const facts = buildCaseFacts(records, effects.drawn)
  return { records, effects, facts, rows: buildEffectRows(effects.drawn, counts) }
}
