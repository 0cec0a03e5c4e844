import type { StructLayout } from '../model/struct-layout.ts'
import { type Faces, fitText } from './glyph-text.ts'
import { breakName } from './layout-block.ts'
import { conflictWords } from './layout-conflicts.ts'
import { hasPhases } from './layout-phases.ts'
import { type LayoutPlan, type PlannedLine, type PlannedMember, type PlannedSide, planLayout } from './layout-plan.ts'
import type { Shape } from './picture-paint.ts'
import { roleStyles } from './role-style.ts'

/** What is drawn of a layout: the line that matters before, and where its members are after. */
export type PictureLayout = { plan: LayoutPlan; rows: { side: 'before' | 'after'; line: PlannedLine }[] }
type Frame = { x: number; y: number; width: number }

const ROW = 72
const BAND = 16
const NAME_SIZE = 21
/** Advance of the code face in em. */
const CODE_EM = 0.6

const isLine = (row: PlannedSide['rows'][number]): row is PlannedLine => row.kind === 'line'
const holds = (line: PlannedLine, keys: ReadonlySet<number>): boolean =>
  line.members.some((member) => keys.has(member.key) && member.continues !== 'from')

/** The line before: shared, else with a member that moves. After: the same line, and the one a member moved to. */
function chooseRows(plan: LayoutPlan): PictureLayout['rows'] {
  const [before, after] = [plan.before.rows.filter(isLine), plan.after.rows.filter(isLine)]
  const moved = new Set(plan.moved.map(({ key }) => key))
  const shared = before.find(({ verdict }) => verdict.kind === 'conflict')
  const first = shared ?? before.find((line) => holds(line, moved))
  if (!first) return []
  const leaving = new Set(first.members.map(({ key }) => key).filter((key) => moved.has(key)))
  const same = after.find((line, at) => (first.line === null ? at === 0 : line.line === first.line))
  const target = after.find((line) => line !== same && holds(line, leaving))
  const lines = [same, target].filter((line) => line !== undefined)
  return [{ side: 'before', line: first }, ...lines.map((line) => ({ side: 'after' as const, line }))]
}

/** The first layout of a case that a picture can show; null where none has a line to point at. */
export function choosePictureLayout(
  layouts: readonly StructLayout[],
  context: Parameters<typeof planLayout>[1],
): PictureLayout | null {
  const found = layouts.flatMap((layout) => {
    if (hasPhases(layout)) return []
    const plan = planLayout(layout, context)
    const rows = chooseRows(plan)
    return rows.length > 0 ? [{ plan, rows }] : []
  })
  return found.find(({ rows }) => rows[0]?.line.verdict.kind === 'conflict') ?? found[0] ?? null
}

const rect = (x: number, y: number, width: number, height: number, fill: string): Shape => {
  return { kind: 'rect', x, y, width, height, fill }
}
/** Four strokes around a place. */
const frame = (x: number, y: number, width: number, height: number, line: number, fill: string): Shape[] => [
  rect(x, y, width, line, fill),
  rect(x, y + height - line, width, line, fill),
  rect(x, y, line, height, fill),
  rect(x + width - line, y, line, height, fill),
]

/** Slanted stripes over a place, cut at its sides. */
function stripes({ x, y, width }: Frame, height: number, step: number, thick: number, fill: string): Shape {
  const outlines: number[][] = []
  for (let left = x - height; left < x + width; left += step) {
    // A stripe rises by its height to the right; where a side cuts it, it starts or ends higher up.
    const from = Math.max(0, x - left)
    const to = Math.min(height, x + width - left - thick)
    if (to - from < 1) continue
    const [low, high] = [y + height - from, y + height - to]
    outlines.push([left + from, low, left + from + thick, low, left + to + thick, high, left + to, high])
  }
  return { kind: 'outlines', outlines, fill }
}

/** The pattern of a role, on a band at the foot of its block. */
function band(role: PlannedMember['role'], { x, y, width }: Frame): Shape[] {
  const { name, pattern } = roleStyles[role]
  const fill = `${name}-line`
  const ground = rect(x, y, width, BAND, 'paper')
  const many = (step: number, make: (at: number) => Shape): Shape[] =>
    Array.from({ length: Math.max(0, Math.floor((width - 2) / step)) }, (_, at) => make(x + 2 + at * step))
  switch (pattern) {
    case null:
      return []
    case 'ruled':
      return [ground, rect(x, y + 3, width, 1, fill), rect(x, y + 8, width, 1, fill)]
    case 'dots':
      return [ground, ...many(8, (at) => rect(at, y + 5, 3, 3, fill))]
    case 'bars':
      return [ground, ...many(6, (at) => rect(at, y, 3, BAND, fill))]
    case 'slant':
      return [ground, stripes({ x, y, width }, BAND, 8, 4, fill)]
    case 'grid':
      return [
        ground,
        rect(x, y + 3, width, 3, fill),
        rect(x, y + 9, width, 3, fill),
        ...many(7, (at) => rect(at, y, 3, BAND, fill)),
      ]
  }
}

/** A member's block, with its name where that fits. */
function drawMember(member: PlannedMember, name: string, row: Frame, scale: number): Shape[] {
  const { name: role } = roleStyles[member.role]
  const x = Math.round(row.x + member.at * scale)
  const width = Math.max(6, Math.round(member.drawn * scale) - 1)
  const columns = Math.floor((width - 12) / (CODE_EM * NAME_SIZE))
  const lines = member.continues === 'from' ? [] : (breakName(name, columns, 2) ?? [])
  const top = row.y + (ROW - BAND) / 2 + 7 - (lines.length - 1) * 12
  return [
    rect(x, row.y, width, ROW, `${role}-fill`),
    ...band(member.role, { x, y: row.y + ROW - BAND, width }),
    ...frame(x, row.y, width, ROW, 2, `${role}-line`),
    rect(x, row.y, 5, ROW, `${role}-line`),
    ...lines.map(
      (text, at): Shape => ({
        kind: 'text',
        x: x + 11,
        y: top + at * 24,
        size: NAME_SIZE,
        face: 'code',
        text,
        fill: `${role}-text`,
      }),
    ),
  ]
}

function rowWords({ line, name }: PlannedLine, plan: LayoutPlan): string {
  if (line === null) return name ?? ''
  if (plan.base === 'aligned') return `line ${line}`
  return `from ${line * plan.cachelineBytes}`
}

/** The chosen lines from `y` on; gives back where they end. Names of members are those of the layout. */
export function drawPictureLayout(
  { plan, rows }: PictureLayout,
  names: readonly string[],
  faces: Faces,
  { x, y, width }: Frame,
): { shapes: Shape[]; bottom: number } {
  const gutter = 104
  const bar = { x: x + gutter, width: width - gutter }
  const scale = bar.width / plan.cachelineBytes
  const shapes: Shape[] = []
  let top = y
  for (const [at, { side, line }] of rows.entries()) {
    const isNew = rows[at - 1]?.side !== side
    const shared = line.verdict.kind === 'conflict'
    const text = (words: string, dy: number, fill: string, face: 'text' | 'strong' = 'text'): Shape => {
      return { kind: 'text', x, y: top + dy, size: 20, face, text: words, fill }
    }
    if (isNew) shapes.push(text(side, 30, 'ink-2'))
    shapes.push(text(rowWords(line, plan), isNew ? 56 : 44, 'ink', 'strong'))
    shapes.push(stripes({ ...bar, y: top }, ROW, 10, 1, 'unknown'))
    for (const member of line.members)
      if (!member.nameOnly)
        shapes.push(...drawMember(member, names[member.key] ?? member.name, { ...bar, y: top }, scale))
    const open = plan.scale === 'order' || plan.base !== 'aligned'
    if (shared && !open) shapes.push(...frame(bar.x - 7, top - 7, bar.width + 14, ROW + 14, 4, 'shared'))
    else if (!open) shapes.push(...frame(bar.x - 2, top - 2, bar.width + 4, ROW + 4, 2, 'rule-2'))
    else shapes.push(rect(bar.x, top - 3, bar.width, 2, 'rule-2'), rect(bar.x, top + ROW + 1, bar.width, 2, 'rule-2'))
    top += ROW + 20
    if (line.verdict.kind === 'conflict') {
      const sentence = `shared: ${conflictWords(line.verdict, plan.locks, 400).join(' ')}${line.verdict.inferred ? ' (worked out)' : ''}`
      const words = fitText(faces, 'text', 20, sentence, bar.width)
      shapes.push({ kind: 'text', x: bar.x, y: top + 14, size: 20, face: 'text', text: words, fill: 'shared' })
      top += 34
    }
  }
  return { shapes, bottom: top }
}
