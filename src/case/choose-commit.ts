import type { CaseRecord } from '../model/case.ts'
import type { Message } from '../model/message.ts'
import type { PatchHistory, PatchNotice } from '../model/series.ts'
import type { Source } from '../model/source.ts'
import { findText } from '../text/find-text.ts'
import { findPrintedCommit } from '../text/printed-commit.ts'
import { sourceAt } from '../text/source-at.ts'
import type { FactsByMessage } from './message-facts.ts'
import { primaryMessage } from './primary-message.ts'

type Commit = NonNullable<CaseRecord['commit']>

const isSha = (text: string | null): text is string => text !== null && /^[0-9a-f]{7,64}$/.test(text)

/**
 * The commit a patch became: announced by tip-bot (twice: the later), named by a maintainer's notice, by a robot's
 * report on it, by a backport as its upstream, or the commit the mail was read from. Null where no message says.
 */
export function chooseCommit(history: PatchHistory, facts: FactsByMessage): Commit | null {
  // Notices come in the order of their mails; the dates in them carry any offset.
  const announced = (kind: PatchNotice['kind']): PatchNotice | undefined =>
    history.notices.findLast((notice) => notice.kind === kind && isSha(notice.commit))
  const notice = announced('tip-bot') ?? announced('applied') ?? announced('notification')
  if (notice && isSha(notice.commit))
    return buildCommit(history, notice.commit, notice, notice.kind === 'tip-bot' ? 'tip-bot' : 'applied notice')
  return reportedCommit(history, facts) ?? upstreamCommit(history) ?? ownCommit(history)
}

function buildCommit(history: PatchHistory, sha: string, notice: PatchNotice, joinedBy: string): Commit {
  const { tree, date, inferred, sources } = notice
  const from = sources.length > 0 ? 'mail' : 'inferred'
  return { sha, title: history.title, release: null, tree, date, joinedBy, inferred, from, sources }
}

/** A robot's report names the commit it measured in full. */
function reportedCommit(history: PatchHistory, facts: FactsByMessage): Commit | null {
  for (const { messageId, join } of history.reports) {
    const report = facts.get(messageId)?.report
    if (!report || !isSha(report.commit)) continue
    const message = history.messages.find((candidate) => candidate.message.id === messageId)?.message
    const tree = message ? findTree(message.subject) : null
    return {
      sha: report.commit,
      title: report.commitTitle ?? history.title,
      release: null,
      tree,
      date: null,
      joinedBy: join.by,
      inferred: join.inferred,
      from: 'mail',
      sources: message ? findCommitLine(message, report.commit) : [],
    }
  }
  return null
}

function findCommitLine(message: Message, sha: string): Source[] {
  const place = findText(message.parts, sha)
  if (!place) return []
  return [sourceAt(message, place.part, place.line, place.startColumn, place.line, place.endColumn, 'value')]
}

/** The tree in a robot's subject: `[linus:master] [jbd2] …`; older reports have only the subsystem. */
function findTree(subject: string): string | null {
  return /^\s*\[([^\][:]{1,60}):([^\][]{1,60})\]/.exec(subject)?.slice(1, 3).join(':').replace(/\s/g, '') ?? null
}

function upstreamCommit(history: PatchHistory): Commit | null {
  const notice = history.notices.find((candidate) => candidate.kind === 'stable-backport' && isSha(candidate.upstream))
  if (!notice || !isSha(notice.upstream)) return null
  return { ...buildCommit(history, notice.upstream, notice, 'stable backport'), tree: null, date: null }
}

/** A mail made from a commit of a clone (`mail/commit.patch`) is that commit, and so is what `git show` printed. */
function ownCommit(history: PatchHistory): Commit | null {
  const message = primaryMessage(history)
  const sha = message ? findPrintedCommit(message) : null
  if (!message || sha === null) return null
  return {
    sha,
    title: history.title,
    release: null,
    tree: null,
    date: message.date,
    joinedBy: 'commit',
    inferred: false,
    from: 'mail',
    sources: [],
  }
}
