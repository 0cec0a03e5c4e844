import { widePlaces } from './places.ts'
import type { Precedent } from './precedent.ts'
import type { ReviewFacts } from './review-facts.ts'

/** A precedent with the reasons it ranks by, strongest first. */
export type RankedPrecedent = { precedent: Precedent; reasons: string[]; tier: number }

/** Tiers, strongest first: a precedent stands in the tier of its strongest reason. */
export const tiers = {
  member: 7,
  struct: 6,
  file: 5,
  subsystemAndTechnique: 4,
  subsystem: 3,
  area: 2,
  idiom: 1,
  none: 0,
} as const

const MOST_NAMED = 3

/** Names that many unrelated projects give: across projects they say nothing. */
const sameProject = (facts: ReviewFacts, precedent: Precedent): boolean =>
  facts.project === null || precedent.project === null || facts.project === precedent.project

const normal = (text: string | null): string => (text ?? '').toLowerCase().trim()
/** `mm/page_counter.c` where the patch says `b/mm/page_counter.c`, or a path from another root. */
function sameFile(one: string, other: string): boolean {
  return (
    one === other ||
    (one.includes('/') && other.endsWith(`/${one}`)) ||
    (other.includes('/') && one.endsWith(`/${other}`))
  )
}

function findMembers(facts: ReviewFacts, precedent: Precedent, structs: readonly string[]): string[] {
  const names = new Set(
    precedent.members.filter(({ struct }) => struct === null || structs.includes(struct)).map(({ name }) => name),
  )
  const own = facts.members.filter(({ struct }) => struct === null || structs.includes(struct)).map(({ name }) => name)
  return [...new Set([...own, ...facts.moved])].filter((name) => names.has(name))
}

/** Variables that stand in no struct, by name. */
function findVariables(facts: ReviewFacts, precedent: Precedent): string[] {
  const free = (members: ReviewFacts['members']): string[] =>
    members.filter(({ struct, name }) => struct === null && /^\w{4,}$/.test(name)).map(({ name }) => name)
  const theirs = new Set(free(precedent.members))
  return [...new Set(free(facts.members))].filter((name) => theirs.has(name))
}

/** The subsystem that both are of, by name; a wide one (`fs`) only where no narrower one is shared. */
function findCommonPlace(
  facts: ReviewFacts,
  precedent: Precedent,
): { name: string; isWhole: boolean; isNarrow: boolean } | null {
  if (precedent.subsystem !== null && normal(facts.subsystem) === normal(precedent.subsystem))
    return { name: precedent.subsystem, isWhole: true, isNarrow: true }
  const common = facts.places.filter((word) => precedent.places.includes(word))
  const name = common.find((word) => !widePlaces.has(word))
  if (name !== undefined) return { name, isWhole: false, isNarrow: true }
  return common[0] === undefined ? null : { name: common[0], isWhole: false, isNarrow: false }
}

function listNames(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return names.slice(0, MOST_NAMED).join(', ') + more
}

/** Why a precedent is near: its tier, a score within the tier, and the reasons as printed. */
function judgeNearness(facts: ReviewFacts, precedent: Precedent): RankedPrecedent & { score: number } {
  const reasons: string[] = []
  let tier: number = tiers.none
  let score = 0
  const add = (at: number, points: number, reason: string): void => {
    tier = Math.max(tier, at)
    score += points
    reasons.push(reason)
  }
  const isNear = sameProject(facts, precedent)
  const structs = isNear ? facts.structs.filter((name) => precedent.structs.includes(name)) : []
  if (structs.length > 0) {
    const members = findMembers(facts, precedent, structs)
    const what = `same struct: ${listNames(structs)}`
    if (members.length > 0)
      add(tiers.member, 40 + Math.min(members.length, 5), `${what}; same member: ${listNames(members)}`)
    else add(tiers.struct, 30, what)
  }
  const variables = isNear ? findVariables(facts, precedent) : []
  if (variables.length > 0) add(tiers.member, 40, `same variable: ${listNames(variables)}`)
  const files = isNear ? facts.files.filter((file) => precedent.files.some((other) => sameFile(file, other))) : []
  if (files.length > 0) add(tiers.file, 12, `same file: ${listNames(files)}`)
  const technique = facts.technique === precedent.technique && facts.technique !== 'other'
  const place = isNear && facts.project !== null ? findCommonPlace(facts, precedent) : null
  if (place?.isNarrow) {
    const points = place.isWhole ? 6 : 4
    if (technique)
      add(tiers.subsystemAndTechnique, points + 8, `same subsystem and technique: ${place.name}, ${facts.technique}`)
    else add(tiers.subsystem, points, `same subsystem: ${place.name}`)
  } else if (place && technique) add(tiers.area, 7, `same area and technique: ${place.name}, ${facts.technique}`)
  else if (technique) add(tiers.none, 5, `same technique: ${facts.technique}`)
  const idioms = facts.idioms.filter((name) => precedent.idioms.includes(name))
  if (idioms.length > 0) add(tiers.idiom, 2 * Math.min(idioms.length, 3), `same idiom: ${listNames(idioms)}`)
  const others = [facts.second, precedent.second].filter((name) => name !== null)
  if (!technique && (others.includes(precedent.technique) || others.includes(facts.technique))) score += 2
  if (facts.kind === precedent.kind) score += 1
  if (facts.project !== null && facts.project === precedent.project) score += 2
  return { precedent, reasons, tier, score: score + worth(precedent) * (tier <= tiers.area ? 3 : 1) }
}

/** Of two equally near cases the one that says more comes first; where nearness is weak, that counts for more. */
function worth({ interval, effect, cost, objections, outcome }: Precedent): number {
  const measured = interval !== null && !interval.startsWith('none') ? 1.5 : effect !== null ? 1 : 0
  const told = (cost === null ? 0 : 0.3) + (objections === null ? 0 : 0.5)
  return measured + told + (outcome === 'reverted' || outcome === 'rejected' ? 0.8 : 0)
}

/**
 * The nearest precedents, nearest first: by the tier of the strongest reason, then by all reasons together, then by
 * what the case has to say, the newer first. Cases with nothing in common but their kind are left out.
 */
export function rankPrecedents(facts: ReviewFacts, precedents: readonly Precedent[], most: number): RankedPrecedent[] {
  return precedents
    .map((precedent) => judgeNearness(facts, precedent))
    .filter(({ reasons }) => reasons.length > 0)
    .sort(
      (a, b) =>
        b.tier - a.tier ||
        b.score - a.score ||
        (b.precedent.date ?? '').localeCompare(a.precedent.date ?? '') ||
        (a.precedent.slug < b.precedent.slug ? -1 : 1),
    )
    .slice(0, most)
    .map(({ precedent, reasons, tier }) => ({ precedent, reasons, tier }))
}
