import type { CaseMember, CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import type { CaseContext } from './case-context.ts'
import { counted } from './format-number.ts'
import { code, el, esc, link, markup } from './markup.ts'
import { renderSection } from './section.ts'
import { renderOrigin } from './source-link.ts'
import { structPath } from './topic-path.ts'

/** More rows than this are folded. */
const MOST_ROWS = 16
const quiet = (words: string): string => el('span', { class: 'quiet' }, words)

function renderRow(
  member: CaseMember,
  thread: ThreadFile | null,
  isMoved: boolean,
  context: CaseContext,
  project: string | null,
  hasNotes: boolean,
): string {
  const from = member.roleFrom === 'stated' ? member.from : member.roleFrom
  const role =
    member.role === 'unknown'
      ? quiet('role not stated')
      : `${member.role} ${renderOrigin(from, member.sources, thread)}`
  const path = member.struct === null ? null : structPath(project, member.struct)
  const struct = member.struct === null ? quiet('not stated') : code(member.struct)
  const cell = (label: string, inner: string): string => el('td', { 'data-label': label }, inner)
  return el(
    'tr',
    { class: 'first' },
    el('th', { scope: 'row' }, code(member.name)),
    cell('struct', path !== null && context.hasPage(path) ? link(context.href(path), struct) : struct),
    cell('role', role),
    hasNotes &&
      cell(
        'note',
        [member.roleNote === null ? '' : esc(member.roleNote), isMoved ? quiet('moved') : '']
          .filter((part) => part !== '')
          .join(' · '),
      ),
  )
}

/** Every member a source names, with its role and what is said of it; those a drawing shows are in its table too. */
export function renderMembersSection(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  const drawn = new Set(record.layouts.flatMap((layout) => layout.members.map(({ name }) => name)))
  if (record.members.every(({ name, roleNote }) => drawn.has(name) && roleNote === null)) return ''
  const isMoved = ({ name }: CaseMember): boolean => record.movedMembers.includes(name)
  const hasNotes = record.members.some((member) => member.roleNote !== null || isMoved(member))
  const rows = record.members.map((member) =>
    renderRow(member, thread, isMoved(member), context, record.project, hasNotes),
  )
  const head = ['member', 'struct', 'role', ...(hasNotes ? ['note'] : [])].map((words) =>
    el('th', { scope: 'col' }, words),
  )
  const table = el('table', { class: 'topic casemembers' }, el('thead', {}, el('tr', {}, head)), el('tbody', {}, rows))
  return renderSection('members', 'Members', {
    note: 'that the sources name',
    body:
      rows.length > MOST_ROWS
        ? el('details', {}, el('summary', {}, counted(rows.length, 'member')), table)
        : markup(table),
  })
}
