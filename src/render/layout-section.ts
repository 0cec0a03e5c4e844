import type { CaseRecord } from '../model/case.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { escapeHidden } from '../text/visible-text.ts'
import type { CaseContext } from './case-context.ts'
import { linesWords, rowsWords } from './figure-heading.ts'
import { listed } from './format-number.ts'
import { drawnBase } from './layout-base.ts'
import { figureSizes } from './layout-figure.ts'
import { isDrawable, layoutFileNames } from './layout-file.ts'
import { renderKeyList } from './layout-key.ts'
import { renderLayoutParts } from './layout-parts.ts'
import { hasPhases, planPhases, renderPhaseFigure } from './layout-phases.ts'
import { hasOffsets, type PlanContext } from './layout-plan.ts'
import { findRoles } from './layout-roles.ts'
import { renderLayoutTable } from './layout-table.ts'
import { code, el, esc, idPart, link, markup } from './markup.ts'
import { roleOrder } from './role-style.ts'
import { renderSection } from './section.ts'
import { renderOrigin, renderSources } from './source-link.ts'

const names = (list: readonly string[]): string =>
  listed(list.slice(0, 6).map(code)) + (list.length > 6 ? ` and ${list.length - 6} more` : '')

/** Size before and after: "2496 bytes, 39 lines", "1072 → 1088 bytes". */
export function sizeWords(layout: StructLayout): string {
  const {
    sizeBytes: { before, after },
    cachelineBytes,
  } = layout
  if (before === null && after === null) return ''
  if (before !== null && after !== null && before !== after) return `${before} → ${after} bytes`
  const size = before ?? after ?? 0
  const lines = drawnBase(layout).alignment === 'aligned' ? `, ${linesWords(size, cachelineBytes)}` : ''
  return `${size} bytes${lines}`
}

/** The size in a heading; the lines of it are marked, since they follow the line size that a reader chooses. */
function headingSize(layout: StructLayout): string {
  const words = sizeWords(layout)
  const [, bytes, lines] = /^(\d+) bytes, (.+)$/.exec(words) ?? []
  return bytes === undefined || lines === undefined
    ? words
    : `${bytes} bytes, ${el('span', { class: 'head-lines', 'data-bytes': bytes }, lines)}`
}

/** The note on the heading's line: what the rows are, the size, whether sharing is stated. */
function layoutNote(layout: StructLayout, thread: ThreadFile | null): string {
  const { cachelineBytes } = layout
  const base = drawnBase(layout)
  const scale = hasOffsets(layout) ? '' : 'offsets not stated: order only, not to scale'
  const rows = {
    aligned: el('span', { class: 'head-rows' }, rowsWords({ line: cachelineBytes, pair: false })),
    phases: 'the start within a cacheline differs from object to object',
    unknown: 'offsets, not lines: where the object starts within a cacheline is not known',
  }[base.alignment]
  const size = headingSize(layout)
  const shared = layout.statedShared.flatMap(({ sources }) => sources)
  return [
    scale || rows,
    size && `${size} ${renderSources(layout.sizeSources, thread)}`,
    shared.length > 0 && `shared line stated ${renderSources(shared, thread)}`,
  ]
    .filter((part) => part !== '' && part !== false)
    .join(' · ')
}

/** Sentences under the figure: what is stated, what is worked out, what is left open. */
function layoutCaption(layout: StructLayout, record: CaseRecord, thread: ThreadFile | null): string {
  const toScale = hasOffsets(layout)
  const sentences: string[] = []
  const sources = layout.members.flatMap((member) => member.sources)
  if (toScale) {
    sentences.push(
      `Offsets are as stated ${renderOrigin(layout.from, sources.length > 0 ? sources : layout.sources, thread)}.`,
    )
    const inferred = layout.members.filter(({ inferred: { before, after } }) => before || after).map(({ name }) => name)
    if (inferred.length > 0)
      sentences.push(
        `Where ${names(inferred)} ${inferred.length === 1 ? 'stands' : 'stand'} on one side is <span class="inferred" title="C keeps the order of members: what stands before the change keeps its offset">worked out from the diff</span>.`,
      )
    if (layout.members.some(({ sizeBytes }) => sizeBytes === null))
      sentences.push(
        'Where a size is not stated, the block is drawn 8 bytes wide, or up to the next member, and left open.',
      )
  } else
    sentences.push(
      'There is no byte ruler because the source gives no offset. Where each line begins and ends is not stated, so rows are open at both ends. The order is the diff’s.',
    )
  for (const { members, sources: lines, side } of layout.statedShared)
    sentences.push(
      `That ${names(members)} share a line ${side === 'before' ? 'before' : 'after'} is stated ${renderSources(lines, thread)}.`,
    )
  sentences.push(`Base: ${esc(drawnBase(layout).how)}.`)
  const roles = findRoles(layout, record.members).filter(({ role }) => role !== 'unknown')
  if (roles.some(({ roleFrom }) => roleFrom === 'inferred'))
    sentences.push('Roles marked by a dotted frame are worked out from the diff and its words, not stated.')
  else if (roles.length === 0)
    sentences.push(
      hasPhases(layout)
        ? 'No role of a member is stated: the marks say which members meet on a line, not that a write to one disturbs another.'
        : 'No role of a member is stated. Without roles no line is marked, which does not say that none is shared.',
    )
  for (const note of record.layoutNotes.slice(0, 8))
    sentences.push(`${esc(note.text)} ${renderOrigin(note.from, note.sources, thread)}.`)
  return el('figcaption', { class: 'caption' }, sentences.join(' '))
}

function renderFigure(layout: StructLayout, context: PlanContext): string {
  const memberNames = layout.members.map(({ name }) => name)
  if (hasPhases(layout)) {
    const plan = planPhases(layout, context.members)
    const roles = roleOrder.filter((role) => plan.members.some((member) => member.role === role))
    const open = plan.members.some((member) => member.open) ? (['open'] as const) : []
    const meetings = plan.sides.flatMap(({ phases }) => phases.flatMap(({ together }) => together))
    const marks = [
      ...(meetings.some(({ conflict }) => conflict) ? (['inferred'] as const) : []),
      ...(meetings.some(({ conflict }) => !conflict) ? (['met'] as const) : []),
    ]
    return (
      figureSizes.map((size) => renderPhaseFigure(plan, memberNames, size)).join('') +
      renderKeyList(roles, ['unknown', ...open, ...marks])
    )
  }
  return renderLayoutParts(layout, context)
}

/** What the client script needs to redraw the figure for other line sizes: the layout and roles as JSON. */
function renderLayoutData(layout: StructLayout, context: PlanContext): string {
  if (!hasOffsets(layout) || hasPhases(layout)) return ''
  const wanted = new Set(layout.members.map(({ name }) => name))
  const slim = {
    layout: {
      ...layout,
      sources: [],
      sizeSources: [],
      members: layout.members.map((member) => ({ ...member, sources: [], type: null })),
      statedShared: layout.statedShared.map((each) => ({ ...each, sources: [] })),
    },
    members: context.members
      .filter(({ name }) => wanted.has(name))
      .map(({ struct, name, role, roleFrom, roleNote }) => ({ struct, name, role, roleFrom, roleNote })),
    movedMembers: context.movedMembers,
    c2c: context.c2c.map((each) => ({ ...each, sources: [] })),
  }
  return `<script type="application/json" class="layout-data">${escapeHidden(JSON.stringify(slim)).replace(/</g, '\\u003c')}</script>`
}

/** One section a struct: the figure in three sizes, key, caption, the table behind it. */
export function renderLayoutSection(
  layout: StructLayout,
  record: CaseRecord,
  thread: ThreadFile | null,
  context: CaseContext,
): string {
  const plan: PlanContext = { members: record.members, movedMembers: record.movedMembers, c2c: record.c2c }
  const id = `layout-${idPart(layout.struct)}`
  const data = renderLayoutData(layout, plan)
  const file = layoutFileNames(record.layouts).get(layout.struct)
  const svg =
    file !== undefined && context.offers(file) ? link(context.href(`/cases/${record.slug}/${file}`), 'svg') : ''
  const table = el(
    'details',
    { class: 'tablefold', id: `${id}-table` },
    el('summary', {}, 'table'),
    renderLayoutTable(layout, record.members, record.c2c, thread),
  )
  return renderSection(id, `Layout of ${code(layout.struct)}`, {
    note: layoutNote(layout, thread),
    tools: [link(`#${id}-table`, 'table'), svg],
    body: markup(
      el(
        'figure',
        { class: 'layoutfigure' },
        data && el('div', { class: 'figure-controls no-print' }),
        el('div', { class: 'figures' }, renderFigure(layout, plan)),
        data,
        layoutCaption(layout, record, thread),
      ),
      table,
    ),
  })
}

/** Layouts without a member to draw: their sizes, and what is said of the layout in words. */
function renderLayoutWords(record: CaseRecord, thread: ThreadFile | null, hasFigure: boolean): string {
  const sizes = record.layouts
    .filter((layout) => !isDrawable(layout) && sizeWords(layout) !== '')
    .map((layout) => {
      const origin = renderOrigin(layout.from, layout.sizeSources, thread)
      return el(
        'li',
        { id: `layout-${idPart(layout.struct)}` },
        `Size of ${code(layout.struct)}: ${sizeWords(layout)} ${origin}`,
      )
    })
  const notes = hasFigure
    ? []
    : record.layoutNotes.map(({ text, from, sources }) =>
        el('li', {}, `${esc(text)} ${renderOrigin(from, sources, thread)}`),
      )
  if (sizes.length + notes.length === 0) return ''
  const line = record.layouts[0]?.cachelineBytes ?? 64
  return renderSection(hasFigure ? 'sizes' : 'layout', hasFigure ? 'Sizes' : 'Layout', {
    note: hasFigure
      ? 'of structs without a drawing'
      : `in words only: no offset or order is stated${line === 64 ? '' : ` · ${line}-byte lines`}`,
    body: el('ul', { class: 'plain' }, [...sizes, ...notes]),
  })
}

/** All layouts of a case; where none can be drawn, sizes and notes in words. */
export function renderLayoutSections(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  const drawable = record.layouts.filter(isDrawable)
  const drawn = drawable.map((layout) => renderLayoutSection(layout, record, thread, context)).join('')
  return drawn + renderLayoutWords(record, thread, drawable.length > 0)
}
