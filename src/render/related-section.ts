import type { CaseRecord } from '../model/case.ts'
import type { CaseContext } from './case-context.ts'
import { code, el, esc, link, markup } from './markup.ts'
import { renderSection } from './section.ts'

/** Related cases, and the addresses the sources name. */
export function renderRelatedSection(record: CaseRecord, context: CaseContext): string {
  const cases = context.related.map(({ slug, title, why, note }) =>
    el(
      'li',
      {},
      `${link(context.href(`/cases/${slug}/`), esc(title))} <span class="quiet">${esc([why, note].filter((words) => words !== '').join(' · '))}</span>`,
    ),
  )
  const named = record.related
    .filter((name) => !context.related.some(({ slug }) => slug === name))
    .filter((name) => !(context.edges ?? []).some((edge) => edge.name === name))
    .map((name) => el('li', {}, /^[0-9a-f]{7,64}$/.test(name) ? code(name.slice(0, 12)) : esc(name)))
  const links = record.links.map((href) => el('li', {}, link(href, esc(href.replace(/^https?:\/\//, '')))))
  if (cases.length + named.length + links.length === 0) return ''
  return renderSection('related', 'Related cases', {
    note: cases.length > 0 ? 'same struct, technique or benchmark' : '',
    body: markup(
      cases.length > 0 && el('ul', { class: 'plain' }, cases),
      named.length > 0 && el('h3', {}, 'Named by the sources') + el('ul', { class: 'plain small' }, named),
      links.length > 0 && el('h3', {}, 'Links') + el('ul', { class: 'plain small links' }, links),
    ),
  })
}
