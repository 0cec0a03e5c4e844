import { type CaseRecord, caseSchema } from '../model/case.ts'
import { diffPath } from '../model/diff-path.ts'
import type { Judgement } from '../model/judgement.ts'
import type { Message } from '../model/message.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { PatchHistory, PatchNotice } from '../model/series.ts'
import { lookUp } from '../text/look-up.ts'
import { sourceAt } from '../text/source-at.ts'
import { spreadRoles } from './apply-overrides.ts'
import { buildDates } from './case-dates.ts'
import { buildDiscussion, buildVersions } from './case-discussion.ts'
import type { KnownNames } from './catalogue-case.ts'
import { chooseCommit } from './choose-commit.ts'
import { collectFacts } from './collect-facts.ts'
import { collectResults } from './collect-results.ts'
import { noDiff } from './measured-case.ts'
import type { FactsByMessage } from './message-facts.ts'
import { findOutcome } from './outcome.ts'
import { primaryMessage, primaryVersion } from './primary-message.ts'
import { findQuotedAuthor } from './quoted-author.ts'
import { findLanguage, findProject, findSubsystem } from './subsystem.ts'

/** The judgement that counts: the latest posting's; an older one's where only that shows why the patch is here. */
export function chooseJudgement(history: PatchHistory, facts: FactsByMessage): Judgement | null {
  const main = primaryMessage(history)
  const own = main ? (facts.get(main.id)?.judgement ?? null) : null
  if (own?.detected) return own
  const older = history.versions.map((version) => facts.get(version.messageId)?.judgement ?? null)
  return older.findLast((judgement) => judgement?.detected) ?? own
}

/**
 * The record of one patch from its history and what was read in each of its messages. `where` names the case in
 * problems. Facts of the latest version count; older results stay, marked with their version.
 */
export function buildCase(
  history: PatchHistory,
  facts: FactsByMessage,
  slug: string,
  known: KnownNames,
): Result<CaseRecord> {
  const main = primaryMessage(history)
  const results = collectResults(history, facts, slug)
  const collected = collectFacts(history, facts)
  const judgement = chooseJudgement(history, facts)
  const commit = chooseCommit(history, facts)
  const files = main?.patch ? [...new Set(main.patch.files.map(diffPath))].filter((file) => file !== '') : []
  const named = history.patchIsQuoted && main ? (findQuotedAuthor(main) ?? history.author) : history.author
  const author = lookUp(known.aliases.people, named) ?? named
  const members = (judgement?.members ?? []).map((member) => ({
    ...member,
    from: member.roleFrom === 'stated' ? ('mail' as const) : ('inferred' as const),
  }))
  const subsystem = findSubsystem(history.title)
  const value = caseSchema.parse({
    schema: 1,
    slug,
    project: main ? findProject(main, files) : null,
    subsystem: subsystem ? (lookUp(known.aliases.subsystems, subsystem) ?? subsystem) : null,
    language: findLanguage(files),
    title: history.title,
    author: author === '' ? null : { name: author },
    ...buildDates(history, main),
    files,
    structs: [...new Set([...(judgement?.structs ?? []), ...collected.layouts.map((layout) => layout.struct)])],
    baseCommit: findBaseCommit(main),
    previousVersion: findPreviousVersion(history),
    movedMembers: judgement?.movedMembers ?? [],
    members,
    ...buildJudged(judgement),
    outcome: findOutcome(history, commit),
    commit,
    ...buildNotices(history),
    ...buildVersions(history),
    ...buildDiscussion(history),
    reports: history.reports.flatMap(({ messageId }) => facts.get(messageId)?.report ?? []),
    benchmarks: results.value,
    ...collected,
    layouts: spreadRoles(collected.layouts, caseSchema.shape.members.parse(members)),
    problems: results.problems,
  })
  return { value, problems: results.problems }
}

function buildJudged(judgement: Judgement | null) {
  if (!judgement) {
    const inferred = { inferred: true, how: noDiff }
    return { kind: { value: 'mixed', ...inferred }, technique: { value: 'other', ...inferred }, detected: null }
  }
  return {
    claimed: judgement.claimed
      ? judgement.claimedSources.length > 0
        ? { value: judgement.claimed, sources: judgement.claimedSources }
        : { value: judgement.claimed, inferred: true, how: 'the title says so' }
      : null,
    kind: { value: judgement.kind, inferred: true, how: judgement.kindReason.says },
    technique: { value: judgement.technique, inferred: true, how: judgement.techniqueReason.says },
    techniqueSecond: judgement.second,
    detected: judgement.detected,
    reasons: [judgement.kindReason, judgement.techniqueReason, ...judgement.reasons],
  }
}

function findBaseCommit(main: Message | null): CaseRecord['baseCommit'] {
  if (!main?.baseCommit) return null
  const { sha, part, line } = main.baseCommit
  const column = (main.parts[part]?.lines[line - 1] ?? '').indexOf(sha)
  if (column < 0) return { value: sha, inferred: true, how: 'base-commit line of the mail' }
  return { value: sha, sources: [sourceAt(main, part, line, column + 1, line, column + 1 + sha.length, 'value')] }
}

function findPreviousVersion(history: PatchHistory): CaseRecord['previousVersion'] {
  const version = primaryVersion(history)
  const own = history.previousIds.filter(({ sources }) =>
    sources.some(
      ({ messageId }) =>
        messageId === version?.messageId || (version?.coverId != null && messageId === version.coverId),
    ),
  )
  const previous = own.at(-1) ?? history.previousIds.at(-1)
  if (!previous) return null
  return previous.sources.length > 0
    ? { value: previous.id, sources: previous.sources }
    : { value: previous.id, inferred: true, how: 'named by a header' }
}

const findSha = (commit: string | null): string | null =>
  commit !== null && /^[0-9a-f]{7,64}$/.test(commit) ? commit : null

function buildNotices(history: PatchHistory) {
  const backports = history.notices
    .filter((notice) => notice.kind === 'stable-backport')
    .map(({ messageId, commit, tree, how }) => ({
      messageId,
      commit: findSha(commit),
      tree,
      how,
    }))
  const revertedBy = history.notices.filter((notice) => notice.kind === 'revert').map((notice) => notice.messageId)
  const reverts = history.notices.filter(({ kind }) => kind === 'revert' || kind === 'revert-posted').map(buildRevert)
  return { backports, revertedBy, ...(reverts.length > 0 ? { reverts } : {}) }
}

function buildRevert({ kind, messageId, commit, tree, date, how, sources }: PatchNotice) {
  return { messageId, applied: kind === 'revert', commit: findSha(commit), tree, date, how, sources }
}

/** More than so many missing messages are one gap: a note for each would bury what else is said. */
const MOST_NOTES = 5

/** The messages that are named and not here, as problems of the case: a note each, or one for many. */
export function buildMissingProblems(history: PatchHistory, where: string): Problem[] {
  const [first] = history.missing
  if (first && history.missing.length > MOST_NOTES)
    return [
      {
        code: 'missing-message',
        severity: 'note',
        where: `${where} <${first.messageId}>`,
        message: `expected ${history.missing.length} messages that are named and not here; of the first: ${first.why}`,
        whatToDo: 'import the whole thread, or lore:<Message-ID>',
      },
    ]
  return history.missing.map(({ messageId, why }) => ({
    code: 'missing-message',
    severity: 'note',
    where: `${where} <${messageId}>`,
    message: `expected this message: ${why}`,
    whatToDo: 'import the whole thread, or lore:<Message-ID>',
  }))
}
