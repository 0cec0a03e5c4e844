import { bytesToBinary } from './binary-text.ts'

/** One message of a file: binary text without its `From ` line, the line where it starts, how `From ` was escaped. */
export type RawMail = { binary: string; fileLine: number; separator: string | null; isEscaped: boolean; isCut: boolean }

const maxMessage = 64_000_000
const separatorLine =
  /^From (?:\S{1,200}(?: at \S{1,200})?|) {0,3}(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? {1,3}(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,3}\d{1,2} {1,3}\d{1,2}:\d{2}(?::\d{2})?(?: {1,3}\S{1,10}){0,3}\s*$/
const patchSeparator = /^From (?:[0-9a-f]{40}|[0-9a-f]{64}) Mon Sep 17 00:00:00 2001\s*$/
const headerLine = /^(?:[!-9;-~]{1,100}[ \t]*:|>?From )/

/**
 * Cuts an mbox as its bytes come, in pieces of any size (mboxrd, mboxo, mboxcl; mbox(5)). A separator has an
 * address-like token and a date, an empty line above and a header below; `From here` in a body is none. A patch pasted
 * into an mbox (`From <sha> Mon Sep 17`) begins no message, unless the whole file is of that sort (format-patch).
 */
export class MboxSplitter {
  private rest = ''
  private line = 1
  private scanned = 0
  private isPatchFile: boolean | null = null

  /** Messages that are complete with this piece. */
  push(bytes: Uint8Array): RawMail[] {
    this.rest += bytesToBinary(bytes)
    return this.take(false)
  }

  /** The last message. */
  end(): RawMail[] {
    return this.take(true)
  }

  private take(isLast: boolean): RawMail[] {
    const mails: RawMail[] = []
    while (this.rest !== '') {
      const end = this.findEnd(isLast)
      if (end < 0) break
      mails.push(this.cut(end))
    }
    return mails
  }

  /** Where the first message of `rest` ends; -1: more bytes are needed. */
  private findEnd(isLast: boolean): number {
    this.isPatchFile ??= patchSeparator.test(lineAt(this.rest, 0))
    const byLength = findByLength(this.rest, isLast)
    if (byLength >= 0) return byLength
    let at = this.rest.indexOf('\nFrom ', Math.max(0, this.scanned - 1))
    while (at >= 0) {
      if (!isLast && this.rest.length - at < 2000) {
        this.scanned = at
        return -1
      }
      if (at > 0 && isSeparator(this.rest, at + 1, this.isPatchFile)) return at + 1
      at = this.rest.indexOf('\nFrom ', at + 1)
    }
    this.scanned = Math.max(0, this.rest.length - 8)
    return isLast || this.rest.length > maxMessage ? this.rest.length : -1
  }

  private cut(end: number): RawMail {
    const whole = this.rest.slice(0, end)
    const first = lineAt(whole, 0)
    const hasSeparator = separatorLine.test(first)
    const mail: RawMail = {
      binary: hasSeparator ? whole.slice(whole.indexOf('\n') + 1 || whole.length) : whole,
      fileLine: this.line,
      separator: hasSeparator ? first.trimEnd() : null,
      isEscaped: hasSeparator && !patchSeparator.test(first),
      isCut: whole.length > maxMessage,
    }
    // The empty line that ends a message in an mbox belongs to the mbox.
    if (end < this.rest.length || hasSeparator) mail.binary = dropLastEmptyLine(mail.binary)
    this.line += countLines(whole)
    this.rest = this.rest.slice(end)
    this.scanned = 0
    return mail
  }
}

function dropLastEmptyLine(binary: string): string {
  const before = binary.endsWith('\r\n') ? binary.slice(0, -2) : binary.endsWith('\n') ? binary.slice(0, -1) : binary
  const isEmptyLine = before.length < binary.length && before.endsWith('\n')
  // Of a message without a body it is the end of the header.
  return isEmptyLine && (before.includes('\n\n') || before.includes('\n\r\n')) ? before : binary
}

/** All messages of an mbox in memory. */
export function splitMbox(bytes: Uint8Array): RawMail[] {
  const splitter = new MboxSplitter()
  const mails: RawMail[] = []
  const step = 32_000_000
  for (let at = 0; at < bytes.length; at += step)
    for (const mail of splitter.push(bytes.subarray(at, at + step))) mails.push(mail)
  for (const mail of splitter.end()) mails.push(mail)
  return mails
}

/** Whether a file begins as an mbox does. */
export function isSeparatorLine(line: string): boolean {
  return separatorLine.test(line)
}

function isSeparator(text: string, at: number, isPatchFile: boolean): boolean {
  const line = lineAt(text, at)
  if (!separatorLine.test(line) || patchSeparator.test(line) !== isPatchFile) return false
  const below = at + line.length + 1
  const next = lineAt(text, below).slice(0, 200)
  // NULs below a separator are a damaged message of their own, no text of the one above.
  if (below < text.length && !headerLine.test(next) && !next.includes('\0')) return false
  const isBelowBlank = text.startsWith('\n\n', at - 2) || text.startsWith('\n\r\n', at - 3)
  return isBelowBlank || / at \S/.test(line) || /^From mboxrd@z /.test(line) || patchSeparator.test(line)
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(at, Math.min(end < 0 ? text.length : end, at + 1000))
}

/** mboxcl: the end that Content-Length states, believed only where a separator or the end of the file stands there. */
function findByLength(text: string, isLast: boolean): number {
  const headerEnd = /\r?\n\r?\n/.exec(text.slice(0, 200_000))
  if (!headerEnd) return -1
  const stated = /^content-length:[ \t]*(\d{1,9})\s*$/im.exec(text.slice(0, headerEnd.index))
  if (!stated) return -1
  let end = headerEnd.index + headerEnd[0].length + Number(stated[1])
  for (let step = 0; step < 4 && /[\r\n]/.test(text.charAt(end)); step++) end++
  if (end >= text.length) return isLast && end === text.length ? end : -1
  return text.charAt(end - 1) === '\n' && separatorLine.test(lineAt(text, end)) ? end : -1
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** Undoes one level of mboxrd quoting. mboxo's single level is the same; what it never escaped was `>From ` before. */
export function unescapeFrom(binary: string): string {
  return binary.includes('>From ') ? binary.replace(/^>(>*From )/gm, '$1') : binary
}
