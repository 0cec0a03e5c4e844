import type { Message } from '../model/message.ts'
import type { Problem, Result } from '../model/problem.ts'
import { splitArchivePage } from './archive-page.ts'
import { bytesToBinary } from './binary-text.ts'
import { decodeCharset } from './charset.ts'
import { findCompression, unpack, unpackedBound } from './compression.ts'
import { isSeparatorLine, type RawMail, splitMbox } from './mbox-split.ts'
import type { DecodedPart } from './mime-parts.ts'
import { readNamedText } from './read-bare-text.ts'
import { buildMessage, keepTextAlone, readMessage } from './read-message.ts'
import { isFlattened } from './text-problems.ts'
import { narrowText } from './wide-text.ts'

const knownHeader =
  /^(?:From|Date|Subject|To|Cc|Received|Received-SPF|Return-Path|Message-ID|Delivered-To|MIME-Version|Content-Type|Reply-To|Sender|References|In-Reply-To|List|List-[A-Za-z]{1,20}|Authentication-Results|DKIM-Signature|ARC-[A-Za-z-]{1,40}|X-[A-Za-z-]{1,60}|Envelope-to|Precedence|User-Agent|Status)[ \t]*:/i

/**
 * The messages of one file, whose kind shows in its content: an mbox of any sort (format-patch too), a single raw
 * mail, archive page text, `git show` output or a patch with DEP-3 fields; gzip or zstd around it is undone. What cannot be read is a problem; nothing throws.
 */
export async function readMail(bytes: Uint8Array, file: string): Promise<Result<Message[]>> {
  const compression = findCompression(bytes)
  if (compression === null) return readPlain(endWithLines(bytes), file)
  const unpacked = unpack(bytes, compression)
  if (unpacked.fault === 'too-large') return refuseBomb(file, compression, unpackedBound(bytes.length))
  const read = readPlain(endWithLines(unpacked.bytes), file)
  if (unpacked.fault === null) return read
  const message = `expected ${compression} data, found damage or an early end; what came before it is read`
  return { value: read.value, problems: [truncated(file, message), ...read.problems] }
}

/** The file in UTF-8, without a byte order mark; where its lines end in CR alone, as an old Macintosh saved them, in LF. */
function endWithLines(saved: Uint8Array): Uint8Array {
  const bytes = narrowText(saved)
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const plain = isMarked ? bytes.subarray(3) : bytes
  const isOld = plain.includes(0x0d) && !plain.includes(0x0a)
  return isOld ? plain.map((byte) => (byte === 0x0d ? 0x0a : byte)) : plain
}

function refuseBomb(file: string, compression: string, boundBytes: number): Result<Message[]> {
  const bound = `${Math.round(boundBytes / 1_000_000)} MB`
  return none(
    file,
    'too-large',
    `expected at most ${bound} of mail in the ${compression} file, found more; it is refused`,
  )
}

function truncated(file: string, message: string): Problem {
  return { code: 'truncated-message', severity: 'warning', where: file, message, whatToDo: 'Fetch the file again.' }
}

function readPlain(bytes: Uint8Array, file: string): Result<Message[]> {
  const binary = bytesToBinary(bytes.subarray(0, 200_000))
  if (binary.trim() === '') return none(file, 'empty-input', 'expected mail, found an empty file')
  const head = binary.split('\n', 200)
  if (isOneLine(bytes)) return readFlattened(bytes, file)
  const firstLine = head.find((line) => line.trim() !== '') ?? ''
  if (isSeparatorLine(firstLine.trimEnd()) || hasHeader(head)) return readMessages(splitMbox(bytes), file)
  const text = decodeCharset(bytesToBinary(bytes), 'utf-8')
  const lines = text.text.replaceAll('\r\n', '\n').split('\n')
  const page = splitArchivePage(lines)
  if (page.length === 0) {
    const named = readNamedText(text.text, file)
    if (named.length > 0) return { value: named, problems: [] }
    return none(
      file,
      'not-mail',
      'expected an mbox, a raw mail, archive page text, `git show` output or a patch with DEP-3 fields, found none of them',
    )
  }
  return readPage(page, text.charset, file)
}

function none(file: string, code: Problem['code'], message: string): Result<Message[]> {
  const whatToDo = 'Check what was saved: formats are listed in the README.'
  return { value: [], problems: [{ code, severity: 'error', where: file, message, whatToDo }] }
}

/** Header lines at the top: two fields, or one that only mail has. */
function hasHeader(head: string[]): boolean {
  const first = head.findIndex((line) => line.trim() !== '')
  const top = head.slice(first, first + 12)
  if (first < 0 || !knownHeader.test(top[0] ?? '')) return false
  // A first field of 200 kB hides the next.
  return top.length === 1 || top.filter((line) => knownHeader.test(line)).length >= 2
}

function readMessages(raws: RawMail[], file: string): Result<Message[]> {
  const messages: Message[] = []
  const problems: Problem[] = []
  for (const raw of raws) {
    if (raw.binary.trim() === '' && raw.separator === null) continue
    const read = readMessage(raw.separator === null ? skipEmptyLines(raw) : raw, file)
    problems.push(...read.problems)
    if (read.value) messages.push(read.value)
  }
  return leaveRepeated(messages, problems, file)
}

/** Empty lines above a raw mail's header, as a copied page has them. */
function skipEmptyLines(raw: RawMail): RawMail {
  const empty = /^(?:[ \t]{0,200}\r?\n){1,100}/.exec(raw.binary)?.[0] ?? ''
  return {
    ...raw,
    binary: raw.binary.slice(empty.length),
    fileLine: raw.fileLine + empty.split('\n').length - 1,
  }
}

/** A message that a file holds twice is kept once; another text under the same id stays, for threading to choose. */
function leaveRepeated(messages: Message[], problems: Problem[], file: string): Result<Message[]> {
  const seen = new Map<string, Message[]>()
  const kept = messages.filter((message) => {
    const known = seen.get(message.id)
    if (!known) {
      seen.set(message.id, [message])
      return true
    }
    const isCopy = known.some((other) => hasSameText(other, message))
    if (!isCopy) known.push(message)
    else
      problems.push({
        code: 'repeated-message-id',
        severity: 'note',
        where: `${file}:${message.fileLine} <${message.id}>`,
        message: 'the message is here twice; it is kept once',
        whatToDo: 'Nothing.',
      })
    return !isCopy
  })
  return { value: kept, problems }
}

function hasSameText(left: Message, right: Message): boolean {
  const textOf = (message: Message): string => message.parts.map((part) => part.rawLines.join('\n')).join('\n')
  return left.subject === right.subject && textOf(left) === textOf(right)
}

/** At most two filled lines that hold a whole mail: the archive exported it without its line breaks. */
function isOneLine(bytes: Uint8Array): boolean {
  let breaks = 0
  for (let at = bytes.indexOf(10); at >= 0 && at < bytes.length - 1 && breaks < 3; at = bytes.indexOf(10, at + 1))
    breaks++
  if (breaks > 2) return false
  const text = bytesToBinary(bytes.subarray(0, 200_000))
  const names = new Set(
    [...text.matchAll(/ (From|Subject|Date|Message-I[dD]|To|Received): /g)].map((match) => match[1]),
  )
  return (
    names.size >= 2 ||
    text.split('\n').some((line) => isFlattened(line)) ||
    /^\s{0,9}(?:Re: )?\[.{1,300}\s\[[^[\]]{1,100}\]\s.{200}/.test(text)
  )
}

function readFlattened(bytes: Uint8Array, file: string): Result<Message[]> {
  const decoded = decodeCharset(bytesToBinary(bytes), 'utf-8')
  const part = plainPart(decoded.text.trim().split('\n'), decoded.charset)
  const built = buildMessage(pageEnvelope('', '', file, 1), [part])
  const problem: Problem = {
    code: 'flattened-message',
    severity: 'error',
    where: `${file}:1`,
    message: 'expected a mail with line breaks, found it all on one line; its text is kept, nothing is read from it',
    whatToDo: 'Fetch the original message from the archive and import that.',
  }
  return { value: [keepTextAlone(built.value)], problems: [problem] }
}

function readPage(page: ReturnType<typeof splitArchivePage>, charset: string, file: string): Result<Message[]> {
  const built = page.map((message) =>
    buildMessage(pageEnvelope(message.author, message.subject, file, message.startLine), [
      plainPart(message.body, charset),
    ]),
  )
  return { value: built.map((one) => one.value), problems: built.flatMap((one) => one.problems) }
}

function plainPart(lines: string[], charset: string): DecodedPart {
  const text = lines.length === 0 ? '' : `${lines.join('\n')}\n`
  return { contentType: 'text/plain', fileName: null, charset, flowed: false, delSp: false, text }
}

function pageEnvelope(
  name: string,
  subject: string,
  file: string,
  fileLine: number,
): Parameters<typeof buildMessage>[0] {
  return {
    id: null,
    inReplyTo: null,
    references: [],
    date: null,
    from: { name, address: null },
    subject,
    listIds: [],
    headers: {},
    file,
    fileLine,
    patchCommit: null,
  }
}
