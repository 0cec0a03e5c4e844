import type { Benchmark } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import { resultAnchor } from '../text/result-anchor.ts'

/** The `#b-` id of a result, from the line that states its value. */
export function resultId({ sources, from, test, variant, metric }: Benchmark): string {
  const source = sources.find(({ says }) => says === 'value') ?? sources[0]
  const messageId = source?.messageId ?? source?.file ?? (from === 'catalogue' ? 'catalogue' : from)
  return resultAnchor({ messageId, line: source?.startLine ?? null, test, variant, metric })
}

/** The key of a mail line in `resultsByLine`. */
export const lineKey = (messageId: string, part: number, line: number): string => `${messageId}\n${part}\n${line}`

/** Results of a record by the mail line that states them. */
export function resultsByLine(record: CaseRecord): Map<string, Benchmark[]> {
  const byLine = new Map<string, Benchmark[]>()
  for (const benchmark of record.benchmarks) {
    const source = benchmark.sources.find(({ says }) => says === 'value') ?? benchmark.sources[0]
    if (!source?.messageId) continue
    const key = lineKey(source.messageId, source.part ?? 0, source.startLine)
    byLine.set(key, [...(byLine.get(key) ?? []), benchmark])
  }
  return byLine
}

/** Gives each id out once: a second result at the same place gets none. */
export function idGiver(): (id: string) => string | undefined {
  const given = new Set<string>()
  return (id) => {
    if (given.has(id)) return undefined
    given.add(id)
    return id
  }
}
