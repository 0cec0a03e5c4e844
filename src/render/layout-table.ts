import type { C2c, StructLayout } from '../model/struct-layout.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { drawnBase } from './layout-base.ts'
import { findRoles, type RoleSource } from './layout-roles.ts'
import { code, el, esc } from './markup.ts'
import { roleStyles } from './role-style.ts'
import { renderOrigin } from './source-link.ts'

const notStated = '<span class="quiet">not stated</span>'

function offsetCell(offset: number | null, inferred: boolean): string {
  if (offset === null) return notStated
  return inferred
    ? `${offset} <span class="inferred" title="Follows from the order of members in the diff">worked out</span>`
    : String(offset)
}

function lineCell(offset: number | null, layout: StructLayout): string {
  if (offset === null) return notStated
  return drawnBase(layout).alignment === 'aligned'
    ? String(Math.floor(offset / layout.cachelineBytes))
    : '<span class="quiet">base not known</span>'
}

const MOST_ROWS = 400

/** The table behind the figure: the same members in the same order, with offsets, lines, sizes and sources. */
export function renderLayoutTable(
  layout: StructLayout,
  members: readonly RoleSource[],
  c2c: readonly C2c[],
  thread: ThreadFile | null,
): string {
  const roles = findRoles(layout, members)
  const hitm = (name: string, side: 'before' | 'after'): string => {
    const values = c2c.filter((each) => each.member === name).map((each) => each[side])
    return values.length > 0 ? values.map((value) => (value === null ? 'not stated' : String(value))).join(', ') : ''
  }
  const hasHitm = layout.members.some(({ name }) => c2c.some(({ member }) => member === name))
  const rows = layout.members.slice(0, MOST_ROWS).map((member, at) => {
    const { before, after } = member.offsetBytes
    const role = roles[at]
    const from =
      role?.roleFrom === 'editor'
        ? ' (editor)'
        : role?.roleFrom === 'inferred' && role.role !== 'unknown'
          ? ' (worked out)'
          : ''
    const cells = [
      offsetCell(before, member.inferred.before),
      offsetCell(after, member.inferred.after),
      lineCell(before, layout),
      lineCell(after, layout),
      member.sizeBytes === null ? notStated : String(member.sizeBytes),
      ...(hasHitm ? [esc(hitm(member.name, 'before')), esc(hitm(member.name, 'after'))] : []),
    ]
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, code(member.name)),
      el('td', {}, esc(roleStyles[role?.role ?? 'unknown'].words + from)),
      cells.map((cell) => el('td', { class: 'n' }, cell)),
      el('td', {}, renderOrigin(layout.from, member.sources, thread)),
    )
  })
  const head = [
    'member',
    'role',
    'offset before',
    'offset after',
    'line before',
    'line after',
    'bytes',
    ...(hasHitm ? ['HITM before', 'HITM after'] : []),
    'source',
  ]
  const more =
    layout.members.length > MOST_ROWS
      ? el(
          'p',
          { class: 'caption' },
          `The first ${MOST_ROWS} of ${layout.members.length} members; the .json holds all.`,
        )
      : ''
  return (
    el(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': `Members of ${layout.struct}` },
      el(
        'table',
        { class: 'data' },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            head.map((words) => el('th', { scope: 'col' }, words)),
          ),
        ),
        el('tbody', {}, rows),
      ),
    ) + more
  )
}
