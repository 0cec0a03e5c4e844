import type { LayoutMember } from '../model/struct-layout.ts'
import type { PlannedLine, PlannedRow } from './layout-plan.ts'

/** Rows drawn a side before the rest is folded. */
export const MOST_ROWS = 12
/** Up to so many described lines are all shown, named by the patch or not. */
const FEW_ROWS = 4

type FoldContext = {
  wanted: ReadonlySet<string>
  moved: readonly number[]
  size: number | null
  bytes: number
  members: readonly LayoutMember[]
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
  { bytes, members }: FoldContext,
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
  if (n === 1) return `line ${first}: ${what}`
  return `lines ${first}–${last}: ${n} lines, ${spaced(n * bytes)} bytes, ${what}`
}

/** The lines of one side as rows: kept lines, and one fold for every run of others. */
export function foldRows(lines: Map<number, PlannedLine>, context: FoldContext): PlannedRow[] {
  const numbers = [...lines.keys()].sort((one, other) => one - other)
  const named = numbers.filter((number) => {
    const line = lines.get(number)
    return line !== undefined && isKept(line, context)
  })
  const all = named.length > 0 && numbers.length > FEW_ROWS ? named : numbers
  const kept = all.slice(0, MOST_ROWS)
  const end = Math.max(context.size === null ? 0 : Math.ceil(context.size / context.bytes), (numbers.at(-1) ?? -1) + 1)
  const rows: PlannedRow[] = []
  let next = 0
  for (const number of kept) {
    if (number > next) rows.push({ kind: 'fold', words: foldWords(next, number - 1, lines, context) })
    const line = lines.get(number)
    if (line) rows.push(line)
    next = number + 1
  }
  if (all.length > kept.length)
    rows.push({
      kind: 'fold',
      words: `${all.length - kept.length} more lines with members of the patch: see the table`,
    })
  else if (next < end) rows.push({ kind: 'fold', words: foldWords(next, end - 1, lines, context) })
  return rows
}
