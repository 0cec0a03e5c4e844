import type { Message } from '../model/message.ts'

/**
 * Commits that a message's text names: an id after the word "commit", or before a title in brackets and quotes
 * (`0123456789ab ("title")`). As printed; the robot's two columns and diff index lines are none.
 */
export function findRelatedCommits(message: Message): string[] {
  const found = new Set<string>()
  for (const part of message.parts)
    for (const region of part.regions) {
      if (region.kind === 'diff' || region.kind === 'diffstat' || region.kind === 'footer') continue
      const text = part.lines
        .slice(region.startLine - 1, region.endLine)
        .join('\n')
        .slice(0, 200_000)
      for (const match of text.matchAll(/\bcommits?[ \t]{1,4}\n?[>\s]{0,4}([0-9a-f]{7,40})\b/gi)) add(found, match[1])
      if (!text.includes('("') && !text.includes("('")) continue
      for (const match of text.matchAll(/\b([0-9a-f]{10,40})\s{1,3}\(["']/g)) add(found, match[1])
    }
  return [...found].slice(0, 40)
}

/** Only an id with a letter and a digit: seven-digit numbers and words like "deadbeef" are left. */
function add(found: Set<string>, sha: string | undefined): void {
  if (sha && /\d/.test(sha) && (/[a-f]/.test(sha) || sha.length >= 12)) found.add(sha)
}
