import type { CaseRow } from '../render/case-row.ts'
import type { Cell } from '../text/csv.ts'

const columns = [
  'slug',
  'url',
  'title',
  'project',
  'subsystem',
  'technique',
  'struct',
  'kind',
  'claim',
  'outcome',
  'outcomeNote',
  'year',
  'test',
  'changePercent',
  'higherIsBetter',
  'ciLow',
  'ciHigh',
  'verdict',
] as const

/** The rows of a view as a table with a head, in their order. The effect is the one the table shows. */
export function viewTable(rows: readonly CaseRow[], casesUrl: string): Cell[][] {
  return [
    [...columns],
    ...rows.map((row): Cell[] => [
      row.slug,
      `${casesUrl}${row.slug}/`,
      row.title,
      row.project,
      row.subsystem,
      row.technique,
      row.struct,
      row.kind,
      row.claim,
      row.outcome,
      row.outcomeNote,
      row.year === null ? null : Number(row.year),
      row.effect?.test ?? null,
      row.effect?.changePercent ?? null,
      row.effect?.higherIsBetter ?? null,
      row.effect?.interval?.low ?? null,
      row.effect?.interval?.high ?? null,
      row.effect?.verdict ?? null,
    ]),
  ]
}
