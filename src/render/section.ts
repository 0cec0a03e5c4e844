import { el, markup } from './markup.ts'

/** A section of the case page: heading, note on the heading's line, files at the right end. All parts are markup. */
export function renderSection(
  id: string,
  heading: string,
  parts: { note?: string; tools?: readonly string[]; body: string },
): string {
  const tools = parts.tools?.filter((tool) => tool !== '').join(' · ') ?? ''
  return el(
    'section',
    { id },
    el(
      'div',
      { class: 'sec-head' },
      el('h2', {}, heading),
      parts.note && el('span', { class: 'small' }, parts.note),
      tools && el('span', { class: 'tools' }, tools),
    ),
    parts.body,
  )
}

/** A definition list of pairs; a pair without a value is left out. */
export function renderPairs(name: string, pairs: readonly (readonly [string, string])[]): string {
  const shown = pairs.filter(([, value]) => value !== '')
  return el('dl', { class: name }, markup(shown.map(([term, value]) => el('dt', {}, term) + el('dd', {}, value))))
}
