/** Lines that name messages: what stands in brackets there is an id, whatever it looks like. */
const idLine =
  /^[>|\s]{0,40}(?:(?:X-)?Message-I[Dd]|message-id|In-Reply-To|in-reply-to|References|prerequisite-message-id)\s{0,5}:/
/** Words before an id in prose and in mail readers' queries: `msgid:`, `id:`; "mail id:" is an address in India. */
const idWord = /(?<!\bmail[ -]?)(?:\b(?:msg-?id|message-?id|mid|id)\s{0,3}[:=]\s{0,3}<?)$/i
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
  /\d{3}.*-lkp$/,
  /tip-bot2?$/,
]

/**
 * Whether what stands around an `@` is a Message-ID and no address: on a header line that names messages, below an
 * archive's address, after `msgid:`, or of a shape that only programs write. `local` is the widest text before the
 * `@` that can belong to it and begins at `start` of the line.
 */
export function isMessageId(line: string, local: string, start: number, domain: string): boolean {
  const slash = local.lastIndexOf('/')
  const bare = local.slice(slash + 1)
  const before = line.slice(Math.max(0, start - 40), start + slash + 1)
  if (idLine.test(line.slice(0, 200)) && !/\bfrom\b/i.test(before)) return true
  if (idWord.test(line.slice(Math.max(0, start - 20), start))) return true
  if (slash > 0 && local.charAt(slash - 1) !== '/' && !/[?#]/.test(local) && archiveUrl.test(before)) return true
  return domain.startsWith('tip-bot') || /\.prod\.outlook\.com$/i.test(domain) || looksMade(bare)
}

function looksMade(local: string): boolean {
  if (local.length > 250) return true
  // `syzbot+ab12…@`: a tag after a plain name is a person's or a robot's address.
  if (/^[a-z][a-z.]*\+/.test(local)) return false
  return idShapes.some((shape) => shape.test(local)) || (local.length >= 12 && countTurns(local) >= 7)
}

/** How often a text changes between small letters, capitals and digits: random ids do all the time, names do not. */
function countTurns(text: string): number {
  let turns = 0
  let last = ''
  for (const character of text) {
    const sort = /[a-z]/.test(character) ? 'a' : /[A-Z]/.test(character) ? 'A' : /\d/.test(character) ? '0' : ''
    if (sort === '') continue
    if (last !== '' && sort !== last) turns++
    last = sort
  }
  return turns
}
