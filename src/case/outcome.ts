import type { CaseRecord } from '../model/case.ts'
import type { OutcomeName } from '../model/names.ts'
import type { PatchHistory, PatchNotice } from '../model/series.ts'
import type { Source, Stated } from '../model/source.ts'

export type Outcome = Stated<OutcomeName>

/**
 * What became of the patch, as far as the messages tell: reverted, merged (with the lines that say so), or unknown.
 * A patch without an answer is never called pending: the mails that would tell may not be here.
 */
export function findOutcome(history: PatchHistory, commit: CaseRecord['commit']): Outcome {
  const notice = (kind: PatchNotice['kind']): PatchNotice | undefined =>
    history.notices.find((candidate) => candidate.kind === kind)
  const reverted = notice('revert')
  if (reverted) return stating('reverted', reverted.sources, reverted.how)
  const backport = notice('stable-backport')
  if (!commit) {
    if (backport) return stating('merged', backport.sources, backport.how)
    const applied = notice('applied') ?? notice('tip-bot') ?? notice('pull')
    if (applied && applied.kind !== 'pull') return stating('merged', applied.sources, applied.how)
    return { value: 'unknown', inferred: true, how: 'no message here says what became of it' }
  }
  if (commit.joinedBy === 'commit') return { value: 'merged', inferred: true, how: 'read from the clone that holds it' }
  const announced =
    history.notices.find((candidate) => candidate.commit === commit.sha) ?? notice('tip-bot') ?? notice('applied')
  if (announced) return stating('merged', announced.sources, announced.how)
  const where = commit.tree ? ` in ${commit.tree}` : ''
  return stating(
    'merged',
    commit.inferred ? [] : commit.sources,
    `commit ${commit.sha.slice(0, 12)}${where}, joined by ${commit.joinedBy}`,
  )
}

function stating(value: OutcomeName, sources: Source[], how: string): Outcome {
  return sources.length > 0 ? { value, sources } : { value, inferred: true, how }
}
