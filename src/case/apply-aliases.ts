import type { CaseRecord } from '../model/case.ts'
import type { Aliases } from '../model/project.ts'

/** Names of people, subsystems, suites and structs of a record in the one spelling that `aliases.json` gives them. */
export function applyAliases(record: CaseRecord, aliases: Aliases): CaseRecord {
  const known = (table: Readonly<Record<string, string>>, name: string): string =>
    Object.hasOwn(table, name) ? (table[name] ?? name) : name
  const struct = (name: string): string => known(aliases.structs ?? {}, name)
  return {
    ...record,
    author: record.author && { name: known(aliases.people, record.author.name) },
    subsystem: record.subsystem && known(aliases.subsystems, record.subsystem),
    structs: [...new Set(record.structs.map(struct))],
    members: record.members.map((member) => ({ ...member, struct: member.struct && struct(member.struct) })),
    layouts: record.layouts.map((layout) => ({ ...layout, struct: struct(layout.struct) })),
    benchmarks: record.benchmarks.map((result) => ({
      ...result,
      suite: result.suite && known(aliases.suites, result.suite),
    })),
  }
}
