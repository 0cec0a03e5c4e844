import type { CaseRecord } from '../model/case.ts'
import type { Message } from '../model/message.ts'
import type { PatchHistory } from '../model/series.ts'
import { sourceAt } from '../text/source-at.ts'

type StatedDate = CaseRecord['posted']

/**
 * When the patch was first posted (the Date header of a message that posts it; a bot's announcement and a commit as git
 * writes it do not), and, where a bot announces the commit, its author and committer dates as printed.
 */
export function buildDates(history: PatchHistory, main: Message | null) {
  const kinds = new Map(history.messages.map((entry) => [entry.message.id, entry.kind]))
  const isPosting = (id: string): boolean => {
    const kind = kinds.get(id)
    return kind === undefined || kind === 'patch' || kind === 'patch-in-reply'
  }
  const posted = history.patchIsQuoted
    ? undefined
    : history.versions.find(({ message, messageId }) => message.date && isPosting(messageId) && !isUnsent(message))
        ?.message
  const announced = history.messages.findLast((entry) => entry.kind === 'tip-bot')?.message ?? null
  const ofCommit = !posted && main?.patchCommit && main.date ? main.date : null
  return {
    posted: posted?.date ? { value: posted.date, inferred: true, how: `Date header of <${posted.id}>` } : null,
    authored:
      findDateLine(announced, /^\s*AuthorDate:\s*/) ??
      (ofCommit ? { value: ofCommit, inferred: true, how: 'Date of the commit' } : null),
    committed: findDateLine(announced, /^\s*(?:CommitterDate|CommitDate):\s*/),
  }
}

/** A commit as git writes it, without a Message-ID: its date is the author's, it was not posted so. */
function isUnsent(message: Message): boolean {
  return message.idIsDerived && message.patchCommit !== null
}

/** A line `AuthorDate: Sat, 20 Feb 2021 15:17:08 -08:00`, as an instant. */
function findDateLine(message: Message | null, label: RegExp): StatedDate {
  for (const [part, { lines }] of (message?.parts ?? []).entries())
    for (const [index, line] of lines.slice(0, 60).entries()) {
      const start = label.exec(line)?.[0].length
      if (start === undefined || message === null) continue
      const printed = line.slice(start, start + 60).trim()
      const time = Date.parse(/\d{2}:\d{2}(?::\d{2})?$/.test(printed) ? `${printed} Z` : printed)
      if (Number.isNaN(time)) continue
      const value = new Date(time).toISOString().replace('.000Z', 'Z')
      return { value, sources: [sourceAt(message, part, index + 1, start + 1, index + 1, line.length + 1, 'value')] }
    }
  return null
}
