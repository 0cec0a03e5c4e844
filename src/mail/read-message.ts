import type { Message, MessagePart } from '../model/message.ts'
import type { Problem, Result } from '../model/problem.ts'
import { maskAddresses } from '../text/mask-addresses.ts'
import { sha1 } from '../text/sha1.ts'
import { findPartDiffs, unescapeDashes } from './diff-lines.ts'
import type { DiffRange } from './diff-text.ts'
import { findHeader, type HeaderField, headerRecord, parseHeader } from './header-fields.ts'
import { type Person, parseDate, parsePerson } from './header-values.ts'
import { patchMarker } from './line-shapes.ts'
import type { RawMail } from './mbox-split.ts'
import { unescapeFrom } from './mbox-split.ts'
import { findAnswered, parseId } from './message-ids.ts'
import { findBodyAuthor, findPatch } from './message-patch.ts'
import { type DecodedPart, decodeParts } from './mime-parts.ts'
import { findFooters } from './patch-footers.ts'
import { findRegions } from './regions.ts'
import { parseSubject } from './subject-tags.ts'
import { findTextProblems } from './text-problems.ts'
import { findTrailers } from './trailers.ts'

/** What a message's header says, wherever it comes from. */
export type Envelope = {
  id: string | null
  inReplyTo: string | null
  references: string[]
  mayAnswer?: string[]
  date: string | null
  from: Person
  subject: string
  listIds: string[]
  headers: Record<string, string>
  file: string
  fileLine: number
  patchCommit: string | null
}

/** One raw mail as a Message; null where it is no mail (a fragment of headers), which is a problem. */
export function readMessage(raw: RawMail, file: string): Result<Message | null> {
  const problems: Problem[] = []
  const header = parseHeader(raw.binary)
  const where = (id: string | null): string => `${file}:${raw.fileLine}${id === null ? '' : ` <${id}>`}`
  const body = raw.binary.slice(header.bodyStart)
  if (!header.fields.some((field) => ['from', 'subject', 'message-id', 'date'].includes(field.name))) {
    const isFragment = header.fields.length > 0 && body.trim() === ''
    problems.push({
      code: isFragment ? 'fragment' : 'not-mail',
      severity: 'warning',
      where: where(null),
      message: isFragment
        ? 'expected a message, found only some of its headers'
        : 'expected From, Subject, Date or Message-ID, found none of them',
      whatToDo: 'Nothing is taken from it. Fetch the whole message where it matters.',
    })
    return { value: null, problems }
  }
  const envelope = readEnvelope(header.fields, raw, file)
  const decoded = decodeParts(header.fields, raw.isEscaped ? unescapeFrom(body) : body)
  const place = where(envelope.id)
  for (const fault of decoded.faults)
    problems.push({
      code: fault.code,
      severity: fault.severity,
      where: place,
      message: `the message ${fault.message}`,
      whatToDo: 'Compare with the original message.',
    })
  problems.push(...findHeaderProblems(header.fields, header, raw, envelope, place))
  const built = buildMessage(envelope, decoded.parts)
  return { value: built.value, problems: [...problems, ...built.problems] }
}

function readEnvelope(fields: HeaderField[], raw: RawMail, file: string): Envelope {
  return {
    id: parseId(fields.find((field) => field.name === 'message-id')?.value ?? ''),
    ...findAnswered(fields),
    date: parseDate(findHeader(fields, 'date') ?? ''),
    from: parsePerson(fields.find((field) => field.name === 'from')?.value ?? ''),
    subject: (findHeader(fields, 'subject') ?? '').replace(/\s+/g, ' ').slice(0, 4000),
    listIds: findListIds(fields),
    headers: headerRecord(fields),
    file,
    fileLine: raw.fileLine,
    patchCommit: findPatchCommit(raw.separator ?? ''),
  }
}

/** The commit of a `From <sha>` line; `git format-patch --zero-commit` names none. */
function findPatchCommit(separator: string): string | null {
  const sha = patchMarker.exec(separator)?.[1] ?? ''
  return /[^0]/.test(sha) ? sha : null
}

function findListIds(fields: HeaderField[]): string[] {
  const values = fields.filter((field) => field.name === 'list-id').map((field) => field.value)
  return [...new Set(values.map((value) => /<([^<>]{1,200})>/.exec(value)?.[1] ?? value.trim()))].filter(
    (value) => value !== '',
  )
}

function findHeaderProblems(
  fields: HeaderField[],
  header: { badLines: number; isCut: boolean },
  raw: RawMail,
  envelope: Envelope,
  where: string,
): Problem[] {
  const problems: Problem[] = []
  const add = (code: Problem['code'], severity: Problem['severity'], message: string, whatToDo: string): void => {
    problems.push({ code, severity, where, message, whatToDo })
  }
  if (raw.isCut) add('too-large', 'error', 'expected a message of at most 64 MB; it is cut there', 'Split the file.')
  if (header.isCut)
    add('truncated-message', 'warning', 'expected an empty line below the headers, found the end', 'Fetch it again.')
  if (header.badLines > 0)
    add('bad-header', 'warning', `${header.badLines} header lines have no field name`, 'They are left out.')
  const twice = ['from', 'date', 'subject', 'message-id'].filter((name) => isContradicted(fields, name))
  if (twice.length > 0)
    add('bad-header', 'warning', `expected one ${twice.join(', ')}, found more that differ`, 'The first is used.')
  if (envelope.id === null && envelope.patchCommit === null)
    add('missing-message-id', 'note', 'expected a Message-ID, found none', 'Its address is made from its text.')
  if (envelope.date === null && findHeader(fields, 'date') !== null)
    add(
      'bad-date',
      'warning',
      `cannot read the date "${(findHeader(fields, 'date') ?? '').slice(0, 60)}"`,
      'It is unknown.',
    )
  return problems
}

/** A field that stands once in a message (RFC 5322 section 3.6) with several values. */
function isContradicted(fields: readonly HeaderField[], name: string): boolean {
  return new Set(fields.flatMap((field) => (field.name === name ? [field.value.trim()] : []))).size > 1
}

/** A Message of an envelope and its decoded texts: lines, regions, patch, trailers. */
export function buildMessage(envelope: Envelope, decoded: DecodedPart[]): Result<Message> {
  const tags = parseSubject(envelope.subject)
  const split = decoded.map((part) => splitLines(part.text))
  const diffs = decoded.map((part, index) => findPartDiffs(split[index] ?? [], part))
  const hasDiff = diffs.some((ranges) => ranges.length > 0)
  const isPatch = !tags.isReply && tags.index !== 0 && hasDiff
  const parts = decoded.map((part, index) =>
    buildPart(part, index, split[index] ?? [], diffs[index] ?? [], { isReply: tags.isReply, isPatch }),
  )
  const id = envelope.id ?? deriveId(envelope.from.name, envelope.subject, parts)
  const message: Message = {
    id,
    idIsDerived: envelope.id === null,
    inReplyTo: envelope.inReplyTo,
    references: envelope.references,
    ...(envelope.mayAnswer && { mayAnswer: envelope.mayAnswer }),
    date: envelope.date,
    from: envelope.from,
    author: findBodyAuthor(parts) ?? envelope.from,
    subject: envelope.subject,
    tags,
    listIds: envelope.listIds,
    headers: envelope.headers,
    parts,
    patch: findPatch(parts, diffs, { title: tags.title, from: envelope.from }),
    trailers: findTrailers(parts, envelope.from.name),
    ...findFooters(parts),
    patchCommit: envelope.patchCommit,
    file: envelope.file,
    fileLine: envelope.fileLine,
  }
  const problems = findTextProblems(
    message,
    diffs,
    decoded.map((part) => part.text),
  )
  const isFlattened = problems.some(({ code }) => code === 'flattened-message')
  return { value: isFlattened ? keepTextAlone(message) : message, problems }
}

/** The message with its text and nothing read from it. */
export const keepTextAlone = (message: Message): Message => ({
  ...message,
  patch: null,
  trailers: [],
  baseCommit: null,
  tags: { ...message.tags, isPatch: false },
})

/** Lines of a text; a final newline ends the last line and begins none. */
function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function buildPart(
  part: DecodedPart,
  index: number,
  rawLines: string[],
  diffs: DiffRange[],
  context: { isReply: boolean; isPatch: boolean },
): MessagePart {
  const clean = part.text.includes('\0') ? rawLines.map(replaceNul) : rawLines
  return {
    index,
    contentType: part.contentType,
    fileName: part.fileName,
    charset: part.charset,
    flowed: part.flowed,
    delSp: part.delSp,
    lines: clean.map((line) => maskAddresses(line)),
    rawLines: clean,
    regions: findRegions(unescapeDashes(clean), { ...context, diffs }),
  }
}

function replaceNul(line: string): string {
  return line.replaceAll('\0', '\ufffd')
}

/** `x` and the first 11 hex digits of sha1 of the sender's name, subject and text, joined by LF. */
function deriveId(name: string, subject: string, parts: MessagePart[]): string {
  // Empty lines at the end come and go with the file a mail is kept in.
  const text = parts.map((part) => part.rawLines.join('\n').trimEnd()).join('\n')
  return `x${sha1([name, subject, text].join('\n')).slice(0, 11)}`
}
