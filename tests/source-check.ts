import type { Message } from '../src/model/message.ts'
import { type Source, sourceSchema } from '../src/model/source.ts'

/** Every source in a value, wherever it stands. */
export function findSources(value: unknown): Source[] {
  const found: Source[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const source = 'quote' in next ? sourceSchema.safeParse(next) : null
    if (source?.success) found.push(source.data)
    else open.push(...Object.values(next))
  }
  return found
}

/** The text between two places of lines; null where the lines are not there. */
export function textAt(lines: readonly string[], source: Source): string | null {
  const chosen = lines.slice(source.startLine - 1, source.endLine)
  if (chosen.length !== source.endLine - source.startLine + 1) return null
  const last = chosen.length - 1
  return chosen
    .map((line, index) =>
      line.slice(index === 0 ? source.startColumn - 1 : 0, index === last ? source.endColumn - 1 : undefined),
    )
    .join('\n')
}

/** Sources whose quote does not stand verbatim at its place in the messages. */
export function findWrongSources(value: unknown, messages: readonly Message[]): Source[] {
  return findSources(value).filter((source) => {
    const candidates = messages.filter((message) => message.id === source.messageId)
    return !candidates.some((message) => textAt(message.parts[source.part ?? 0]?.lines ?? [], source) === source.quote)
  })
}
