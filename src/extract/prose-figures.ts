import { type NumberToken, scaleOf, type Token } from './number-text.ts'
import { isUnitWord } from './row-items.ts'

/** A number in a sentence with its unit and the words that weaken it. `at`/`next`: indexes of its token and of what follows. */
export type ProseFigure = {
  number: NumberToken
  at: number
  next: number
  unit: string | null
  precision: 'exact' | 'about' | 'up-to' | 'at-least'
  /** What counts, sizes and places are: no measurement. */
  isMeasure: boolean
}

const noMeasure =
  /^(?:contiguous|blocks?|bytes?|[KMGT]i?B|[kmgt]b|kbytes?|mbytes?|lines?|loc|cpus?|cores?|vcpus?|threads?|process(?:es)?|procs?|tasks?|nodes?|sockets?|[GM]Hz|runs?|iterations?|loops?|patch(?:es)?|files?|clients?|connections?|workers?|jobs?|pages?|entries|entry|members?|fields?|cachelines?|cache|bits?|flows?|queues?|instances?|groups?|years?|months?|weeks?|days?|hours?|users?|objects?|inodes?|dirs|directories|containers?|cgroups?|vms?|guests?|numa|disks?|ssds?|nvmes?|devices?|ports?|way|levels?|layers?|times|samples?|functions?|callers?|places?|sites?|bit|slots?|buckets?|counters?|locks?|instances|pairs|cases?|tests?|benchmarks?|workloads?|machines?|systems?|versions?|architectures?|archs|hunks?|insertions?|deletions?|commits?|warehouses?|messages?|hardware|logical|physical|smt|simultaneous|concurrent|parallel|child|children|sec(?:ond)? (?:run|interval)|packets?|frames?|syscalls?)$/i
const about = /^(?:about|around|roughly|approximately|approx|nearly|almost|circa|some|ca|~|≈|close|averages?|~=)$/i
const upTo = /^(?:most|maximum|max)$/i
const atLeast = /^(?:over|least|than|>|exceeds|exceeding|≥|beyond)$/i
const countWords: Record<string, number> = { zero: 0, none: 0, nothing: 0 }

function printedAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.printed ?? ''
}

function precisionOf(tokens: readonly Token[], at: number): ProseFigure['precision'] {
  const one = printedAt(tokens, at - 1)
  const two = printedAt(tokens, at - 2)
  if (/^to$/i.test(one) && /^up$/i.test(two)) return 'up-to'
  if (upTo.test(one) || (/^as$/i.test(one) && /^(?:much|high|many)$/i.test(two))) return 'up-to'
  if (atLeast.test(one) && !/^(?:rather|other|less|lower|fewer)$/i.test(two))
    return /^(?:over|>|≥)$/.test(one) || /^(?:more|greater|higher|better|at)$/i.test(two) ? 'at-least' : 'exact'
  if (about.test(one) || (/^(?:a)$/i.test(one) && about.test(two))) return 'about'
  return 'exact'
}

/** The unit after a number: one word, or "N per M", or "N/M". */
function unitAfter(tokens: readonly Token[], at: number): { unit: string | null; next: number; isMeasure: boolean } {
  const token = tokens[at]
  if (token?.kind !== 'number') return { unit: null, next: at + 1, isMeasure: false }
  if (token.is !== 'plain') return { unit: token.is === 'percent' ? '%' : 'x', next: at + 1, isMeasure: true }
  const word = tokens[at + 1]
  if (token.unit !== null) {
    const isSize = /^(?:[kKMGT]?i?B|b|bytes|Bytes|bit|bits|[kMG]?Hz)$/.test(token.unit)
    return { unit: token.unit, next: at + 1, isMeasure: !isSize }
  }
  if (word?.kind !== 'word') return { unit: null, next: at + 1, isMeasure: true }
  const per = printedAt(tokens, at + 2)
  if (
    /^(?:per|a)$/i.test(per) &&
    /^(?:s|sec|secs|second|seconds|minute|min|op|operation|call|fault|page|packet|iteration|loop|event|request|transaction)$/i.test(
      printedAt(tokens, at + 3),
    )
  )
    return { unit: `${word.printed} per ${printedAt(tokens, at + 3)}`, next: at + 4, isMeasure: true }
  if (/^(?:bogo|user|total|random|read|write)$/i.test(word.printed) && isUnitWord(per))
    return { unit: `${word.printed} ${per}`, next: at + 3, isMeasure: true }
  if (/^per$/i.test(word.printed)) return { unit: `per ${per}`, next: at + 3, isMeasure: true }
  if (/^(?:core|clock|cpu)$/i.test(word.printed) && /^(?:clock|cycles)$/i.test(per))
    return { unit: 'cycles', next: at + (/^cycles$/i.test(per) ? 3 : 4), isMeasure: true }
  if (noMeasure.test(word.printed)) return { unit: word.printed, next: at + 2, isMeasure: false }
  if (/^[A-Za-z-]+\/[A-Za-z]+$/.test(word.printed) || isUnitWord(word.printed))
    return { unit: word.printed, next: at + 2, isMeasure: true }
  return { unit: null, next: at + 1, isMeasure: true }
}

/** "vanilla 4.19 kernel": a version without its `v`. */
function isKernel(tokens: readonly Token[], at: number): boolean {
  if (!/^\d\.\d{1,2}$/.test(printedAt(tokens, at))) return false
  const names = /^(?:vanilla|linux|kernel|mainline|upstream|stable)$/i
  return names.test(printedAt(tokens, at - 1)) || /^kernels?$/i.test(printedAt(tokens, at + 1))
}

/** The numbers of a sentence, in order; "to zero" counts as one. */
export function findFigures(tokens: readonly Token[]): ProseFigure[] {
  const figures: ProseFigure[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'number') {
      if (!Number.isFinite(token.value)) continue
      const unit = unitAfter(tokens, at)
      const last = figures[figures.length - 1]
      if (last && last.next === at - 1 && /^(?:±|\+\/-|\+-|-\/\+)$/.test(printedAt(tokens, at - 1))) {
        last.next = unit.next // a spread: the unit behind it is the value's
        last.unit ??= unit.unit
        continue
      }
      const isFactor =
        token.is === 'plain' && /^of$/i.test(printedAt(tokens, at - 1)) && /^factor$/i.test(printedAt(tokens, at - 2))
      figures.push({
        number: isFactor ? { ...token, is: 'multiple' } : token,
        at,
        next: unit.next,
        unit: isFactor ? 'x' : unit.unit,
        precision: precisionOf(tokens, at),
        isMeasure: (unit.isMeasure || isFactor) && !isKernel(tokens, at),
      })
    } else if (
      token.kind === 'word' &&
      token.printed.toLowerCase() in countWords &&
      /^(?:to|and|,)$/i.test(printedAt(tokens, at - 1))
    ) {
      const number: NumberToken = {
        kind: 'number',
        value: 0,
        printed: token.printed,
        sign: '',
        is: 'plain',
        unit: null,
        start: token.start,
        end: token.end,
        high: null,
      }
      figures.push({ number, at, next: at + 1, unit: null, precision: 'exact', isMeasure: true })
    }
  }
  shareScales(tokens, figures)
  countTimes(tokens, figures)
  for (let at = figures.length - 2; at >= 0; at--) {
    // "a 10M and a 100M file": what one is a size of, so is the other
    const [one, two] = [figures[at], figures[at + 1]]
    if (!one || !two || two.isMeasure || one.unit !== null || two.at - one.next > 2 || two.unit === null) continue
    if (/^(?:and|or|,|\/)$/i.test(printedAt(tokens, one.next)) && one.number.is === 'plain') one.isMeasure = false
  }
  return figures.filter((_, at) => !isRangeEnd(tokens, figures, at))
}

/** "dropped from 12,400 times to 310 times": how often something happened, no factors. */
function countTimes(tokens: readonly Token[], figures: ProseFigure[]): void {
  for (const [at, one] of figures.entries()) {
    const two = figures[at + 1]
    if (!two || one.unit !== 'times' || one.number.is !== 'plain' || one.number.value < 100) continue
    if (!/^from$/i.test(printedAt(tokens, one.at - 1)) || !/^to$/i.test(printedAt(tokens, one.next))) continue
    if (
      two.at !== one.next + 1 ||
      two.number.is === 'percent' ||
      !/times$/.test((two.number.is === 'multiple' ? two.number.printed : two.unit) ?? '')
    )
      continue
    const printed = two.number.printed.replace(/\s?times$/, '')
    two.number = { ...two.number, is: 'plain', printed, end: two.number.start + printed.length }
    two.unit = 'times'
    one.isMeasure = true
    two.isMeasure = true
  }
}

/** "from 1.3 to 1.6 million packets": the word behind the second number scales the first too. */
function shareScales(tokens: readonly Token[], figures: ProseFigure[]): void {
  for (let at = figures.length - 2; at >= 0; at--) {
    const [one, two] = [figures[at], figures[at + 1]]
    if (!one || !two || one.number.is !== 'plain' || one.unit !== null || two.at !== one.next + 1) continue
    const scale = /\b(?:thousand|million|billion)$/i.exec(two.number.printed)?.[0]
    if (scale === undefined || !/^(?:to|and|or)$/i.test(printedAt(tokens, one.next))) continue
    if (/\b(?:thousand|million|billion)$/i.test(one.number.printed)) continue
    one.number = { ...one.number, value: Number((one.number.value * scaleOf(scale)).toPrecision(15)) }
  }
}

/** "4% to 7%" (not "from 4% to 7%"): the first becomes a range, the second is part of it. */
function isRangeEnd(tokens: readonly Token[], figures: ProseFigure[], at: number): boolean {
  const end = figures[at]
  const start = figures[at - 1]
  if (!end || start?.number.is !== 'percent' || end.number.is !== 'percent' || end.at !== start.next + 1) return false
  if (/^~$/.test(printedAt(tokens, start.next))) {
    start.number = { ...start.number, high: end.number.value } // "+1.8% ~ +8.3%"
    return true
  }
  if (!/^(?:to|and)$/i.test(printedAt(tokens, start.next))) return false
  const lead = [1, 2, 3].map((back) => printedAt(tokens, start.at - back).toLowerCase())
  const isRange = /^and$/i.test(printedAt(tokens, start.next)) ? lead.includes('between') : !lead.includes('from')
  if (isRange) start.number = { ...start.number, high: end.number.value }
  return isRange
}

/** Figures parted by commas, "and", "/" or "&" alone and of one kind: one list each. */
export function groupLists(tokens: readonly Token[], figures: ProseFigure[]): ProseFigure[][] {
  const lists: ProseFigure[][] = []
  for (const figure of figures) {
    const list = lists[lists.length - 1]
    const last = list?.[list.length - 1]
    if (list && last && last.number.is === figure.number.is && figure.at - last.next <= 3) {
      const between = tokens.slice(last.next, figure.at).map((token) => token.printed.toLowerCase())
      if (between.length > 0 && between.every((word) => /^(?:,|and|&|\/|or|about|around|~|roughly|by)$/.test(word))) {
        list.push(figure)
        continue
      }
    }
    lists.push([figure])
  }
  return lists
}
