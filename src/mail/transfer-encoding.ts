import { Buffer } from 'node:buffer'

/** Undoes a Content-Transfer-Encoding (RFC 2045 section 6) on binary text; null fault: it was well formed. */
export function decodeTransfer(binary: string, encoding: string): { binary: string; fault: string | null } {
  const name = encoding.trim().toLowerCase()
  if (name === 'base64') return decodeBase64(binary)
  if (name === 'quoted-printable') return { binary: decodeQuotedPrintable(binary), fault: null }
  const isPlain = ['', '7bit', '8bit', 'binary', '7-bit', '8-bit'].includes(name)
  return { binary, fault: isPlain ? null : `unknown transfer encoding "${name.slice(0, 40)}"` }
}

/** Base64 of several pieces, each with its own padding, as mailing list software appends them. */
function decodeBase64(binary: string): { binary: string; fault: string | null } {
  const foreign = binary.search(/[^A-Za-z0-9+/=\s]/)
  // A list footer is appended in plain text below the encoded body: it is kept as it stands.
  const lineStart = foreign < 0 ? -1 : binary.lastIndexOf('\n', foreign) + 1
  const encoded = foreign < 0 ? binary : binary.slice(0, lineStart)
  const rest = foreign < 0 ? '' : binary.slice(lineStart)
  const letters = encoded.replace(/\s+/g, '')
  const decoded = letters
    .split(/(?<==)(?=[^=])/)
    .map((piece) => Buffer.from(piece, 'base64').toString('latin1'))
    .join('')
  const isCut = letters.replace(/=+$/, '').length % 4 === 1 || (letters.length % 4 !== 0 && !letters.includes('='))
  const fault = isCut ? 'base64 text ends within a group' : null
  return { binary: rest.trim() === '' ? decoded : `${decoded}\n${rest}`, fault }
}

/** RFC 2045 section 6.7; a `=` that begins no valid escape stays, as the most literal reading. */
export function decodeQuotedPrintable(binary: string): string {
  return binary
    .replace(/[ \t]+(?=\r?\n)/g, '')
    .replace(/=(?:\r?\n|\s*$|([0-9A-Fa-f]{2}))/g, (_whole, hex: string | undefined) =>
      hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16)),
    )
}
