import type { Problem } from '../model/problem.ts'
import type { Origin, Source, Stated } from '../model/source.ts'

/** Who says a value, in one word. */
export function originOf(stated: Stated<unknown>): Origin {
  if ('sources' in stated) return 'mail'
  if ('inferred' in stated) return 'inferred'
  return stated.from
}

const rank: Record<Origin, number> = { editor: 0, mail: 1, 'result-file': 1, catalogue: 2, inferred: 3 }

/** A contradiction as a problem: what was kept, from whom, and what the other says. */
export function buildContradiction(
  where: string,
  field: string,
  kept: { value: unknown; from: Origin },
  other: { value: unknown; from: Origin },
): Problem {
  return {
    code: 'contradiction',
    severity: other.from === 'inferred' ? 'note' : 'warning',
    where,
    message: `${field}: ${kept.from} says ${show(kept.value)}, ${other.from} says ${show(other.value)}; the first is kept`,
    whatToDo: 'read both sources; an override in index.mdx decides, with both values still shown',
  }
}

function show(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200)
}

/**
 * Joins two statements of one fact by precedence: a person's override, the mail, the catalogue, what is inferred.
 * Where they differ the weaker one stays as `but`, and a `contradiction` is reported.
 */
export function mergeStated<T>(
  a: Stated<T> | null,
  b: Stated<T> | null,
  at: { where: string; field: string; problems: Problem[]; same?: (x: T, y: T) => boolean },
): Stated<T> | null {
  if (!a || !b) return a ?? b
  const [kept, other] = rank[originOf(a)] <= rank[originOf(b)] ? [a, b] : [b, a]
  const isSame = at.same ?? ((x: T, y: T) => x === y)
  if (isSame(kept.value, other.value)) return kept
  const from = originOf(other)
  at.problems.push(
    buildContradiction(at.where, at.field, { value: kept.value, from: originOf(kept) }, { value: other.value, from }),
  )
  const sources: Source[] = 'sources' in other ? other.sources : []
  return { ...kept, but: [...(kept.but ?? []), { value: other.value, from, sources }, ...(other.but ?? [])] }
}
