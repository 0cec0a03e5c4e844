import { type NumberToken, splitTokens, type Token } from './number-text.ts'

/** A piece of a table row: words, or a number with what is attached to it. Columns are 0-based in the line's text. */
export type RowItem = {
  kind: 'text' | 'value' | 'change' | 'empty'
  text: string
  start: number
  end: number
  number: NumberToken | null
  unit: string | null
  stddev: number | null
  stddevIsPercent: boolean
  change: NumberToken | null
}

const unitWord =
  /^(?:[kKMGT]?i?[Bb](?:its?|ytes?)?\/s(?:ec)?|[kKMGT]?[bB]ps|[kKMGT]i?B|[KMGT]i?[Bb]ytes|[KMG]?bits?\/s(?:ec)?|[kM]?pps|[mnuµ]?s(?:ecs?)?|seconds?|secs?|msecs?|usecs?|nsecs?|nanoseconds|microseconds|milliseconds|[kKM]?(?:ops?|req|reqs|requests|trans|transactions|loops|iterations|operations|jobs|calls|events|faults|files|packets|pkts|messages|bogo-ops|works)\/(?:s|sec|second|min|minute)|ns\/op|us\/op|ms\/op|cycles?|IOPS|iops|TPS|tps|QPS|qps|RPS|rps|ops|bogo-ops|cycles\/\w+|[MGk]pps|rps|lp[sm]|MWIPS|loops|pairs\/s(?:ec)?|[KMG]?FLOPS|jOPS|bogo_ops|kIOPS|KIOPS|MIOPS|[kKMG]ops|[kKMG]IOPS|[kKM]tps|[kKM]?qps|[kM]?rps|faults\/s\/cpu|records\/s(?:ec)?|tpmC|NOPM|TPM)$/

/** Whether a word following a number is its unit. */
export function isUnitWord(word: string): boolean {
  return unitWord.test(word) || /^[kKMG]?(?:[a-z]{2,14})\/(?:s|sec|second|min)$/.test(word)
}

function item(kind: RowItem['kind'], text: string, start: number, end: number): RowItem {
  return { kind, text, start, end, number: null, unit: null, stddev: null, stddevIsPercent: false, change: null }
}

/** Closing parenthesis of the one at `at`, at most 12 tokens on; -1 where there is none. */
function closingAt(tokens: readonly Token[], at: number): number {
  for (let next = at + 1; next < tokens.length && next < at + 12; next++) {
    const token = tokens[next]
    if (token?.kind === 'mark' && /^[)\]]$/.test(token.printed)) return next
  }
  return -1
}

function isMark(token: Token | undefined, printed: RegExp): boolean {
  return token !== undefined && token.kind !== 'number' && printed.test(token.printed)
}

const kernelName = /\b(?:vanilla|patched|unpatched|linux|kernel|mainline|base|upstream|stock)$/i
const plusMinus = /^(?:±|\+\/-|\+-|-\/\+)$/
const deviation = /^(?:stddev|stdev|std|sd|cv|rsd|sigma|noise|stderr)$/i

/** Attaches the contents of a parenthesis to the value before it; false where it holds nothing numeric, numbers where it holds two changes. */
function attachParenthesis(
  tokens: readonly Token[],
  open: number,
  close: number,
  last: RowItem | null,
): RowItem | null | false | NumberToken[] {
  const inside = tokens.slice(open + 1, close)
  const numbers = inside.filter((token): token is NumberToken => token.kind === 'number')
  const first = numbers[0]
  if (first === undefined || numbers.length > 2) return false
  if (inside.some((token) => isMark(token, plusMinus) || isMark(token, deviation))) {
    if (last?.kind !== 'value') return null
    last.stddev = first.value
    last.stddevIsPercent = first.is === 'percent'
    return null
  }
  if (numbers.length === 2 && numbers.every((number) => number.is === 'percent' && number.sign !== '')) return numbers
  const isChange = first.is !== 'plain' || first.sign !== ''
  // "1.12 [ 12.40]( 0.90)": improvement in brackets, spread in parentheses
  const isBracket = isMark(tokens[open], /^\[$/) && inside.length === 1 && /\d\.\d\d$/.test(first.printed)
  if (isBracket && last?.kind === 'value' && last.change === null) {
    last.change = { ...first, is: 'percent' }
    return null
  }
  // "38.402 (0.31)": a spread that nothing names; it goes with its value
  if (!isChange && inside.length === 1 && last?.kind === 'value' && /\d\.\d/.test(first.printed)) return null
  if (!isChange || inside.length - numbers.length > 5) return false
  if (last?.kind === 'value' && last.change === null) {
    last.change = first
    return null
  }
  const openToken = tokens[open]
  const closeToken = tokens[close]
  const made = item('change', first.printed, openToken?.start ?? first.start, closeToken?.end ?? first.end)
  made.number = first
  return made
}

const countNoun =
  /^(?:v?cpus|l?cores|threads|tasks|procs|processes|clients|workers|jobs|streams|flows|connections|conns|groups|instances|producers|consumers|readers|writers|users|sockets|nodes|queues)$/i
const oneOf =
  /^(?:v?cpu|l?core|thread|task|proc|process|client|worker|job|stream|flow|connection|group|instance|producer|consumer|reader|writer|user|socket|node|queue)$/i

/** What stands in brackets behind a name and belongs to it: words with plain numbers, or the mark of a footnote. */
function isRemark(inside: readonly Token[]): boolean {
  const numbers = inside.filter((token) => token.kind === 'number')
  if (!numbers.every((number) => number.is === 'plain' && number.sign === '')) return false
  return (
    inside.some((token) => token.kind === 'word') || (inside.length === 1 && /^\d{1,2}$/.test(inside[0]?.printed ?? ''))
  )
}

/** "jobs=4", "push/threads:8" before a gap and numbers that have no such name: the row's own name. */
function isSetting(tokens: readonly Token[], at: number, text: string): boolean {
  const number = tokens[at]
  const next = tokens[at + 1]
  const mark = tokens[at - 1]
  if (number?.kind !== 'number' || next === undefined || mark === undefined || !isMark(mark, /^[=:]$/)) return false
  if (number.start !== mark.end || !/^(?:\s{2}|\t|\s?\|)/.test(text.slice(number.end))) return false
  if (mark.printed === ':' && (next.kind !== 'number' || !/^\d{1,6}$/.test(number.printed))) return false
  return tokens
    .slice(at + 1)
    .every((token, index) => !isMark(token, /^[=:]$/) || tokens[at + 2 + index]?.kind !== 'number')
}

/** A line of comma-separated fields without blanks, its commas turned to bars; any other line as it is. */
function commasAsBars(line: string): string {
  if (!line.includes(',') || /,\s/.test(line)) return line
  const fields = line.trim().split(',')
  if (fields.length < 3 || /\s{2}|\t/.test(line.trim())) return line
  if (fields.every((field) => /^\d{1,3}$/.test(field))) return line
  if (/\s/.test(line.trim()) && /\d,\d{3}(?!\d)/.test(line)) return line
  return line.replaceAll(',', '|')
}

/**
 * The pieces of a table row, left to right. Words that stand at most one blank apart are one piece; a number takes
 * its unit, its deviation (`± 2%`, `(stddev 1.2)`) and a change in parentheses with it. At most 700 pieces.
 */
export function splitRow(line: string): RowItem[] {
  const items = splitPieces(line)
  if (blankThousands.test(line))
    for (const { number } of items) if (number) number.printed = line.slice(number.start, number.end)
  return items
}

/** "| 280 796 838 |": a cell of a number with blanks between its thousands; a copy of the line with commas there. */
const blankThousands = /\|\s*\d{1,3}(?: \d{3})+\s*(?=\|)/
const allBlankThousands = /(?<=\|\s{0,20})\d{1,3}(?: \d{3})+(?=\s{0,20}\|)/g

/** Two blanks or a tab between two tokens; most stand one blank apart. */
function isGap(text: string, from: number, to: number): boolean {
  if (to - from < 2) return to > from && text[from] === '\t'
  return /\s{2}|\t/.test(text.slice(from, to))
}

function splitPieces(line: string): RowItem[] {
  const joined = line.includes('|') ? line.replace(allBlankThousands, (cell) => cell.replaceAll(' ', ',')) : line
  const text = commasAsBars(joined)
  const tokens = splitTokens(text)
  const items: RowItem[] = []
  let gapBefore = true
  for (let at = 0; at < tokens.length && items.length < 700; at++) {
    const token = tokens[at]
    if (token === undefined) break
    const last = items[items.length - 1] ?? null
    const previous = tokens[at - 1]
    const gap = previous === undefined || isGap(text, previous.end, token.start) || gapBefore
    gapBefore = false
    if (token.kind === 'number' && token.high === null) {
      const isSpread = isMark(previous, plusMinus) && last?.kind === 'value'
      if (isSpread && last) {
        last.stddev = token.value
        last.stddevIsPercent = token.is === 'percent'
        last.end = token.end
        continue
      }
      const end = tokens[at + 2]
      if (token.is === 'plain' && end?.kind === 'number' && /^ [-–] $/.test(text.slice(token.end, end.start))) {
        items.push(item('empty', text.slice(token.start, end.end), token.start, end.end)) // "4,200 - 6,700"
        at += 2
        continue
      }
      // a number inside words ("page_fault 1 node"), at most one blank from them, stays words
      const next = tokens[at + 1]
      const gluedToWords =
        last?.kind === 'text' && !gap && token.is === 'plain' && token.sign === '' && !/[:=]$/.test(last.text)
      const endsChunk = next === undefined || isGap(text, token.end, next.start) || isMark(next, /^[|(±]/)
      if (gluedToWords && last && !endsChunk && next?.kind === 'word' && !isUnitWord(next.printed)) {
        last.text = text.slice(last.start, token.end)
        last.end = token.end
        continue
      }
      if (last?.kind === 'text' && !gap && /^\d{1,2}$/.test(token.printed) && /\+\s?patch(?:es)?$/i.test(last.text)) {
        last.text = text.slice(last.start, token.end) // "+patch 2"
        last.end = token.end
        continue
      }
      if (last?.kind === 'text' && !gap && items.length === 1 && isSetting(tokens, at, text)) {
        last.text = text.slice(last.start, token.end) // "jobs=4   640k   811k"
        last.end = token.end
        continue
      }
      if (
        /^\d{1,6}$/.test(token.printed) &&
        next?.kind === 'word' &&
        next.start - token.end === 1 &&
        (token.printed === '1' ? oneOf : countNoun).test(next.printed)
      ) {
        // "64 CPUs   128 CPUs": how many there were names a row or a column
        if (last?.kind === 'text' && !gap) {
          last.text = text.slice(last.start, next.end)
          last.end = next.end
        } else items.push(item('text', text.slice(token.start, next.end), token.start, next.end))
        at++
        continue
      }
      if (last?.kind === 'text' && !gap && kernelName.test(last.text) && /^\d\.\d{1,2}$/.test(token.printed)) {
        last.text = text.slice(last.start, token.end)
        last.end = token.end
        continue
      }
      const made = item(token.is === 'plain' ? 'value' : 'change', token.printed, token.start, token.end)
      made.number = token
      made.unit = token.unit
      if (made.kind === 'value' && next?.kind === 'word' && isUnitWord(next.printed) && next.start - token.end <= 1) {
        made.unit = next.printed
        made.end = next.end
        at++
      }
      items.push(made)
      continue
    }
    if (token.kind === 'mark') {
      if (token.printed === '|') {
        gapBefore = true
        continue
      }
      if (token.printed === '(' || token.printed === '[') {
        const close = closingAt(tokens, at)
        const attached = close > 0 ? attachParenthesis(tokens, at, close, last) : false
        if (attached !== false) {
          // "(-15% / +125%)": a change for each of the columns before
          if (Array.isArray(attached))
            for (const number of attached)
              items.push({ ...item('change', number.printed, number.start, number.end), number })
          else if (attached) items.push(attached)
          at = close
          continue
        }
        const closing = tokens[close]
        if (closing && last?.kind === 'text' && !gap && isRemark(tokens.slice(at + 1, close))) {
          last.text = text.slice(last.start, closing.end) // "SP/SC bulk (size: 8)", "padded [1]"
          last.end = closing.end
          at = close
          continue
        }
      }
      if (plusMinus.test(token.printed) || /^[*~]$/.test(token.printed)) continue
      if (/^(?:-|–|—)$/.test(token.printed) && gap) {
        items.push(item('empty', token.printed, token.start, token.end))
        continue
      }
    }
    if (token.kind === 'word' && /^(?:nan|n\/a|inf|null)$/i.test(token.printed)) {
      items.push(item('empty', token.printed, token.start, token.end))
      continue
    }
    const factor = tokens[at + 1]
    if (gap && /^[xX×]$/.test(token.printed) && factor?.kind === 'number' && factor.is === 'plain') {
      const made = item('change', text.slice(token.start, factor.end), token.start, factor.end) // "x 1.12"
      made.number = { ...factor, is: 'multiple' }
      items.push(made)
      at++
      continue
    }
    if (last?.kind === 'text' && !gap) {
      last.text = text.slice(last.start, token.end)
      last.end = token.end
    } else items.push(item('text', token.printed, token.start, token.end))
  }
  return items
}

/** Pieces of a header line: parted by tabs, `|`, commas without blanks, or two blanks; columns 0-based. */
export function splitHeader(line: string): { text: string; start: number; end: number }[] {
  const text = commasAsBars(line)
  const cells = []
  const piece = /[^\s|]+(?: [^\s|]+)*/g
  for (let match = piece.exec(text); match && cells.length < 700; match = piece.exec(text))
    cells.push({ text: match[0], start: match.index, end: match.index + match[0].length })
  return cells
}

/** The column on screen of an offset, tabs standing every eighth. */
export function screenColumn(text: string, offset: number): number {
  if (!text.includes('\t')) return offset
  let column = 0
  const end = Math.min(offset, text.length)
  for (let at = 0; at < end; at++) column += text[at] === '\t' ? 8 - (column % 8) : 1
  return column
}
