import type { CaseRecord } from '../model/case.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import { wrapText } from '../text/wrap-text.ts'
import { hasPhases, planPhases } from './layout-phases.ts'
import { type LayoutPlan, type PlannedLine, planLayout, type SideName } from './layout-plan.ts'
import { plainAscii } from './plain-words.ts'
import { roleStyles } from './role-style.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letterOf = (key: number): string => letters[key % letters.length] ?? '?'

/** A row as 64 characters: a letter a member's byte, `>` where a size is open, `_` a hole, `.` not described. */
function drawRow(row: PlannedLine, bytes: number): string {
  const cells = Array.from({ length: 64 }, () => '.')
  const scale = 64 / bytes
  const fill = (at: number, size: number, character: string): void => {
    const first = Math.round(at * scale)
    for (let cell = first; cell < Math.min(64, Math.max(first + 1, Math.round((at + size) * scale))); cell += 1)
      cells[cell] = character
  }
  for (const { at, size, kind } of row.gaps) fill(at, size, kind === 'end' ? ' ' : '_')
  for (const { at, size } of row.ghosts) fill(at, size, '_')
  for (const member of row.members) {
    if (member.nameOnly) continue
    fill(member.at, member.drawn, letterOf(member.key))
    const last = Math.min(63, Math.round((member.at + member.drawn) * scale) - 1)
    if (member.open && member.drawn * scale > 1) cells[last] = '>'
  }
  return cells.join('')
}

function drawSide(plan: LayoutPlan, side: SideName): string[] {
  const { count, rows } = plan[side]
  const out = [`${side}: ${count.words}`]
  for (const row of rows) {
    if (row.kind === 'fold') out.push(...wrapText(`(${row.words})`, 70).map((line) => `          ${line}`))
    else {
      const name = (
        row.line === null
          ? (row.name ?? 'row')
          : plan.base === 'unknown'
            ? `${row.line * plan.cachelineBytes}..`
            : `line ${row.line}`
      ).slice(0, 8)
      const mark =
        row.verdict.kind === 'conflict'
          ? row.verdict.inferred
            ? '*?'
            : '*'
          : row.verdict.kind === 'by-design'
            ? '='
            : ''
      out.push(`${name.padEnd(9)}|${drawRow(row, plan.cachelineBytes)}|${mark}`)
    }
  }
  return out
}

function memberLines(layout: StructLayout, plan: LayoutPlan): string[] {
  const shown = new Set(
    [...plan.before.rows, ...plan.after.rows].flatMap((row) =>
      row.kind === 'line' ? row.members.map(({ key }) => key) : [],
    ),
  )
  return layout.members.flatMap((member, key) => {
    if (!shown.has(key)) return []
    const { before, after } = member.offsetBytes
    const offset =
      before === null && after === null ? 'offset not stated' : `${before ?? 'not stated'} -> ${after ?? 'not stated'}`
    const size = member.sizeBytes === null ? 'size not stated' : `${member.sizeBytes} bytes`
    const role =
      roleStyles[
        plan.before.rows.flatMap((row) => (row.kind === 'line' ? row.members : [])).find((each) => each.key === key)
          ?.role ?? member.role
      ].words
    const whole = `  ${letterOf(key)} ${member.name}: ${offset}, ${size}, ${role}`
    if (whole.length <= 78) return [whole]
    return [
      ...wrapText(`${letterOf(key)} ${member.name}`, 74, '  ').map((line) => `  ${line}`),
      `      ${offset}, ${size}, ${role}`,
    ]
  })
}

/** A layout in ASCII, at most 80 columns: lines as rows of 64 characters, members by letter. */
export function renderPlainLayout(layout: StructLayout, record: CaseRecord): string[] {
  if (hasPhases(layout)) {
    const plan = planPhases(layout, record.members)
    const sides = plan.sides.flatMap(({ title, count, phases }) => [
      title,
      ...wrapText(count, 74, '  ').map((line) => `  ${line}`),
      ...phases.map(
        ({ start, together }) =>
          `  starts at ${String(start).padStart(2)}: ${together.length === 0 ? 'apart' : together.some(({ conflict }) => conflict) ? 'shared (worked out)' : 'together'}`,
      ),
    ])
    const members = layout.members.map(
      ({ name, offsetBytes: { before, after } }) =>
        `  ${name}: offset ${before ?? 'not stated'} -> ${after ?? 'not stated'}`,
    )
    return [...sides, ...members].map(plainAscii)
  }
  const plan = planLayout(layout, { members: record.members, movedMembers: record.movedMembers, c2c: record.c2c })
  const scale =
    plan.scale === 'order'
      ? 'order only, not to scale'
      : `one character is ${plan.cachelineBytes === 64 ? 'one byte' : `${plan.cachelineBytes / 64} bytes`}`
  const base = plan.base === 'unknown' ? '; offsets, not lines' : ''
  return [
    `${scale}${base}`,
    '"." not described, "_" hole, ">" size not stated, "*" shared line',
    ...drawSide(plan, 'before'),
    ...drawSide(plan, 'after'),
    ...memberLines(layout, plan),
  ].map(plainAscii)
}
