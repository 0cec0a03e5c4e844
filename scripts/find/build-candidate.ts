import { judgeMail } from '../../src/find-pipeline.ts'
import type { Candidate } from '../../src/model/candidate.ts'
import type { Message } from '../../src/model/message.ts'
import type { Problem } from '../../src/model/problem.ts'

/** A candidate and the ids its message refers to: an answer counts only where the patch itself is not here. */
export type Found = { candidate: Candidate; answers: string[] }

const isQuoting = (message: Message): boolean => message.patch === null && message.tags.isReply

/**
 * The candidates in one raw mail or patch, as bytes that are read at once. `threadSize` is left to the caller. Backports and
 * notifications are none: they belong to a patch.
 */
export async function buildCandidates(
  bytes: Uint8Array,
  source: string,
  file: string,
  isCommit: boolean,
): Promise<{ found: Found[]; problems: Problem[] }> {
  const { value, problems } = await judgeMail(bytes, file)
  const found: Found[] = []
  for (const { message, kind, judgement } of value) {
    if (judgement === null || kind === 'stable-backport' || kind === 'notification') continue
    const reason = judgement.reasons.map(({ says, sources }) => ({ says, quotes: sources.map(({ quote }) => quote) }))
    const author = message.patch?.embedded?.author ?? message.author
    found.push({
      candidate: {
        id: isCommit ? (message.patchCommit ?? message.id) : message.id,
        source,
        commit: isCommit ? message.patchCommit : null,
        subject: message.patch?.embedded?.title ?? message.subject,
        date: message.date,
        author: author.name,
        messageKind: kind,
        kind: judgement.kind,
        claim: judgement.claimed,
        technique: judgement.technique,
        reason,
        threadSize: null,
      },
      answers: isQuoting(message) ? [message.inReplyTo, ...message.references].filter((id) => id !== null) : [],
    })
  }
  return { found, problems }
}
