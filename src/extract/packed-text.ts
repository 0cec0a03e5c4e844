import { Buffer } from 'node:buffer'

const maxBodies = 40
const maxBytes = 8_000_000
const transfer = /^content-transfer-encoding:[ \t]*(base64|quoted-printable)/gim

/**
 * The bodies of a raw mail that are in base64 or quoted-printable, decoded without regard to charset or structure: a
 * body begins after the blank line that follows its header field. Good for searching words only.
 */
export function unpackBodies(mail: Buffer): Buffer[] {
  const text = mail.toString('latin1', 0, maxBytes)
  const out: Buffer[] = []
  let isUnquoted = false
  for (const match of text.matchAll(transfer)) {
    if (out.length === maxBodies) break
    const start = findBody(text, match.index)
    if (start < 0) continue
    if (match[1]?.toLowerCase() === 'base64') {
      const boundary = text.indexOf('\n--', start)
      out.push(Buffer.from(text.slice(start, boundary < 0 ? undefined : boundary), 'base64'))
    } else if (!isUnquoted) {
      isUnquoted = true // to the end of the mail: `---` of a patch looks like a boundary
      out.push(unquote(text.slice(start)))
    }
  }
  return out
}

function findBody(text: string, from: number): number {
  const lf = text.indexOf('\n\n', from)
  const crlf = text.indexOf('\r\n\r\n', from)
  if (crlf >= 0 && (lf < 0 || crlf < lf)) return crlf + 4
  return lf < 0 ? -1 : lf + 2
}

/** Soft line ends taken out, `=XX` as its byte (RFC 2045, 6.7). */
const unquote = (body: string): Buffer =>
  Buffer.from(
    body
      .replace(/=[ \t]{0,9}\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
