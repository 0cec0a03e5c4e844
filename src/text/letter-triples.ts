/**
 * Which runs of three letters a text holds, case folded, one bit each; what is no ASCII letter counts as one sign. Says
 * at the price of one look over the text which words cannot stand in it, before expensive patterns are asked.
 */
type LetterTriples = Uint32Array

/**
 * Words (or parts of words, three signs at least) of which a pattern needs one or more, each with its triples. `plain`:
 * the word in lower case where it has nothing but letters, so that it can be looked for as it stands.
 */
export type NeededWords = readonly { triples: readonly number[]; plain: string | null }[]

/** A text that is asked for many words: its triples, and itself in lower case once a word needs it. */
export type AskedText = { triples: LetterTriples; lower: () => string }

/** What `mayHoldAny` asks: read once for a text. */
export function askText(text: string): AskedText {
  let lower: string | null = null
  return {
    triples: readTriples(text),
    lower: () => {
      lower ??= text.toLowerCase()
      return lower
    },
  }
}

const bitsOfSign = 5
const mask = 0x7fff

/** 1 to 26 for a letter, 0 for anything else. */
const signs = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x7a && code >= 0x41 ? letter - 0x60 : 0
})

/** The triples of a text; of several, where those read before are handed in (they are added to). */
export function readTriples(text: string, triples: LetterTriples = new Uint32Array(1024)): LetterTriples {
  let triple = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    triple = ((triple << bitsOfSign) | (code < 128 ? (signs[code] ?? 0) : 0)) & mask
    const cell = triple >> 5
    triples[cell] = (triples[cell] ?? 0) | (1 << (triple & 31))
  }
  return triples
}

/** What `mayHoldAny` asks for. */
export function needWords(...words: string[]): NeededWords {
  return words.map((word) => {
    if (word.length < 3) throw new Error(`expected a word of three signs or more, found ${JSON.stringify(word)}`)
    const out: number[] = []
    for (let at = 0; at + 3 <= word.length; at++) {
      let triple = 0
      for (let next = at; next < at + 3; next++)
        triple = (triple << bitsOfSign) | (signs[Math.min(127, word.charCodeAt(next))] ?? 0)
      out.push(triple)
    }
    return { triples: out, plain: /^[a-z]+$/i.test(word) ? word.toLowerCase() : null }
  })
}

/** False where none of the words can stand in the text, in any case of letters; true says that one may. */
export function mayHoldAny(text: AskedText, words: NeededWords): boolean {
  for (const { triples, plain } of words)
    if (mayHold(text.triples, triples) && (plain === null || text.lower().includes(plain))) return true
  return false
}

/** The same of texts of which only the triples were kept: any order of them lets a word pass. */
export function mayHoldTriplesOfAny(triples: LetterTriples, words: NeededWords): boolean {
  for (const word of words) if (mayHold(triples, word.triples)) return true
  return false
}

function mayHold(triples: LetterTriples, word: readonly number[]): boolean {
  for (const triple of word) if (((triples[triple >> 5] ?? 0) & (1 << (triple & 31))) === 0) return false
  return true
}
