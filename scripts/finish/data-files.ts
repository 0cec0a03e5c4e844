import { type CaseRecord, schemaVersion } from '../../src/model/case.ts'
import { renderDataReadme } from '../../src/render/data-readme.ts'
import { renderCasesCsv, renderResultsHead } from '../../src/render/data-tables.ts'
import { renderFeed } from '../../src/render/feed.ts'
import { buildJsonSchema } from '../schema.ts'
import type { Files } from './site-writer.ts'

/** The schema of cases.json: that of one case stays under `$defs/case`. */
export function buildDataSchema(): string {
  const document: unknown = JSON.parse(buildJsonSchema())
  if (typeof document !== 'object' || document === null) throw new Error('The schema of the record is no object')
  const { $ref: _, ...rest } = { $ref: '', ...document }
  const cases = {
    type: 'object',
    properties: {
      schema: { const: schemaVersion },
      title: { type: 'string' },
      licence: { type: 'string' },
      site: { type: 'string' },
      cases: { type: 'array', items: { $ref: '#/$defs/case' } },
    },
    required: ['schema', 'title', 'licence', 'site', 'cases'],
    additionalProperties: false,
  }
  return `${JSON.stringify({ ...rest, description: 'cases.json; $defs/case is the record of one case.', ...cases }, null, 1)}\n`
}

/** One case a line: small enough to load, still readable by line tools. */
function renderCasesJson(records: readonly CaseRecord[], site: string): string {
  const head = {
    schema: schemaVersion,
    title: 'False Sharing Casebook',
    licence: 'https://creativecommons.org/licenses/by/4.0/',
    site,
  }
  const lines = records.map((record) => JSON.stringify(record)).join(',\n')
  return `${JSON.stringify(head).slice(0, -1)},"cases":[\n${lines}\n]}\n`
}

/**
 * `/data/v1/…` with the rows of each case's results, the same under `/data/` as the newest version, and the feed.
 * `changed`: the day a case was added or corrected, by its slug, where that is written down.
 */
export function buildDataFiles(
  records: readonly CaseRecord[],
  resultRows: readonly string[],
  site: string,
  changed: ReadonlyMap<string, string | null> = new Map(),
): Files {
  const results = records.reduce((sum, record) => sum + record.benchmarks.length, 0)
  const data: [string, string][] = [
    ['cases.json', renderCasesJson(records, site)],
    ['cases.csv', renderCasesCsv(records, site)],
    ['results.csv', renderResultsHead() + resultRows.join('')],
    ['schema.json', buildDataSchema()],
    ['README.txt', renderDataReadme(records.length, results, site)],
  ]
  return new Map([
    ...data.flatMap(([name, text]): [string, string][] => [
      [`data/v${schemaVersion}/${name}`, text],
      [`data/${name}`, text],
    ]),
    [
      'feed.xml',
      renderFeed(
        records.map((record) => ({ record, changed: changed.get(record.slug) ?? null })),
        site,
      ),
    ],
  ])
}
