/** What single lines of a mail's body look like. No state: tables of patterns, each anchored and bounded. */

const trailerName = /^([A-Za-z][A-Za-z0-9-]{0,60})[ \t]{0,2}:[ \t]+(\S.*)$/s
const knownNames =
  /^(?:[a-z-]{1,40}-by|fixes|link|closes|cc|references|bug|bugzilla|buglink|url|change-id|depends-on|message-id|patchwork|see-also|lore|lkml|stable-dep-of|co-developed-with|addresses-coverity(?:-id)?|git-tag|based-on|reported-at|debugged-at)$/i

/** A trailer's name and value (git-interpret-trailers(1), as kernel mails use them), or undefined. */
export function parseTrailerLine(line: string): { name: string; value: string } | undefined {
  // Cheap looks first: most lines begin with no letter, or have no colon near their start.
  const first = line.charCodeAt(0) | 32
  if (!(first >= 97 && first <= 122)) return undefined
  const colon = line.indexOf(':')
  if (colon < 1 || colon > 64) return undefined
  const match = trailerName.exec(line.slice(0, 2000))
  if (!match || !knownNames.test(match[1] ?? '')) return undefined
  return { name: match[1] ?? '', value: (match[2] ?? '').trimEnd() }
}

/** `[name: what I changed]`, `[ Upstream commit … ]`, `(cherry picked from …)`: they stand between trailers. */
export function isTrailerNote(line: string): boolean {
  return /^(?:\[.{1,300}\]|\[\s?[\w .-]{1,60}:.{0,300}|\(cherry picked from commit .{1,100}\)|#.{0,300})\s*$/.test(line)
}

/** A line of a diffstat: ` path | 7 ++--`, ` 2 files changed`, ` create mode …`. */
export function isStatLine(line: string): boolean {
  if (line.length > 500) return false
  // Cheap looks first: most lines of a mail are none, and this is asked of each.
  if (
    line.includes('|') &&
    /^ {0,3}\S.{0,400}\| {0,8}(?:\d{1,9}(?: [+-]{0,400})?|Bin .{0,80}|Unmerged) {0,4}\r?$/.test(line)
  )
    return true
  let at = 0
  while (at < 3 && line[at] === ' ') at++
  const first = line.charCodeAt(at)
  if (first >= 48 && first <= 57)
    return /^ {0,2}\d{1,6} files? changed(?:, \d{1,9} insertions?\(\+\))?(?:, \d{1,9} deletions?\(-\))?\r?$/.test(line)
  return at === 1 && first >= 97 && /^ (?:create|delete|rename|copy|mode change|rewrite) .{1,400}$/.test(line)
}

/** Lines that git and b4 put below a patch (git-format-patch(1), "base tree information"). */
export const footerLine =
  /^(base-commit|prerequisite-(?:patch|message|change)-id|change-id|base-tree)\s{0,3}:\s{0,3}(\S.{0,200})$/

/** `From <sha> Mon Sep 17 00:00:00 2001`, as archives escape it or not. */
export const patchMarker = /^>?From ([0-9a-f]{40}|[0-9a-f]{64}) Mon Sep 17 00:00:00 2001\s*$/

const scissors = /[8%]<|>[8%]/

/** git's scissors (git-mailinfo(1)): a line mostly of dashes with `8<` or `>8` among them. */
export function isScissors(line: string): boolean {
  if (line.length > 200 || !line.includes('-') || !(line.includes('<') || line.includes('>'))) return false
  if (!scissors.test(line)) return false
  const rest = line.replace(/[-\s<>8%]/g, '')
  return line.trim().length >= 3 && rest.length * 2 <= line.trim().length && /^(?:[a-z]*)$/i.test(rest)
}

export const bodyHeader =
  /^(From|Subject|Date|Author|AuthorDate|Commit|CommitDate|Message-I[dD]|MIME-Version|Content-[A-Za-z-]{1,30}|X-[A-Za-z-]{1,40}|To|Cc|Sender|Reply-To|List-[A-Za-z]{1,20}):(?:[ \t].*|)$/s

/** The commit block of tip-bot's mails. */
export const tipHeader = /^(Commit-ID|Gitweb|Author|AuthorDate|Committer|CommitterDate|Commit):[ \t]+(\S.*)$/s
