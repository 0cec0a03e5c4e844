import type { Message, ThreadMessage } from '../model/message.ts'
import type { PatchHistory, PatchVersion } from '../model/series.ts'

/** The posting whose diff is the case's: the latest that holds one, else the latest. */
export function primaryVersion(history: PatchHistory): PatchVersion | null {
  const withDiff = history.versions.filter((version) => version.message.patch)
  return withDiff.at(-1) ?? history.versions.at(-1) ?? null
}

const standIns = ['patch-in-reply', 'tip-bot', 'stable-backport', 'reply'] as const

/**
 * The message that speaks for the patch: its latest posting; where none is here, a bot's announcement of the commit
 * (the later, where there are two), or the reply that quotes it. Null where it is only named.
 */
export function primaryMessage(history: PatchHistory): Message | null {
  if (history.isNamedOnly) return null
  const version = primaryVersion(history)
  if (version) return version.message
  for (const kind of standIns) {
    const candidates: ThreadMessage[] = history.messages.filter((candidate) => candidate.kind === kind)
    const found = kind === 'reply' ? candidates[0] : candidates.at(-1)
    if (found) return found.message
  }
  return history.messages[0]?.message ?? null
}
