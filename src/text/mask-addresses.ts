/** Lines that name messages: what stands in them is an id, whatever it looks like. */
const idLine =
  /^[>|\s]*(?:(?:X-)?Message-I[Dd]|message-id|In-Reply-To|in-reply-to|References|prerequisite-message-id)\s*:/
/** Words before an id in prose and in mail readers' queries: `msgid:`, `id:`. */
const idWord = /(?:\b(?:msg-?id|message-?id|mid|id)\s*[:=]\s*<?)$/i
/** Hosts and paths of mail archives: a path segment with `@` is a Message-ID there. */
const archiveUrl = /lore|lkml|inbox|patchwork|gmane|archive|mid\.|msgid|\/(?:r|all|m|mid|msg|message|message-id)\/$/i
/** How mail programs make ids; people's addresses do not look so. */
const idShapes = [
  /^\d{10,}[-.]\d+[-.]/, // git send-email of old, tip-bot
  /^20\d{6}(?:\d{4,6})?[-.][^.]/, // git send-email, b4
  /git-send-email/,
  /\d{6,}[-.]\d{3,}/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{24,}/i,
  /^CA[\w+=-]{30,}$/, // Gmail
  /\.(?:fsf|ffs|gnus|camel|wl)(?:[-_].{0,40})?$/, // Gnus, Evolution, Wanderlust
  /\.git\./,
  /\d{3,}.*-lkp$/,
  /tip-bot2?$/,
]
const localCharacter = /[\p{L}\p{N}._%+-]/u
const wideCharacter = /[^\s<>()[\]{},;:"'`|\\@]/
const domainCharacter = /[\p{L}\p{N}.-]/u

/**
 * A line with every e-mail address replaced by `<…>`, padded with blanks: lengths and columns stay (UTF-16 units).
 * Message-IDs stay, as they are permalinks: in archive URLs, on header lines that name messages, and where they look
 * as only programs write. An archive's own masks (`name@xxxxxxxx`) stay too.
 */
export function maskAddresses(line: string): string {
  let at = line.indexOf('@')
  if (at < 0 || idLine.test(line.slice(0, 200))) return line
  const pieces: string[] = []
  let done = 0
  for (; at >= 0; at = line.indexOf('@', at + 1)) {
    const range = findAddress(line, at, done)
    if (!range) continue
    const length = range.end - range.start
    pieces.push(line.slice(done, range.start), '<…>'.padEnd(length))
    done = range.end
    at = Math.max(at, done - 1)
  }
  return pieces.length === 0 ? line : pieces.join('') + line.slice(done)
}

/** Whether a line (or text) holds an address that `maskAddresses` would replace. */
export function holdsAddress(line: string): boolean {
  return maskAddresses(line) !== line
}

type Range = { start: number; end: number }

/** The address around the `@` at `at`, none before `from`; undefined where it is none, or an id. */
function findAddress(line: string, at: number, from: number): Range | undefined {
  const wideStart = scan(line, at, -1, from, wideCharacter)
  let start = scan(line, at, -1, from, localCharacter)
  while (start < at && /[.%+-]/.test(line.charAt(start))) start++
  let end = scan(line, at, 1, line.length, domainCharacter)
  while (end > at + 1 && /[.-]/.test(line.charAt(end - 1))) end--
  if (start === at || end === at + 1) return undefined
  const domain = line.slice(at + 1, end)
  const isBracketed = line.charAt(start - 1) === '<' && line.charAt(end) === '>' && start - 1 >= from
  if (!isBracketed && !/\.\p{L}[\p{L}-]*$/u.test(domain)) return undefined
  if (/^x[x.]*$/i.test(domain)) return undefined
  if (isMessageId(line, wideStart, at, domain)) return undefined
  return isBracketed ? { start: start - 1, end: end + 1 } : { start, end }
}

function isMessageId(line: string, wideStart: number, at: number, domain: string): boolean {
  const wide = line.slice(wideStart, at)
  const slash = wide.lastIndexOf('/')
  const local = wide.slice(slash + 1)
  const before = line.slice(Math.max(0, wideStart - 40), wideStart + slash + 1)
  if (idWord.test(line.slice(Math.max(0, wideStart - 20), wideStart))) return true
  if (slash > 0 && wide.charAt(slash - 1) !== '/' && !/[?#]/.test(wide) && archiveUrl.test(before)) return true
  return domain.startsWith('tip-bot') || /\.prod\.outlook\.com$/i.test(domain) || looksMade(local)
}

function looksMade(local: string): boolean {
  if (local.length > 250) return true
  return idShapes.some((shape) => shape.test(local)) || (local.length >= 12 && countTurns(local) >= 7)
}

/** How often a text changes between small letters, capitals, digits and the rest: random ids do all the time. */
function countTurns(text: string): number {
  let turns = 0
  let last = ''
  for (const character of text) {
    const sort = /[a-z]/.test(character) ? 'a' : /[A-Z]/.test(character) ? 'A' : /\d/.test(character) ? '0' : '-'
    if (last !== '' && sort !== last) turns++
    last = sort
  }
  return turns
}

/** Start (step -1) or end (step 1) of the run of `allowed` characters beside `at`, 320 at most. */
function scan(line: string, at: number, step: 1 | -1, limit: number, allowed: RegExp): number {
  let position = at
  for (let count = 0; count < 320; count++) {
    const next = step === 1 ? position + 1 : position - 1
    if (step === 1 ? next >= limit : next < limit) break
    if (!allowed.test(line.charAt(next))) break
    position = next
  }
  return step === 1 ? position + 1 : position
}
