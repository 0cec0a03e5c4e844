import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildSites, readFile } from './site-under-test.ts'

/*
 * A second computation of every figure on the first page and under /explore/: from the published cases.json alone, with
 * a reading and arithmetic of its own (nothing of src is imported), against the markup that was served.
 */

const statedSchema = z.object({ value: z.string() }).nullable()
const resultSchema = z.object({
  changePercent: z.number().nullable(),
  higherIsBetter: z.boolean().nullable(),
  quantity: z.string(),
  of: z.string(),
  verdict: z.string(),
  ci95: z.object({ low: z.number(), high: z.number(), isOfChange: z.boolean() }).nullable(),
  stddevPercent: z.object({ before: z.number().nullable(), after: z.number().nullable() }).nullable(),
})
const caseSchema = z.object({
  slug: z.string(),
  title: z.string(),
  project: z.string().nullable(),
  subsystem: z.string().nullable(),
  technique: z.object({ value: z.string() }),
  outcome: z.object({ value: z.string() }),
  authored: statedSchema,
  posted: statedSchema,
  committed: statedSchema,
  cost: z.object({ bytesPerObject: z.number().nullable() }).nullable(),
  benchmarks: z.array(resultSchema),
})
type Case = z.infer<typeof caseSchema>
type Result = z.infer<typeof resultSchema>

/** A stated result that a figure has to show: +1 better, −1 worse, 0 no change, and how far on the ratio's scale. */
type Expected = { slug: string; technique: string; way: number; times: number; result: Result; cost: Case['cost'] }

/** Times better: a rate that grows by half and a time that falls by a third are both 1.5. */
function timesBetter(percent: number, isRate: boolean): number {
  const left = 100 + percent
  if (left <= 0) return isRate ? 0 : Number.POSITIVE_INFINITY
  return isRate ? left / 100 : 100 / left
}

function expectMarks(cases: readonly Case[]): Expected[] {
  const marks: Expected[] = []
  for (const { slug, technique, benchmarks, cost } of cases)
    for (const result of benchmarks) {
      const { changePercent, higherIsBetter, quantity, of, verdict } = result
      if (changePercent === null || higherIsBetter === null) continue
      if (quantity !== 'effect' || of === 'other-patch' || verdict === 'listed-by-robot') continue
      const way = Math.sign(changePercent) * (higherIsBetter ? 1 : -1)
      marks.push({
        slug,
        technique: technique.value,
        way,
        times: timesBetter(changePercent, higherIsBetter),
        result,
        cost,
      })
    }
  return marks
}

type Element = DefaultTreeAdapterTypes.Element
const isElement = (node: DefaultTreeAdapterTypes.Node): node is Element => 'tagName' in node
const attribute = (element: Element, name: string): string =>
  element.attrs.find((one) => one.name === name)?.value ?? ''
const hasClass = (element: Element, name: string): boolean => attribute(element, 'class').split(' ').includes(name)

/** Every element below a node that holds, in order. */
function findAll(node: DefaultTreeAdapterTypes.Node, holds: (element: Element) => boolean): Element[] {
  const found: Element[] = []
  const open: DefaultTreeAdapterTypes.Node[] = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    if (isElement(next) && holds(next)) found.push(next)
    if ('childNodes' in next) open.push(...next.childNodes.toReversed())
  }
  return found
}
const tags = (node: DefaultTreeAdapterTypes.Node, name: string): Element[] =>
  findAll(node, (element) => element.tagName === name)
function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}
const numberIn = (node: DefaultTreeAdapterTypes.Node | undefined): number =>
  Number(/\d+/.exec(node ? textOf(node) : '')?.[0] ?? Number.NaN)

/** A section by its id. */
function section(dir: string, page: string, id: string): Element | undefined {
  return findAll(parse(readFile(dir, page)), (element) => attribute(element, 'id') === id)[0]
}
const wide = (node: Element): Element | undefined => findAll(node, (element) => hasClass(element, 'wide'))[0]
const percentOf = (element: Element | undefined): number =>
  element ? Number.parseFloat(attribute(element, 'x')) : Number.NaN

/** Marks of a row's wide plot: their case and their place across in per cent. */
function readMarks(plot: Element): { slug: string; at: number; title: string }[] {
  return tags(plot, 'a').map((link) => ({
    slug: /cases\/([^/]+)\//.exec(attribute(link, 'href'))?.[1] ?? '',
    at: percentOf(tags(link, 'svg')[0]),
    title: textOf(tags(link, 'title')[0] ?? link),
  }))
}

const count = <Value>(values: readonly Value[], holds: (value: Value) => boolean): number => values.filter(holds).length

describe.each(buildSites())('aggregates of $name, computed once more', ({ dir }) => {
  const file = z.object({ cases: z.array(caseSchema) }).parse(JSON.parse(readFile(dir, 'data/v1/cases.json')))
  const { cases } = file
  const expected = expectMarks(cases)

  test.each(['index.html', 'explore/index.html'])(
    'effects, %s -> marks by technique, their side and their place',
    (page) => {
      const figure = section(dir, page, 'effects')
      expect(figure).toBeDefined()
      if (!figure) return
      if (expected.length < 8) {
        expect(tags(figure, 'li').length).toBe(expected.length)
        return
      }
      const [head, body] = [tags(figure, 'thead')[0], tags(figure, 'tbody')[0]]
      // The scale as a reader takes it: from the ticks that are printed.
      const ticks = tags((head && wide(head)) ?? figure, 'text').map((text) => ({
        label: textOf(text),
        at: percentOf(text),
      }))
      const at = (label: string): number => ticks.find((tick) => tick.label === label)?.at ?? Number.NaN
      const place = (times: number): number => at('0') + ((at('×10') - at('0')) * Math.log(times)) / Math.log(10)
      expect(place(1.2)).toBeCloseTo(at('+20%'), 1)
      const rows = body ? tags(body, 'tr') : []
      const shown = rows.flatMap((row) => {
        const technique = textOf(tags(row, 'th')[0] ?? row)
        const plot = wide(row)
        const ours = expected.filter((one) => one.technique === technique)
        const [effects, from] = tags(row, 'td').slice(1)
        expect([technique, numberIn(effects)]).toEqual([technique, ours.length])
        const of = count(cases, (one) => one.technique.value === technique)
        expect(from ? textOf(from) : '').toContain(`${new Set(ours.map((one) => one.slug)).size} of ${of}`)
        const marks = plot ? readMarks(plot) : []
        for (const slug of new Set(ours.map((one) => one.slug))) {
          const wanted = ours.filter((one) => one.slug === slug).sort((a, b) => a.times - b.times)
          const found = marks.filter((mark) => mark.slug === slug).sort((a, b) => a.at - b.at)
          expect([slug, found.length]).toEqual([slug, wanted.length])
          wanted.forEach(({ times, way }, index) => {
            const mark = found[index]?.at ?? Number.NaN
            // The side of the zero line: a worse result never stands on the better side, a null on neither.
            expect([slug, Math.sign(Math.round((mark - at('0')) * 50))]).toEqual([
              slug,
              Math.abs(times - 1) < 0.001 ? 0 : way,
            ])
            if (times > 0.85 && times < 10.4) expect(mark).toBeCloseTo(place(times), 1)
            else expect(times < 1 ? mark < at('−10%') : mark > at('×5')).toBe(true)
          })
        }
        expect(marks.length).toBe(ours.length)
        return marks
      })
      expect(shown.length).toBe(expected.length)
      // Verdicts are counted in the key.
      const key = findAll(figure, (element) => hasClass(element, 'key'))[0]
      const items = key ? tags(key, 'li').map(textOf) : []
      const keyed = (words: string): number =>
        Number(
          items
            .find((item) => item.startsWith(words))
            ?.split(', ')
            .at(-1) ?? 0,
        )
      const ofVerdict = (verdict: string): number => count(expected, ({ result }) => result.verdict === verdict)
      expect(keyed('improvement')).toBe(ofVerdict('improvement'))
      expect(keyed('regression')).toBe(ofVerdict('regression'))
      expect(keyed('no evidence')).toBe(ofVerdict('no-evidence-of-change'))
      expect(keyed('robot headline')).toBe(ofVerdict('robot-headline'))
      expect(keyed('claim without') + keyed('claim, standard')).toBe(ofVerdict('claim'))
      const words = textOf(tags(figure, 'figcaption')[0] ?? figure)
      expect(words).toContain(`${expected.length} effects from ${new Set(expected.map((one) => one.slug)).size} case`)
      const results = cases.flatMap((one) => one.benchmarks)
      const left = [...words.matchAll(/Not drawn: ([^.]*)\./g)].flatMap(([, list]) => [
        ...(list ?? '').matchAll(/\d+/g),
      ])
      expect(left.reduce((sum, [number]) => sum + Number(number), 0)).toBe(results.length - expected.length)
    },
  )

  test('verdicts: interval that holds zero, or not -> never drawn as its opposite', () => {
    for (const { result, way } of expected) {
      if (!result.ci95?.isOfChange) continue
      const { low, high } = result.ci95
      const side = low > 0 ? 1 : high < 0 ? -1 : 0
      const isBetter = side * (result.higherIsBetter ? 1 : -1)
      const named = { '1': 'improvement', '-1': 'regression', '0': 'no-evidence-of-change' }[String(isBetter)]
      if (['improvement', 'regression', 'no-evidence-of-change'].includes(result.verdict))
        expect(result.verdict).toBe(named)
      if (side !== 0) expect(Math.sign(way)).toBe(isBetter)
    }
  })

  test.each([
    ['cpus', 'state'],
    ['cost', 'state'],
  ])('%s: placed and not placed -> every effect once', (id) => {
    const figure = section(dir, 'explore/index.html', id)
    expect(figure).toBeDefined()
    if (!figure) return
    const words = textOf(tags(figure, 'figcaption')[0] ?? figure)
    const links = findAll(
      figure,
      (element) => element.tagName === 'a' && attribute(element, 'href').includes('#results'),
    )
    const isDrawn = findAll(figure, (element) => hasClass(element, 'scatter')).length > 0
    expect(isDrawn).toBe(links.length >= 8)
    const missing = /Not placed: (\d+) of (\d+)\. Of these, (.*?)\.(?: |$)/.exec(words)
    expect(links.length + Number(missing?.[1] ?? 0)).toBe(expected.length)
    if (missing) {
      expect(Number(missing[2])).toBe(expected.length)
      const reasons = (missing[3] ?? '').split('; ').map((reason) => Number.parseInt(reason, 10))
      expect(reasons.reduce((sum, number) => sum + number, 0)).toBe(Number(missing[1]))
    }
    if (id === 'cost') {
      expect(links.length).toBe(count(expected, ({ cost }) => cost !== null && cost.bytesPerObject !== null))
      const inWords = count(expected, ({ cost }) => cost !== null && cost.bytesPerObject === null)
      expect(/(\d+) from \d+ cases? with a cost in words only/.exec(words)?.[1] ?? '0').toBe(String(inWords))
    } else {
      // A mark's words name the count of CPUs it stands at, and no other unit stands in for it.
      const placed = links.map((link) => textOf(tags(link, 'title')[0] ?? link))
      for (const title of placed.filter(() => isDrawn)) {
        const [, cpus, source] = /; (\d+) CPUs(?: \(“(.*)”\))?$/.exec(title) ?? []
        expect([title, Number(cpus) > 0]).toEqual([title, true])
        if (source) expect([title, /cpu|processor/i.test(source)]).toEqual([title, true])
      }
    }
  })

  const yearOf = (one: Case): string => (one.authored ?? one.posted ?? one.committed)?.value.slice(0, 4) ?? ''
  const top = (one: Case): string => (one.subsystem ?? '').split(/[/ ,]/)[0] ?? ''
  const commonest = [...Map.groupBy(cases, (one) => one.project)].sort((a, b) => b[1].length - a[1].length)[0]?.[0]
  test.each([
    ['explore/index.html', 'years', (one: Case) => [one.technique.value, yearOf(one)], 'technique', 'year'],
    ['explore/index.html', 'outcomes', (one: Case) => [one.technique.value, one.outcome.value], 'technique', 'outcome'],
    ['explore/index.html', 'subsystems', (one: Case) => [top(one), one.technique.value], 'subsystem', 'technique'],
    [
      'index.html',
      'years',
      (one: Case) => [yearOf(one) && `${yearOf(one).slice(0, 3)}0s`, one.technique.value],
      'decade',
      'technique',
    ],
  ] as const)('counts, %s #%s -> a plain loop', (page, id, keys, row, column) => {
    const figure = section(dir, page, id)
    const matrix = figure && findAll(figure, (element) => hasClass(element, 'matrix'))[0]
    if (!matrix) return expect(cases.length < 8 || id === 'subsystems').toBe(true)
    const own = id === 'subsystems' ? cases.filter((one) => one.project === commonest) : cases
    let sum = 0
    for (const link of tags(matrix, 'a')) {
      const asked = new URLSearchParams(attribute(link, 'href').split('?')[1])
      const slugOf = (text: string): string =>
        text
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/^-|-$/g, '')
      const wanted = count(own, (one) => {
        const [first = '', second = ''] = keys(one)
        return slugOf(first) === asked.get(row) && slugOf(second) === asked.get(column)
      })
      expect([attribute(link, 'href'), numberIn(link)]).toEqual([attribute(link, 'href'), wanted])
      sum += numberIn(link)
    }
    const all = findAll(matrix, (element) => element.tagName === 'td' && hasClass(element, 'sum'))
    expect(all.reduce((total, cell) => total + numberIn(cell), 0)).toBe(sum)
    if (id !== 'subsystems') expect(sum).toBe(count(own, (one) => keys(one).every((key) => key !== '')))
  })
})
