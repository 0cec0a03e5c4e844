import type { CaseRecord } from '../model/case.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import { caseYear } from './case-facts.ts'
import { effectName, effectSentence, findEffects, findUndirected } from './effects.ts'
import { renderLayoutFigure } from './layout-figure.ts'
import { isDrawable } from './layout-file.ts'
import { renderLayoutKey } from './layout-key.ts'
import { hasPhases, planPhases, renderPhaseFigure } from './layout-phases.ts'
import { planLayout } from './layout-plan.ts'
import { sizeWords } from './layout-section.ts'
import { inlineMark } from './marks.ts'
import { code, el, esc } from './markup.ts'
import { movedWords } from './plain-words.ts'
import { changeWords } from './results-table.ts'

/** A record as its own JSON file gives it: the build wrote it, so its shape is looked at, not checked again. */
export type ComparedCase = CaseRecord

const lists = ['structs', 'benchmarks', 'layouts', 'evidence', 'machines', 'movedMembers', 'versions'] as const

/** True where a loaded value is a record that can be compared. */
export function isComparable(value: unknown): value is ComparedCase {
  if (typeof value !== 'object' || value === null) return false
  const record: Record<string, unknown> = { ...value }
  return (
    record['schema'] === 1 &&
    typeof record['slug'] === 'string' &&
    typeof record['title'] === 'string' &&
    typeof record['technique'] === 'object' &&
    lists.every((name) => Array.isArray(record[name]))
  )
}

const notStated = el('span', { class: 'quiet' }, 'not stated')
const orNot = (text: string | null | undefined): string => (text ? esc(text) : notStated)
const list = (items: readonly string[]): string =>
  items.length === 0
    ? notStated
    : el(
        'ul',
        {},
        items.map((item) => el('li', {}, item)),
      )

/** At most so many results of a case stand in the table. */
const MOST_EFFECTS = 12

function renderEffects(record: CaseRecord): string {
  const { drawn } = findEffects([record])
  const items = drawn.slice(0, MOST_EFFECTS).map((effect) => {
    const mark = inlineMark(effect.verdict, { spread: effect.stddevPercent !== null, isBetter: effect.ratio >= 1 })
    return mark + esc(effectSentence(effect).slice(effect.title.length + 2))
  })
  for (const result of findUndirected(record).slice(0, MOST_EFFECTS - items.length)) {
    const spread = result.stddevPercent === null && !result.ci95 ? ', no variance stated' : ''
    const words = `${effectName(result)}: ${changeWords(result) ?? ''}, direction not stated${spread}`
    items.push(esc(words.replace(/%,/, '\u00a0%,')))
  }
  const more = record.benchmarks.length - items.length
  if (more > 0) items.push(el('a', { href: `/cases/${record.slug}/#results` }, `${more} more on its page`))
  return list(items)
}

/** The figure of a layout for a column, and for a screen where cases stand below each other; the style sheet shows one. */
const columnSizes = ['slim', 'narrow'] as const

function renderLayout(layout: StructLayout, record: CaseRecord): string {
  if (!isDrawable(layout)) return esc(sizeWords(layout))
  const names = layout.members.map(({ name }) => name)
  const context = { members: record.members, movedMembers: record.movedMembers, c2c: record.c2c }
  if (hasPhases(layout)) {
    const phases = planPhases(layout, record.members)
    const plan = { ...phases, id: `${record.slug}-${phases.id}` }
    return columnSizes.map((size) => renderPhaseFigure(plan, names, size)).join('')
  }
  const own = planLayout(layout, context)
  const plan = { ...own, id: `${record.slug}-${own.id}` }
  return columnSizes.map((size) => renderLayoutFigure(plan, names, size)).join('') + renderLayoutKey(plan)
}

/** At most so many layouts of a case stand in the table. */
const MOST_LAYOUTS = 3

function renderLayouts(record: CaseRecord): string {
  const drawn = record.layouts.slice(0, MOST_LAYOUTS).flatMap((layout) => {
    const figure = renderLayout(layout, record)
    return figure === '' ? [] : el('div', { class: 'column-layout' }, el('p', {}, code(layout.struct)), figure)
  })
  const notes =
    drawn.length > 0 ? [] : record.layoutNotes.slice(0, MOST_LAYOUTS).map(({ text }) => el('p', {}, esc(text)))
  const more = record.layouts.length - MOST_LAYOUTS
  const rest = more > 0 ? el('a', { href: `/cases/${record.slug}/` }, `${more} more on its page`) : ''
  return [...drawn, ...notes].join('') + rest || notStated
}

const rows: readonly (readonly [string, (record: CaseRecord) => string])[] = [
  ['project', (record) => orNot([record.project, record.subsystem].filter((name) => name !== null).join(', '))],
  ['year', (record) => orNot(caseYear(record))],
  ['technique', (record) => el('a', { href: `/techniques/${record.technique.value}/` }, esc(record.technique.value))],
  ['kind', (record) => esc(record.kind.value)],
  ['structs', (record) => list(record.structs.map(code))],
  ['moved', (record) => esc(movedWords(record))],
  ['layout', renderLayouts],
  ['effects', renderEffects],
  ['machines', (record) => list(record.machines.map((machine) => esc(machine.text)))],
  ['cost', (record) => orNot(record.cost?.text)],
  [
    'states',
    (record) =>
      list(
        record.evidence
          .filter((item) => item.state !== 'not stated')
          .map((item) => esc(item.state === 'contradicted' ? `${item.item} (contradicted)` : item.item)),
      ),
  ],
  [
    'does not state',
    (record) => list(record.evidence.filter((item) => item.state === 'not stated').map((item) => esc(item.item))),
  ],
  [
    'outcome',
    (record) =>
      esc([record.outcome.value, record.commit?.release, record.outcomeNote].filter((word) => word).join(', ')),
  ],
]

/** Two to four cases as columns: layouts, effects, cost, evidence. */
export function renderCompareTable(cases: readonly CaseRecord[]): string {
  const heads = cases.map((record, at) =>
    el(
      'th',
      { scope: 'col', 'data-number': String(at + 1) },
      el('a', { href: `/cases/${record.slug}/` }, esc(record.title)),
    ),
  )
  const body = rows.map(([label, render]) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, esc(label)),
      cases.map((record, at) => el('td', { 'data-number': String(at + 1) }, render(record))),
    ),
  )
  return el(
    'table',
    { class: `compare of-${cases.length}` },
    el('thead', {}, el('tr', {}, '<td></td>', heads)),
    el('tbody', {}, body),
  )
}
