import { type Effect, effectSentence } from './effects.ts'
import { inlineMark } from './marks.ts'
import { el, esc } from './markup.ts'

/** A further column: its head, and what stands in it for the effects of one case. */
type CaseColumn = { label: string; cell: (effects: readonly Effect[]) => string }

/** Effects that are too few for a figure: a row a case with its title once, each effect a link to its results. */
export function renderByCase(effects: readonly Effect[], further: readonly CaseColumn[] = []): string {
  if (effects.length === 0) return ''
  const rows = [...Map.groupBy(effects, (effect) => effect.slug).values()].map((group) => {
    const items = group.map((effect) => {
      const mark = inlineMark(effect.verdict, { spread: effect.stddevPercent !== null, isBetter: effect.ratio >= 1 })
      const words = esc(effectSentence(effect).slice(effect.title.length + 2))
      return el('li', {}, el('a', { class: 'alone', href: `/cases/${effect.slug}/#results` }, mark, words))
    })
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, esc(group[0]?.title ?? '')),
      el('td', {}, el('ul', {}, items)),
      further.map(({ label, cell }) => el('td', { class: 'n', 'data-label': label }, cell(group))),
    )
  })
  const heads = ['case', 'effects', ...further.map(({ label }) => label)]
  const head = heads.map((label, index) => el('th', { scope: 'col', class: index > 1 ? 'n' : undefined }, esc(label)))
  return el('table', { class: 'by-case' }, el('thead', {}, el('tr', {}, head)), el('tbody', {}, rows))
}
