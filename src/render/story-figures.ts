import type { CaseRecord } from '../model/case.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import type { StoredMessage, ThreadFile } from '../model/thread-file.ts'
import { renderLayoutFigures } from './layout-figure.ts'
import { renderLayoutKey } from './layout-key.ts'
import { planLayout } from './layout-plan.ts'
import { el, esc, idPart } from './markup.ts'
import { renderLineLink } from './source-link.ts'

/** The diagram of a layout for a story, with ids of its own. */
export function renderStoryLayout(layout: StructLayout, record: CaseRecord): string {
  const plan = planLayout(layout, { members: record.members, movedMembers: record.movedMembers, c2c: record.c2c })
  const own = { ...plan, id: `story-${idPart(plan.id)}` }
  return (
    renderLayoutFigures(
      own,
      layout.members.map(({ name }) => name),
    ) + renderLayoutKey(plan)
  )
}

/** Lines `3-5` or `7` of a message's first part as a quote that links to them; without lines a link to the message. */
export function renderQuotedLines(
  thread: ThreadFile,
  message: StoredMessage,
  lines: string | undefined,
): string | null {
  if (lines === undefined)
    return el('a', { href: `#${message.anchor}` }, `${esc(message.from.name)}: ${esc(message.subject)}`)
  const [, first, last] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(lines) ?? []
  const from = Number(first)
  const to = Number(last ?? first)
  const text = message.parts[0]?.lines.slice(from - 1, to) ?? []
  if (!(from >= 1) || to < from || text.length < to - from + 1) return null
  const source = renderLineLink(thread, message, { line: from })
  return el(
    'blockquote',
    {},
    el('pre', { tabindex: 0 }, esc(text.join('\n'))),
    el('p', { class: 'small quiet' }, `${esc(message.from.name)} ${source}`),
  )
}
