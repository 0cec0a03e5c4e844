import type { LayoutMember } from '../model/struct-layout.ts'
import type { PlannedLine, PlannedRow } from './layout-plan.ts'

/** Rows drawn a side before the rest is folded, and rows drawn where that fold is opened. */
const MOST_ROWS = 12
const MOST_FURTHER = 60

/** The first rows of a side, or what its fold opens to. */
export type FigurePart = 'first' | 'further'
/** Up to so many described lines are all shown, named by the patch or not. */
const FEW_ROWS = 4

type FoldContext = {
  wanted: ReadonlySet<string>
  moved: readonly number[]
  size: number | null
  bytes: number
  members: readonly LayoutMember[]
  /** False where the object's start is not known: rows are then offsets, not lines. */
  isLines: boolean
}

const spaced = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, '\u202f')

/** A line is kept where it holds a moved, shared or named member, or an empty place of one. */
function isKept(line: PlannedLine, { wanted, moved, members }: FoldContext): boolean {
  if (line.verdict.kind !== 'none' || line.ghosts.length > 0) return true
  return line.members.some(({ key }) => moved.includes(key) || wanted.has(members[key]?.name ?? ''))
}

/** What a fold says of the lines it stands for. */
function foldWords(
  first: number,
  last: number,
  lines: Map<number, PlannedLine>,
  { bytes, members, isLines }: FoldContext,
): string {
  const n = last - first + 1
  let described = 0
  for (const [at, line] of lines) if (at >= first && at <= last) described += line.members.length
  const through = lines
    .get(first - 1)
    ?.members.find(
      ({ key, continues }) => continues === 'on' && lines.get(last + 1)?.members.some((other) => other.key === key),
    )
  const what = through
    ? `the rest of ${members[through.key]?.name ?? through.name}`
    : described === 0
      ? 'nothing described'
      : `${described} member${described === 1 ? '' : 's'} the patch does not name`
  if (!isLines) return `offsets ${first * bytes}–${(last + 1) * bytes - 1}, ${spaced(n * bytes)} bytes, ${what}`
  if (n === 1) return `line ${first}: ${what}`
  return `lines ${first}–${last}: ${n} lines, ${spaced(n * bytes)} bytes, ${what}`
}

/**
 * The lines of one side as rows: kept lines, and one fold for every run of others. Of many kept lines `first` holds
 * twelve, `further` those after them, or nothing.
 */
export function foldRows(lines: Map<number, PlannedLine>, context: FoldContext, part: FigurePart): PlannedRow[] {
  const numbers = [...lines.keys()].sort((one, other) => one - other)
  const named = numbers.filter((number) => {
    const line = lines.get(number)
    return line !== undefined && isKept(line, context)
  })
  const all = named.length > 0 && numbers.length > FEW_ROWS ? named : numbers
  const isFirst = part === 'first'
  const last = isFirst ? MOST_ROWS : MOST_ROWS + MOST_FURTHER
  const kept = all.slice(isFirst ? 0 : MOST_ROWS, last)
  if (!isFirst && kept.length === 0) return []
  const end = Math.max(context.size === null ? 0 : Math.ceil(context.size / context.bytes), (numbers.at(-1) ?? -1) + 1)
  const rows: PlannedRow[] = []
  let next = isFirst ? 0 : (all[MOST_ROWS - 1] ?? 0) + 1
  for (const number of kept) {
    if (number > next) rows.push({ kind: 'fold', words: foldWords(next, number - 1, lines, context) })
    const line = lines.get(number)
    if (line) rows.push(line)
    next = number + 1
  }
  if (all.length > last)
    rows.push({
      kind: 'fold',
      words: `${all.length - last} more lines with members of the patch`,
    })
  else if (next < end) rows.push({ kind: 'fold', words: foldWords(next, end - 1, lines, context) })
  return rows
}
