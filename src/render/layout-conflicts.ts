import type { Role } from '../model/names.ts'

/** A member as the rule sees it: its role, who says so, and what its note says (a lock may name what it protects). */
export type LineMember = {
  name: string
  role: Role
  roleFrom: 'stated' | 'editor' | 'inferred'
  roleNote: string | null
}

/** What members of one cacheline do to each other. `inferred`: a role that decides was worked out. */
export type LineVerdict =
  | { kind: 'conflict'; readers: string[]; writers: string[]; inferred: boolean }
  | { kind: 'by-design'; locks: string[]; protects: string[] }
  | { kind: 'none' }

const isReader = ({ role }: LineMember): boolean => role === 'read-mostly' || role === 'flags'
const isWritten = ({ role }: LineMember): boolean => role === 'write-hot' || role === 'counter'

/** True where a lock's note says that it protects the member ("protects a, b"). */
function protectsByNote(lock: LineMember, member: LineMember): boolean {
  const note = lock.roleNote ?? ''
  const at = note.search(/\b(?:protect|guard|serialis|serializ)/i)
  if (at < 0) return false
  return note
    .slice(at)
    .split(/[^A-Za-z0-9_]+/)
    .includes(member.name)
}

/**
 * The rule of marks, for the members of one line. Read-mostly or flags beside a written member (or beside a lock word,
 * which each acquire writes) is a conflict; so are two written members without a lock beside them, and two locks.
 * A lock beside what only it lets write shares by design, unless the source itself says that sharing this line is the
 * trouble (`statedTogether`). Unknown roles take no part.
 */
export function judgeLine(members: readonly LineMember[], statedTogether: readonly string[] = []): LineVerdict {
  const locks = members.filter(({ role }) => role === 'lock')
  const guarded = (member: LineMember): boolean => locks.some((lock) => protectsByNote(lock, member))
  const readers = members.filter((member) => isReader(member) && !guarded(member))
  const written = members.filter(isWritten)
  const stated = (member: LineMember): boolean => statedTogether.includes(member.name)
  const conflict = (read: LineMember[], write: LineMember[]): LineVerdict => ({
    kind: 'conflict',
    readers: read.map(({ name }) => name),
    writers: write.map(({ name }) => name),
    inferred: [...read, ...write].some(({ roleFrom }) => roleFrom === 'inferred'),
  })
  if (readers.length > 0 && written.length + locks.length > 0) return conflict(readers, [...locks, ...written])
  if (locks.length > 1 || (locks.length === 0 && written.length > 1)) return conflict([], [...locks, ...written])
  if (locks.length === 1 && written.length > 0) {
    const saysSo = locks.some(stated) && written.some(stated) && !written.every(guarded)
    if (saysSo) return conflict([], [...locks, ...written])
  }
  const kept = [...written, ...members.filter((member) => isReader(member) && guarded(member))]
  if (locks.length > 0 && kept.length > 0)
    return { kind: 'by-design', locks: locks.map(({ name }) => name), protects: kept.map(({ name }) => name) }
  return { kind: 'none' }
}

/** Cuts a sentence into at most two rows of a width in characters, at blanks; undefined where it does not fit. */
function twoRows(sentence: string, columns: number): string[] | undefined {
  if (sentence.length <= columns) return [sentence]
  const at = sentence.lastIndexOf(' ', columns)
  const rest = sentence.slice(at + 1)
  return at > 0 && rest.length <= columns ? [sentence.slice(0, at), rest] : undefined
}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

/** Who does what to whom on a line, in rows of at most `columns` characters. */
export function conflictWords(
  verdict: { readers: string[]; writers: string[] },
  locks: readonly string[],
  columns: number,
): string[] {
  const { readers, writers } = verdict
  const onlyLocks = writers.every((name) => locks.includes(name))
  const taking = writers.length === 1 ? 'taking the lock' : `taking ${writers.join(', ')}`
  const full =
    readers.length === 0
      ? `${writers.length === 2 ? 'writing either of' : 'each write of'} ${writers.join(', ')} invalidates the others`
      : `${onlyLocks ? taking : `writing ${writers.join(', ')}`} invalidates ${readers.join(', ')}`
  const fitting = twoRows(full.replace(/ the others$/, writers.length === 2 ? ' the other' : ' the others'), columns)
  if (fitting) return fitting
  if (readers.length === 0) return [`${writers.length} members written, each invalidates the others`]
  const short = `${count(readers.length, 'reader', 'readers')}, ${count(writers.length, 'written member', 'written members')}`
  return [short]
}
