import iconv from 'iconv-lite'
import { binaryToBytes, isAscii } from './binary-text.ts'

/** Text of a binary text, and what was wrong with the charset it declares (null: nothing). */
export type DecodedText = { text: string; charset: string; fault: string | null }

const windows1252 = new TextDecoder('windows-1252')
const utf8 = new TextDecoder('utf-8', { fatal: true })
const unstated = new Set([
  '',
  'us-ascii',
  'ascii',
  'unknown-8bit',
  'x-unknown',
  'unknown',
  '8bit',
  'default',
  'binary',
  'ansi_x3.4-1968',
])
const latin = new Set(['iso-8859-1', 'iso8859-1', 'latin1', 'latin-1', 'windows-1252', 'cp1252', 'iso_8859-1'])

/**
 * Decodes by the declared charset. A declared charset that the bytes contradict is not believed: UTF-8 that is none is
 * read as windows-1252, "iso-8859-1" that is whole UTF-8 as UTF-8; both are reported. Undeclared 8-bit text is UTF-8
 * where it can be. iso-8859-1 is read as windows-1252, as every mail reader does (WHATWG Encoding).
 */
export function decodeCharset(binary: string, declared: string): DecodedText {
  const charset = declared.trim().toLowerCase()
  if (isAscii(binary) && !charset.startsWith('utf-16') && charset !== 'utf-7')
    return { text: binary, charset: charset || 'us-ascii', fault: null }
  const bytes = binaryToBytes(binary)
  if (unstated.has(charset) || charset === 'utf-8' || charset === 'utf8') {
    const text = decodeUtf8(bytes)
    if (text !== null) return { text, charset: 'utf-8', fault: null }
    return { text: decodeLatin(binary), charset: 'windows-1252', fault: `is not ${charset || 'UTF-8'}` }
  }
  if (latin.has(charset)) {
    const text = decodeUtf8(bytes)
    if (text === null || !/[\x80-\xff]/.test(binary)) return { text: decodeLatin(binary), charset, fault: null }
    return { text, charset: 'utf-8', fault: `is UTF-8, not ${charset}` }
  }
  const isKnown: boolean = iconv.encodingExists(charset) || canTextDecoder(charset)
  if (isKnown) return { text: decodeKnown(bytes, charset), charset, fault: null }
  const text = decodeUtf8(bytes)
  return text === null
    ? {
        text: decodeLatin(binary),
        charset: 'windows-1252',
        fault: `declares the unknown charset "${charset.slice(0, 40)}"`,
      }
    : { text, charset: 'utf-8', fault: `declares the unknown charset "${charset.slice(0, 40)}"` }
}

function decodeKnown(bytes: Uint8Array, charset: string): string {
  return canTextDecoder(charset) ? new TextDecoder(charset).decode(bytes) : iconv.decode(bytes, charset)
}

/** iconv-lite lacks ISO-2022 and some others the platform has, and the other way round (UTF-7). */
function canTextDecoder(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== 'replacement'
  } catch {
    // The platform does not know it: a RangeError is its only way to say so.
    return false
  }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    // Not UTF-8: a TypeError is the decoder's only way to say so.
    return null
  }
}

/** windows-1252 (WHATWG Encoding): a byte is its own character but for 0x80-0x9f. */
function decodeLatin(binary: string): string {
  return binary.replace(/[\x80-\x9f]+/g, (run) => windows1252.decode(binaryToBytes(run)))
}
