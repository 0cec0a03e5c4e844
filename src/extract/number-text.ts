/**
 * Numbers as people print them: thousands separators, comma decimals, unicode minus, k/M suffixes, units glued on,
 * `1.18x`, `(+%1)`, `3m45s`, ranges. What looks like a number and is none (versions, dates, ids, hex) is a word.
 */
export type NumberToken = {
  kind: 'number'
  value: number
  printed: string
  sign: '+' | '-' | ''
  is: 'plain' | 'percent' | 'multiple'
  unit: string | null
  start: number
  end: number
  /** Second end of a range (`8-10%`), where one is printed. */
  high: number | null
}
export type Token = NumberToken | { kind: 'word' | 'mark'; printed: string; start: number; end: number }

const scanner =
  /(?<arrow>-{1,3}>|={1,2}>|→|⇒|➜)|(?<pm>±|\+\/-|\+-(?=\s{0,3}\d)|-\/\+)|(?<oddPercent>[+\-−]?%\d{1,6}(?:\.\d{1,6})?(?![\w.]))|(?<number>[+\-−–]?(?:\d[\d,]{0,30}(?:\.\d{1,20})?|\.\d{1,20})(?:[eE][+-]?\d{1,5})?)|(?<word>[A-Za-z_µ][\w./+@'-]{0,120})|(?<mark>[^\s])/gu
const glued = /[A-Za-zµ%][A-Za-zµ/%]{0,20}/y
const minutes = /(\d{1,6})m\s?(\d{1,2}(?:[.,]\d{1,9})?)s(?![\w])/y
const hours = /(\d{1,4})h\s?(\d{1,2})m\s?(?:(\d{1,2}(?:\.\d{1,9})?)s)?(?![\w])/y
const notNumber =
  /(?:0x[0-9a-f]+|\d{4}-\d{2}-\d{2}(?!\d)|\d{1,6}:\d{1,6}(?!\d)|\d{1,3}(?:\.\d{1,6}){2,3}|\d{1,3}\.\d{1,3}(?:\.\d{1,3})?[-+.]?rc\d|\d{1,3}(?:st|nd|rd|th)\b|\d{1,10}[-/][A-Za-z]|\d{1,5}\.[a-z]\w{0,30}_\w)[\w.+-]{0,60}/iy
const range = /\s?(?:-|–|~|\.\.)\s?(\d{1,9}(?:\.\d{1,9})?)(?=\s?%|\s?[a-zA-Z×]|\s|$|\))/y
const percentRange = /^ [-–] (\d{1,6}(?:\.\d{1,6})?)(?=\s?%)/
const scaledRange = /[-–~](\d{1,9}(?:\.\d{1,9})?)([kKMG])(?!\w)/y

const timeUnits = ['s', 'ms', 'us', 'ns', 'µs', 'sec', 'secs', 'msec', 'msecs', 'usec', 'usecs', 'nsec', 'nsecs']
const times = [...timeUnits, 'min', 'mins', 'h', 'm', 'S', 'seconds', 'second', 'ps']
const multipliers: Record<string, number> = { k: 1e3, K: 1e3, M: 1e6, G: 1e9, B: 1e9 }

/** "1.2 million packets/s": the word belongs to the number. */
const scaleWord = /^[ -](thousand|million|billion)(?![\w-])/i
const scaleWords: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9 }

/** What "thousand", "million" and "billion" multiply by; 1 for any other word. */
export const scaleOf = (word: string): number => scaleWords[word.toLowerCase()] ?? 1

/** What follows a count that is in millions: what was counted, and a second. */
const countOfRate =
  /^ (?:[a-z-]{2,20} )?(?:ops|reads?|writes?|req(?:uest)?s?|rows|queries|messages|msgs|packets|pkts|transactions|events|calls|lookups|inserts|gets|sets|puts|loops|keys|records)(?:\/s(?:ec)?| per sec(?:ond)?| a second)\b|\dm [a-z-]{2,20}\/s\b.*\bto $/i

/** A printed number's value: separators dropped, comma decimals read, unicode minus understood; NaN where none. */
export function parseNumber(printed: string): number {
  let text = printed.replace(/[−–]/g, '-').replace(/^\+/, '')
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) text = text.replaceAll(',', '')
  else if (/^-?\d{1,3}(?:,\d{2}){1,4},\d{3}(?:\.\d+)?$/.test(text))
    text = text.replaceAll(',', '') // 1,00,000
  else if (/^-?(?:\d+,\d{1,2}|0,\d+)$/.test(text)) text = text.replace(',', '.')
  return /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN
}

/** Whether a suffix glued to a number is a unit of measure (not part of an identifier such as `16p` or `2s12c`). */
function isUnit(text: string): boolean {
  if (times.includes(text)) return true
  if (
    /^(?:[kKMGT]i?)?(?:[Bb]ps|pps|[Bb](?:yte|it)?s?\/s(?:ec)?|B|b|iB|bytes|bit|bits|Bytes|Hz|IOPS|iops|op\/s|ops\/s|ops|req\/s|tps|TPS|qps|QPS|rps|RPS)$/.test(
      text,
    )
  )
    return true
  return /^(?:[kKMGµunm]?(?:s|sec|secs|op|ops|req|reqs|cycles?|calls?|events?|loops?|msgs?|trans|faults?|pkts?|packets?|us|ns|ms))\/(?:s|sec|second|op|ops|call|iter|min|event|packet|pkt|loop|fault)$/.test(
    text,
  )
}

function endsList(text: string, at: number): boolean {
  const next = text[at]
  return next === undefined || !/[\w]/.test(next)
}

/** Commas that end a number or part a list (`1996,2041`) are no part of it; nor is a trailing full stop. */
function trimNumber(printed: string): string {
  const trimmed = printed.replace(/[,.]+$/, '')
  if (!trimmed.includes(',') || !Number.isNaN(parseNumber(trimmed))) return trimmed
  return trimmed.slice(0, trimmed.indexOf(','))
}

/** A clock value (`0m51.179s`, `1h02m`) at an offset, in seconds; null where there is none. */
function clockAt(text: string, at: number): { value: number; end: number } | null {
  minutes.lastIndex = at
  const short = minutes.exec(text)
  if (short)
    return {
      value: Math.round((Number(short[1]) * 60 + Number(short[2]?.replace(',', '.'))) * 1e9) / 1e9,
      end: minutes.lastIndex,
    }
  hours.lastIndex = at
  const long = hours.exec(text)
  if (!long) return null
  return { value: Number(long[1]) * 3600 + Number(long[2]) * 60 + Number(long[3] ?? 0), end: hours.lastIndex }
}

/** "464.967,20": a full stop for thousands, a comma for decimals. */
const european = /\d{1,3}(?:\.\d{3}){1,4},\d{1,2}(?![\d,])/y

/** "13,917(+/- 2,19 %)": where a share beside it has a decimal comma, so has the number. */
const hasDecimalComma = (printed: string, text: string): boolean =>
  /^[+\-−–]?\d{1,3},\d{3}$/.test(printed) && /\d,\d{1,2}\s?%/.test(text) && !/\d\.\d/.test(text)

function numberAt(text: string, start: number, matched: string): Token {
  const hasSign = /^[+\-−–]/.test(matched)
  const before = text[start - 1] ?? ' '
  const body = hasSign ? start + 1 : start
  notNumber.lastIndex = body
  const other = notNumber.exec(text)
  if (other && !/^\d+[-/](?:s|sec|op|ops|ms|us|ns)\b/i.test(other[0]))
    return { kind: 'word', printed: text.slice(start, notNumber.lastIndex), start, end: notNumber.lastIndex }
  const clock = clockAt(text, body)
  if (clock)
    return {
      kind: 'number',
      value: clock.value,
      printed: text.slice(start, clock.end),
      sign: '',
      is: 'plain',
      unit: 's',
      start,
      end: clock.end,
      high: null,
    }
  european.lastIndex = body
  const grouped = european.exec(text)?.[0] ?? null
  const printed = grouped === null ? trimNumber(matched) : text.slice(start, body + grouped.length)
  let end = start + printed.length
  let value = parseNumber(
    grouped !== null
      ? printed.replaceAll('.', '').replace(',', '.')
      : hasDecimalComma(printed, text)
        ? printed.replace(',', '.')
        : printed,
  )
  let unit: string | null = null
  let is: NumberToken['is'] = 'plain'
  let high: number | null = null
  if (!hasSign || /\s|^$|\(/.test(before)) {
    range.lastIndex = end
    const second = range.exec(text)
    const gap = second?.[0] ?? ''
    const isGain = matched.startsWith('+') && /^\d+(?:\.\d+)?\s?%/.test(text.slice(start + matched.length + 1)) // "+1-2%"
    if (second && (/^-|^–|^~|^\.\./.test(gap) || /[–~]/.test(gap)) && (!hasSign || isGain) && !/^\s-\d/.test(gap)) {
      high = Number(second[1])
      end = range.lastIndex
    }
  }
  const apart = high === null && !hasSign ? percentRange.exec(text.slice(end, end + 24)) : null
  if (apart?.[1]) {
    high = Number(apart[1])
    end += apart[0].length
  }
  glued.lastIndex = end
  const suffix = glued.exec(text)?.[0] ?? ''
  const after = end + suffix.length
  if (suffix.startsWith('%')) {
    is = 'percent'
    end += 1
  } else if (suffix === '' && text[end] === '×' && endsList(text, end + 1)) {
    is = 'multiple'
    end += 1
  } else if (/^[xX]$/.test(suffix) && endsList(text, after) && !(suffix === 'X' && value >= 1000)) {
    is = 'multiple'
    end = after
  } else if (/^[kKMG]\/s(?:ec)?$/.test(suffix) && endsList(text, after)) {
    value = Number((value * (multipliers[suffix.slice(0, 1)] ?? 1)).toPrecision(15))
    unit = suffix.slice(1)
    end = after
  } else if (/^[mb]$/.test(suffix) && countOfRate.test(text.slice(after, after + 30))) {
    value = Number((value * (suffix === 'm' ? 1e6 : 1e9)).toPrecision(15)) // "13.9m reads/s": millions, no minutes
    end = after
  } else if (suffix === 'm/s' && countOfRate.test(text.slice(0, start).slice(-60))) {
    value = Number((value * 1e6).toPrecision(15)) // "from 13.9m reads/s to 15.4m/s"
    unit = '/s'
    end = after
  } else if (suffix in multipliers && endsList(text, after) && !(suffix === 'B' && /^\d+$/.test(printed))) {
    const factor = multipliers[suffix] ?? 1
    value = Number((value * factor).toPrecision(15))
    if (high !== null) high *= factor
    end = after
    scaledRange.lastIndex = end
    const second = high === null ? scaledRange.exec(text) : null
    if (second) {
      high = Number(second[1]) * (multipliers[second[2] ?? ''] ?? 1) // "10K-59K"
      end = scaledRange.lastIndex
    }
  } else if (suffix !== '' && isUnit(suffix) && endsList(text, after)) {
    unit = suffix
    end = after
  } else if (suffix !== '') {
    const word = /[\w./+-]{1,80}/y
    word.lastIndex = start
    word.exec(text)
    return { kind: 'word', printed: text.slice(start, word.lastIndex), start, end: Math.max(word.lastIndex, end) }
  } else if (/^\s?%/.test(text.slice(end, end + 2))) {
    is = 'percent'
    end += text[end] === '%' ? 1 : 2
  } else if (/^\s(?:percent|per cent|pct)\b/i.test(text.slice(end, end + 10))) {
    is = 'percent'
    end += text.slice(end).search(/t\b/i) + 1
  } else if (
    /^\stimes(?=\s(?:faster|slower|higher|lower|more|less|better|improve|speed|the|as|larger|bigger|greater|increas|fewer|smaller|through|perf|of|quicker)|\s?[.,;:)]|\s?$)/.test(
      text.slice(end, end + 16),
    )
  ) {
    is = 'multiple'
    end += 6
  }
  const scale = is === 'plain' && unit === null ? scaleWord.exec(text.slice(end, end + 14)) : null
  if (scale?.[1]) {
    value = Number((value * scaleOf(scale[1])).toPrecision(15))
    if (high !== null) high *= scaleOf(scale[1])
    end += scale[0].length
  }
  const sign = !hasSign ? '' : matched.startsWith('+') ? '+' : '-'
  return { kind: 'number', value, printed: text.slice(start, end), sign, is, unit, start, end, high }
}

/** Words and numbers of a text, left to right; numbers that do not fit a double have the value Infinity or NaN. */
export function splitTokens(text: string): readonly Token[] {
  const known = readTokens.get(text)
  if (known) return known
  const tokens = readAllTokens(text)
  if (text.length > maxRemembered) return tokens
  if (readTokens.size >= maxTexts) readTokens.clear()
  readTokens.set(text, tokens)
  return tokens
}

/** Several readers look at each line: what a text says never changes, so the memory is no state. */
const readTokens = new Map<string, Token[]>()
const maxTexts = 2000
const maxRemembered = 300

function readAllTokens(text: string): Token[] {
  const tokens: Token[] = []
  scanner.lastIndex = 0
  for (let match = scanner.exec(text); match; match = scanner.exec(text)) {
    const start = match.index
    const groups = match.groups ?? {}
    const previous = text[start - 1] ?? ' '
    if (groups['oddPercent']) {
      const printed = groups['oddPercent']
      const value = parseNumber(printed.replace('%', ''))
      const sign = printed.startsWith('%') ? '' : printed.startsWith('+') ? '+' : '-'
      tokens.push({
        kind: 'number',
        value,
        printed,
        sign,
        is: 'percent',
        unit: null,
        start,
        end: scanner.lastIndex,
        high: null,
      })
    } else if (groups['number']) {
      // a sign glued to what stands before it is a dash (`foo-12`)
      const isDash = /^[+\-−–]/.test(groups['number']) && /[\w)\]]/.test(previous)
      if (isDash) tokens.push({ kind: 'mark', printed: groups['number'].slice(0, 1), start, end: start + 1 })
      const from = isDash ? start + 1 : start
      const token = numberAt(text, from, isDash ? groups['number'].slice(1) : groups['number'])
      tokens.push(token)
      scanner.lastIndex = Math.max(token.end, from + 1)
    } else if (groups['word']) {
      const printed = groups['word'].replace(/[./'+-]+$/, '') || groups['word']
      tokens.push({ kind: 'word', printed, start, end: start + printed.length })
      scanner.lastIndex = start + printed.length
    } else tokens.push({ kind: 'mark', printed: match[0], start, end: scanner.lastIndex })
  }
  return tokens
}
