import type { Message } from '../model/message.ts'
import type { Result } from '../model/problem.ts'
import type { C2c, C2cLine } from '../model/struct-layout.ts'
import { findEventCounters } from './c2c-events.ts'
import { findProseCounters } from './c2c-prose.ts'
import { findC2cLines } from './c2c-report.ts'
import { findSideLineCounters } from './c2c-side-lines.ts'
import { findTableCounters } from './c2c-table.ts'

/** Counts that one mail may state: more are no prose. */
const maxCounters = 400

/** A count told twice in one mail is one, with the sources of both. */
function mergeCounters(counters: C2c[]): C2c[] {
  const merged: C2c[] = []
  for (const counter of counters.slice(0, maxCounters)) {
    const same = merged.find(
      (one) =>
        one.before === counter.before &&
        one.after === counter.after &&
        (one.test === counter.test || one.test === null || counter.test === null) &&
        one.unit === counter.unit,
    )
    if (same) same.sources = [...same.sources, ...counter.sources]
    else merged.push({ ...counter })
  }
  return merged
}

/**
 * Counts of `perf c2c` that a mail states, in prose or as totals told before and after, and the rows of a report
 * pasted into it, whole or trimmed. Counts are samples of loads; a share of all is one of its own kind (unit `%`).
 */
export function findC2c(message: Message): Result<{ counters: C2c[]; lines: C2cLine[] }> {
  const named = message.parts.some((part) => part.lines.some((line) => /hitm|peer|c2c/i.test(line)))
  if (!named) return { value: { counters: [], lines: [] }, problems: [] }
  const counters = mergeCounters([
    ...findProseCounters(message),
    ...findSideLineCounters(message),
    ...findTableCounters(message),
    ...findEventCounters(message),
  ])
  return { value: { counters, lines: findC2cLines(message) }, problems: [] }
}
