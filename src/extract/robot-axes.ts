import type { UnquotedLine } from '../text/quote-prefix.ts'

export type RobotAxis = { name: string; value: string }
export type RobotCommit = { sha: string; title: string | null }

/** Lines that one entry may be wrapped over. */
const maxWrap = 4

/** A `=====` line opens a test's table. */
export function isRule(text: string): boolean {
  return text.length >= 20 && /^=+\s*$/.test(text)
}

/** Lines from `from` on of which `isEnd` says where they stop, trimmed; empty lines before the first are skipped. */
function takeWrapped(lines: UnquotedLine[], from: number, isEnd: (text: string) => boolean): string[] {
  const taken: string[] = []
  for (let at = from; at < lines.length && at < from + maxWrap + 2 && taken.length < maxWrap; at++) {
    const text = lines[at]?.text.trim() ?? ''
    if (text === '' && taken.length > 0) break
    if (text === '') continue
    taken.push(text)
    if (isEnd(text)) break
  }
  return taken
}

/**
 * The axes of a test: names joined by slashes up to a colon, below them the values, joined alike. `line` is the index
 * of the `=====` line. Null where there are no names, `[]` where names and values do not pair up.
 */
export function findAxes(lines: UnquotedLine[], line: number): RobotAxis[] | null {
  const nameLines = takeWrapped(lines, line + 1, (text) => text.endsWith(':'))
  const names = nameLines.join('')
  if (!names.endsWith(':') || !names.includes('/')) return null
  let at = line + 1
  while (at < lines.length && !lines[at]?.text.trim().endsWith(':')) at++
  const values = takeWrapped(lines, at + 1, () => false).join('')
  return pairAxes(names.slice(0, -1), values)
}

/** `testbox/testcase/testparams: a/b/c`, as printed before 2016; null where the line is another one. */
export function findInlineAxes(text: string): RobotAxis[] | null {
  const match = /^\s*(testbox\/testcase\/testparams):\s*(\S+)\s*$/.exec(text)
  return match ? pairAxes(match[1] ?? '', match[2] ?? '') : null
}

function pairAxes(names: string, values: string): RobotAxis[] {
  const nameList = names.split('/')
  const valueList = values.split('/')
  if (nameList.length !== valueList.length) return []
  return nameList.map((name, index) => ({ name: name.trim(), value: (valueList[index] ?? '').trim() }))
}

/** The commits below a line `commit:`, base first. A title may be wrapped; one is in `("…")`, or there is none. */
export function findCommitBlock(lines: UnquotedLine[], line: number): RobotCommit[] {
  const entries: string[] = []
  for (let at = line + 1; at < lines.length && at < line + 60; at++) {
    const text = lines[at]?.text ?? ''
    if (text.trim() === '') break
    const open = entries[entries.length - 1]
    const isOpen = open?.includes('("') && !open.endsWith('")')
    if (isOpen) entries[entries.length - 1] = `${open} ${text.trim()}`
    else entries.push(text.trim())
  }
  return entries.map((entry) => ({ sha: entry.split(/\s/)[0] ?? '', title: titleIn(entry) }))
}

/** The title in `("…")`. */
export function titleIn(text: string): string | null {
  const start = text.indexOf('("')
  const end = text.lastIndexOf('")')
  return start >= 0 && end > start + 2 ? text.slice(start + 2, end) : null
}

/** Titles for the hashes above the columns, from the commits of the block: one hash is the start of the other. */
export function joinCommits(columns: string[], block: RobotCommit[]): RobotCommit[] {
  if (columns.length === 0) return block
  return columns.map((sha, index) => {
    const same = block.find((commit) => commit.sha !== '' && (sha.startsWith(commit.sha) || commit.sha.startsWith(sha)))
    const title = (same ?? (block.length === columns.length ? block[index] : undefined))?.title ?? null
    return { sha, title }
  })
}
