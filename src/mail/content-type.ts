import { binaryToBytes } from './binary-text.ts'
import { decodeCharset } from './charset.ts'
import { decodeEncodedWords } from './encoded-words.ts'

/** A Content-Type or Content-Disposition value: the word before the first `;`, lower case, and its parameters. */
export type HeaderValue = { value: string; parameters: Record<string, string> }

/** RFC 2045 section 5.1 with the continuations and charsets of RFC 2231 (`name*0*=utf-8''…`). */
export function parseHeaderValue(text: string): HeaderValue {
  const value = (/^[^;]*/.exec(text)?.[0] ?? '').trim().toLowerCase()
  const parameters: Record<string, string> = {}
  const pieces = new Map<string, { order: number; text: string; isEncoded: boolean }[]>()
  const parameter = /;\s*([^\s=;*]{1,60})(?:\*(\d{1,3}))?(\*)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g
  let count = 0
  for (const match of text.slice(0, 8000).matchAll(parameter)) {
    if (++count > 100) break
    const name = (match[1] ?? '').toLowerCase()
    const raw = match[4] !== undefined ? match[4].replace(/\\(.)/g, '$1') : (match[5] ?? '').trim()
    const list = pieces.get(name) ?? []
    list.push({ order: Number(match[2] ?? 0), text: raw, isEncoded: match[3] !== undefined })
    pieces.set(name, list)
  }
  for (const [name, list] of pieces) parameters[name] = joinPieces(list)
  return { value, parameters }
}

function joinPieces(list: { order: number; text: string; isEncoded: boolean }[]): string {
  const ordered = [...list].sort((a, b) => a.order - b.order)
  if (!ordered.some((piece) => piece.isEncoded)) return decodeEncodedWords(ordered.map((piece) => piece.text).join(''))
  const joined = ordered.map((piece) => piece.text).join('')
  const match = /^([^']{0,40})'[^']{0,40}'/.exec(joined)
  const binary = joined
    .slice(match?.[0].length ?? 0)
    .replace(/%([0-9A-Fa-f]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return decodeCharset(binary, match?.[1] ?? 'utf-8').text
}

/** Whether bytes read as text: no NUL in the first 4 kB. */
export function looksLikeText(binary: string): boolean {
  return !binaryToBytes(binary.slice(0, 4096)).includes(0)
}
