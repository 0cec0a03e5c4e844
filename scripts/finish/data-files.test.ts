import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { caseColumns, renderResultRows, resultColumns } from '../../src/render/data-tables.ts'
import { parseCsv } from '../../src/text/csv.ts'
import { showHidden } from '../../src/text/visible-text.ts'
import { readCases, readThread } from '../read-content.ts'
import { buildDataFiles } from './data-files.ts'

const site = 'https://example.org/casebook/'
const dir = new URL('../../tests/content', import.meta.url).pathname
const cases = readCases(dir).value.map(({ record }) => ({ record, thread: readThread(dir, record.slug).value }))
const files = buildDataFiles(
  cases.map(({ record }) => record),
  cases.map((one) => renderResultRows(one, site)),
  site,
)
const file = (name: string): string => files.get(name) ?? ''

/** Names of open elements that are closed in the wrong order, or never; entities that XML does not know. */
function findXmlFaults(xml: string): string[] {
  const faults: string[] = []
  const open: string[] = []
  for (const [tag, slash, name = '', , empty] of xml.matchAll(/<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g)) {
    if (slash === '/') {
      if (open.pop() !== name) faults.push(tag)
    } else if (empty !== '/') open.push(name)
  }
  const rest = xml.replace(/^<\?xml[^?]*\?>/, '').replace(/<\/?[a-z]+(?: [a-z]+="[^"<]*")*\/?>/g, '')
  faults.push(...open, ...(rest.match(/<|&(?!(?:amp|lt|gt|quot|#39);)/g) ?? []))
  return faults
}

describe('data files', () => {
  test('cases.json: fixture cases -> valid by schema.json', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    const validate = ajv.compile(z.record(z.string(), z.unknown()).parse(JSON.parse(file('data/v1/schema.json'))))
    const cases = JSON.parse(file('data/v1/cases.json'))
    validate(cases)
    expect(validate.errors ?? []).toEqual([])
    expect(validate({ ...cases, cases: [{ slug: 'x' }] })).toBe(false)
  })
  test('newest: files under data/ -> those of v1', () => {
    for (const name of ['cases.json', 'cases.csv', 'results.csv', 'schema.json', 'README.txt'])
      expect(file(`data/${name}`)).toBe(file(`data/v1/${name}`))
  })
  test('cases.csv: read back -> every case, every title as it is shown', () => {
    const [head = [], ...rows] = parseCsv(file('data/v1/cases.csv'))
    expect(head).toEqual(caseColumns.map((column) => column.name))
    expect(rows.map((row) => row[head.indexOf('title')])).toEqual(cases.map(({ record }) => showHidden(record.title)))
    expect(rows.every((row) => row.length === head.length)).toBe(true)
  })
  test('results.csv: read back -> every result, its number, and an address of its case', () => {
    const [head = [], ...rows] = parseCsv(file('data/v1/results.csv'))
    expect(head).toEqual(resultColumns.map((column) => column.name))
    const results = cases.flatMap(({ record }) => record.benchmarks.map((result) => ({ record, result })))
    expect(rows.length).toBe(results.length)
    results.forEach(({ record, result }, index) => {
      const cell = (name: string): string => rows[index]?.[head.indexOf(name)] ?? ''
      expect(cell('changePercent')).toBe(String(result.changePercent ?? ''))
      expect(cell('sourceUrl').startsWith(`${site}cases/${record.slug}/`)).toBe(true)
      expect(cell('sourceUrl')).toMatch(/#(?:b|m)-/)
    })
  })
  test('csv: cells as written -> none that a spreadsheet would run', () => {
    const cells = [...file('data/v1/cases.csv').split('\n'), ...file('data/v1/results.csv').split('\n')]
      .flatMap((line) => line.split(','))
      .map((cell) => cell.replace(/^"/, ''))
      .filter((cell) => /^[=+\-@\t]/.test(cell) && !/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)? ?%?"?$/i.test(cell))
    // A comma within a quoted cell may be followed by anything: only what begins with a formula's sign counts.
    expect(cells.filter((cell) => /^[=@]/.test(cell))).toEqual([])
  })
  test('feed: hostile titles -> well-formed, with an id for each entry', () => {
    const feed = file('feed.xml')
    expect(findXmlFaults(feed)).toEqual([])
    expect(findXmlFaults('<a><b></a>')).not.toEqual([])
    const ids = [...feed.matchAll(/<id>([^<]+)<\/id>/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    expect(feed).toMatch(/<updated>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
  })
  test('README: columns -> each one named', () => {
    for (const { name } of [...caseColumns, ...resultColumns])
      expect(file('data/v1/README.txt')).toContain(`  ${name} `)
  })
})
