import { type ChangeWord, changeWordFor, findChangeWords } from './change-words.ts'
import { emptyFinding, type Figure, type Finding } from './finding.ts'
import { findMetrics, knownDirection } from './metric-direction.ts'
import { splitTokens, type Token } from './number-text.ts'
import { findFigures, groupLists, type ProseFigure } from './prose-figures.ts'
import { findLabelList, type Label, leadPhrase, phraseAfter, phraseBefore } from './prose-labels.ts'
import { type Sentence, spanIn } from './sentences.ts'

/** A sentence being read: what of it is used already. */
type Reading = {
  sentence: Sentence
  tokens: Token[]
  figures: ProseFigure[]
  words: ChangeWord[]
  used: Set<ProseFigure>
}
type Pair = { before: ProseFigure; after: ProseFigure; list: number; count: number }

const sizes =
  /\b(?:sizeof|size of|sizes?|bytes?|offsets?|memory (?:usage|footprint|consumption|cost)|cache ?lines? (?:from|boundary)|holes?|threshold|limit|alignment|version|capacity|lines of code)\b/i
const shares =
  /\bperf (?:top|report|record|annotate|profile|shows|c2c|data|says)\b|\baccording to perf\b|\bprofil\w*\b|\bHITMs?\b|\bc2c\b|\b(?:accounts?|accounted|accounting) for\b|\bconsum\w+\b|\bspen[dt]s? (?:about |around |nearly |almost |over |up to |~)?\d[\d.]*\s?%(?! (?:less|more|fewer))|\d\s?% (?:of )?(?:\S+ ){0,4}spent\b|\boccup\w+\b|\bhot ?spots?\b|%\s?(?:of )?(?:the |its )?(?:total |all |overall |our )?(?:cpu|cycles|samples|time in|execution time)\b|\b(?:cpu|memory) (?:utili[sz]ation|usage|time is)\b|\bflame ?graph\b|\bself\b|\b(?:cpu )?(?:utili[sz]ation|idle)\b/i
const measure =
  /\b(?:throughput|latenc\w+|bandwidth|performance|runtime|time|times|elapsed|rate|score|ops|iops|qps|tps|rps|pps|cycles|cost|overhead|speed|speed-?up|faster|slower|improv\w*|regress\w*|seconds?|secs?|[mnu]s|[mnu]secs?|transactions|requests|benchmark|took|takes|misses|contention|jobs|operations|events|faults|result\w*|measur\w*|test\w*|patch\w*|perf)\b/i
const interval = /\b(?:confidence|interval|percentile|\bCI\b|%ile|quantile)\b/i
/** Told of another commit, or by a robot of one: no effect of this patch. */
const otherPatch =
  /\b(?:test robot|0-?day|lkp|robot|bot|oliver|ltp) (?:\w+ ){0,3}?(?:reports?|reported|noticed|found|caught|flagged|complain\w*|saw)\b|\breported (?:an? |the |by|that )|\breports? (?:about|of|that) |\bafter (?:the|that) commit\b|\b(?:noticed|reported|found|bisected) (?:an? )?(?:\S+ ){0,6}?regression|\b(?:caused?|introduced?|brought|led to|leads to|resulted in|bisect\w*|regressed|due to|since|by) (?:an? |the |in |by )?(?:\S+ ){0,5}?(?:commit [0-9a-f]{7,})|\bcommit [0-9a-f]{7,40}\b.{0,120}\b(?:caused?|introduced?|regress\w+|degrad\w+|slow\w*)\b/i
const supposed = /\b(?:will be|would be|should be|could be|may be|expected to|theoretical\w*|in theory|estimate\w*)\b/i
const noChange =
  /\bno (?:measurable|noticeable|significant|visible|observable|obvious|clear|statistically significant|discernible|real)? ?(?:performance )?(?:change|changes|difference|differences|regressions?|impact|degradation|improvement|effect|slowdown)s?\b|\b(?:within|in) (?:the )?noise\b|\bunchanged\b/i

/** `suite.test` names, not files. */
const dottedName = /\b[a-z][\w-]+\.(?![chS]\b)[a-z][\w./-]*[\w]\b/i

function figureOf(reading: Reading, figure: ProseFigure): Figure {
  const { number } = figure
  return {
    value: number.value,
    printed: number.printed,
    unit: figure.unit,
    span: spanIn(reading.sentence, number.start, number.end),
  }
}

function wordAt(tokens: Token[], at: number): string {
  return (tokens[at]?.printed ?? '').toLowerCase()
}

function listAt(lists: ProseFigure[][], at: number): ProseFigure[] | null {
  return lists.find((list) => list[0]?.at === at) ?? null
}

/** First figure list that begins at most `reach` tokens behind `at`. */
function listAfter(lists: ProseFigure[][], at: number, reach: number): ProseFigure[] | null {
  for (let next = at; next <= at + reach; next++) {
    const list = listAt(lists, next)
    if (list) return list
  }
  return null
}

/** "from L to M", "A -> B", "to B from A", "B instead of A": pairs of one sentence, lists element by element. */
function findPairs(reading: Reading, lists: ProseFigure[][]): Pair[] {
  const { tokens, figures } = reading
  const pairs: Pair[] = []
  const add = (before: ProseFigure[], after: ProseFigure[]) => {
    if ([...before, ...after].some((figure) => reading.used.has(figure))) return
    const count = Math.max(before.length, after.length)
    if (before.length !== after.length && before.length !== 1 && after.length !== 1) return
    for (let at = 0; at < count; at++) {
      const one = before[before.length === 1 ? 0 : at]
      const two = after[after.length === 1 ? 0 : at]
      if (one && two) pairs.push({ before: one, after: two, list: at, count })
    }
    for (const figure of [...before, ...after]) reading.used.add(figure)
  }
  for (const [at, token] of tokens.entries()) {
    const word = token.printed.toLowerCase()
    if (token.kind !== 'number' && /^(?:-+>|=+>|→|⇒|➜)$/.test(word)) {
      const before = figures.find((figure) => figure.next === at || figure.next === at - 1)
      const after = figures.find(
        (figure) => figure.at === at + 1 || (figure.at === at + 2 && /^[~(]$/.test(wordAt(tokens, at + 1))),
      )
      if (before && after && before.number.is === after.number.is) add([before], [after])
    } else if (word === 'from') {
      const before = listAfter(lists, at + 1, 5)
      const last = before?.[before.length - 1]
      if (!before || !last) continue
      let to = -1
      for (let next = last.next; next < last.next + 9 && next < tokens.length; next++)
        if (wordAt(tokens, next) === 'to') {
          to = next
          break
        }
      const after = to < 0 ? null : listAfter(lists, to + 1, 5)
      if (after && after[0]?.number.is === last.number.is) add(before, after)
      else {
        const earlier = lists
          .filter((list) => (list[list.length - 1]?.next ?? 0) <= at && (list[list.length - 1]?.next ?? 0) >= at - 4)
          .pop()
        const first = earlier?.[0]
        if (
          earlier &&
          first &&
          first.number.is === last.number.is &&
          /^(?:to|at|is|just|only|about|around|,|down|now)$/.test(wordAt(tokens, first.at - 1))
        )
          add(before, earlier)
      }
    } else if (/^(?:instead|versus|vs|vs\.|compared|against|rather)$/.test(word)) {
      const two = figures.filter((figure) => figure.next <= at && figure.next >= at - 8).pop()
      const one = figures.find((figure) => figure.at > at && figure.at <= at + 6)
      if (one && two && one.number.is === two.number.is && one.number.is === 'plain') {
        const near = tokens
          .slice(two.next, at)
          .map((t) => t.printed)
          .join(' ')
        const far = tokens
          .slice(one.next, one.next + 6)
          .map((t) => t.printed)
          .join(' ')
        const swapped =
          /\b(?:before|without|base|vanilla|unpatched)\b/i.test(near) ||
          (/\b(?:after|with|patched)\b/i.test(far) && !/without/i.test(far))
        if (swapped) add([two], [one])
        else if (word !== 'vs' && word !== 'versus' && word !== 'vs.' && word !== 'against') add([one], [two])
        else if (/\b(?:before|without|base|vanilla|unpatched)\b/i.test(far) || /\b(?:after|with|patched)\b/i.test(near))
          add([one], [two])
      }
    }
  }
  if (pairs.length === 0) addTagged(reading, add)
  return pairs
}

const beforeTag =
  /\b(?:before|without|w\/o|unpatched|vanilla|baseline|base|old|original\w*|mainline|stock|previously|used to)\b/gi
const afterTag = /\b(?:after|with|patched|new|now|w\/)(?![\w])/gi

/** One number beside a word of the unpatched side and one beside a word of the patched: a pair. */
function addTagged(reading: Reading, add: (before: ProseFigure[], after: ProseFigure[]) => void): void {
  let plain = reading.figures.filter(
    (figure) => figure.number.is === 'plain' && figure.isMeasure && !reading.used.has(figure),
  )
  if (plain.length > 2) plain = plain.filter((figure) => figure.unit !== null)
  if (plain.length !== 2) return
  const { text } = reading.sentence
  const near = (tag: RegExp, figure: ProseFigure) => {
    let best = 50
    for (const match of text.matchAll(tag)) {
      const distance =
        match.index > figure.number.end
          ? match.index - figure.number.end
          : figure.number.start - match.index - match[0].length
      best = Math.min(best, Math.max(0, distance))
    }
    return best
  }
  const [one, two] = plain
  if (!one || !two || ![...text.matchAll(beforeTag)].length || ![...text.matchAll(afterTag)].length) return
  const straight = near(beforeTag, one) + near(afterTag, two)
  const crossed = near(beforeTag, two) + near(afterTag, one)
  if (Math.min(straight, crossed) > 60 || straight === crossed) return
  if (one.unit !== two.unit && one.unit !== null && two.unit !== null) return
  if (straight < crossed) add([one], [two])
  else add([two], [one])
}

/** Percentages that restate a pair: in parentheses beside it, or in the same sentence and of the same size. */
function changeOfPair(reading: Reading, pair: Pair): ProseFigure | null {
  const base = pair.before.number.value
  if (base === 0) return null
  const computed = ((pair.after.number.value - base) / Math.abs(base)) * 100
  const ratio =
    pair.after.number.value === 0
      ? Number.POSITIVE_INFINITY
      : Math.max(pair.after.number.value / base, base / pair.after.number.value)
  for (const figure of reading.figures) {
    if (reading.used.has(figure)) continue
    const { number } = figure
    if (number.is === 'percent') {
      const distance = Math.min(Math.abs(figure.at - pair.after.next), Math.abs(pair.before.at - figure.next))
      const fits = Math.abs(Math.abs(computed) - Math.abs(number.value)) <= Math.max(1.5, Math.abs(computed) * 0.12)
      const isInside = /[(]/.test(reading.tokens[pair.after.next]?.printed ?? '') && distance <= 3
      if (fits || isInside || distance <= 1) return figure
    }
    if (number.is === 'multiple' && Math.abs(ratio - number.value) <= Math.max(0.6, ratio * 0.12)) return figure
  }
  return null
}

function metricNear(
  sentence: Sentence,
  start: number,
  end: number,
  bounds: { from: number; to: number },
): { metric: string; start: number; end: number } | null {
  let best: { metric: string; start: number; end: number; distance: number } | null = null
  for (const metric of findMetrics(sentence.text)) {
    const isInside = metric.start >= bounds.from && metric.end <= bounds.to
    const isBehind = metric.start >= end
    const gap = Math.max(0, isBehind ? metric.start - end : start - metric.end)
    // a noun right behind ("5% throughput gain"), else what stands before it in its clause, else anything
    const distance = gap + (isInside ? 0 : 300) + (isBehind && gap > 2 ? 60 : 0)
    if (best === null || distance < best.distance) best = { ...metric, distance }
  }
  return best && best.distance < 460 ? best : null
}

function addLabel(finding: Finding, sentence: Sentence, label: Label | null, as: 'test' | 'variant' | 'metric'): void {
  if (!label) return
  const text = label.text
  if (finding[as] === null) finding[as] = text
  else if (!finding[as]?.includes(text)) finding[as] = `${finding[as]}, ${text}`
  finding.labels.push(spanIn(sentence, label.start, label.end))
}

/** Names the finding after the words around its value. */
function nameFinding(
  reading: Reading,
  finding: Finding,
  start: number,
  end: number,
  listLabel: Label | null,
  bounds: { from: number; to: number },
): void {
  const { sentence } = reading
  const metric = metricNear(sentence, start, end, bounds)
  if (metric) addLabel(finding, sentence, { text: metric.metric, start: metric.start, end: metric.end }, 'metric')
  if (listLabel) addLabel(finding, sentence, listLabel, 'test')
  else {
    const around = sentence.text.slice(bounds.from, bounds.to)
    const dotted = dottedName.exec(around)
    if (dotted) {
      const at = bounds.from + dotted.index
      addLabel(finding, sentence, { text: dotted[0], start: at, end: at + dotted[0].length }, 'test')
    }
    addLabel(finding, sentence, phraseAfter(sentence.text.slice(end, bounds.to), end), 'test')
    addLabel(
      finding,
      sentence,
      phraseBefore(sentence.text.slice(bounds.from, start), bounds.from),
      finding.test === null ? 'test' : 'variant',
    )
    if (finding.test === null) addLabel(finding, sentence, leadPhrase(sentence.text.slice(0, start)), 'test')
  }
}

/** The names that belong to the elements of a list of values: in the sentence, before or behind it. */
function labelsFor(reading: Reading, from: number, to: number, count: number, before: Sentence | null): Label[] | null {
  if (count < 2) return null
  const { text } = reading.sentence
  const saysSo = /\brespectively\b/i.test(text) || count > 2
  const ahead = findLabelList(
    text.slice(0, from).replace(/\d[\d.]*%/g, (m) => '_'.repeat(m.length)),
    0,
    count,
    'end',
  )
  const behind = findLabelList(text.slice(to), to, count, 'start')
  const clean = (labels: Label[] | null) => (labels?.some((label) => /_{2,}|\d%/.test(label.text)) ? null : labels)
  const one = clean(ahead)
  const two = clean(behind)
  if (two && /^\s*(?:\S+\s+){0,4}?(?:for|on|in|with|at|of|to|under)\s/i.test(text.slice(to))) return two
  if (one && saysSo) return one
  return two && saysSo ? two : one && before === null ? one : one
}

function signedChange(figure: ProseFigure, word: ChangeWord | null, metric: string | null): number {
  const value = figure.number.value
  if (figure.number.sign !== '') return value
  if (!word) return value
  if (word.judges !== null) {
    const isLower = metric !== null && knownDirection(metric, null) === false
    const better = word.judges === 'better'
    return better === isLower ? -value : value
  }
  if (word.isFaster) return value
  return word.sign * value
}

/** "reduced to 3%", "variance within 1%": a level or a spread, no change. */
function isNoChange(tokens: Token[], at: number): boolean {
  const near = [1, 2, 3, 4].map((back) => wordAt(tokens, at - back))
  if (near[0] === 'to' && near[1] !== 'up' && near[1] !== 'close') return true
  return near.some((word) => /^(?:within|variance|stddev|deviation|noise|variation|error|±|\+\/-|jitter)$/.test(word))
}

/** Whether the words around a change say that a size or a count of bytes changed. */
function isOfSize(tokens: Token[], from: number, to: number): boolean {
  const near = tokens
    .slice(Math.max(0, from - 9), to + 6)
    .map((token) => token.printed)
    .join(' ')
  if (/\b(?:throughput|performance|latency|score|faster|slower|bandwidth|runtime|time|IOPS|ops|rate)\b/i.test(near))
    return false
  return /\b(?:sizeof|size|sizes|bytes?|memory|footprint|text|bloat\w*|lines|object|objects|slab|padding|per inode|space)\b/i.test(
    near,
  )
}

/** A multiple in parentheses behind a percentage ("2097% (20x)") says the same again. */
function restates(reading: Reading, figure: ProseFigure): boolean {
  if (figure.number.is !== 'multiple') return false
  const before = reading.figures.find((other) => other.number.is === 'percent' && other.next === figure.at - 1)
  return before !== undefined && wordAt(reading.tokens, figure.at - 1) === '('
}

function spanBounds(reading: Reading, start: number, end: number): { from: number; to: number } {
  let from = 0
  let to = reading.sentence.text.length
  for (const figure of reading.figures) {
    if (figure.number.is === 'plain' && !reading.used.has(figure) && (!figure.isMeasure || figure.unit === null))
      continue
    if (restates(reading, figure)) continue
    const stop = reading.tokens[figure.next - 1]?.end ?? figure.number.end
    if (stop <= start && stop > from) from = stop
    if (figure.number.start >= end && figure.number.start < to) to = figure.number.start
  }
  return { from, to }
}

function pairFindings(reading: Reading, pairs: Pair[], isShare: boolean, earlier: Sentence | null): Finding[] {
  const { sentence, tokens } = reading
  const first = pairs[0]
  const last = pairs[pairs.length - 1]
  if (!first || !last) return []
  const start = Math.min(first.before.number.start, first.after.number.start)
  const end = Math.max(
    ...pairs.map((pair) => Math.max(tokens[pair.after.next - 1]?.end ?? 0, tokens[pair.before.next - 1]?.end ?? 0)),
  )
  const labels = first.count > 1 ? labelsFor(reading, start, end, first.count, earlier) : null
  return pairs.map((pair) => {
    const finding = emptyFinding(sentence.block, 'prose')
    finding.before = figureOf(reading, pair.before)
    finding.after = figureOf(reading, pair.after)
    finding.unit = pair.after.unit ?? pair.before.unit ?? last.after.unit ?? last.before.unit
    if (isShare || pair.before.number.is === 'percent') finding.quantity = 'share'
    if (pair.before.precision === 'about' || pair.after.precision === 'about') finding.precision = 'about'
    const change = changeOfPair(reading, pair)
    const one = Math.min(pair.before.number.start, pair.after.number.start)
    const two = Math.max(tokens[pair.before.next - 1]?.end ?? 0, tokens[pair.after.next - 1]?.end ?? 0)
    if (change) {
      reading.used.add(change)
      finding.change = figureOf(reading, change)
      if (change.number.is === 'multiple') finding.changeIs = 'multiple'
    }
    const bounds =
      pairs.length > 1
        ? { from: 0, to: sentence.text.length }
        : spanBounds(
            reading,
            change ? Math.min(one, change.number.start) : one,
            change ? Math.max(two, change.number.end) : two,
          )
    nameFinding(reading, finding, one, Math.max(two, change?.number.end ?? 0), labels?.[pair.list] ?? null, bounds)
    return finding
  })
}

/** Percentages and multiples that stand alone, list by list. */
function changeFindings(
  reading: Reading,
  lists: ProseFigure[][],
  isShare: boolean,
  earlier: Sentence | null,
): Finding[] {
  const { sentence, tokens, words } = reading
  const found: Finding[] = []
  for (const [at, list] of lists.entries()) {
    const open = list.filter(
      (figure) => !reading.used.has(figure) && figure.number.is !== 'plain' && !restates(reading, figure),
    )
    const first = open[0]
    const last = open[open.length - 1]
    if (!first || !last || open.length !== list.length) continue
    const previous = lists[at - 1]
    const next = lists[at + 1]
    const least = previous ? (previous[previous.length - 1]?.next ?? 0) : 0
    const most = next ? (next[0]?.at ?? tokens.length) : tokens.length
    let word = changeWordFor(words, tokens, first.at, last.next, least, most)
    if (!word) word = changeWordFor(words, tokens, first.at, last.next, 0, tokens.length)
    const hasSign = open.every((figure) => figure.number.sign !== '')
    if (!word && !hasSign) continue
    if (isOfSize(tokens, first.at, last.next) || isNoChange(tokens, first.at)) continue
    if (first.number.is === 'multiple' && supposed.test(sentence.text)) continue
    if (first.number.is === 'percent' && /^of$/.test(wordAt(tokens, last.next)) && !(word && word.at > last.next)) {
      if (!word || !/^(?:performance|throughput|the performance)$/i.test(wordAt(tokens, last.next + 1))) continue
    }
    const end = tokens[last.next - 1]?.end ?? last.number.end
    const labels = open.length > 1 ? labelsFor(reading, first.number.start, end, open.length, earlier) : null
    for (const [index, figure] of open.entries()) {
      const finding = emptyFinding(sentence.block, 'prose')
      finding.precision = figure.precision
      if (isShare) finding.quantity = 'share'
      const stop = tokens[figure.next - 1]?.end ?? figure.number.end
      const bounds =
        open.length > 1 ? { from: 0, to: sentence.text.length } : spanBounds(reading, figure.number.start, stop)
      nameFinding(reading, finding, figure.number.start, stop, labels?.[index] ?? null, bounds)
      const shown = figureOf(reading, figure)
      if (figure.number.is === 'percent') {
        shown.value = figure.number.high === null ? signedChange(figure, word, finding.metric) : Number.NaN
        finding.change = shown
      } else {
        finding.change = shown
        finding.changeIs = 'multiple'
        if (word && word.sign < 0 && !word.isFaster) finding.note = 'a factor by which it went down'
      }
      reading.used.add(figure)
      found.push(finding)
    }
  }
  return found
}

/** The results that one sentence tells: pairs of numbers, changes in per cent, multiples, or that nothing changed. */
export function findProseResults(sentence: Sentence, earlier: Sentence | null): Finding[] {
  const { text } = sentence
  if (text.length > 6000) return []
  if (!/\d|zero|noise|\bno \w+/i.test(text)) return []
  const tokens = splitTokens(text)
  const figures = findFigures(tokens)
  const found: Finding[] = []
  const isOther = otherPatch.test(text)
  if (figures.length > 0 && figures.length < 200 && !interval.test(text)) {
    const reading: Reading = { sentence, tokens, figures, words: findChangeWords(tokens), used: new Set() }
    const lists = groupLists(tokens, figures)
    const isSize = sizes.test(text)
    const isShare = shares.test(text)
    const pairs = findPairs(reading, lists).filter((pair) => pair.before.isMeasure && pair.after.isMeasure)
    const believable = pairs.filter(
      (pair) => (measure.test(text) || pair.after.unit !== null) && (!isSize || pair.after.unit !== null),
    )
    const groups = new Map<number, Pair[]>()
    for (const pair of believable) {
      const key = pair.count > 1 ? pair.count : -pair.before.at - 1
      groups.set(key, [...(groups.get(key) ?? []), pair])
    }
    for (const group of groups.values()) found.push(...pairFindings(reading, group, isShare, earlier))
    found.push(...changeFindings(reading, lists, isShare, earlier))
  }
  if (isOther) for (const finding of found) finding.isOther = true
  if (found.length === 0 && noChange.test(text) && measure.test(text)) {
    const match = noChange.exec(text)
    if (match) {
      const finding = emptyFinding(sentence.block, 'prose')
      finding.precision = 'no-change'
      finding.change = {
        value: Number.NaN,
        printed: match[0].slice(0, 60),
        unit: null,
        span: spanIn(sentence, match.index, match.index + match[0].length),
      }
      nameFinding(
        { sentence, tokens, figures, words: [], used: new Set() },
        finding,
        match.index,
        match.index + match[0].length,
        null,
        { from: 0, to: text.length },
      )
      found.push(finding)
    }
  }
  return found
}
