import type { ReviewFacts } from './review-facts.ts'

const listed = (names: readonly string[], most: number): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')

/** What a patch does, as named lines: the site's terms for it, and where its author's word and the diff differ. */
export function patchWords(facts: ReviewFacts): [string, string][] {
  const lines: [string, string][] = []
  if (facts.structs.length > 0) lines.push(['Structs', listed(facts.structs, 5)])
  const members = [...new Set([...facts.moved, ...facts.members.map(({ name }) => name)])]
  if (facts.moved.length > 0) lines.push(['Moved', listed(facts.moved, 8)])
  else if (members.length > 0) lines.push(['Members', listed(members, 8)])
  if (facts.files.length > 0) lines.push(['Files', listed(facts.files, 4)])
  const second = facts.second === null ? '' : `, also ${facts.second}`
  lines.push(['Technique', facts.technique + second])
  lines.push(['Kind', `${facts.kind}${facts.kindReason === null ? '' : ` (${facts.kindReason})`}`])
  lines.push(['Claim', claimWords(facts)])
  if (facts.idioms.length > 0) lines.push(['Idioms', listed(facts.idioms, 5)])
  return lines
}

/** The author's claim against the mechanism that the diff shows. */
export function claimWords({ claimsFalseSharing, kind, detected }: ReviewFacts): string {
  if (!detected && !claimsFalseSharing) return 'nothing in it is about who shares a cacheline'
  const isFalseSharing = kind === 'false-sharing' || kind === 'mixed'
  if (claimsFalseSharing)
    return isFalseSharing
      ? 'the author calls it false sharing; the diff agrees'
      : `the author calls it false sharing; the diff shows ${kind}`
  return isFalseSharing
    ? 'the author does not call it false sharing; the diff reads so'
    : 'the author does not call it false sharing'
}
