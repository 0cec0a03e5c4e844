/** A channel's type in the patterns of the Go grammar: blanks and arrows between two of them are read in many ways. */
const channels = String.raw`(?:\s*[]*\[]+{0,1}(?:<-\s*)?\bchan\b(?:\s*<-)?\s*)+{0,1}`
const channelsReadOnce = String.raw`(?>(?:\s*[]*\[]+{0,1}(?:<-\s*)?\bchan\b(?:\s*<-)?\s*)+)?`
/** Words of fields in braces, in the Go grammar, with nothing that must stand between two. */
const fieldsRunTogether = '[^"/`\\s]+;?)+)\\s*(?=})'
const matchesNothing = '(?!)'
/** What may stand behind a sign of a pointer or reference in the C++ grammar; its last seven ways all take nothing. */
const comments = String.raw`[\&*]((?:\s*+(/\*)((?:[^*]++|\*+(?!/))*+(\*/))\s*+)+|\s++`
const nothingInManyWays = String.raw`|(?<=\W)|(?=\W)|^|\n?$|\A|\Z)`

/**
 * A pattern of a grammar that takes no longer than its line is long. Some patterns of shiki's grammars read a line in
 * twice as many ways with each word more (`chan chan chan …` in Go, `*****…` in C++: minutes for thirty signs); they
 * are given one way to read it, with the same groups. What would need another pattern matches nothing, and its text
 * stays plain. A line of a stranger's diff must not hold up a build.
 */
export function tamePattern(pattern: string): string {
  if (pattern.includes(fieldsRunTogether)) return matchesNothing
  return pattern.replaceAll(channels, channelsReadOnce).replaceAll(comments + nothingInManyWays, `${comments}|)`)
}
