import { type NumberToken, splitTokens, type Token } from './number-text.ts'
import { isUnitWord } from './row-items.ts'
import { sideOf } from './side-words.ts'
import { isInputUnit, isRateUnit } from './unit-words.ts'

/** A number of a line that can be a result, with what names it. */
type Candidate = {
  number: NumberToken
  key: string // the word before its colon or equals sign
  unit: string | null
  name: string
  stddev: number | null
  follows: boolean // a number stands right before it
  isKeyed: boolean // "rx-rate:  190": a key of its own, at the line's begin or behind a gap
}

const tail = /\s(?:[([]\s?([a-z][^()[\]]{2,40})[)\]]|(?:<-{1,2}|#)\s?([a-z][^()#]{2,40}))\s*$/i

/** The side that the last words of a line name: `(patched)`, `[old]`, `<- before`, `# with the patch`; null where they name none. */
export function tailSide(text: string): { side: 'before' | 'after'; lead: string } | null {
  if (text.length > 300 || !/[)\]]\s*$|#|<-/.test(text)) return null
  const match = tail.exec(text)
  const name = match?.[1] ?? match?.[2]
  if (!match || name === undefined || name.split(/\s+/).length > 4) return null
  const side = sideOf(name)
  return side === 'before' || side === 'after' ? { side, lead: text.slice(0, match.index) } : null
}

/** A line with its numbers and a side's name at its end left out, for finding its twin; so are comments of `perf stat`. */
export function skeleton(text: string): string {
  return withoutComment(tailSide(text)?.lead ?? text)
    .toLowerCase()
    .replace(/\d+m\s?\d+(?:[.,]\d+)?s\b/g, '#')
    .replace(/(?<![a-z_\d.])\d[\d.,]*/g, '#')
    .replace(/[+\-−](?=#)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.;,]$/, '')
}

function withoutComment(text: string): string {
  const comment = text.search(/\s#\s/)
  return comment > 3 ? text.slice(0, comment) : text
}

const spreadKey = /^(?:min|max|stdev|stddev|samples|std)$/i

const isSpreadMark = (token: Token | undefined) =>
  token !== undefined && token.kind !== 'number' && /^(?:±|\+\/-|\+-)$/.test(token.printed)

/** The numbers of a line that can be results, each with the words that name it. */
export function candidatesOf(text: string): Candidate[] {
  const full = splitTokens(text)
  const tokens = splitTokens(withoutComment(text))
  const spreadAt = full.findIndex((token) => token.kind !== 'number' && /^(?:±|\+\/-|\+-)$/.test(token.printed))
  const spread = spreadAt >= 0 ? full[spreadAt + 1] : undefined
  const found: Candidate[] = []
  // "BM_FrobQueue/threads:16   188 ns": one word with numbers in it names the line
  const named = /^\s*([A-Za-z_]\S*[/:<]\S*)\s{2,}\S/.exec(text)?.[1] ?? null
  const first = named === null ? 0 : text.indexOf(named) + named.length
  const hasWords = /[a-z]{2}/i.test(text)
  let open = 0
  // where the name of the next number begins; a program's own prefix names nothing
  let lastWord = /^\s*stress-ng: \w+:\s+\[\d+\]\s+/.exec(text)?.[0].length ?? 0
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'number') {
      if (token.kind === 'mark' && /^[([]$/.test(token.printed)) open++
      if (token.kind === 'mark' && /^[)\]]$/.test(token.printed)) open = Math.max(0, open - 1)
      continue
    }
    const previous = tokens[at - 1]
    const next = tokens[at + 1]
    const afterNext = tokens
      .slice(at + 1, at + 4)
      .map((t) => t.printed)
      .join(' ')
    const isRate = /^(?:per |\/ ?s)/i.test(afterNext)
    const follows = hasWords && previous?.kind === 'number'
    if (isSpreadMark(previous) || token.high !== null) continue
    if (text[token.start - 1] === '^') continue // "10^6bits/sec"
    const aside = open > 0 && !isRate ? asideAt(text, token) : null
    if (aside !== null) found.push(aside)
    if ((open > 0 && !isRate) || token.start < first) continue
    const count = open > 0 && isRate ? found.pop() : undefined // the count that the rate is made of
    let unit = token.unit
    const isBogo = next?.kind === 'word' && next.printed === 'bogo' && /^\s+ops\b/.test(text.slice(next.end))
    if (unit === null && isBogo) unit = 'bogo ops'
    if (unit === null && next?.kind === 'word' && isUnitWord(next.printed)) {
      unit = next.printed
      const per = /^\s+per\s+[a-z]+/i.exec(text.slice(next.end))
      if (per) unit += per[0].replace(/\s+/g, ' ')
    }
    const behindSpread = tokens[at + 3]
    if (unit === null && isSpreadMark(next) && tokens[at + 2]?.kind === 'number' && behindSpread?.kind === 'word')
      if (isUnitWord(behindSpread.printed) || /^[a-z]+\/[a-z]+$/i.test(behindSpread.printed))
        unit = behindSpread.printed // "118.402 ± 2.113  ops/us"
    if (unit === null && next?.kind === 'mark' && next.printed === '[')
      unit = /^\[([^\]]{1,20})\]/.exec(text.slice(next.start))?.[1] ?? null
    if (unit === null && isRate) unit = `/${afterNext.replace(/^per /i, '').split(' ')[0] ?? 's'}`
    const key =
      previous?.kind === 'mark' && /^[=:]$/.test(previous.printed)
        ? (tokens[at - 2]?.printed ?? '')
        : (previous?.printed ?? '')
    if (spreadKey.test(key)) continue
    if (unit === null && previous?.kind === 'mark' && isUnitWord(key)) unit = key
    let name = count ? count.name : text.slice(lastWord, token.start)
    if (!/[a-z\d]/i.test(name)) {
      const rest = (
        text
          .slice(token.end)
          .trimStart()
          .split(/\s#\s|\s{3,}|\(/)[0] ?? ''
      ).replace(unit ?? '\u0000', ' ')
      // "FrobAdder.add  thrpt  15  118.402 ± 2.113": the line's first word names what follows a count
      name = named !== null ? named : isSpreadMark(next) ? (/^\s*([A-Za-z_]\S*)/.exec(text)?.[1] ?? rest) : rest
    }
    found.push({
      number: token,
      key,
      follows,
      isKeyed: /(?:^|\s\s|\t)\s*[A-Za-z][\w./-]{0,40}\s?[:=]\s*$/.test(
        text.slice(Math.max(0, token.start - 80), token.start),
      ),
      unit,
      name: name
        .replace(/[\s:=,;|]+(?:took|is|was|were|takes|of)\s*$|[\s:=,;|]+$/i, '')
        .replace(/[\s:=,;|]+$/, '')
        .replace(/^[\s:=,;|#$*-]+/, '')
        .trim(),
      stddev: spread?.kind === 'number' ? spread.value : null,
    })
    lastWord = token.end
  }
  return found
}

/** "16 Mpps (41 Mpps if each thread is pinned)": a second result in parentheses, with its condition as its name. */
function asideAt(text: string, number: NumberToken): Candidate | null {
  const rest = /^\s?([\w/]{1,12}) ((?:if|when|with|for|on|using) [^()\d]{3,60})\)/.exec(text.slice(number.end))
  const unit = number.unit ?? rest?.[1]
  const condition = rest?.[2]
  if (text[number.start - 1] !== '(' || unit === undefined || condition === undefined || !isUnitWord(unit)) return null
  return { number, key: '', follows: false, isKeyed: false, unit, name: condition, stddev: null }
}

/** "a packet with a total length of 1500 bytes": how large a thing is. */
const sizeLine = /\b(?:length|size|offset)s? (?:of|is|=) ?\d[\d,]* ?bytes\b|\bsizeof\b/i

/** "struct frob: 200 bytes", "sizeof(frob) = 136", "lock @ 4": sizes and places of a struct. */
export function isStructLine(text: string): boolean {
  if (!/size|struct|@/i.test(text)) return false
  return (
    /\bsize_?of\b|\b(?:struct\s+\w+|sizes?)\b[^\d]{0,40}\d[\d,]*\s?(?:bytes\b|B\b)|\w\s?@\s?\+?(?:0x)?\d/i.test(text) ||
    /\bstruct\s+\w+\s+size\b|\bsize\s+of\s+(?:the\s+)?struct\b/i.test(text)
  )
}

/** "8.7s, 8.4s, 8.6s, 8.2s": single runs, whose mean the next line tells. */
function isRunList(text: string): boolean {
  const runs = text.trim().split(/[,;]\s*/)
  return runs.length >= 4 && runs.every((run) => /^\d[\d.]*\s?[a-zµ]{0,5}\.?$/i.test(run))
}

/** What a run was told to last or use: no result where both sides have the same. */
const fixedName = /\b(?:duration|run ?time|time limit|test time|clients|threads|connections|jobs|iterations|warm-?up)$/i

/** Counts beside a rate are its inputs; then numbers with units, else the first. */
export function chooseCandidates(before: Candidate[], after: Candidate[]): [Candidate, Candidate][] {
  const pairs: [Candidate, Candidate][] = []
  for (const [at, one] of before.entries()) {
    const two = after[at]
    if (!two || one.number.is === 'percent' || (one.number.value === two.number.value && one.unit === null)) continue
    const lead = before[at - 1]
    if (one.number.value === two.number.value && fixedName.test(one.name)) continue
    if (/^(?:io|run|mint|maxt)$/.test(one.key)) continue // what fio moved, and how long it ran
    // a count and what it was made of; "23014423   51.20 ns/op": the count is the runner's
    const isRunner = one.unit !== null && lead?.unit == null
    if (one.follows && !isRunner && lead && lead.number.value !== after[at - 1]?.number.value) continue
    if (one.number.value === two.number.value && one.key === 'in' && isInputUnit(one.unit)) continue // "402 ops in 10.00s"
    const isNamed = /[a-z\d]/i.test(one.name) || !lead
    pairs.push([isNamed ? one : { ...one, name: lead.number.printed }, two])
  }
  // "READ: bw=2828MiB/s (2965MB/s), 176MiB/s-177MiB/s, io=166GiB, run=60000-60001msec": the rest makes the rate or restates it
  const rates = pairs.filter(([one]) => /^(?:bw|iops)$/i.test(one.key))
  if (rates.length > 0) return rates
  const measured = pairs.filter(([one]) => one.unit !== null || one.number.is === 'multiple')
  const isRated = measured.some(([one]) => isRateUnit(one.unit))
  const results = measured.filter(([one]) => !isRated || !isInputUnit(one.unit))
  if (results.length > 0) return results.slice(0, 4)
  const named = pairs.filter(([one]) => /[a-z]/i.test(one.name))
  if (named.length > 1 && named.every(([one]) => one.isKeyed)) return named.slice(0, 4)
  if (named.length > 0) return named.slice(0, 1)
  return pairs.slice(-1)
}

/** Lines that hold a size or single runs, no result. */
export function isNoResult(text: string): boolean {
  return sizeLine.test(text) || isRunList(text)
}
