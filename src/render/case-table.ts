import type { CaseFacts } from './case-facts.ts'
import { formatChange } from './effects.ts'
import { inlineMark } from './marks.ts'
import { breakableCode, el, esc } from './markup.ts'

const sub = (text: string | null): string =>
  text === null || text === '' ? '' : el('span', { class: 'sub' }, esc(text))
const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** A number aligned on its point: the part after it has a fixed width in figures. */
function aligned(printed: string): string {
  const [whole = '', fraction] = printed.split('.')
  return `${esc(whole)}${el('span', { class: 'frac d2' }, fraction === undefined ? '' : `.${esc(fraction)}`)}`
}

/** Narrow screens show no head: the unit stands with the number. */
const narrowUnit = el('span', { class: 'narrow-word' }, ' %')

function renderEffect({ effect }: CaseFacts): string {
  if (!effect) return el('span', { class: 'quiet' }, el('span', { class: 'narrow-word' }, 'effect '), 'not stated')
  const ends = effect.interval && `${formatChange(effect.interval.low)} to ${formatChange(effect.interval.high)}`
  return [
    inlineMark(effect.verdict, { spread: effect.stddevPercent !== null, isBetter: effect.ratio >= 1 }),
    aligned(effect.change),
    narrowUnit,
    sub(shorten(effect.test, 44)),
    effect.higherIsBetter ? '' : sub('lower is better'),
    ends ? el('span', { class: 'sub' }, esc(`interval ${ends}`), narrowUnit) : '',
  ].join('')
}

/** A box that chooses a case to compare; only the page's script makes use of it. */
const chooser = (facts: CaseFacts): string =>
  el('input', { type: 'checkbox', class: 'choose', value: facts.slug, 'aria-label': `Compare: ${facts.title}` })

/** `isChosen`: with a box to choose the case by. `isOneTechnique`: all rows have the same, which is not repeated. */
type RowForm = { isChosen?: boolean; isOneTechnique?: boolean }

function renderRow(facts: CaseFacts, { isChosen = false, isOneTechnique = false }: RowForm = {}): string {
  return el(
    'tr',
    {},
    el(
      'td',
      { class: 'c-title' },
      isChosen && chooser(facts),
      el('a', { href: `/cases/${facts.slug}/` }, esc(facts.title)),
      sub([facts.project, facts.subsystem].filter(Boolean).join(' · ')),
      sub(facts.outcomeNote && `what followed: ${facts.outcomeNote}`),
    ),
    !isOneTechnique && el('td', { class: 'c-technique' }, esc(facts.technique)),
    el('td', { class: 'c-struct' }, facts.struct === null ? '' : breakableCode(facts.struct)),
    el('td', { class: 'c-effect n' }, renderEffect(facts)),
    el('td', { class: 'c-outcome' }, esc(facts.outcome)),
    el('td', { class: 'c-year n' }, esc(facts.year ?? 'no date')),
  )
}

/** Rows of the table alone; `isChosen`: with a box to choose a case by. */
export const renderCaseRows = (facts: readonly CaseFacts[], isChosen = false): string =>
  facts.map((one) => renderRow(one, { isChosen })).join('')

/** The table of cases, in the order given; the technique has no column where all have one. */
export function renderCaseTable(facts: readonly CaseFacts[], isOneTechnique = false): string {
  const head = [
    ['c-title', 'case'],
    ['c-technique', 'technique'],
    ['c-struct', 'struct'],
    ['c-effect n', 'best stated effect, %'],
    ['c-outcome', 'outcome'],
    ['c-year n', 'year'],
  ] as const
  return el(
    'table',
    { class: 'cases' },
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        ...head
          .filter(([name]) => !isOneTechnique || name !== 'c-technique')
          .map(([name, label]) => el('th', { scope: 'col', class: name }, label)),
      ),
    ),
    el('tbody', {}, facts.map((one) => renderRow(one, { isOneTechnique })).join('')),
  )
}
