const bytes = '(?:\\s*-?\\s*(?:bytes?|B)\\b)'
const number = '(\\d{1,7}|0x[0-9a-fA-F]{1,6})'
type Sizes = { before: number | null; after: number | null }

/** Forms of a size in a sentence, those that tell both sides first: `a` and `b` are the numbers as they stand. */
export const sizePatterns: {
  pattern: RegExp
  read: (a: number, b: number | null, isAfter: boolean, text: string) => Sizes
}[] = [
  {
    // "before: 136, after: 192", "size before is 136 bytes and after is 192 bytes"
    pattern: new RegExp(
      `\\b(?:before|without|old|was)\\b(?:\\s+(?:the\\s+|this\\s+)?(?:patch|change))?\\s*[:=]?\\s*(?:is\\s+|was\\s+)?${number}${bytes}?\\s*[,;/]?\\s*(?:and\\s+|but\\s+)?(?:after|with|new|now)\\b(?:\\s+(?:the\\s+|this\\s+|it\\s+)?(?:patch|change|is))?\\s*[:=]?\\s*(?:is\\s+|it\\s+is\\s+)?${number}${bytes}?(?!\\s*%)`,
      'gi',
    ),
    read: (a, b) => ({ before: a, after: b }),
  },
  {
    // the comment of a listing in a sentence: "/* size: 1024, cachelines: 16 */ before and /* size: 960, … */ after"
    pattern:
      /size:\s*(\d{1,7}),\s*cachelines:[^*\n]{0,60}\*\/\s*(?:before|without)\b[^/.]{0,40}\/\*\s*size:\s*(\d{1,7}),\s*cachelines:[^*\n]{0,60}\*\/\s*(?:after|with)\b/gi,
    read: (a, b) => ({ before: a, after: b }),
  },
  {
    // "296 before, 320 after", "200 bytes without and 192 bytes with"
    pattern: new RegExp(
      `\\b${number}${bytes}?\\s+(?:before|without|today)\\b(?:\\s+(?:the\\s+|this\\s+)?(?:patch|change))?\\s*[,;/]?\\s*(?:and\\s+|but\\s+)?${number}${bytes}?\\s+(?:after|with)\\b`,
      'gi',
    ),
    read: (a, b) => ({ before: a, after: b }),
  },
  {
    // "shrinks by 8 bytes to 184 bytes": the size it had is their sum
    pattern: new RegExp(`\\bby\\s+${number}${bytes}\\s*,?\\s*(?:down\\s+|up\\s+)?to\\s+${number}${bytes}`, 'gi'),
    read: (a, b, _isAfter, text) =>
      b === null
        ? { before: null, after: null }
        : { before: /\b(?:grow|grew|increas|add)/i.test(text) ? b - a : b + a, after: b },
  },
  {
    // "the size of the struct was 200 bytes, after it is 192", "is 104 bytes; with the annotation it is 128"
    pattern: new RegExp(
      `\\b${number}${bytes}[^.\\d]{0,40}?\\b(?:(?:with|after) (?:it|(?:the |this )?(?:patch|change|annotation|padding|alignment|series|commit))(?:\\s+(?:it|this))?|(?:now|then|after(?:wards)?)(?: it)?|and|that)\\s+(?:is\\s+|becomes\\s+)(?:now\\s+|then\\s+|only\\s+|just\\s+)?${number}${bytes}?(?!\\s*(?:%|hole|offset|bit|cache|aligned|member|field|smaller|larger))`,
      'gi',
    ),
    read: (a, b) => ({ before: a, after: b }),
  },
  {
    // "is 192 bytes long today; the annotation makes it 256 bytes"
    pattern: new RegExp(
      `\\b${number}${bytes}[^.\\d]{0,80}?\\b(?:makes?|turns?|pads?|rounds?)\\s+(?:it|that|this)\\s+(?:into\\s+|up\\s+to\\s+|to\\s+|out\\s+to\\s+)?${number}${bytes}?(?!\\s*%)`,
      'gi',
    ),
    read: (a, b) => ({ before: a, after: b }),
  },
  {
    // "is now 192 bytes, up from 128", "takes 256 bytes instead of 320 bytes", "to 128 bytes (was 104)"
    pattern: new RegExp(
      `\\b${number}${bytes}\\s*[,;(]?\\s*(?:(?:up|down|reduced|increased)?\\s*from|instead of|rather than|it was|was|previously|it used to be)\\s+${number}${bytes}?(?!\\s*(?:%|to\\b|->|down|up|\\d))`,
      'gi',
    ),
    read: (a, b) => ({ before: b, after: a }),
  },
  {
    // "64 bytes larger (192 vs 128 bytes)": the word says which is which
    pattern: new RegExp(`\\b${number}${bytes}?\\s+(?:vs\\.?|versus)\\s+${number}${bytes}`, 'gi'),
    read: (a, b, _isAfter, text) => {
      const [small, large] = [Math.min(a, b ?? a), Math.max(a, b ?? a)]
      if (/\b(?:larger|bigger|grow|grew|increas)/i.test(text)) return { before: small, after: large }
      if (/\b(?:smaller|shrink|shrank|reduc|less)/i.test(text)) return { before: large, after: small }
      return { before: null, after: null }
    },
  },
  {
    // "which is 320 bytes before and after", "is 96 bytes with the patch, as it was without"
    pattern: new RegExp(
      `\\b${number}${bytes}\\s*,?\\s*(?:(?:both\\s+)?(?:before and after|with and without|with or without)\\b|(?:[a-z]+\\s+){0,4}[a-z]+,?\\s+as\\s+(?:it\\s+was\\s+|it\\s+is\\s+)?(?:before|without)\\b)`,
      'gi',
    ),
    read: (a) => ({ before: a, after: a }),
  },
  {
    pattern: new RegExp(
      `\\bfrom\\s+(?:(?:a\\s+)?(?:total\\s+)?(?:size\\s+)?of\\s+)?${number}${bytes}?\\s*(?:down\\s+|up\\s+|out\\s+|back\\s+)?(?:\\([^)]{1,40}\\)\\s*)?(?:to|->|=>)\\s+(?:just\\s+|only\\s+)?${number}${bytes}?`,
      'gi',
    ),
    read: (a, b) => ({ before: a, after: b }),
  },
  {
    pattern: new RegExp(`\\b${number}${bytes}?\\s*(?:->|=>|→)\\s*${number}${bytes}?`, 'gi'),
    read: (a, b) => ({ before: a, after: b }),
  },
  {
    // "shrinks the struct down to 80 bytes (from 136 bytes)"
    pattern: new RegExp(
      `\\bto\\s+(?:just\\s+|only\\s+)?${number}${bytes}\\s*\\(?(?:down\\s+|up\\s+)?from\\s+${number}${bytes}`,
      'gi',
    ),
    read: (a, b) => ({ before: b, after: a }),
  },
  {
    pattern: new RegExp(
      `\\b(?:shrink|shrank|reduc|grow|grew|increas|bring|brought|cut|trim|bump|expand|extend)\\w*\\s+(?:(?!from\\b|by\\b)[\\w'"\`]+\\s+){0,6}(?:down\\s+|up\\s+|back\\s+)?to\\s+(?:just\\s+|only\\s+|exactly\\s+)?${number}${bytes}`,
      'gi',
    ),
    read: (a) => ({ before: null, after: a }),
  },
  {
    // "40 bytes today and 128 bytes with the patch"
    pattern: new RegExp(
      `\\b${number}${bytes}\\s+(?:today|now|before|currently|without\\s+\\w+(?:\\s+\\w+)?)\\s*,?\\s*(?:and|but)\\s+${number}${bytes}\\s+(?:after|with|then)\\b`,
      'gi',
    ),
    read: (a, b) => ({ before: a, after: b }),
  },
  {
    // "*is* 5 cachelines (320 bytes)"
    pattern: new RegExp(
      `\\b(?:\\d{1,4}|one|two|three|four|five|six)\\s+(?:full\\s+|whole\\s+)?cache[\\s-]*lines?\\s*\\(\\s*${number}${bytes}\\s*\\)`,
      'gi',
    ),
    read: (a, _b, isAfter) => (isAfter ? { before: null, after: a } : { before: a, after: null }),
  },
  {
    // "the change kept the struct's size in 288 bytes"
    pattern: new RegExp(
      `\\b(?:keeps?|kept|keeping|leaves?|left|leaving)\\s+(?:[\\w'’]+\\s+){1,6}?size\\s+(?:\\w+\\s+){0,2}?(?:in|at|to|of|as)\\s+${number}${bytes}`,
      'gi',
    ),
    read: (a) => ({ before: a, after: a }),
  },
  {
    pattern: new RegExp(
      `\\bsize\\b[^.;()]{0,60}\\(\\s*(?:now\\s+|currently\\s+|still\\s+|at\\s+)?${number}${bytes}\\s*\\)\\s+(?:stays?|remains?|is unchanged|does not change|does(?:n't| not) (?:change|grow|increase)|is (?:kept|the same))`,
      'gi',
    ),
    read: (a) => ({ before: a, after: a }),
  },
  {
    pattern: new RegExp(
      `\\b(?:round|pad)(?:s|ed|ing|ding|ded)?\\s+(?:\\w+\\s+){0,3}(?:up\\s+)?to\\s+(?:\\w+\\s+){0,4}\\(?(?:\\w+\\s+)?${number}${bytes}`,
      'gi',
    ),
    read: (a) => ({ before: null, after: a }),
  },
  {
    pattern: new RegExp(
      `\\b(?:remains?|stays?|keeps?|kept|still|unchanged|unaffected|same)\\b(?:\\s+(?:at|is|the|its|size|of|same|unchanged)){0,4}\\s*,?\\s*\\(?${number}${bytes}`,
      'gi',
    ),
    read: (a) => ({ before: a, after: a }),
  },
  {
    pattern: new RegExp(
      `\\bsize\\s*\\(\\s*${number}${bytes}\\s*\\)\\s+(?:stays?|remains?|is unchanged|does not change|is (?:kept|the same))`,
      'gi',
    ),
    read: (a) => ({ before: a, after: a }),
  },
  {
    pattern: new RegExp(
      `\\b(?:does|do|did)(?:\\s+not|n['’]t)\\s+(?:change|grow|increase)\\s*,?\\s*(?:\\(|from\\s+|at\\s+)(?:still\\s+|it\\s+stays\\s+)?${number}${bytes}`,
      'gi',
    ),
    read: (a) => ({ before: a, after: a }),
  },
  {
    pattern: new RegExp(
      `\\b(?:is|are|was|were|size of|becomes?|takes?|spans?|needs|occup(?:y|ies)|has a size of|now|of|=|:)\\s+(?:now\\s+|already\\s+|just\\s+|only\\s+|exactly\\s+|currently\\s+|about\\s+){0,2}${number}${bytes}(?!\\s*(?:hole|smaller|larger|bigger|less|more|of padding|aligned|align|boundar|offset|cache))`,
      'gi',
    ),
    read: (a, _b, isAfter) => (isAfter ? { before: null, after: a } : { before: a, after: null }),
  },
]

const lineCount = '(?:\\d{1,4}|one|two|three|four|five|six|seven|eight)\\s+(?:full\\s+|whole\\s+)?cache[\\s-]*lines?'
const asides: [RegExp, (match: RegExpExecArray) => [keep: string, value: string]][] = [
  // "160 (struct) + 40 (other) bytes": one size
  [
    /\b(\d{1,6})(?: ?bytes)?(?: ?\([^()\d]{1,24}\))? ?\+ ?(\d{1,6})(?: ?\([^()\d]{1,24}\))? bytes\b/g,
    (match) => ['', `${Number(match[1]) + Number(match[2])} bytes`],
  ],
  // "from 7 to 6 cachelines, 448 to 384 bytes"
  [
    /\bfrom (?:\d{1,3}|[a-z]{3,5}) to (?:\d{1,3}|[a-z]{3,5}) cache[ -]?lines?,? (?:i\.e\. |or |and |\()?(?=(?:from )?\d{1,6}(?: bytes)? to \d{1,6} bytes)/gi,
    () => ['from ', ''],
  ],
  // "5 cachelines (320 bytes)", "4 cachelines, 256 bytes", "up from 2 (128 bytes)"
  [new RegExp(`\\b${lineCount}\\s*[(,]\\s*(\\d{1,7} ?(?:bytes|B)\\b)\\)?`, 'gi'), (match) => ['', match[1] ?? '']],
  [/\b(from|to|of|than) \d{1,3} \((\d{1,7} bytes)\)/g, (match) => [`${match[1]} `, match[2] ?? '']],
  // "320 bytes (5 cache lines)", "200 bytes, 4 cachelines"
  [new RegExp(`\\b(\\d{1,7} ?(?:bytes|B)\\b)\\s*[(,]\\s*${lineCount}\\)?`, 'gi'), (match) => ['', match[1] ?? '']],
]

/** The text with its asides on cachelines taken out and sums added up; each character keeps its place. */
export function withoutLineCounts(text: string): string {
  if (!/cache[\s-]*line|\+/i.test(text)) return text
  let out = text
  for (const [pattern, replace] of asides) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(out); match; match = pattern.exec(out)) {
      const [keep, value] = replace(match)
      const length = match[0].length
      if (keep.length + value.length > length) continue
      const piece = keep + ' '.repeat(length - keep.length - value.length) + value
      out = out.slice(0, match.index) + piece + out.slice(match.index + length)
    }
  }
  return out
}
