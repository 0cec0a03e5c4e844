/** Quantifiers that let a piece be absent. */
const optional = /^(?:[?*]|\{0)/
const quantifier = /^(?:[?*+]|\{\d+(?:,\d*)?\})[?+]?/
/** Groups whose text stands in the line where they match; one that ignores case is none of them. */
const opening = /^\((?:\?(?:-[ims]+)?:|\?=|\?<=|\?<[A-Za-z_$][\w$]*>|(?!\?))/

type Piece = { text: string | null; end: number }

/** The end of a class that begins at `from`, past its bracket; classes may stand in classes. */
function findClassEnd(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at += 1) {
    const unit = source[at]
    if (unit === '\\') at += 1
    else if (unit === '[') depth += 1
    else if (unit === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return source.length
}

/** The end of a group that begins at `from`, past its bracket. */
function findGroupEnd(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; ) {
    const unit = source[at]
    if (unit === '[') {
      at = findClassEnd(source, at)
      continue
    }
    if (unit === '(') depth += 1
    if (unit === ')') depth -= 1
    at += unit === '\\' ? 2 : 1
    if (depth === 0) return at
  }
  return source.length
}

/** An escape: punctuation stands for itself, a letter or digit for something else. */
function readEscape(source: string, at: number): Piece {
  const long = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|\d+)/.exec(
    source.slice(at, at + 80),
  )
  if (long) return { text: null, end: at + long[0].length }
  const escaped = source[at + 1] ?? ''
  return { text: /^[^A-Za-z0-9\s]$/.test(escaped) ? escaped : null, end: at + 2 }
}

function readPiece(source: string, at: number): Piece & { group: string | null } {
  const unit = source[at] ?? ''
  if (unit === '\\') return { ...readEscape(source, at), group: null }
  if (unit === '[') return { text: null, end: findClassEnd(source, at), group: null }
  if (unit === '(') {
    const end = findGroupEnd(source, at)
    const head = opening.exec(source.slice(at, at + 80))?.[0]
    return { text: null, end, group: head === undefined ? null : source.slice(at + head.length, end - 1) }
  }
  return { text: /^[.^$]$/.test(unit) ? null : unit, end: at + 1, group: null }
}

const longer = (one: string, other: string): string => (other.length > one.length ? other : one)

/** How deep groups are looked into. */
const MOST_DEPTH = 8

/**
 * A text that stands in every line a pattern matches in, as far as the pattern shows it: one that lacks it needs no
 * search. '' where none is sure: choices, classes and what may be absent are not looked into.
 */
export function findNeededText(source: string, depth = 0): string {
  let best = ''
  let run = ''
  for (let at = 0; at < source.length; ) {
    if (source[at] === '|') return ''
    const { text, end, group } = readPiece(source, at)
    const after = source.slice(end, end + 20)
    const times = quantifier.exec(after)?.[0] ?? ''
    if (text === null || times !== '') run = ''
    if (text !== null && !optional.test(times)) run = times === '' ? run + text : text
    if (group !== null && !optional.test(times) && depth < MOST_DEPTH)
      best = longer(best, findNeededText(group, depth + 1))
    best = longer(best, run)
    if (times !== '') run = ''
    at = end + times.length
  }
  return best
}
