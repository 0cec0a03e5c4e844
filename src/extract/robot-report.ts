import type { RobotReport } from '../model/benchmark.ts'
import type { Message } from '../model/message.ts'
import type { Result } from '../model/problem.ts'
import { findAlsoAffected } from './robot-box.ts'
import {
  buildHeadline,
  findHeadline,
  findSubjectHeadline,
  type Headline,
  isSameCommit,
  readHeading,
} from './robot-heading.ts'
import { findRobotTables } from './robot-table.ts'

/** The headline of the least quoted part, and the part it stands in. */
function findMainHeadline(message: Message): { headline: Headline | null; part: number } {
  let best: { headline: Headline | null; part: number } = { headline: null, part: 0 }
  for (const index of message.parts.keys()) {
    const headline = findHeadline(message, index)
    if (headline && (!best.headline || headline.depth < best.headline.depth)) best = { headline, part: index }
  }
  return best
}

/**
 * The kernel test robot's performance report that a mail holds, tables quoted in replies included; null where it has
 * none, as the robot's build warnings. Reports lines left over in tables and numbers out of range.
 */
export function parseRobotReport(message: Message): Result<RobotReport | null> {
  const tables = findRobotTables(message)
  const main = findMainHeadline(message)
  if (tables.value.length === 0 && main.headline?.depth !== 0) return { value: null, problems: tables.problems }
  const heading = readHeading(message, main.part, main.headline?.line ?? 0)
  const isReport = tables.value.length > 0 || (main.headline?.depth === 0 && heading.commit !== null)
  if (!isReport) return { value: null, problems: tables.problems }
  // A headline that a reply quotes is the report's it answers, not its own.
  const isQuoted = (main.headline?.depth ?? 0) > 0
  const headline = isQuoted ? null : (main.headline ?? findSubjectHeadline(message))
  const own = tables.value.find((table) => isSameCommit(table.commits[table.pair.after]?.sha, heading.commit))
  const base = (own ?? tables.value[0])?.commits[0]
  return {
    value: {
      messageId: message.id,
      headline: headline && buildHeadline(message, headline, tables.value, heading.commit),
      alsoAffects: message.parts.flatMap((_, index) => findAlsoAffected(message, index)),
      ...heading,
      commitTitle: heading.commitTitle ?? own?.commits[own.pair.after]?.title ?? null,
      parent: base?.sha ?? null,
      tables: tables.value,
    },
    problems: tables.problems,
  }
}
