import type { PatchHistory, PatchNotice } from '../model/series.ts'
import type { ReportedCommit } from './robot-joins.ts'

type Merged = NonNullable<PatchHistory['commit']>
export type ReportedBy = { messageId: string; date: string | null; commit: ReportedCommit; inferred: boolean }

/** Notices that name the commit, strongest first; among equals the later stands (tip-bot announces some twice). */
const order: { kind: PatchNotice['kind']; joinedBy: string }[] = [
  { kind: 'tip-bot', joinedBy: 'tip-bot' },
  { kind: 'applied', joinedBy: 'applied notice' },
  { kind: 'pull', joinedBy: 'pull request' },
  { kind: 'stable-backport', joinedBy: 'upstream commit named by a backport' },
]

function toCommit(notice: PatchNotice, sha: string, joinedBy: string): Merged {
  const { tree, date, messageId, inferred, sources } = notice
  const isUpstream = notice.kind === 'stable-backport'
  return { sha, tree: isUpstream ? null : tree, date: isUpstream ? null : date, messageId, joinedBy, inferred, sources }
}

/**
 * The commit a patch became: by tip-bot, by an applied notice, by the upstream commit of a backport, by a robot's
 * report on a public tree. `notices` are in the order of their mails.
 */
export function findMergedCommit(notices: PatchNotice[], reports: ReportedBy[]): PatchHistory['commit'] {
  for (const { kind, joinedBy } of order) {
    const notice = notices.findLast((each) => each.kind === kind && (each.commit ?? each.upstream) !== null)
    const sha = notice?.commit ?? notice?.upstream
    if (notice && sha) return toCommit(notice, sha, joinedBy)
  }
  const report = reports.find(({ commit }) => !commit.isRobotTree)
  if (report === undefined) return null
  const { sha, tree, sources } = report.commit
  return {
    sha,
    tree,
    date: null,
    messageId: report.messageId,
    joinedBy: 'title of the commit that a robot reports on',
    inferred: report.inferred,
    sources,
  }
}
