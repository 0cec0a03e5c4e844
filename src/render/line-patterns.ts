import { defaultJavaScriptRegexConstructor } from 'shiki/engine/javascript'
import { findNeededText } from './needed-text.ts'

/**
 * A pattern of a grammar that remembers the line it searched last: a colourer asks each of hundreds of patterns, again
 * and again, in one line, from scanners that share many of them. A line without a text that the pattern needs is not
 * searched; a search from further left answers one from further right, where it found nothing before that.
 */
export function buildLinePattern(pattern: string): RegExp {
  const regex = defaultJavaScriptRegexConstructor(pattern)
  // What begins where the last match ended, or reads a line cut at its left, depends on where it begins.
  if (regex.sticky || Reflect.get(Reflect.get(regex, 'rawOptions') ?? {}, 'strategy')) return regex
  const needed = regex.ignoreCase ? '' : findNeededText(regex.source)
  const search = regex.exec.bind(regex)
  let line: string | null = null
  let mayMatch = true
  let from = 0
  let found: RegExpExecArray | null = null
  let isSearched = false
  const exec = (text: string): RegExpExecArray | null => {
    if (text !== line) {
      line = text
      mayMatch = needed === '' || text.includes(needed)
      isSearched = false
    }
    if (!mayMatch) return null
    const start = regex.lastIndex
    if (isSearched && from <= start && (found === null || found.index >= start)) return found
    found = search(text)
    from = start
    isSearched = true
    return found
  }
  return Object.defineProperty(regex, 'exec', { value: exec })
}
