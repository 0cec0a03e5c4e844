import type { CaseMember, CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'

const MOST_LINES = 20_000

/** The words of a line of code, without what is a comment to its end. */
const wordsOf = (line: string): string[] => line.replace(/\/[/*].*$/, '').split(/[^A-Za-z0-9_]+/)

/** True where a line of code can declare a member: two words or more and a semicolon, no assignment, no access. */
const isDeclaration = (line: string): boolean =>
  /;\s*$/.test(line.replace(/\/[/*].*$/, '')) && !/[=.?]|->|\b(?:return|goto|break|continue)\b/.test(line)

/** Names that the diff declares and that stand in no removed and no unchanged line of it: what the patch brings in. */
function namesDeclaredAnew(thread: Pick<ThreadFile, 'patches'> | null): Set<string> {
  const declared = new Set<string>()
  const other = new Set<string>()
  let left = MOST_LINES
  for (const { files } of thread?.patches ?? [])
    for (const { hunks } of files)
      for (const { lines } of hunks)
        for (const line of lines) {
          if (left-- <= 0) return new Set()
          const [sign, text] = [line[0], line.slice(1)]
          if (sign === '+' && isDeclaration(text)) for (const word of wordsOf(text)) declared.add(word)
          else if (sign === '-' || sign === ' ') for (const word of wordsOf(text)) other.add(word)
        }
  for (const word of other) declared.delete(word)
  return declared
}

const addWords = new Set(['add', 'adds', 'adding', 'introduce', 'introduces', 'introducing'])
const fillers = new Set(['a', 'an', 'the', 'new', 'struct', 'per-cpu', 'separate', 'own', 'and'])
const ends = new Set(['', 'to', 'in', 'into', 'for', 'on', 'at', 'with', 'field', 'fields', 'member', 'members'])

/** Names that a title says are added: "add drop_counters to udp socket", "introduce a and b in struct c". */
function namesAddedByTitle(title: string): Set<string> {
  const words = title.split(/[\s,/]+/)
  const names = new Set<string>()
  for (const [at, word] of words.entries()) {
    if (!addWords.has(word.toLowerCase())) continue
    let end = at + 1
    while (end < words.length && end - at < 12 && !ends.has(words[end] ?? '')) end += 1
    const phrase = words.slice(at + 1, end).filter((each) => !fillers.has(each.toLowerCase()))
    // "add a foo allocator" adds an allocator: a phrase is names only where each word reads as one, or ends a list.
    const last = words[end]
    if (last !== undefined && /^(?:field|member)s?$/.test(last)) for (const name of phrase) names.add(name)
    else if (phrase.every((each) => /[_.]/.test(each))) for (const name of phrase) names.add(name)
  }
  return names
}

/**
 * Members of the record that the patch itself adds, so that they can have shared nothing before it: the diff brings
 * their name in, or the title says so, or a layout gives them a place after and none before.
 */
export function addedMembers(
  record: Pick<CaseRecord, 'title' | 'members' | 'layouts'>,
  thread: Pick<ThreadFile, 'patches'> | null,
): CaseMember[] {
  const byDiff = namesDeclaredAnew(thread)
  const byTitle = namesAddedByTitle(record.title)
  const byLayout = new Set(
    record.layouts.flatMap(({ members, order }) => [
      ...members
        .filter(({ offsetBytes: { before, after } }) => before === null && after !== null)
        .map(({ name }) => name)
        .filter(() => members.some(({ offsetBytes }) => offsetBytes.before !== null)),
      ...(order ? order.after.filter((name) => !order.before.includes(name)) : []),
    ]),
  )
  return record.members.filter(({ name }) => {
    const last = name.split(/[.>]/).at(-1) ?? name
    return byDiff.has(last) || byTitle.has(name) || byLayout.has(name)
  })
}
