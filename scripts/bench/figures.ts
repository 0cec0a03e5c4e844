import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { caseSchema } from '../../src/model/case.ts'
import { renderLayoutFigure } from '../../src/render/layout-figure.ts'
import { planLayout } from '../../src/render/layout-plan.ts'
import { groupResults } from '../../src/render/results-group.ts'
import { renderResultsTable } from '../../src/render/results-table.ts'

const rounds = 1000
/** The most a figure may cost at build: 0.3 ms CPU where a gzip of the same figure takes 0.2 ms. */
const mostTimes = 1.5

function cpuMs(work: () => void): number {
  for (let round = 0; round < rounds; round += 1) work()
  const start = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / rounds
}

/** Prints what a layout figure and a results table cost at build, beside one gzip of the same figure. */
export function bench(): boolean {
  const file = new URL('../../tests/content/cases/ring-full/case.json', import.meta.url)
  const record = caseSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const layout = record.layouts[0]
  const results = groupResults(record)[0]
  if (!layout || !results) throw new Error('the fixture case ring-full holds a layout and results no more')
  const context = { members: record.members, movedMembers: record.movedMembers, c2c: record.c2c }
  const names = layout.members.map(({ name }) => name)
  const draw = (): string => renderLayoutFigure(planLayout(layout, context), names, 'wide')
  const text = draw()
  const figures = {
    'layout figure': cpuMs(draw),
    'results table': cpuMs(() => renderResultsTable(results, { thread: null, giveId: (id) => id })),
  }
  const reference = cpuMs(() => gzipSync(text))
  for (const [name, ms] of Object.entries(figures))
    console.log(
      `figures: ${name} ${ms.toFixed(3)} ms CPU, ${(ms / reference).toFixed(2)} times a gzip of ${text.length} bytes`,
    )
  return Object.values(figures).every((ms) => ms <= mostTimes * reference)
}
