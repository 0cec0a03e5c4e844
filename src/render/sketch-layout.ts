import type { LayoutSketch } from '../model/sketch.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import { renderLayoutFigures } from './layout-figure.ts'
import { renderLayoutKey } from './layout-key.ts'
import { planLayout } from './layout-plan.ts'
import { el, esc } from './markup.ts'

/** A sketch as the record's layout, so that the case page's diagram draws it. Its base counts as aligned. */
export function sketchLayout(sketch: LayoutSketch): StructLayout {
  return {
    struct: sketch.struct,
    base: { alignment: 'aligned', how: 'a sketch: it starts at a line', phasesBefore: [], phasesAfter: [] },
    cachelineBytes: 64,
    sizeBytes: sketch.sizeBytes,
    sizeSources: [],
    members: sketch.members.map((member) => ({
      name: member.name,
      type: member.type,
      sizeBytes: member.sizeBytes,
      offsetBytes: { before: member.before, after: member.after },
      inferred: { before: false, after: false },
      role: member.role,
      roleFrom: 'editor',
      sources: [],
    })),
    order: null,
    holes: [],
    statedShared: [],
    movedMembers: sketch.members.filter((member) => member.before !== member.after).map((member) => member.name),
    from: 'editor',
    sources: [],
  }
}

function renderOffsets(sketch: LayoutSketch): string {
  const row = (cells: readonly (string | number)[], tag: 'td' | 'th'): string =>
    el(
      'tr',
      {},
      cells.map((cell, index) => el(tag, index > 1 ? { class: 'n' } : {}, esc(cell))),
    )
  return el(
    'details',
    { class: 'tablefold' },
    el('summary', {}, 'table'),
    el(
      'table',
      { class: 'plain-table' },
      el('thead', {}, row(['member', 'role', 'bytes', 'offset before', 'offset after'], 'th')),
      el(
        'tbody',
        {},
        sketch.members.map((m) => row([m.name, m.role, m.sizeBytes, m.before, m.after], 'td')),
      ),
    ),
  )
}

/** The layout of an invented struct before and after, with its numbers as a table. `id` must be unique on the page. */
export function renderLayoutSketch(sketch: LayoutSketch, id: string): string {
  const layout = sketchLayout(sketch)
  const plan = planLayout(layout, { members: [], movedMembers: layout.movedMembers, c2c: [] })
  return el(
    'figure',
    { class: 'layoutfigure', id },
    renderLayoutFigures(
      plan,
      layout.members.map(({ name }) => name),
    ),
    renderLayoutKey(plan),
    el(
      'figcaption',
      { class: 'caption' },
      `${esc(sketch.says)} A sketch of ours, no case: names and offsets are invented.`,
    ),
    renderOffsets(sketch),
  )
}
