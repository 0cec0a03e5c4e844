import type { CaseMember, CaseRecord } from '../model/case.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import { counted } from './format-number.ts'
import { code, el, esc, idPart } from './markup.ts'
import { renderSection } from './section.ts'
import { structName } from './topic-path.ts'
import { cell, renderCaseDate, renderFarOrigin, renderTopicTable } from './topic-table.ts'
import type { Topic } from './topics.ts'

/** What one case says of one member of the struct. */
type Mention = {
  record: CaseRecord
  member: CaseMember | null
  offset: StructLayout['members'][number] | null
  layout: StructLayout | null
  moved: boolean
}

const quiet = (words: string): string => el('span', { class: 'quiet' }, words)
const isOf = (struct: string | null, topic: Topic): boolean =>
  struct !== null && topic.names.includes(structName(struct) ?? '')

/** A member named without its struct is one of the only struct the case has. */
const belongs = (struct: string | null, record: CaseRecord, topic: Topic): boolean =>
  isOf(struct, topic) || (struct === null && record.structs.length === 1 && isOf(record.structs[0] ?? null, topic))

/** Members by name, each with what the cases say of it, in the cases' order. */
function listMentions(topic: Topic): Map<string, Mention[]> {
  const found = new Map<string, Mention[]>()
  for (const record of topic.records) {
    const layouts = record.layouts.filter((layout) => isOf(layout.struct, topic))
    const members = record.members.filter((member) => belongs(member.struct, record, topic))
    const names = [
      ...members.map(({ name }) => name),
      ...layouts.flatMap((layout) => layout.members.map(({ name }) => name)),
    ]
    for (const name of new Set(names)) {
      const layout = layouts.find((one) => one.members.some((member) => member.name === name)) ?? null
      const mention = {
        record,
        member: members.find((member) => member.name === name) ?? null,
        offset: layout?.members.find((member) => member.name === name) ?? null,
        layout,
        moved: record.movedMembers.includes(name) || (layout?.movedMembers.includes(name) ?? false),
      }
      found.set(name, [...(found.get(name) ?? []), mention])
    }
  }
  return found
}

/** The role one case gives, with who says it; an inferred one says so. */
function renderRole({ record, member, offset }: Mention): string {
  const own = offset && offset.role !== 'unknown' ? offset : null
  if (member && member.role !== 'unknown') {
    const from = member.roleFrom === 'stated' ? member.from : member.roleFrom
    return `${esc(member.role)} ${renderFarOrigin(record, from, member.sources)}`
  }
  if (own) {
    const from = own.roleFrom === 'stated' ? 'mail' : own.roleFrom
    return `${esc(own.role)} ${renderFarOrigin(record, from, own.sources)}`
  }
  return quiet('role not stated')
}

function renderOffsets({ record, offset, layout }: Mention): string {
  if (!offset || !layout) return quiet('not stated')
  const { before, after } = offset.offsetBytes
  if (before === null && after === null) return quiet('order only')
  const side = (value: number | null): string => (value === null ? quiet('not stated') : String(value))
  const words = before === after ? side(before) : `${side(before)} → ${side(after)}`
  return `${words} ${renderFarOrigin(record, layout.from, offset.sources, `layout-${idPart(layout.struct)}`)}`
}

function renderMember(name: string, mentions: readonly Mention[]): string[] {
  return mentions.map((mention, at) => {
    const note = mention.member?.roleNote
    return el(
      'tr',
      { class: at === 0 ? 'first' : '' },
      at === 0 && el('th', { scope: 'rowgroup', rowspan: mentions.length > 1 ? mentions.length : null }, code(name)),
      cell('case', renderCaseDate(mention.record)),
      cell('role', renderRole(mention) + (note ? el('span', { class: 'sub' }, esc(note)) : '')),
      cell('offset', renderOffsets(mention)),
      cell('moved', mention.moved ? 'moved' : ''),
    )
  })
}

/** Members with their roles and stated offsets, one row a case that names them. */
export function renderStructMembers(topic: Topic): string {
  const mentions = listMentions(topic)
  if (mentions.size === 0) return ''
  const rows = [...mentions].flatMap(([name, list]) => renderMember(name, list))
  const heads = [
    ['member', ''],
    ['case', ''],
    ['role', ''],
    ['offset, bytes: before → after', ''],
    ['moved', ''],
  ] as const
  return renderSection('members', 'Members', {
    note: 'as each case names them, oldest first; offsets only where a source states them',
    body: renderTopicTable('members', heads, rows),
  })
}

const baseWords = { aligned: 'start aligned', phases: 'several starts', unknown: 'start not known: offsets, not lines' }

function renderLayoutRow(record: CaseRecord, layout: StructLayout): string {
  const { before, after } = layout.sizeBytes
  const offsets = layout.members.filter(({ offsetBytes }) => offsetBytes.before !== null || offsetBytes.after !== null)
  const size =
    before === null && after === null
      ? quiet('not stated')
      : `${before ?? quiet('not stated')} → ${after ?? quiet('not stated')}`
  const stated = offsets.length > 0 ? counted(offsets.length, 'stated offset') : 'order of the diff only'
  const anchor = `layout-${idPart(layout.struct)}`
  return el(
    'tr',
    { class: 'first' },
    el('th', { scope: 'row' }, renderCaseDate(record, anchor)),
    cell(
      'size',
      before === null && after === null
        ? size
        : `${size} ${renderFarOrigin(record, layout.from, layout.sizeSources, anchor)}`,
    ),
    cell('members', stated),
    cell('lines', `${layout.cachelineBytes} bytes; ${baseWords[layout.base.alignment]}`),
  )
}

/** Each layout that a case states of the struct, in time order, and sizes stated in words. */
export function renderStructLayouts(topic: Topic): string {
  const rows = topic.records.flatMap((record) =>
    record.layouts.filter((layout) => isOf(layout.struct, topic)).map((layout) => renderLayoutRow(record, layout)),
  )
  const notes = topic.records.flatMap((record) =>
    record.structs.filter((name) => isOf(name, topic)).length > 0
      ? record.layoutNotes.map(({ text, from, sources }) =>
          el('li', {}, `${renderCaseDate(record)}: ${esc(text)} ${renderFarOrigin(record, from, sources)}`),
        )
      : [],
  )
  if (rows.length + notes.length === 0) return ''
  const heads = [
    ['case', ''],
    ['size, bytes: before → after', ''],
    ['members', ''],
    ['cacheline', ''],
  ] as const
  return renderSection('layouts', 'Layouts over time', {
    note: 'each leads to its drawing',
    body:
      (rows.length > 0 ? renderTopicTable('layouts', heads, rows) : '') +
      (notes.length > 0 ? el('ul', { class: 'plain small' }, notes) : ''),
  })
}
