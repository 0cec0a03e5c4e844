import type { MessagePart, Trailer } from '../model/message.ts'
import { parseTrailerLine } from './line-shapes.ts'
import { isContinuation } from './trailer-regions.ts'

/**
 * The trailers of a message's own words: in the trailer paragraphs of its parts, and granted in prose ("you can add my
 * reviewed-by"), then by `sender`. Quoted lines and diffs are others' words.
 */
export function findTrailers(parts: MessagePart[], sender: string): Trailer[] {
  const trailers: Trailer[] = []
  for (const part of parts)
    for (const region of part.regions) {
      if (region.kind === 'trailers') trailers.push(...readTrailers(part, region.startLine, region.endLine))
      if (region.kind === 'text') trailers.push(...findGrants(part, region.startLine, region.endLine, sender))
    }
  return trailers
}

function readTrailers(part: MessagePart, startLine: number, endLine: number): Trailer[] {
  const found: Trailer[] = []
  let isOpen = false
  for (let line = startLine; line <= endLine; line++) {
    const text = part.lines[line - 1] ?? ''
    const parsed = parseTrailerLine(text)
    const last = found.at(-1)
    if (parsed) found.push({ ...parsed, person: null, part: part.index, line, prose: false })
    else if (isOpen && last && isContinuation(part.lines, line - 1) && !text.startsWith('['))
      last.value = `${last.value.trimEnd()} ${text.trim()}`
    isOpen = parsed !== undefined || (isOpen && text.trim() !== '' && !text.startsWith('['))
  }
  return found.map((trailer) => ({ ...trailer, person: findPerson(trailer.name, trailer.value) }))
}

/** The name in a trailer that names a person; null in the others and where only an address stands. */
function findPerson(name: string, value: string): string | null {
  if (!/(?:-by|^cc|-with)$/i.test(name)) return null
  const text = value
    .replace(/<.*$/s, '')
    .replace(/\s[#([].*$/s, '')
    .replace(/^["'\s]+|["',\s]+$/g, '')
  return text === '' || /@|:\/\//.test(text) ? null : text.replace(/"/g, '')
}

const grant =
  /\b(?:add|have|has|take|consider|include|keep|carry|with|got|get|here'?s|here is|is|use|put|stick|slap|give|giving|offer)\s{1,3}(?:you\s|it\s|this\s|in\s|on\s|a\s|an\s){0,3}(?:my|a|an)\s{1,3}((?:reviewed|acked|tested|signed-off)(?:[- ]and[- ](?:reviewed|acked|tested))?[- ]by)\b/gi

/** Grants in prose; a sentence may run over a line's end, so each line is read with the next. */
function findGrants(part: MessagePart, startLine: number, endLine: number, sender: string): Trailer[] {
  const found: Trailer[] = []
  let nextSays = /by/i.test(part.lines[startLine - 1] ?? '')
  for (let line = startLine; line <= endLine; line++) {
    const saysBy = nextSays
    nextSays = line < endLine && /by/i.test(part.lines[line] ?? '')
    // A cheap look first: most lines hold no such word.
    if (!saysBy && !nextSays) continue
    const own = (part.lines[line - 1] ?? '').slice(0, 2000)
    const next = line < endLine ? (part.lines[line] ?? '').slice(0, 200) : ''
    for (const match of `${own} ${next}`.matchAll(grant)) {
      if (match.index > own.length) continue
      if (
        /\b(?:not|n't|once|if|then|before|until|unless)\b/i.test(own.slice(Math.max(0, match.index - 40), match.index))
      )
        continue
      const name = (match[1] ?? '')
        .replace(/\s/g, '-')
        .toLowerCase()
        .replace(/^./, (letter) => letter.toUpperCase())
      found.push({ name, value: sender, person: sender, part: part.index, line, prose: true })
    }
  }
  return found
}
