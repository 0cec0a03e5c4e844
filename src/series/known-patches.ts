import type { KnownPatch } from '../model/series.ts'
import { type Draft, emptyDraft } from './draft-history.ts'
import { add, type DraftTable, findByCommit, shaLength } from './join-facts.ts'
import { titleKey } from './posting.ts'

const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The draft of a known patch: by Message-ID, by commit, by title. A name may be spelt in several ways, so that another
 * author counts only where several patches bear the title.
 */
function findDraft(table: DraftTable, known: KnownPatch): Draft | undefined {
  const ids = new Set(known.messageIds)
  const byId = table.drafts.find((draft) => draft.versions.some(({ messageId }) => ids.has(messageId)))
  const byCommit = known.commits.map((sha) => findByCommit(table, sha)).find((draft) => draft !== undefined)
  const titled = table.byTitle.get(titleKey(known.title)) ?? []
  const byAuthor = titled.find(({ versionPostings }) => {
    const author = versionPostings.at(-1)?.authorName ?? ''
    return author === '' || known.author === null || letters(author) === letters(known.author)
  })
  return byId ?? byCommit ?? byAuthor ?? (titled.length === 1 ? titled[0] : undefined)
}

/**
 * Makes patches that are known from elsewhere findable by commit, title and Message-ID. One that no mail here holds
 * gets a draft without a version, which stays only where a mail joins it.
 */
export function addKnownPatches(table: DraftTable, known: readonly KnownPatch[]): void {
  for (const patch of known) {
    const found = findDraft(table, patch)
    const draft = found ?? emptyDraft([], patch)
    if (found === undefined) {
      table.drafts.push(draft)
      add(table.byTitle, titleKey(patch.title), draft)
    }
    for (const id of patch.messageIds) add(table.byPosting, id, draft)
    for (const sha of patch.commits) {
      const key = sha.slice(0, shaLength)
      if (sha.length >= shaLength && !table.byCommit.has(key)) table.byCommit.set(key, draft)
    }
  }
}
