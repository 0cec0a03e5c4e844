import { Buffer } from 'node:buffer'
import { decodeCharset } from './charset.ts'
import { decodeQuotedPrintable } from './transfer-encoding.ts'

const word = /=\?([^?\s]{1,60})\?([BbQq])\?([^?]{0,2000})\?=/g
type Run = { charset: string; binary: string; base64: string }

/**
 * A header value with its RFC 2047 words decoded. Neighbours that only blanks part are one text, so their bytes are
 * joined before decoding: programs split words inside a character, and base64 inside a group of four.
 */
export function decodeEncodedWords(value: string): string {
  if (!value.includes('=?')) return value
  const pieces: string[] = []
  let run: Run | null = null
  let end = 0
  for (const match of value.matchAll(word)) {
    const between = value.slice(end, match.index)
    const charset = (match[1] ?? '').replace(/\*.*$/, '').toLowerCase()
    const follows = run !== null && end > 0 && between.trim() === ''
    if (run === null || !follows || run.charset !== charset) {
      if (run !== null) pieces.push(finishRun(run))
      if (!follows) pieces.push(between)
      run = { charset, binary: '', base64: '' }
    }
    addWord(run, (match[2] ?? '').toUpperCase() === 'B', match[3] ?? '')
    end = match.index + match[0].length
  }
  if (run !== null) pieces.push(finishRun(run))
  return pieces.join('') + value.slice(end)
}

function addWord(run: Run, isBase64: boolean, text: string): void {
  if (!isBase64) {
    run.binary += takeBase64(run) + decodeQuotedPrintable(text.replaceAll('_', ' ').replace(/ +$/, toEscapes))
    return
  }
  run.base64 += text.replace(/\s+/g, '')
  if (run.base64.length % 4 === 0 || run.base64.endsWith('=')) run.binary += takeBase64(run)
}

/** Blanks at a word's end count here, other than at a line's end. */
function toEscapes(blanks: string): string {
  return '=20'.repeat(blanks.length)
}

function takeBase64(run: Run): string {
  const binary = Buffer.from(run.base64, 'base64').toString('latin1')
  run.base64 = ''
  return binary
}

function finishRun(run: Run): string {
  return decodeCharset(run.binary + takeBase64(run), run.charset).text
}
