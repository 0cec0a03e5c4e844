import type { Message } from '../../src/model/message.ts'
import { findArchiveLinks } from '../../src/series/archive-links.ts'
import type { CaseIdentity } from './pick-history.ts'

/** What mails name other patches with: Message-IDs, commits (ten digits), titles (each three words that follow). */
type Names = { ids: Set<string>; shas: Set<string>; words: Set<string> }

const shaLength = 10
const sha = /(?<![0-9a-z])[0-9a-f]{10,64}(?![0-9a-z])/g
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]{1,80}/gu) ?? []

function addWords(words: Set<string>, all: readonly string[]): void {
  for (let at = 0; at < all.length; at++) words.add(all.slice(at, at + 3).join(' '))
}

function collectNames(messages: readonly Message[]): Names {
  const names: Names = { ids: new Set(), shas: new Set(), words: new Set() }
  for (const { id, inReplyTo, references, mayAnswer, subject, parts } of messages) {
    for (const each of [id, inReplyTo, ...references, ...(mayAnswer ?? [])]) if (each !== null) names.ids.add(each)
    addWords(names.words, wordsOf(subject))
    for (const { rawLines } of parts) {
      // a title may run over two lines
      addWords(names.words, wordsOf(rawLines.join('\n')))
      for (const line of rawLines) {
        for (const link of findArchiveLinks(line)) names.ids.add(link.id)
        for (const match of line.slice(0, 4000).matchAll(sha)) names.shas.add(match[0].slice(0, shaLength))
      }
    }
  }
  return names
}

const titleWords = (title: string): string[] => wordsOf(title.replace(/^(?:re-?apply|revert):? ["“']/i, ''))
const firstWords = (title: string): string => titleWords(title).slice(0, 3).join(' ')

/** A title is named where its first three words and its last three follow each other somewhere. */
function isTitleNamed(title: string, words: ReadonlySet<string>): boolean {
  const own = titleWords(title)
  return own.length > 0 && words.has(own.slice(0, 3).join(' ')) && words.has(own.slice(-3).join(' '))
}

/**
 * The cases that some mails may be about, or that may be about them: by a Message-ID, a commit or a title that the mails
 * hold. Some too many; never a case too few that a revert, notice, backport, report or fix names.
 */
export function findNamedCases(messages: readonly Message[], cases: readonly CaseIdentity[]): CaseIdentity[] {
  const { ids, shas, words } = collectNames(messages)
  return cases.filter(
    (one) =>
      one.messageIds.some((id) => ids.has(id)) ||
      one.threadIds.some((id) => ids.has(id)) ||
      one.commits.some((commit) => shas.has(commit.slice(0, shaLength))) ||
      one.titles.some(({ title }) => isTitleNamed(title, words)) ||
      one.fixedTitles.some((title) => isTitleNamed(title, words)),
  )
}

const follows =
  /^subject:.{0,400}\brevert|^fixes:|\breverts commit\b|\bupstream commit\b|\bcommit [0-9a-f]{10,64} upstream|^commit: /im
/** With the line below it, where a subject goes on. */
const subject = /^subject:(.{0,1000}\n?.{0,1000})/im

/**
 * Whether a mail of an archive, as its bytes stand, follows up on a case: it reverts, fixes, backports or reports on a
 * commit that is known, or its subject holds the title of a case.
 */
export function buildFollowTest(cases: readonly CaseIdentity[]): (mail: string) => boolean {
  const commits = new Set(cases.flatMap((one) => one.commits.map((commit) => commit.slice(0, shaLength))))
  const titles = Map.groupBy(
    cases.flatMap((one) => one.titles.map(({ title }) => title)),
    firstWords,
  )
  return (mail) => {
    const words = new Set<string>()
    addWords(words, wordsOf(subject.exec(mail)?.[1] ?? ''))
    for (const three of words) if (titles.get(three)?.some((title) => isTitleNamed(title, words))) return true
    if (!follows.test(mail)) return false
    return [...mail.matchAll(sha)].some((match) => commits.has(match[0].slice(0, shaLength)))
  }
}
