import { findNearest, mostWrong } from './edit-distance.ts'

const MOST_OPTIONS = 8
const MOST_KEPT = 60
const LEAST_WORD = 3

/** A name as far as it is put together: how many letters differ, and how seldom its words are. */
type Beginning = { text: string; distance: number; rank: number }

/** The words that a piece of a name may stand for: itself, unless it is no word and others are near. */
function findOptions(piece: string, words: readonly string[], known: ReadonlySet<string>): Beginning[] {
  const own = { text: piece, distance: 0, rank: 0 }
  if (/^\p{L}{2}$/u.test(piece)) return [own, { text: `${piece[1]}${piece[0]}`, distance: 1, rank: words.length }]
  if (piece.length < LEAST_WORD || !/\p{L}/u.test(piece)) return [own]
  const near = findNearest(piece, words, MOST_OPTIONS).map(({ name, ...rest }) => ({ text: name, ...rest }))
  return known.has(piece) || near.length === 0 ? [own, ...near] : near
}

function joinPieces(name: string, words: readonly string[], known: ReadonlySet<string>, most: number): Beginning[] {
  let begun: Beginning[] = [{ text: '', distance: 0, rank: 0 }]
  for (const piece of name.split(/([^\p{L}\p{N}]+)/u)) {
    const options = findOptions(piece, words, known)
    begun = begun
      .flatMap(({ text, distance, rank }) =>
        options.map((one) => ({
          text: text + one.text,
          distance: distance + one.distance,
          rank: rank + one.rank,
        })),
      )
      .filter(({ distance }) => distance <= most)
      .sort((a, b) => a.distance - b.distance || a.rank - b.rank)
      .slice(0, MOST_KEPT)
  }
  return begun
}

/** The name with a separator that stands a letter too early or too late, or too much. */
function moveSeparators(name: string): string[] {
  return [...name.matchAll(/[^\p{L}\p{N}]/gu)].flatMap(({ index, 0: mark }) => {
    const [left, right] = [name.slice(0, index), name.slice(index + mark.length)]
    const earlier = left.slice(0, -1) + mark + left.slice(-1) + right
    const later = left + right.slice(0, 1) + mark + right.slice(1)
    return [earlier, later, left + right]
  })
}

/** Two words written as one, where one of them is a word as it stands: with a mark that is taken out again. */
function splitHalves(name: string, known: ReadonlySet<string>): string[] {
  const halves: string[] = []
  for (let at = LEAST_WORD; at <= name.length - LEAST_WORD; at++) {
    const [left, right] = [name.slice(0, at), name.slice(at)]
    if (known.has(left) || known.has(right)) halves.push(`${left} ${right}`)
  }
  return halves
}

/**
 * Names that a mistyped one may mean, put together from words that are there: the nearest first, among equals the one
 * with the most used words; at most `count`. `words`: the most used first.
 */
export function findNearNames(name: string, words: readonly string[], count: number): string[] {
  const most = mostWrong(name)
  const known = new Set(words)
  const found = joinPieces(name, words, known, most).filter(({ distance }) => distance > 0)
  const isWord = (piece: string): boolean => piece.length < LEAST_WORD || known.has(piece)
  for (const moved of moveSeparators(name))
    if (moved.split(/[^\p{L}\p{N}]+/u).every(isWord)) found.push({ text: moved, distance: 1, rank: 0 })
  if (found.length === 0 && /^[\p{L}\p{N}]+$/u.test(name))
    for (const halves of splitHalves(name, known))
      for (const one of joinPieces(halves, words, known, 1)) found.push({ ...one, text: one.text.replace(' ', '') })
  const best = found.sort((a, b) => a.distance - b.distance || a.rank - b.rank)
  return [...new Set(best.map(({ text }) => text))].filter((text) => text !== name).slice(0, count)
}
