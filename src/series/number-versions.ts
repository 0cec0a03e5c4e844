import type { PatchVersion } from '../model/series.ts'
import { findChangelog } from './changelog.ts'
import type { Posting } from './posting.ts'

type Numbered = { version: number; inferred: boolean; how: string | null }

/**
 * The version of a posting whose subject states none: the first is version 1; a later one under the same title is a
 * repost of the version before it (maintainers re-post patches in pull series without `vN`). The first posting that
 * is no RFC any more starts over at 1.
 */
function inferVersion(posting: Posting, before: PatchVersion[]): Numbered {
  const last = before[before.length - 1]
  if (last === undefined) return { version: 1, inferred: false, how: null }
  const leavesRfc = last.rfc && !posting.message.tags.rfc
  if (leavesRfc || last.version === 1)
    return { version: 1, inferred: true, how: 'no version in the subject, posted before as version 1' }
  const how = `no version in the subject: posted again after version ${last.version}`
  return { version: last.version, inferred: true, how }
}

/** How a version came to be where no posting of the author is here. */
function inferredCarrier(posting: Posting): string | null {
  const kind = posting.threadMessage.kind
  if (kind === 'tip-bot') return 'the posting is not here: tip-bot carries the patch'
  if (kind === 'stable-backport') return 'the posting is not here: a backport carries the patch'
  if (kind === 'notification') return 'the posting is not here: a notification carries the patch'
  if (kind === 'patch-in-reply') return 'a patch inside a reply states no version'
  return null
}

/** Versions and postings of one patch, oldest first, from its postings in the order of their dates. */
export function numberVersions(postings: Posting[]): PatchVersion[] {
  const versions: PatchVersion[] = []
  const counts = new Map<number, number>()
  for (const posting of postings) {
    const { message, threadMessage } = posting
    const inferred = inferVersion(posting, versions)
    const numbered = posting.version === null ? inferred : { version: posting.version, inferred: false, how: null }
    const how = numbered.how ?? inferredCarrier(posting)
    const count = (counts.get(numbered.version) ?? 0) + 1
    counts.set(numbered.version, count)
    versions.push({
      version: numbered.version,
      versionIsInferred: how !== null,
      how,
      posting: count,
      rfc: message.tags.rfc,
      resend: message.tags.resend,
      index: posting.index ?? 1,
      total: posting.total ?? 1,
      messageId: message.id,
      message,
      carrier: threadMessage.kind,
      coverId: posting.cover?.message.id ?? null,
      changelog: numbered.version > 1 ? findChangelog(message, posting.cover?.message ?? null, numbered.version) : null,
    })
  }
  return versions
}
