/** How prose states an offset. Groups: `name`, then `value` alone or `from` and `to`; `names` and `values` for lists. */
export type OffsetPattern = {
  pattern: RegExp
  /** What a sentence has to hold before the pattern, which begins with any name, is tried. */
  needs: RegExp
  needsWord: boolean
  /** Only for names that the diff shows as members: without the word "offset" the number could be a register's. */
  membersOnly?: boolean
  side?: 'after' | 'both'
}

export const number = '(?:0x[0-9a-fA-F]{1,6}|\\d{1,6})(?![\\w%-]|[.,]\\d)'
const name = '(?:[&@`\'"]{0,2}(?:\\w{1,60}(?:->|\\.|::)){0,3}[A-Za-z_]\\w{1,60}(?:\\[\\w{0,20}\\])?[`\'"]?)'
const listOf = (one: string) => `${one}(?:\\s*,\\s*(?:and\\s+|or\\s+)?${one}|\\s*(?:/|\\s(?:and|&)\\s)\\s*${one}){0,30}`
const at = '(?:(?:(?:byte|member|struct(?:ure)?)\\s+)?offsets?|bytes?)\\s+(?:of\\s+|is\\s+|=\\s*)?'
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
  `(?<names>${listOf(name)})\\s*,?\\s+(?:${verbs}\\s+){0,4}(?:found\\s+)?(?:at|from)\\s+(?:the\\s+)?(?:byte\\s+)?${at}(?<values>${listOf(number)})`,
)

/** "at offset 56", "to offset 64": the name stands somewhere before. */
export const placePattern = re(
  `\\b(?<word>at|to)\\s+(?:the\\s+)?(?:(?:cache[- ]?line[- ]aligned|aligned|new|byte)\\s+)?${at}${value}`,
)

/** Each form that names its member beside the number; `needsWord`: only in a sentence that says "offset". */
export const offsetPatterns: OffsetPattern[] = [
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
    needs: /from\s+\d/i,
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
    needs: /from\s+(?:byte|member|struct|offset)/i,
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
    needs: /\(\s*(?:at\s+|now\s+)?(?:byte\s+)?offset/i,
    pattern: re(`${named}\\s*\\(\\s*(?:at\\s+|now\\s+)?(?:byte\\s+)?offset:?\\s*${either}`),
    needsWord: true,
  },
  {
    needs: /offsetof/i,
    pattern: re(
      `\\boffsetof\\s*\\(\\s*(?:struct\\s+)?\\w{1,80}\\s*,\\s*${named}\\s*\\)\\s*(?:==?|is|was|:|becomes|moves?|goes|changes)?\\s*(?:from\\s+)?${either}`,
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
  },
  { needs: /\(\s*\d/, pattern: re(`${named}\\s*\\(\\s*${either}\\s*\\)`), needsWord: true },
  { needs: /\(/, pattern: re(`(?<![\\w.])${value}\\s*\\(\\s*${named}\\s*\\)`), needsWord: true },
  {
    needs: /offset\s+\d/i,
    pattern: re(`\\boffset\\s+${value}\\s*(?:[:=]|holds|is|has|contains)\\s+${named}`),
    needsWord: true,
  },
  {
    needs: /\sbytes\s+(?:into|from)/i,
    pattern: re(
      `${named}\\s+(?:\\w+\\s+){0,3}?${value}\\s+bytes\\s+(?:into|from\\s+the\\s+(?:start|beginning|top))\\b`,
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
      `${named}\\s+(?:(?:is|lives?|sits?|starts?|begins?|located|placed|resides?|now|was)\\s+){0,3}at\\s+${hex}`,
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
  { needs: /\sat\s/i, pattern: re(`${named}\\s+at\\s+(?:(?:byte\\s+)?offset\\s+)?${value}`), needsWord: true },
]
