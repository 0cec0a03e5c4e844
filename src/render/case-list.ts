import { evidenceItems, kinds, outcomes, type Technique, techniques, type Verdict, verdicts } from '../model/names.ts'
import { titleSlug } from '../text/slug.ts'
import type { CaseRow } from './case-row.ts'
import { cpuGaps } from './cpu-count.ts'
import { bestEffect, changeNumber, type Effect, formatChange, toRatio } from './effects.ts'

/**
 * The cases as the table's script loads them: columns, names as places in lists, so that a case costs few bytes.
 * It is made with each build and no promise: the promise is /data/.
 */
export type CaseList = {
  format: 2
  projects: string[]
  subsystems: string[]
  titles: string[]
  /** '' where the slug follows from the title. */
  slugs: string[]
  structs: (string | 0)[]
  /** Case and what followed, of the few that say so. */
  notes: (string | number)[][]
  /** Places in the lists: project + 1, subsystem + 1, technique, kind, outcome, claim, year, has (bits), evidence (bits), left. */
  numbers: number[][]
  /**
   * Case, test, change, higher is better, verdict, precision, then as far as stated: low, high, level, of the change,
   * deviation, CPUs (below zero: why not known), cost (a text where it is told in words only).
   */
  effects: (string | number | null)[][]
}

const precisions = ['exact', 'about', 'up-to', 'at-least', 'no-change'] as const
const parts = ['diff', 'layout', 'numbers', 'outcome note'] as const
const bits = (all: readonly string[], held: readonly string[]): number =>
  all.reduce((sum, name, index) => sum + (held.includes(name) ? 2 ** index : 0), 0)
const unpack = (all: readonly string[], sum: number): string[] =>
  all.filter((_, index) => Math.floor(sum / 2 ** index) % 2 === 1)
const distinct = (names: readonly (string | null)[]): string[] => [...new Set(names.filter((name) => name !== null))]

/** CPUs as a number: of a reason its place in the list of reasons, below zero; null for the commonest. */
function packCpus(cpus: Effect['cpus']): number | null {
  if (typeof cpus !== 'string') return cpus.cpus
  return cpus === 'unstated' ? null : -1 - cpuGaps.indexOf(cpus)
}
const unpackCpus = (cell: number | null): Effect['cpus'] =>
  cell !== null && cell > 0 ? { cpus: cell, words: null } : (cpuGaps[-1 - (cell ?? 0)] ?? 'unstated')

function packEffect(effect: Effect, place: number): (string | number | null)[] {
  const { interval, stddevPercent } = effect
  const row = [
    place,
    effect.test,
    // The text only where it is printed with other digits than the number's own.
    effect.change === formatChange(effect.changePercent) ? effect.changePercent : effect.change,
    Number(effect.higherIsBetter),
    verdicts.indexOf(effect.verdict),
    precisions.indexOf(effect.precision),
    interval?.low ?? null,
    interval?.high ?? null,
    interval?.level ?? null,
    interval === null ? null : Number(effect.ratioInterval !== null),
    stddevPercent,
    packCpus(effect.cpus),
    effect.cost,
  ]
  return row.slice(0, row.findLastIndex((cell) => cell !== null) + 1)
}

/** Rows as the list that {@link decodeCaseList} reads. */
export function encodeCaseList(rows: readonly CaseRow[]): CaseList {
  const projects = distinct(rows.map((row) => row.project))
  const subsystems = distinct(rows.map((row) => row.subsystem))
  const names: readonly string[] = techniques
  const kindNames: readonly string[] = kinds
  const outcomeNames: readonly string[] = outcomes
  const columns: number[][] = [
    rows.map((row) => (row.project === null ? 0 : projects.indexOf(row.project) + 1)),
    rows.map((row) => (row.subsystem === null ? 0 : subsystems.indexOf(row.subsystem) + 1)),
    rows.map((row) => names.indexOf(row.technique)),
    rows.map((row) => kindNames.indexOf(row.kind)),
    rows.map((row) => outcomeNames.indexOf(row.outcome)),
    rows.map((row) => Number(row.claim !== 'not stated')),
    rows.map((row) => Number(row.year) || 0),
    rows.map((row) => bits(parts, row.has)),
    rows.map((row) => bits(evidenceItems, row.evidence)),
    rows.map((row) => row.left),
  ]
  return {
    format: 2,
    projects,
    subsystems,
    titles: rows.map((row) => row.title),
    slugs: rows.map((row) => (row.slug === titleSlug(row.title) ? '' : row.slug)),
    structs: rows.map((row) => row.struct ?? 0),
    notes: rows.flatMap((row, place) => (row.outcomeNote === null ? [] : [[place, row.outcomeNote]])),
    numbers: columns,
    effects: rows.flatMap((row, place) => row.effects.map((effect) => packEffect(effect, place))),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** True where a loaded value has the shape of the list of this build's format. */
export function isCaseList(value: unknown): value is CaseList {
  if (!isRecord(value) || value['format'] !== 2) return false
  const { projects, subsystems, titles, slugs, structs, notes, numbers, effects } = value
  const rows = (cell: (one: unknown) => boolean, all: unknown): boolean =>
    Array.isArray(all) && all.every((row: unknown) => Array.isArray(row) && row.every(cell))
  return (
    isTexts(projects) &&
    isTexts(subsystems) &&
    isTexts(titles) &&
    isTexts(slugs) &&
    Array.isArray(structs) &&
    structs.every((name: unknown) => name === 0 || typeof name === 'string') &&
    rows((one) => ['string', 'number'].includes(typeof one), notes) &&
    rows((one) => typeof one === 'number', numbers) &&
    rows((one) => one === null || ['string', 'number'].includes(typeof one), effects)
  )
}

function unpackEffect(cells: CaseList['effects'][number], slug: string, title: string, technique: Technique): Effect {
  const [, test, change, higher, verdict, precision, low, high, level, ofChange, deviation, cpus, cost] = cells
  const number = (cell: string | number | null | undefined): number | null => (typeof cell === 'number' ? cell : null)
  const higherIsBetter = higher === 1
  const changePercent = typeof change === 'string' ? changeNumber(change) : (change ?? 0)
  const [from, to] = [number(low), number(high)]
  const interval = from === null || to === null ? null : { low: from, high: to, level: number(level) ?? 95 }
  const ends =
    interval && ofChange === 1 ? [toRatio(interval.low, higherIsBetter), toRatio(interval.high, higherIsBetter)] : null
  const named: Verdict = verdicts[number(verdict) ?? -1] ?? 'claim'
  return {
    slug,
    title,
    technique,
    test: String(test ?? ''),
    metric: null,
    changePercent,
    change: typeof change === 'string' ? change : formatChange(changePercent),
    higherIsBetter,
    ratio: toRatio(changePercent, higherIsBetter),
    ratioInterval: ends ? [Math.min(...ends), Math.max(...ends)] : null,
    interval,
    stddevPercent: number(deviation),
    verdict: named,
    precision: precisions[number(precision) ?? 0] ?? 'exact',
    cpus: unpackCpus(number(cpus)),
    cost: cost ?? null,
  }
}

/** The rows of a list. */
export function decodeCaseList(list: CaseList): CaseRow[] {
  const notes = new Map(list.notes.map(([place, note]) => [place, String(note)]))
  const effectsOf = Map.groupBy(list.effects, ([place]) => place)
  return list.titles.map((title, place) => {
    const at = (column: number): number => list.numbers[column]?.[place] ?? 0
    const technique = techniques[at(2)] ?? 'other'
    const slug = list.slugs[place] || titleSlug(title)
    const effects = (effectsOf.get(place) ?? []).map((cells) => unpackEffect(cells, slug, title, technique))
    return {
      slug,
      title,
      project: list.projects[at(0) - 1] ?? null,
      subsystem: list.subsystems[at(1) - 1] ?? null,
      technique,
      struct: list.structs[place] || null,
      outcome: outcomes[at(4)] ?? 'unknown',
      outcomeNote: notes.get(place) ?? null,
      year: at(6) === 0 ? null : String(at(6)),
      effect: bestEffect(effects),
      kind: kinds[at(3)] ?? '',
      claim: at(5) === 1 ? 'false-sharing' : 'not stated',
      has: unpack(parts, at(7)),
      evidence: unpack(evidenceItems, at(8)),
      effects,
      left: at(9),
    }
  })
}
