import type { CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { permalinkPath } from '../text/permalink-path.ts'
import { renderTechnique } from './answers.ts'
import { type CaseContext, findMessage } from './case-context.ts'
import { commitMarkup } from './commit-link.ts'
import { breakableCode, code, el, esc, link } from './markup.ts'
import { renderPairs } from './section.ts'
import { editorMark, renderOrigin, renderSources, renderStated, renderStatedOrigin } from './source-link.ts'
import { structPath } from './topic-path.ts'

const MOST_ITEMS = 4

function shortList(items: readonly string[], between = ', '): string {
  const more = items.length > MOST_ITEMS ? [`<span class="quiet">${items.length - MOST_ITEMS} more</span>`] : []
  return [...items.slice(0, MOST_ITEMS), ...more].join(between)
}

function structLink(name: string, record: CaseRecord, context: CaseContext): string {
  const path = structPath(record.project, name)
  return path !== null && context.hasPage(path) ? link(context.href(path), breakableCode(name)) : breakableCode(name)
}

function renderMessageId(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  const id = record.postings.at(-1)
  const message = findMessage(thread, id)
  if (id === undefined) return '<span class="quiet">not in the sources</span>'
  if (message?.idIsDerived) return '<span class="quiet">no Message-ID in the source</span>'
  // Whole in the page and in print; a screen shows as much as the column holds.
  const label = code(id)
  const own = { class: 'messageid', title: id }
  const path = `/${permalinkPath(id)}`
  return context.hasPage(path) ? link(context.href(path), label, own) : el('span', own, label)
}

function renderFiles(record: CaseRecord, context: CaseContext): string {
  const links = [
    context.offers('txt') ? link(context.href(`/cases/${record.slug}.txt`), '.txt') : '',
    context.offers('json') ? link(context.href(`/cases/${record.slug}.json`), '.json') : '',
    link('#cite', 'cite'),
  ]
  return el('span', { class: 'files' }, links.filter((each) => each !== '').join(' · '))
}

/** What one copies: struct, file, technique, kind, machine, kernel, base, Message-ID, files. */
export function renderRecord(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  const machines = record.machines.map(
    ({ text, from, sources }) => `${esc(text)} ${renderOrigin(from, sources, thread)}`,
  )
  const base = record.baseCommit
  const technique = 'from' in record.technique ? ` ${renderStatedOrigin(record.technique, thread)}` : ''
  return renderPairs('record', [
    [
      record.structs.length > 1 ? 'Structs' : 'Struct',
      shortList(record.structs.map((name) => structLink(name, record, context))) + editorMark(record, 'structs'),
    ],
    [record.files.length > 1 ? 'Files' : 'File', shortList(record.files.map(code))],
    ['Technique', renderTechnique(record, context) + technique],
    ['Kind', `${esc(record.kind.value)} ${renderStatedOrigin(record.kind, thread)}`],
    ['Language', record.language ? esc(record.language) + editorMark(record, 'language') : ''],
    ['Machine', machines.length > 0 ? shortList(machines, '; ') : '<span class="quiet">not stated</span>'],
    ['Kernel', record.kernel ? renderStated(record.kernel, thread, esc) : ''],
    [
      'Line size',
      record.cachelineBytes ? renderStated(record.cachelineBytes, thread, (bytes) => `${bytes} bytes`) : '',
    ],
    [
      'Base',
      base
        ? `${commitMarkup(base.value, context)} ${'sources' in base ? renderSources(base.sources, thread) : ''}`
        : '',
    ],
    ['Commit', record.commit ? commitMarkup(record.commit.sha, context) : ''],
    ['Message', renderMessageId(record, thread, context)],
    ['As text', renderFiles(record, context)],
  ])
}
