import type { PlannedMember } from './layout-plan.ts'
import { el, esc, svgText } from './markup.ts'
import { roleStyles } from './role-style.ts'

/** Advance of the code face in em; the widest system fallback is 0.602. */
export const CHARACTER_EM = 0.6
/** Height of a row, and of the pattern band at its foot. */
export const BLOCK_HEIGHT = 48
const BAND = 11

/** Breaks a C name at underscores into at most `most` lines of at most `columns` characters; undefined where it cannot. */
export function breakName(name: string, columns: number, most: number): string[] | undefined {
  if (name.length <= columns) return [name]
  const lines = ['']
  for (const part of name.match(/[^_]*_+|[^_]+$/g) ?? [name]) {
    const last = lines[lines.length - 1] ?? ''
    if ((last + part).length <= columns) lines[lines.length - 1] = last + part
    else if (last === '') return undefined
    else lines.push(part)
  }
  return lines.length <= most && lines.every((line) => line.length <= columns) ? lines : undefined
}

const round = (value: number): number => Math.round(value * 100) / 100

export type BlockFrame = {
  x: number
  y: number
  width: number
  fontSize: number
  mostLines: number
  /** The next member or the row's end bounds an open size: the slats then stand inside. */
  bounded: boolean
}

/** What a reader gets on hover and a screen reader reads: name, offset, size, role. */
export function memberWords(member: Pick<PlannedMember, 'offsetBytes' | 'sizeBytes' | 'role'>, name: string): string {
  const where = member.offsetBytes === null ? 'offset not stated' : `offset ${member.offsetBytes}`
  const size = member.sizeBytes === null ? 'size not stated' : `${member.sizeBytes} bytes`
  return `${name}: ${where}, ${size}, ${roleStyles[member.role].words}`
}

/** The outline: closed, or open to the right with three thinning slats where the size is not stated. */
function outline(member: PlannedMember, right: number): string {
  const { name } = roleStyles[member.role]
  const left = 0.75
  if (!member.open)
    return el('rect', { x: left, width: right - 1.5, height: BLOCK_HEIGHT, class: `s-${name}`, fill: 'none' })
  const slats = [
    [0.7, 1.7],
    [3.3, 1.2],
    [5.6, 0.8],
  ] as const
  const bars = slats.map(([dx, w]) => `M${(right + dx).toFixed(1)} 0h${w}v${BLOCK_HEIGHT}h-${w}z`).join('')
  return (
    el('path', {
      d: `M${right} 0H${left}V${BLOCK_HEIGHT}H${right}`,
      class: `s-${name}`,
      fill: 'none',
    }) + el('path', { d: bars, class: `f-${name}` })
  )
}

/** An arrow tooth at the row's end, a notch where the member goes on. */
function continuation(member: PlannedMember, width: number): string {
  const tooth = (at: number): string => `M${at} 10l7 ${BLOCK_HEIGHT / 2 - 10}-7 ${BLOCK_HEIGHT / 2 - 10}z`
  if (member.continues === 'on') return el('path', { d: tooth(width), class: `f-${roleStyles[member.role].name}` })
  return member.continues === 'from' ? el('path', { d: tooth(0), class: 'f-paper' }) : ''
}

/** Width of a block's body: what its slats leave where an open size is bounded. */
const bodyOf = ({ open }: PlannedMember, { width, bounded }: BlockFrame): number =>
  Math.max(4, width - (open && bounded ? 6.5 : 0))

/** The name of a block in lines that fit into it; undefined where they do not. */
export function fitName(member: PlannedMember, frame: BlockFrame): string[] | undefined {
  const columns = Math.floor((bodyOf(member, frame) - 4.6) / (CHARACTER_EM * frame.fontSize))
  return breakName(member.name, columns, frame.mostLines)
}

/** One member block with its name inside, where it fits; `labelled` says whether it did. */
export function renderBlock(
  member: PlannedMember,
  fullName: string,
  frame: BlockFrame,
): { svg: string; labelled: boolean } {
  const { x, y, width, fontSize } = frame
  const { name, pattern } = roleStyles[member.role]
  const body = round(bodyOf(member, frame))
  const lines = fitName(member, frame)
  const top = BLOCK_HEIGHT - BAND
  const [left, inner] = [0.75, body - 1.5]
  const leading = fontSize + 1.5
  const first = top / 2 - (((lines?.length ?? 1) - 1) * leading) / 2 + fontSize * 0.34
  const band = { x: left, y: top, width: inner, height: BAND }
  // Drawn at its own origin: blocks of one width and role are then the same text, which packs well.
  const svg = el(
    'g',
    { transform: `translate(${round(x)} ${round(y)})` },
    el('title', {}, esc(memberWords(member, fullName))),
    el('rect', { width, height: BLOCK_HEIGHT, class: 'f-paper' }),
    el('rect', { x: left, width: inner, height: BLOCK_HEIGHT, class: `f-${name}-fill` }),
    pattern && el('rect', { ...band, class: 'f-paper' }),
    pattern && el('rect', { ...band, fill: `url(#p-${name})` }),
    outline(member, body),
    member.continues !== 'from' && el('rect', { x: left - 0.5, width: 2.5, height: BLOCK_HEIGHT, class: `f-${name}` }),
    continuation(member, width),
    lines?.map((line, at) =>
      svgText(4.5, first + at * leading, line, { class: `code t-${name}`, 'font-size': fontSize }),
    ),
  )
  return { svg, labelled: lines !== undefined }
}
