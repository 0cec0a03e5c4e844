import { isMessageId } from './message-id-shape.ts'
import { findWorded } from './worded-address.ts'

/**
 * What stands between the two halves of an address: the sign and its wide forms, the sign as quoted-printable, URLs
 * and HTML write it, and words for it. Every run is bounded: the pattern meets mail.
 */
const signs =
  /(?<=\S)\s{1,2}(?:at|@)\s{1,2}(?=\S)|[@\uff20\ufe6b]|[%=]40|&(?:#64|#x40|commat);|\s{0,2}[[({<]\s?(?:at|@)\s?[\])}>]\s{0,2}|_at_/gi
const worthALook = /[@\uff20\ufe6b]|[%=]40|&(?:#64|#x40|commat);|\bat\b|_at_/i
/** Characters without width are a part of what they stand in: they must not take an address apart. */
const localCharacter = /[\p{L}\p{N}._%+\u00ad\u200b\u2060\ufeff-]/u
const wideCharacter = /[^\s<>()[\]{},;:"'`|\\@]/
const domainCharacter = /[\p{L}\p{N}._\u00ad\u200b\u2060\ufeff-]/u
/** What code writes behind the sign: relocations and section types of assembly, versions of symbols. */
const symbolWord =
  /^(?:plt(?:[.-]sec)?|got[a-z]*|tls[a-z]*|[a-z]{0,7}tpoff|pcrel|page(?:off)?|progbits|nobits|function|object|(?:glibc|glibcxx|cxxabi|gcc|linux)(?:_[\d.]+)?)$/i
/** A shell's prompt goes on with a directory or its sign: `bob@host:~$`, `[root@host ~]#`. */
const promptEnd = /^(?::\s?[~/]|[$#%]|:?\s?~\s?[\]$#])/
const personLine = /^[>|\s]{0,40}(?:From|To|Cc|Bcc|Reply-To|Sender|Author|[A-Za-z-]{2,30}-[Bb]y)\s{0,2}:/

/** A host with all its labels, the first of two characters or more and no number with a unit. */
const fullHost = /^(?!\d+\D?\.)[\p{L}\p{N}][\p{L}\p{N}-]{1,62}(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}{2,}/u

export type MaskOptions = {
  /** False: no blanks are added, for texts without columns (titles, names). */
  keepColumns?: boolean
  /** Message-IDs that are known: they stay, whatever they look like. */
  ids?: ReadonlySet<string>
}

/**
 * A line with every e-mail address replaced by `<…>`, padded with blanks: lengths and columns stay (UTF-16 units).
 * Addresses in words ("ada at example dot org"), with an encoded sign, quoted names and bare hosts count. Message-IDs
 * stay, as they are permalinks: in archive URLs, on header lines that name messages, where they look as only programs
 * write, and those in `ids`. An archive's own masks (`name@xxxxxxxx`) stay too, and so does what is none: `@param:`,
 * `HEAD@{1}`, `memcpy@plt`, a shell's prompt.
 */
export function maskAddresses(line: string, { keepColumns = true, ids }: MaskOptions = {}): string {
  if (!worthALook.test(line)) return line
  const pieces: string[] = []
  let done = 0
  signs.lastIndex = 0
  for (let match = signs.exec(line); match; match = signs.exec(line)) {
    const sign: Sign = { text: match[0], start: match.index, end: match.index + match[0].length }
    if (sign.start < done) continue
    const range = findAddress(line, sign, done, ids)
    if (!range) continue
    pieces.push(line.slice(done, range.start), keepColumns ? '<…>'.padEnd(range.end - range.start) : '<…>')
    done = range.end
  }
  return pieces.length === 0 ? line : pieces.join('') + line.slice(done)
}

/** Whether a text is worth a closer look: false where `maskAddresses` would change nothing in it. */
export const mayBeAddress = (text: string): boolean => worthALook.test(text)

/** Whether a line (or text) holds an address that `maskAddresses` would replace. */
export function holdsAddress(line: string, options: MaskOptions = {}): boolean {
  return maskAddresses(line, options) !== line
}

type Sign = { text: string; start: number; end: number }
type Range = { start: number; end: number }

/** The address around a sign, none before `from`; undefined where it is none, or an id. */
function findAddress(line: string, sign: Sign, from: number, ids: MaskOptions['ids']): Range | undefined {
  const isPlain = sign.text.length === 1
  const isEncoded = /^[%=&]/.test(sign.text)
  // `=40` and `%40` begin numbers too: a host is asked for in full, before anything is looked for behind it.
  if (isEncoded && !fullHost.test(line.slice(sign.end, sign.end + 255))) return undefined
  const quoted = isPlain ? findQuotedLocal(line, sign.start, from) : undefined
  let start = quoted ?? scan(line, sign.start, -1, from, localCharacter)
  while (start < sign.start && /[.%+-]/.test(line.charAt(start))) start++
  if (start === sign.start) return undefined
  if (!isPlain && !isEncoded) {
    const end = findWorded(line, sign, start)
    return end === undefined ? undefined : bracketed(line, { start, end }, from)
  }
  const end = findDomainEnd(line, sign.end)
  const domain = line.slice(sign.end, end)
  if (domain === '' || /^x[x.]*$/i.test(domain)) return undefined
  const range = bracketed(line, { start, end }, from)
  const isBracketed = range.start < start
  const form = { isBracketed, isQuoted: quoted !== undefined }
  if (!isEncoded && !isHost(line, { start, end: sign.end }, domain, form)) return undefined
  const wideStart = scan(line, sign.start, -1, from, wideCharacter)
  const wide = line.slice(wideStart, sign.start)
  if (ids?.has(`${wide}@${domain}`) || ids?.has(`${wide.slice(wide.lastIndexOf('/') + 1)}@${domain}`)) return undefined
  return quoted === undefined && isMessageId(line, wide, wideStart, domain) ? undefined : range
}

/** The brackets around an address belong to it. */
function bracketed(line: string, { start, end }: Range, from: number): Range {
  const isInside = start - 1 >= from && line.charAt(start - 1) === '<' && line.charAt(end) === '>'
  return isInside ? { start: start - 1, end: end + 1 } : { start, end }
}

/** Where `"a name"@` begins; undefined where no such name ends at the sign. */
function findQuotedLocal(line: string, at: number, from: number): number | undefined {
  if (line.charAt(at - 1) !== '"') return undefined
  const open = line.lastIndexOf('"', at - 2)
  if (open < Math.max(from, at - 66)) return undefined
  return /^[\p{L}\p{N}][\p{L}\p{N} ._%+!#$&'*/=?^`{|}~-]*$/u.test(line.slice(open + 1, at - 1)) ? open : undefined
}

/** The end of a host's name, or of its number in brackets. */
function findDomainEnd(line: string, start: number): number {
  const literal = /^\[(?:IPv6:)?[0-9a-f.:]{3,45}\]/i.exec(line.slice(start, start + 60))
  if (literal) return start + literal[0].length
  let end = scan(line, start - 1, 1, line.length, domainCharacter)
  while (end > start && /[.-]/.test(line.charAt(end - 1))) end--
  return end
}

type Form = { isBracketed: boolean; isQuoted: boolean }

/** Whether what stands behind the sign is a host of mail. Code, prompts and numbers have signs too. */
function isHost(line: string, local: Range, domain: string, { isBracketed, isQuoted }: Form): boolean {
  if (symbolWord.test(domain)) return false
  const isDotted = /\.(?:xn--[a-z\d-]+|\p{L}[\p{L}-]*)$/iu.test(domain)
  if (isDotted || isQuoted || domain.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(domain)) return true
  // Units of a device tree: `memory@80000000`.
  if (!/\p{L}/u.test(domain) || /^[0-9a-f]{5,16}$/i.test(domain)) return false
  if (isBracketed) return true
  const after = line.slice(local.end + domain.length, local.end + domain.length + 12)
  if (promptEnd.test(after)) return false
  return (
    /^localhost$/i.test(domain) || personLine.test(line.slice(0, 80)) || /mailto:$/i.test(line.slice(0, local.start))
  )
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
