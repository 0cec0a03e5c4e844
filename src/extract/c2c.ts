import type { Message } from '../model/message.ts'
import type { Result } from '../model/problem.ts'
import type { C2c, C2cLine } from '../model/struct-layout.ts'

/** Counts of `perf c2c` that a mail states in prose, and the rows of a report pasted into it, whole or trimmed. */
export function findC2c(_message: Message): Result<{ counters: C2c[]; lines: C2cLine[] }> {
  return { value: { counters: [], lines: [] }, problems: [] }
}
