import { declarationIndent, type PaholeLine, parsePaholeLine } from './pahole-line.ts'

export type PaholeMember = {
  name: string
  type: string
  sizeBytes: number
  offsetBytes: number | null
  /** True where pahole prints no offset: a union's members all begin where it does. */
  inferred: boolean
  line: number // of the message part, from 1
}
/** One struct as pahole prints it: members of nested structs and unions under the outermost, places from its start. */
export type PaholeListing = {
  struct: string
  members: PaholeMember[]
  sizeBytes: number | null
  sizeLine: number | null
  holes: { offsetBytes: number; sizeBytes: number; kind: 'hole' | 'padding' }[]
  cachelineBytes: number | null
  startLine: number
  endLine: number
}
/** A line without quote and diff marks, and its number in the part. */
export type ListingLine = { text: string; line: number }

type Frame = {
  keyword: string
  name: string | null
  firstMember: number
  firstHole: number
  offsetBytes: number | null
  sizeBytes: number | null
}

/** Nesting, lines of one listing, unknown lines in a row, lines of one wrapped member. */
const maxDepth = 40
const maxLines = 4000
const maxMisses = 2
const maxPiece = 60
const maxWrap = 3

const barePlace = /^\s*\/\*\s*(?:0x)?[\da-f]{1,9}\s+(?:0x)?[\da-f]{1,9}\s*\*\/\s*$/i

/** A declaration that a mail program wrapped: its comment, or the rest of it, stands in the lines below. */
function readWrapped(lines: ListingLine[], at: number): { parsed: PaholeLine; to: number } {
  let text = lines[at]?.text ?? ''
  let parsed = parsePaholeLine(text)
  let to = at
  const isOpen = () => {
    const start = text.lastIndexOf('/*')
    if (start >= 0 && !text.includes('*/', start)) return true
    if (parsed.kind !== 'other' || !/^\s+[A-Za-z_]/.test(text) || text.includes('*/')) return false
    // "cache __attribute__((__aligned__(64)));" with its place alone in the next line
    return !text.includes(';') || (to === at && barePlace.test(lines[at + 1]?.text ?? ''))
  }
  while (parsed.kind !== 'member' && parsed.kind !== 'close' && isOpen() && to < at + maxWrap) {
    const next = lines[to + 1]?.text.trim() ?? ''
    if (next === '' || (parsed.kind === 'other' && !next.includes('*/') && !next.includes(';'))) break
    text = `${text} ${next}`
    to++
    const joined = parsePaholeLine(text)
    if (joined.kind !== 'other' && joined.kind !== 'skip' && joined.kind !== 'elision') return { parsed: joined, to }
    parsed = joined
  }
  const first = parsePaholeLine(lines[at]?.text ?? '')
  return first.kind === 'close' && to > at ? { parsed, to } : { parsed: first, to: at }
}

class ListingReader {
  readonly listing: PaholeListing
  private readonly frames: Frame[] = []
  /** Where the last member ends; null behind lines that were cut out. */
  private end: number | null = 0
  /** A hole behind such lines: it ends where the next member begins. */
  private openHole: number | null = null
  isClosed = false

  constructor(struct: string, startLine: number) {
    this.listing = {
      struct,
      members: [],
      sizeBytes: null,
      sizeLine: null,
      holes: [],
      cachelineBytes: null,
      startLine,
      endLine: startLine,
    }
  }

  /** Takes one line in; false where it is none of a listing. */
  add(parsed: PaholeLine, line: number): boolean {
    if (parsed.kind === 'other') return false
    if (parsed.kind !== 'skip' && parsed.kind !== 'elision') this.listing.endLine = line
    if (parsed.kind === 'elision') {
      this.end = null
      this.openHole = null
    }
    if (parsed.kind === 'open') this.open(parsed)
    else if (parsed.kind === 'member') this.addMember(parsed, line)
    else if (parsed.kind === 'close') this.close(parsed, line)
    else if (parsed.kind === 'hole') this.addHole(parsed.sizeBytes)
    else if (parsed.kind === 'cacheline') this.addCacheline(parsed)
    else if (parsed.kind === 'footer') this.addFooter(parsed.footer, line)
    return true
  }

  private open(parsed: Extract<PaholeLine, { kind: 'open' }>): void {
    if (this.frames.length >= maxDepth) return
    this.frames.push({
      keyword: parsed.keyword,
      name: parsed.name,
      firstMember: this.listing.members.length,
      firstHole: this.listing.holes.length,
      offsetBytes: parsed.offsetBytes,
      sizeBytes: parsed.sizeBytes,
    })
  }

  private addMember(parsed: Extract<PaholeLine, { kind: 'member' }>, line: number): void {
    const { name, type, sizeBytes, offsetBytes } = parsed
    this.listing.members.push({ name, type, sizeBytes, offsetBytes, inferred: false, line })
    if (offsetBytes !== null && this.openHole !== null) {
      this.listing.holes.push({ offsetBytes: offsetBytes - this.openHole, sizeBytes: this.openHole, kind: 'hole' })
      this.openHole = null
    }
    if (offsetBytes !== null) this.end = offsetBytes + sizeBytes
  }

  private addHole(sizeBytes: number): void {
    if (this.end === null) this.openHole = sizeBytes
    else this.listing.holes.push({ offsetBytes: this.end, sizeBytes, kind: 'hole' })
  }

  private close(parsed: Extract<PaholeLine, { kind: 'close' }>, line: number): void {
    const frame = this.frames.pop()
    if (!frame) {
      this.addFooter(parsed.footer, line)
      // `typedef struct { … } name_t;` tells its name last.
      if (this.listing.struct === '') this.listing.struct = parsed.name ?? ''
      this.isClosed = true
      return
    }
    const offsetBytes = parsed.offsetBytes ?? frame.offsetBytes
    const sizeBytes = parsed.sizeBytes ?? frame.sizeBytes
    this.placeNested(frame, offsetBytes)
    if (offsetBytes !== null) this.end = offsetBytes + (sizeBytes ?? 0)
    if (parsed.name !== null && sizeBytes !== null)
      this.listing.members.splice(frame.firstMember, 0, {
        name: parsed.name,
        type: [frame.keyword, frame.name].filter(Boolean).join(' '),
        sizeBytes,
        offsetBytes,
        inferred: false,
        line,
      })
  }

  /** Members of a nested type: without an offset they begin where a union does; smaller offsets count from it. */
  private placeNested(frame: Frame, start: number | null): void {
    if (start === null) return
    const nested = this.listing.members.slice(frame.firstMember)
    const known = nested.flatMap((member) => member.offsetBytes ?? [])
    const shift = known.length > 0 && known.some((offset) => offset < start) ? start : 0
    for (const hole of this.listing.holes.slice(frame.firstHole)) hole.offsetBytes += shift
    for (const member of nested) {
      if (member.offsetBytes !== null) member.offsetBytes += shift
      else if (frame.keyword === 'union') {
        member.offsetBytes = start
        member.inferred = true
      }
    }
  }

  private addCacheline(parsed: Extract<PaholeLine, { kind: 'cacheline' }>): void {
    const bytes = parsed.startBytes !== null && parsed.index > 0 ? parsed.startBytes / parsed.index : null
    if (bytes !== null && [16, 32, 64, 128, 256].includes(bytes)) this.listing.cachelineBytes = bytes
  }

  private addFooter(footer: { sizeBytes: number | null; paddingBytes: number | null }, line: number): void {
    if (this.frames.length > 0) return
    if (footer.sizeBytes !== null && this.listing.sizeBytes === null) {
      this.listing.sizeBytes = footer.sizeBytes
      this.listing.sizeLine = line
    }
    const size = this.listing.sizeBytes
    if (footer.paddingBytes !== null && size !== null && size >= footer.paddingBytes)
      this.listing.holes.push({
        offsetBytes: size - footer.paddingBytes,
        sizeBytes: footer.paddingBytes,
        kind: 'padding',
      })
  }
}

/**
 * Reads the listing that begins at `lines[from]`: that line opens it (`struct name {`), or holds its first member
 * where `struct` names it. `next` is the index behind it. Null where fewer than two places are stated: source code
 * with comments is no listing.
 */
export function parsePahole(
  lines: ListingLine[],
  struct: string | null = null,
  from = 0,
): { listing: PaholeListing; next: number } | null {
  const first = lines[from]
  if (!first) return null
  const opening = parsePaholeLine(first.text)
  const isOpen = opening.kind === 'open' && struct === null
  if (!isOpen && struct === null) return null
  const reader = new ListingReader((isOpen ? opening.name : struct) ?? '', first.line)
  let misses = 0
  let at = isOpen ? from + 1 : from
  let used = at
  while (at < lines.length && at < from + maxLines && !reader.isClosed && misses < maxMisses) {
    const { parsed, to } = readWrapped(lines, at)
    // A struct that begins no further right than this one is the next, not a nested one.
    if (parsed.kind === 'open' && isOpen && declarationIndent(lines[at]?.text ?? '') <= declarationIndent(first.text))
      break
    if (parsed.kind === 'other' && isHeading(lines[at]?.text ?? '')) break
    if (reader.add(parsed, lines[at]?.line ?? first.line)) {
      misses = 0
      used = to + 1
    } else misses++
    at = to + 1
  }
  used += readTail(reader, lines, used)
  const stated = reader.listing.members.filter((member) => member.offsetBytes !== null).length
  // all its members may be cut out: "struct ring { [...] /* size: 56, cachelines: 1, members: 6 */ };"
  const isCut = isOpen && reader.listing.members.length === 0
  const isListing = stated >= 2 || ((stated === 1 || isCut) && reader.listing.sizeBytes !== null)
  return isListing && reader.listing.struct !== '' ? { listing: reader.listing, next: Math.max(used, from + 1) } : null
}

/** Whether the struct or union opened at `from` is a member's: pahole prints its place behind the closing brace. */
export function isNestedPiece(lines: readonly ListingLine[], from: number): boolean {
  let depth = 0
  for (let at = from; at < lines.length && at < from + maxPiece; at++) {
    const parsed = parsePaholeLine(lines[at]?.text ?? '')
    if (parsed.kind === 'open') depth++
    else if (parsed.kind === 'close' && --depth <= 0) return parsed.offsetBytes !== null && parsed.sizeBytes !== null
  }
  return false
}

/** "After:" between two fragments: what follows is the other listing. */
const isHeading = (text: string): boolean =>
  text.length < 80 &&
  /^\W*\b(?:before|after|then|now|with|without|and|so|old|new)\b.*[:,]\s*$/i.test(text) &&
  !/[;{}]/.test(text)

/** The form of 2007 prints its footer behind the closing brace. */
function readTail(reader: ListingReader, lines: ListingLine[], from: number): number {
  if (!reader.isClosed) return 0
  let count = 0
  for (const line of lines.slice(from, from + 4)) {
    const parsed = parsePaholeLine(line.text)
    if (parsed.kind !== 'footer') break
    reader.add(parsed, line.line)
    count++
  }
  return count
}
