import type { CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { el, esc } from './markup.ts'
import { renderSection } from './section.ts'
import { renderOrigin } from './source-link.ts'

/** What is stated and what is not, as a list: a gap weighs as much as a find. */
export function renderEvidenceSection(record: CaseRecord, thread: ThreadFile | null): string {
  if (record.evidence.length === 0) return ''
  const items = record.evidence.map(({ item, state, from, sources }) => {
    const origin = state === 'not stated' ? '' : ` ${renderOrigin(from, sources, thread)}`
    return el(
      'li',
      { class: state === 'not stated' ? 'no' : '' },
      `<span>${esc(item)}</span><span>${state}${origin}</span>`,
    )
  })
  const named = record.evidenceNamed.length
    ? el('p', { class: 'caption' }, `Named by the catalogue: ${esc(record.evidenceNamed.join(', '))}.`)
    : ''
  return renderSection('evidence', 'Evidence', {
    note: 'what the sources state and what they leave open',
    body: el('ul', { class: 'evidence' }, items) + named,
  })
}
