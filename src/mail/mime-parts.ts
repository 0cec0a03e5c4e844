import type { ProblemCode } from '../model/problem.ts'
import { decodeCharset } from './charset.ts'
import { type HeaderValue, looksLikeText, parseHeaderValue } from './content-type.ts'
import { findHeader, type HeaderField, parseHeader } from './header-fields.ts'
import { htmlToText } from './html-text.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** A text part as a person would read it; `text` has LF line ends, nothing unwrapped. */
export type DecodedPart = {
  contentType: string
  fileName: string | null
  charset: string
  flowed: boolean
  delSp: boolean
  text: string
}
export type MimeFault = { code: ProblemCode; severity: 'error' | 'warning' | 'note'; message: string }
export type MimeParts = { parts: DecodedPart[]; faults: MimeFault[] }

const maxParts = 200
const maxDepth = 20
const maxPartCharacters = 20_000_000
type Entity = { fields: HeaderField[]; body: string; depth: number; isAlternative: boolean }

/**
 * The text parts of a message (RFC 2045-2049), in order: inline text, attached texts and patches, forwarded messages.
 * Of alternatives the plain one; HTML becomes text where there is no other. A stack in place of recursion: nesting is
 * the sender's choice.
 */
export function decodeParts(fields: HeaderField[], body: string): MimeParts {
  const found: MimeParts = { parts: [], faults: [] }
  const stack: Entity[] = [{ fields, body, depth: 0, isAlternative: false }]
  for (let step = 0; step < maxParts; step++) {
    const entity = stack.pop()
    if (!entity) return found
    const children = readEntity(entity, found)
    for (const child of children.reverse()) stack.push(child)
  }
  if (stack.length > 0) addFault(found, 'mime-error', 'error', `has more than ${maxParts} parts; the rest is left out`)
  return found
}

/** Adds the entity's text to `found`, or gives back what it contains. */
function readEntity(entity: Entity, found: MimeParts): Entity[] {
  const type = parseHeaderValue(findField(entity.fields, 'content-type') || 'text/plain')
  if (type.value.startsWith('multipart/')) return readMultipart(entity, type, found)
  if (type.value === 'message/rfc822') return readForwarded(entity, found)
  const disposition = parseHeaderValue(findField(entity.fields, 'content-disposition'))
  const fileName = disposition.parameters['filename'] ?? type.parameters['name'] ?? null
  if (!isText(type.value, fileName)) return leaveOut(fileName, found)
  const transfer = decodeTransfer(entity.body, findField(entity.fields, 'content-transfer-encoding'))
  if (transfer.fault !== null) addFault(found, 'bad-encoding', 'warning', transfer.fault)
  if (!type.value.startsWith('text/') && !looksLikeText(transfer.binary)) return leaveOut(fileName, found)
  addText(type, fileName, transfer.binary, found)
  return []
}

/** An attachment that is no text: where its name says that it is a patch or a mail, its loss is said. */
function leaveOut(fileName: string | null, found: MimeParts): Entity[] {
  if (/\.(?:patch|diff|mbox|eml)(?:\.[a-z0-9]{1,4})?$/i.test(fileName ?? ''))
    addFault(found, 'mime-error', 'warning', 'has a patch or mail attached that is no text; it is left out')
  return []
}

function addText(type: HeaderValue, fileName: string | null, binary: string, found: MimeParts): void {
  const decoded = decodeCharset(binary.slice(0, maxPartCharacters), type.parameters['charset'] ?? '')
  if (binary.length > maxPartCharacters) addFault(found, 'too-large', 'error', 'has a text part above 20 MB; it is cut')
  if (decoded.fault !== null)
    addFault(found, 'bad-charset', 'warning', `text ${decoded.fault}; read as ${decoded.charset}`)
  const isHtml = type.value === 'text/html'
  const lines = isHtml ? htmlToText(decoded.text) : endLines(decoded.text)
  found.parts.push({
    contentType: type.value.startsWith('text/') ? type.value.slice(0, 100) : 'text/plain',
    fileName: fileName === null ? null : fileName.slice(0, 200),
    charset: decoded.charset,
    flowed: type.parameters['format']?.toLowerCase() === 'flowed',
    delSp: type.parameters['delsp']?.toLowerCase() === 'yes',
    text: lines,
  })
  if (isHtml) addFault(found, 'html-only', 'note', 'is HTML; shown as the text a person would read')
}

/**
 * CRLF is the line end on the wire (RFC 2046 section 4.1.1); a text that ends some lines so keeps them as content. What
 * a list appends below the last of them has lines of its own.
 */
function endLines(text: string): string {
  if (!text.includes('\r')) return text
  const bare = text.search(/(?:^|[^\r])\n/)
  return bare < 0 || bare > text.lastIndexOf('\r\n') ? text.replaceAll('\r\n', '\n') : text
}

function isText(type: string, fileName: string | null): boolean {
  if (type.startsWith('text/')) return !['text/calendar', 'text/vcard', 'text/x-vcard', 'text/rtf'].includes(type)
  if (/^application\/(?:x-patch|x-diff|mbox|x-yaml|yaml|json)$/.test(type) || type === '') return true
  return /\.(?:patch|diff|txt)$/i.test(fileName ?? '') && !/^(?:image|audio|video)\//.test(type)
}

function readForwarded(entity: Entity, found: MimeParts): Entity[] {
  if (entity.depth >= maxDepth) return tooDeep(found)
  const transfer = decodeTransfer(entity.body, findField(entity.fields, 'content-transfer-encoding'))
  const inner = parseHeader(transfer.binary)
  const body = transfer.binary.slice(inner.bodyStart)
  const shown = ['from', 'date', 'subject'].flatMap((name) => {
    const value = findHeader(inner.fields, name)
    return value === null ? [] : [`${name.charAt(0).toUpperCase()}${name.slice(1)}: ${value}`]
  })
  if (shown.length > 0)
    found.parts.push({
      contentType: 'message/rfc822',
      fileName: null,
      charset: 'utf-8',
      flowed: false,
      delSp: false,
      text: `${shown.join('\n')}\n`,
    })
  return [{ fields: inner.fields, body, depth: entity.depth + 1, isAlternative: false }]
}

function readMultipart(entity: Entity, type: HeaderValue, found: MimeParts): Entity[] {
  if (entity.depth >= maxDepth) return tooDeep(found)
  if (type.value === 'multipart/encrypted') {
    addFault(found, 'encrypted', 'error', 'is encrypted; nothing of it can be read')
    return []
  }
  const boundary = type.parameters['boundary'] ?? ''
  const split = boundary === '' ? null : splitMultipart(entity.body, boundary)
  if (split === null) {
    addFault(found, 'mime-error', 'warning', 'is multipart without its boundary; read as one text')
    const plain = entity.fields.filter((field) => field.name !== 'content-type')
    return [{ ...entity, fields: plain, depth: entity.depth + 1 }]
  }
  if (!split.isClosed) addFault(found, 'truncated-message', 'warning', 'ends before the last MIME boundary')
  const children = split.bodies.map((body) => {
    const header = parseHeader(body)
    return { fields: header.fields, body: body.slice(header.bodyStart), depth: entity.depth + 1, isAlternative: false }
  })
  if (type.value === 'multipart/signed') return children.slice(0, 1)
  return type.value === 'multipart/alternative' ? chooseAlternative(children) : children
}

function tooDeep(found: MimeParts): Entity[] {
  addFault(found, 'mime-error', 'error', `nests deeper than ${maxDepth}; the inner parts are left out`)
  return []
}

function chooseAlternative(children: Entity[]): Entity[] {
  const typeOf = (child: Entity): string =>
    parseHeaderValue(findField(child.fields, 'content-type') || 'text/plain').value
  // Some programs send an empty text beside the HTML that holds all.
  const plain = children.find((child) => typeOf(child) === 'text/plain' && child.body.trim() !== '')
  const other = children.find((child) => typeOf(child).startsWith('multipart/')) ?? children.at(-1)
  const choice = plain ?? other
  return choice ? [choice] : []
}

/** Bodies between boundary lines; the line end before a boundary belongs to it (RFC 2046 section 5.1.1). */
export function splitMultipart(body: string, boundary: string): { bodies: string[]; isClosed: boolean } | null {
  const delimiter = `--${boundary}`
  const bodies: string[] = []
  let start = -1
  let at = body.startsWith(delimiter) ? 0 : nextDelimiter(body, delimiter, 0)
  for (let count = 0; at >= 0 && count < maxParts * 5; count++) {
    const after = body.slice(at + delimiter.length, at + delimiter.length + 200)
    const tail = /^(--)?[ \t]*(?:\r?\n|$)/.exec(after)
    if (tail) {
      if (start >= 0) bodies.push(trimLineEnd(body.slice(start, at)))
      if (tail[1] === '--') return { bodies, isClosed: true }
      start = at + delimiter.length + tail[0].length
    }
    at = nextDelimiter(body, delimiter, at + delimiter.length)
  }
  if (start < 0) return null
  bodies.push(body.slice(start))
  return { bodies, isClosed: false }
}

function nextDelimiter(body: string, delimiter: string, from: number): number {
  const at = body.indexOf(`\n${delimiter}`, Math.max(0, from - 1))
  return at < 0 ? -1 : at + 1
}

function trimLineEnd(text: string): string {
  if (text.endsWith('\r\n')) return text.slice(0, -2)
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

function findField(fields: HeaderField[], name: string): string {
  return fields.find((field) => field.name === name)?.value ?? ''
}

function addFault(found: MimeParts, code: ProblemCode, severity: MimeFault['severity'], message: string): void {
  // Once a message: forty cut parts are one fault to a person.
  if (found.faults.some((fault) => fault.code === code && fault.message === message)) return
  found.faults.push({ code, severity, message })
}
