import type { Role } from '../model/names.ts'
import { describedBytes, type LayoutPlan, type PlannedLine } from './layout-plan.ts'
import { el, markup } from './markup.ts'
import { roleOrder, roleStyles } from './role-style.ts'

type KeyItem = 'unknown' | 'hole' | 'open' | 'ghost' | 'shared' | 'inferred' | 'design' | 'met'

/** Pattern tiles: each draws in the line colour of its role. */
export function patternTiles(): string {
  const pattern = (name: string, width: number, height: number, rotate: number | null, ...tile: string[]): string =>
    el(
      'pattern',
      {
        id: `p-${name}`,
        width,
        height,
        patternUnits: 'userSpaceOnUse',
        patternTransform: rotate === null ? null : `rotate(${rotate})`,
      },
      tile,
    )
  const dot = (at: number): string => el('circle', { cx: at, cy: at, r: 1.15, class: 'f-flags' })
  return markup(
    pattern('read', 8, 3.6, null, el('rect', { y: 1.2, width: 8, height: 0.9, class: 'f-read' })),
    pattern('flags', 5, 5, null, dot(1.5), dot(4)),
    pattern('counter', 4, 4, null, el('rect', { width: 2, height: 4, class: 'f-counter' })),
    pattern('write', 5, 5, 45, el('rect', { width: 2.4, height: 5, class: 'f-write' })),
    pattern(
      'lock',
      5,
      5,
      45,
      el('rect', { width: 5, height: 1.3, class: 'f-lock' }),
      el('rect', { width: 1.3, height: 5, class: 'f-lock' }),
    ),
    pattern('unknown', 8, 8, -45, el('rect', { width: 1, height: 8, class: 'f-unknown' })),
  )
}

/** The tiles, one set a page. */
export const renderPatternDefs = (): string =>
  el('svg', { class: 'defs', width: 0, height: 0, 'aria-hidden': 'true' }, el('defs', {}, patternTiles()))

const sample = (...inner: string[]): string =>
  el('svg', { width: 30, height: 20, viewBox: '0 0 30 20', 'aria-hidden': 'true' }, inner)
const box = { x: 1, y: 1, width: 28, height: 18 }

function roleSample(role: Role): string {
  const { name, pattern, words } = roleStyles[role]
  const band = { x: 1, y: 10, width: 28, height: 9 }
  const inner = [
    el('rect', { ...box, class: `f-${name}-fill` }),
    pattern ? el('rect', { ...band, class: 'f-paper' }) + el('rect', { ...band, fill: `url(#p-${name})` }) : '',
    el('rect', { ...box, fill: 'none', class: `s-${name}` }),
  ]
  return el('li', {}, sample(...inner), words)
}

const frameSample = (name: string): string => sample(el('rect', { x: 2.5, y: 2.5, width: 25, height: 15, class: name }))

const items: Record<KeyItem, () => string> = {
  unknown: () =>
    sample(el('rect', { ...box, fill: 'url(#p-unknown)' }), el('rect', { ...box, fill: 'none', class: 's-rule2' })) +
    'bytes the source does not describe',
  hole: () => `${sample(el('rect', { ...box, class: 'hole' }))}hole or padding`,
  open: () =>
    sample(
      el('rect', { x: 1, y: 1, width: 18, height: 18, class: 'f-sunk' }),
      el('path', { d: 'M19 1H1V19H19', fill: 'none', class: 's-norole' }),
      el('path', { d: 'M20.5 1h2v18h-2zM23.5 1h1.4v18h-1.4zM26.2 1h.9v18h-.9z', class: 'f-norole' }),
    ) + 'size not stated: open to the right',
  ghost: () => `${sample(el('rect', { ...box, class: 'ghost s-norole' }))}where a moved member was`,
  shared: () => `${frameSample('shared-frame')}shared line`,
  inferred: () => `${frameSample('shared-frame inferred-mark')}shared line, worked out`,
  design: () => `${frameSample('design-frame')}shares by design`,
  met: () =>
    sample(
      el('rect', { x: 2.5, y: 2.5, width: 25, height: 15, class: 'met-frame' }),
      el('path', { d: 'M7 10H23', class: 's-ink2' }),
      el('rect', { x: 6, y: 7, width: 6, height: 6, class: 'f-norole' }),
      el('rect', { x: 18, y: 7, width: 6, height: 6, class: 'f-norole' }),
    ) + 'members that meet on a line from this start, worked out',
}

/** The key under a figure: only what occurs in it, always the same words. */
export function renderLayoutKey(plan: LayoutPlan): string {
  const lines = [...plan.before.rows, ...plan.after.rows].filter((row): row is PlannedLine => row.kind === 'line')
  const members = lines.flatMap((line) => line.members)
  const roles = roleOrder.filter((role) => members.some((member) => member.role === role))
  const occurs: Record<KeyItem, boolean> = {
    unknown: lines.some((line) => describedBytes(line) < (plan.scale === 'order' ? 64 : plan.cachelineBytes)),
    hole: lines.some(({ gaps }) => gaps.some(({ kind }) => kind !== 'end')),
    open: members.some(({ open }) => open),
    ghost: lines.some(({ ghosts }) => ghosts.length > 0),
    shared: lines.some(({ verdict }) => verdict.kind === 'conflict' && !verdict.inferred),
    inferred: lines.some(({ verdict }) => verdict.kind === 'conflict' && verdict.inferred),
    design: lines.some(({ verdict }) => verdict.kind === 'by-design'),
    met: false, // only where starts differ
  }
  return renderKeyList(
    roles,
    (Object.keys(items) as KeyItem[]).filter((item) => occurs[item]),
  )
}

/** A key of the given roles and marks. */
export function renderKeyList(roles: readonly Role[], marks: readonly KeyItem[]): string {
  return el(
    'ul',
    { class: 'key' },
    roles.map(roleSample),
    marks.map((item) => el('li', {}, items[item]())),
  )
}
/** Every role and mark, for the specimen. */
export const renderFullKey = (): string =>
  markup(renderKeyList(roleOrder, ['unknown', 'hole', 'open', 'ghost', 'shared', 'inferred', 'design', 'met']))
