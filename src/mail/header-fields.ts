import { decodeCharset } from './charset.ts'
import { decodeEncodedWords } from './encoded-words.ts'

/** A header field: name in lower case, value unfolded, 8-bit bytes decoded, RFC 2047 words still as they came. */
export type HeaderField = { name: string; value: string }
export type HeaderBlock = { fields: HeaderField[]; badLines: number; isCut: boolean; bodyStart: number }

const maxFields = 2000
const fieldStart = /^([!-9;-~]{1,100})[ \t]*:[ \t]*/

/**
 * The header (RFC 5322 section 2.2) at the start of a binary text, up to its first empty line. `isCut`: no such line.
 * A line that is neither field nor continuation is counted and skipped.
 */
export function parseHeader(binary: string, start = 0): HeaderBlock {
  const block = findHeaderEnd(binary, start)
  const lines = decodeLines(binary.slice(start, block.headerEnd))
  const folded: { name: string; pieces: string[] }[] = []
  let badLines = 0
  for (const line of lines) {
    const isFolded = line.startsWith(' ') || line.startsWith('\t')
    const match = isFolded ? null : fieldStart.exec(line)
    if (match && folded.length < maxFields)
      folded.push({ name: (match[1] ?? '').toLowerCase(), pieces: [line.slice(match[0].length)] })
    else if (isFolded && folded.length > 0) folded.at(-1)?.pieces.push(line.trim())
    else if (line !== '') badLines++
  }
  const fields = folded.map(({ name, pieces }) => ({ name, value: pieces.join(' ') }))
  return { fields, badLines, isCut: block.isCut, bodyStart: block.bodyStart }
}

const diffStart = '\ndiff --git '

type HeaderEnd = { headerEnd: number; bodyStart: number; isCut: boolean }

function findHeaderEnd(binary: string, start: number): HeaderEnd {
  const end = findEmptyLine(binary, start)
  // Patches of distributions go from their last field to the diff without an empty line; no field begins so.
  const found = /\n(?:---|diff --git )/.exec(binary.slice(start, end.headerEnd + diffStart.length))
  const at = found ? start + found.index : end.headerEnd
  return at < end.headerEnd ? { headerEnd: at, bodyStart: at + 1, isCut: false } : end
}

function findEmptyLine(binary: string, start: number): HeaderEnd {
  if (binary.startsWith('\n', start)) return { headerEnd: start, bodyStart: start + 1, isCut: false }
  if (binary.startsWith('\r\n', start)) return { headerEnd: start, bodyStart: start + 2, isCut: false }
  const plain = binary.indexOf('\n\n', start)
  // what stands below the header is not looked through
  const crlf = plain < 0 ? binary.indexOf('\n\r\n', start) : findBefore(binary, '\n\r\n', start, plain + 1)
  if (plain >= 0 && (crlf < 0 || plain < crlf)) return { headerEnd: plain, bodyStart: plain + 2, isCut: false }
  if (crlf >= 0) return { headerEnd: crlf, bodyStart: crlf + 3, isCut: false }
  return { headerEnd: binary.length, bodyStart: binary.length, isCut: true }
}

function findBefore(text: string, sign: string, start: number, end: number): number {
  const at = text.slice(start, end).indexOf(sign)
  return at < 0 ? -1 : start + at
}

function decodeLines(header: string): string[] {
  const whole = decodeCharset(header, 'utf-8')
  const lines = (whole.fault === null ? whole.text : header).split('\n')
  return lines.map((line) => {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    return whole.fault === null ? text : decodeCharset(text, 'utf-8').text
  })
}

/** The first value of a field, RFC 2047 words decoded; null where there is none. */
export function findHeader(fields: HeaderField[], name: string): string | null {
  const field = fields.find((candidate) => candidate.name === name)
  return field ? decodeEncodedWords(field.value).trim() : null
}

/** Lower-case name to decoded value: the first 60 distinct names, each value at most 2000 characters. */
export function headerRecord(fields: HeaderField[]): Record<string, string> {
  const record: Record<string, string> = {}
  const seen = new Set<string>()
  for (const field of fields) {
    if (seen.has(field.name) || field.name === '__proto__') continue
    seen.add(field.name)
    if (seen.size > 60) break
    record[field.name] = decodeEncodedWords(field.value.slice(0, 4000)).trim().slice(0, 2000)
  }
  return record
}
