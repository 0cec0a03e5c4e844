/** How prose states an offset. Groups: `name`, then `value` alone or `from` and `to`; `names` and `values` for lists. */
export type OffsetPattern = {
  pattern: RegExp
  /** What a sentence has to hold before the pattern, which begins with any name, is tried. */
  needs: RegExp
  needsWord: boolean
  /** Only for names that the diff shows as members: without the word "offset" the number could be a register's. */
  membersOnly?: boolean
  /** For names of members, or where the sentence says "offset". */
  memberOrWord?: boolean
  side?: 'after' | 'both'
}

export const number = '\\+?(?:0x[0-9a-fA-F]{1,6}|\\d{1,6})(?![\\w%-]|[.,]\\d)'
/** Articles and joining words before a name are no part of it. */
const name =
  '(?:(?<!\\w)(?!(?:the|this|its|an|and|or|but|with|while|that)\\b)[&@`\'"]{0,2}(?:\\w{1,60}(?:->|\\.|::?)){0,3}[A-Za-z_]\\w{1,60}(?:\\[\\w{0,20}\\])?[`\'"]?)'
const listOf = (one: string) => `${one}(?:\\s*,\\s*(?:and\\s+|or\\s+)?${one}|\\s*(?:/|\\s(?:and|&)\\s)\\s*${one}){0,30}`
/** "offset 8", "byte 8", "+8": a sign says by itself that the number counts from the start. */
const at =
  '(?:(?:(?:(?:byte|member|struct(?:ure)?)\\s+)?offsets?|bytes?)\\s+(?:of\\s+|is\\s+|=\\s*)?|(?=\\+(?:0x[\\da-f]|\\d)))'
const arrow = '\\s*(?:->|=>|→|to)\\s*'
const named = `(?<name>${name})`
const value = `(?<value>${number})`
const hex = '(?<value>0x[0-9a-fA-F]{1,4})(?!\\w)'
const fromTo = `(?<from>${number})${arrow}(?:${at})?(?<to>${number})`
const either = `(?:${fromTo}|${value})`
const verbs =
  '(?:are|is|was|were|starts?|sits?|live|lives|lie|lies|begins?|located|placed|resides?|now|currently|both|all|then|which)'
const re = (text: string) => new RegExp(text, 'gi')

/** "a, b and c are at offsets 0, 8 and 16". */
export const listPattern = re(
  `(?<names>${listOf(name)})\\s*,?\\s+(?:${verbs}\\s+){0,4}(?:found\\s+)?(?:at|from|have|has|had)\\s+(?:the\\s+)?(?:byte\\s+)?${at}(?<values>${listOf(number)})`,
)

/** "a and b come last, at offsets 112 and 116": words without digits between the names and the place. */
export const looseListPattern = re(
  `(?<names>${listOf(name)})\\s+(?:[a-z]{1,14}\\s+){0,4}[a-z]{1,14},?\\s+(?:at|from)\\s+(?:the\\s+)?(?:byte\\s+)?${at}(?<values>${listOf(number)})`,
)

/** "they are 128 and 256": what was named before, in its order. */
export const theyPattern = re(
  `\\b(?:they|these|both)\\s+(?:\\w+\\s+){0,3}?(?:are|become|move|sit|land|start|end\\s+up|live)\\s+(?:\\w+\\s+){0,2}?(?:(?:at|to)\\s+)?(?:${at})?(?<values>${listOf(number)})`,
)

/** "the first word of the second line (offset 64)": the sentence's first word where no name is near. */
export const asidePattern = re(`\\(\\s*(?:at\\s+|now\\s+)?(?:byte\\s+)?offset:?\\s+${value}\\s*[,;)]`)

/** "at offset 56", "to offset 64": the name stands somewhere before. */
export const placePattern = re(
  `\\b(?<word>at|to|on)\\s+(?:the\\s+)?(?:(?:cache[- ]?line[- ]aligned|aligned|new|byte)\\s+)?${at}${value}`,
)

/** Each form that names its member beside the number; `needsWord`: only in a sentence that says "offset". */
export const offsetPatterns: OffsetPattern[] = [
  {
    // "which still starts at 200-byte offset"
    needs: /\d[- ]bytes? offset/i,
    pattern: re(
      `${named}\\s*,?\\s+(?:which\\s+|that\\s+)?(?:still|stays?|remains?)\\s+(?:\\w+\\s+){0,2}?at\\s+(?:an?\\s+|the\\s+)?(?<value>\\d{1,6})[-\\s]bytes?\\s+offset`,
    ),
    needsWord: true,
    side: 'both',
  },
  {
    // "starts at a 200 byte offset"
    needs: /\d[- ]bytes? offset/i,
    pattern: re(
      `${named}\\s*,?\\s+(?:\\w+\\s+){0,3}?at\\s+(?:an?\\s+|the\\s+)?(?<value>\\d{1,6})[-\\s]bytes?\\s+offset`,
    ),
    needsWord: true,
  },
  {
    needs: /(?:stays?|remains?|still|kept)\s+at\s/i,
    pattern: re(`${named}\\s+(?:stays?|remains?|is\\s+still|is\\s+kept)\\s+at\\s+${at}${value}`),
    needsWord: true,
    membersOnly: true,
    side: 'both',
  },
  {
    needs: /at\s+0x/i,
    pattern: re(`${named}\\s+(?:stays?|remains?|is\\s+still|is\\s+kept)\\s+at\\s+${hex}`),
    needsWord: false,
    membersOnly: true,
    side: 'both',
  },
  {
    needs: /from\s+0x/i,
    pattern: re(
      `${named}\\s+(?:\\w+\\s+){0,2}?from\\s+(?<from>0x[0-9a-fA-F]{1,4})\\s+to\\s+(?<to>0x[0-9a-fA-F]{1,4})(?!\\w)`,
    ),
    needsWord: false,
    membersOnly: true,
  },
  {
    needs: /from\s+[+\d]/i,
    pattern: re(`${named}\\s+(?:\\w+\\s+)?from\\s+(?<from>${number})\\s+to\\s+(?<to>${number})`),
    needsWord: true,
    membersOnly: true,
  },
  {
    needs: /\bmov/i,
    pattern: re(
      `\\bmov(?:e|es|ed|ing)\\s+${named}\\s+(?:\\w+\\s+){0,4}?from\\s+(?:${at})?(?<from>${number})\\s+to\\s+(?:${at})?(?<to>${number})`,
    ),
    needsWord: true,
  },
  {
    needs: /from\s+(?:byte|member|struct|offset|\+)/i,
    pattern: re(`${named}\\s+(?:\\w+\\s+){0,3}?from\\s+${at}(?<from>${number})\\s+to\\s+(?:${at})?(?<to>${number})`),
    needsWord: false,
  },
  {
    needs: /(?:offset|position)\s+(?:of|for)\s/i,
    pattern: re(
      `\\b(?:offset|position)\\s+(?:of|for)\\s+(?:the\\s+)?${named}\\s+(?:\\w+\\s+){0,4}?(?:from\\s+(?<from>${number})\\s+(?:bytes\\s+)?to\\s+(?<to>${number})|(?:is|was|becomes|to|at|=|:)\\s*${value})`,
    ),
    needsWord: true,
  },
  {
    needs: /offset/i,
    pattern: re(
      `(?<name>\\w{2,60})['’]s\\s+(?:new\\s+|byte\\s+)?offset\\s+(?:\\w+\\s+){0,3}?(?:from\\s+(?<from>${number})\\s+to\\s+(?<to>${number})|(?:is|was|to|at|=|:)\\s*${value})`,
    ),
    needsWord: true,
  },
  {
    needs: /\(\s*(?:at\s+|now\s+)?(?:byte|offset)\s/i,
    pattern: re(`${named}\\s*\\(\\s*(?:at\\s+|now\\s+)?(?:byte|(?:byte\\s+)?offset):?\\s*${either}`),
    needsWord: true,
  },
  {
    needs: /offset_?of/i,
    pattern: re(
      `\\boffset_?of!?\\s*\\(\\s*(?:struct\\s+|class\\s+)?[\\w:]{1,80}\\s*,\\s*${named}\\s*\\)[\`'"]?\\s*(?:==?|is|was|:|becomes|moves?|goes|changes)?\\s*(?:from\\s+)?${either}`,
    ),
    needsWord: false,
  },
  {
    needs: /unsafe\.Offsetof/i,
    pattern: re(
      `\\bunsafe\\.Offsetof\\s*\\(\\s*\\(?[&*]?\\w{1,80}(?:\\{\\})?\\)?\\.${named}\\s*\\)[\`'"]?\\s*(?:==?|is|was|:|becomes|moves?|goes|changes)?\\s*(?:from\\s+)?${either}`,
    ),
    needsWord: false,
  },
  {
    needs: /\b(?:bytes|offsets)\s+\d/i,
    pattern: re(
      `${named}\\s+(?:\\w+\\s+){0,2}?(?:at\\s+)?(?:bytes|offsets)\\s+(?<value>\\d{1,6})\\s*(?:-|–|\\.\\.\\.?|\\s(?:to|through)\\s)\\s*\\d{1,6}(?![\\w%]|[.,]\\d)`,
    ),
    needsWord: false,
  },
  {
    needs: /[:=]\s*(?:byte\s+)?offset/i,
    pattern: re(`${named}\\s*[:=]\\s*(?:byte\\s+)?offset\\s+${either}`),
    needsWord: true,
  },
  {
    needs: /->|=>|→/,
    pattern: re(`${named}\\s*:?\\s+(?:offset\\s+)?(?<from>${number})\\s*(?:->|=>|→)\\s*(?<to>${number})`),
    needsWord: false,
    memberOrWord: true,
  },
  {
    needs: /\(\s*\+/,
    pattern: re(`${named}\\s*\\(\\s*(?<value>\\+(?:0x[\\da-f]{1,4}|\\d{1,5}))\\s*\\)`),
    needsWord: false,
    membersOnly: true,
  },
  { needs: /\(\s*[+\d]/, pattern: re(`${named}\\s*\\(\\s*${either}\\s*\\)`), needsWord: true },
  { needs: /\(/, pattern: re(`(?<![\\w.])${value}\\s*\\(\\s*${named}\\s*\\)`), needsWord: true },
  {
    needs: /offset\s+\d/i,
    pattern: re(`\\boffset\\s+${value}\\s*(?:[:=]|holds|is|has|contains)\\s+${named}`),
    needsWord: true,
  },
  {
    needs: /\sbytes\s+(?:into|from|after|past|behind)/i,
    pattern: re(
      `${named}\\s+(?:\\w+\\s+){0,3}?${value}\\s+bytes\\s+(?:into|(?:from|after|past|behind)\\s+the\\s+(?:start|beginning|top|head))\\b`,
    ),
    needsWord: false,
  },
  {
    needs: /offset\s+\d/i,
    pattern: re(
      `\\boffset\\s+${value}\\s+(?:of|in|into|within)\\s+(?:the\\s+)?(?:struct\\s+)?\\w{2,60}\\s*,?\\s*(?:which\\s+is|that\\s+is|is|holds|contains|i\\.e\\.)\\s+(?:the\\s+)?${named}`,
    ),
    needsWord: true,
  },
  {
    needs: /at\s+0x/i,
    pattern: re(
      `${named}\\s+(?:(?:is|lives?|lived|sits?|sat|starts?|begins?|located|placed|resides?|now|was|used|to)\\s+){0,4}at\\s+${hex}`,
    ),
    needsWord: false,
    membersOnly: true,
  },
  {
    needs: /to\s+0x/i,
    pattern: re(`\\bmov(?:e|es|ed|ing)\\s+${named}\\s+(?:\\w+\\s+){0,3}?to\\s+${hex}`),
    needsWord: false,
    membersOnly: true,
    side: 'after',
  },
  {
    needs: /\bbytes\s+\d/i,
    pattern: re(
      `\\bbytes\\s+(?<value>\\d{1,6})\\s*(?:-|–|\\s(?:to|through)\\s)\\s*\\d{1,6}\\s+(?:hold|are|contain|belong\\s+to|store)\\s+(?:the\\s+)?${named}`,
    ),
    needsWord: false,
  },
  {
    needs: /offset_?of!?\s*\(\s*\w+\s*\)/i,
    pattern: re(`\\boffset_?of!?\\s*\\(\\s*${named}\\s*\\)\\s*(?:==?|is|was|:|becomes)?\\s*(?:from\\s+)?${either}`),
    needsWord: false,
  },
  {
    needs: /\w\s?@\s?[+\d]/,
    pattern: re(`(?<![\\w.@<-])(?<name>[A-Za-z_]\\w{1,60})\\s?@\\s?${value}`),
    needsWord: false,
    membersOnly: true,
  },
  {
    needs: /\bby\s+\d/i,
    pattern: re(
      `${named}\\s+by\\s+\\d{1,6}\\s+bytes?,?\\s+(?:\\w+\\s+)?from\\s+(?:${at})?(?<from>${number})\\s+to\\s+(?:${at})?(?<to>${number})`,
    ),
    needsWord: false,
    membersOnly: true,
  },
  {
    needs: /\b(?:has|have|had|with|gets?|got)\s/i,
    pattern: re(
      `${named}\\s+(?:now\\s+)?(?:has|have|had|with|gets?|got)\\s+(?:an?\\s+|the\\s+|its\\s+)?(?:byte\\s+|new\\s+)?offset\\s+(?:of\\s+|is\\s+|=\\s*)?${value}`,
    ),
    needsWord: true,
  },
  {
    needs: /\bfrom\s/i,
    pattern: re(
      `${named}\\s+(?:\\w+\\s+){0,2}?from\\s+(?:being\\s+)?(?:at\\s+)?${at}(?<from>${number})\\s+to\\s+(?:being\\s+)?(?:at\\s+)?(?:${at})?(?<to>${number})`,
    ),
    needsWord: true,
  },
  {
    needs: /\b(?:that|the\s+one)\s+of\s/i,
    pattern: re(`\\b(?:that|the\\s+one)\\s+of\\s+${named}\\s+(?:is\\s+|was\\s+|at\\s+|to\\s+)?${value}`),
    needsWord: true,
  },
  {
    needs: /\sat\s/i,
    pattern: re(
      `${named}\\s+(?:(?:is|was|lives?|lived|sits?|sat|starts?|begins?|located|placed|resides?|now|used|to|found)\\s+){0,4}at\\s+(?:(?:byte\\s+)?offset\\s+)?${value}`,
    ),
    needsWord: true,
    memberOrWord: true,
  },
  { needs: /\sat\s/i, pattern: re(`${named}\\s+at\\s+(?:(?:byte\\s+)?offset\\s+)?${value}`), needsWord: true },
]
