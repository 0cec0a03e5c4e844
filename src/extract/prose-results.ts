import { type ChangeWord, changeWordFor, findChangeWords } from './change-words.ts'
import { emptyFinding, type Finding } from './finding.ts'
import { knownDirection } from './metric-direction.ts'
import { splitTokens, type Token } from './number-text.ts'
import { findFigures, groupLists, type ProseFigure } from './prose-figures.ts'
import type { Label } from './prose-labels.ts'
import { labelsFor, nameFinding } from './prose-names.ts'
import { changeOfPair, findPairs, type Pair } from './prose-pairs.ts'
import { figureOf, type Reading, restates, spanBounds, wordAt } from './prose-reading.ts'
import { isUnitWord } from './row-items.ts'
import { findSentencePairs } from './sentence-pairs.ts'
import { type Sentence, spanIn } from './sentences.ts'

const sizes =
  /\b(?:sizeof|size of|sizes?|bytes?|offsets?|memory (?:usage|footprint|consumption|cost)|cache ?lines? (?:from|boundary)|holes?|threshold|limit|alignment|version|capacity|lines of code)\b/i

/** Words of a whole sentence about samples of a profiler. */
const profiles =
  /\bperf (?:top|report|record|annotate|profile|shows|c2c|data|says)\b|\baccording to perf\b|\bprofil\w*\b|\bHITMs?\b|\bc2c\b|\bhot ?spots?\b|\bflame ?graph\b/i
/** Samples of `perf c2c` are read as counters, not as results. */
const sampleCounts = /\bHITMs?\b/i
/** Words of a clause that make its numbers shares of something. */
const shares =
  /\bcosts? (?:about |around |nearly |~)?\d[\d.]*\s?%|\d\s?% overhead (?:of|in) |\b(?:accounts?|accounted|accounting) for\b|\bconsum\w+\b|\bspen[dt]s? (?:about |around |nearly |almost |over |up to |~)?\d[\d.]*\s?%(?! (?:less|more|fewer))|\d\s?% (?:of )?(?:\S+ ){0,4}spent\b|\boccup\w+\b|%\s?(?:of )?(?:the |its )?(?:total |all |overall |our )?(?:cpu|cycles|samples|time in|execution time)\b|\b(?:cpu|memory) (?:utili[sz]ation|usage|time is)\b|\bself\b|\b(?:cpu )?utili[sz]ation\b|%\s?idle\b|\bidle (?:time|cycles)\b/i

/** The clause around a place of a sentence. */
function clauseAt(text: string, start: number, end: number): string {
  const parts = /[,;]\s(?:and|while|but|which|whereas|with)?|\sand\s(?=[a-z]+s\s)|\swhile\s/g
  let from = 0
  let to = text.length
  for (let match = parts.exec(text); match; match = parts.exec(text)) {
    if (match.index <= start) from = match.index
    else if (match.index >= end) {
      to = match.index
      break
    }
  }
  return text.slice(from, to)
}

const measure =
  /\b(?:throughput|latenc\w+|bandwidth|performance|runtime|time|times|elapsed|rate|score|ops|iops|qps|tps|rps|pps|cycles|cost|overhead|speed|speed-?up|faster|slower|improv\w*|regress\w*|seconds?|secs?|[mnu]s|[mnu]secs?|transactions|requests|benchmark|took|takes|misses|contention|jobs|operations|events|faults|result\w*|measur\w*|test\w*|patch\w*|perf)\b/i

const interval = /\b(?:confidence|interval|percentile|\bCI\b|%ile|quantile)\b/i

/** Told of another commit, or by a robot of one: no effect of this patch. */
const otherPatch =
  /\b(?:test robot|0-?day|lkp|robot|bot|oliver|ltp) (?:\w+ ){0,3}?(?:reports?|reported|noticed|found|caught|flagged|complain\w*|saw)\b|\breported (?:an? |the |by|that )|\breports? (?:about|of|that) |\bin (?:our|the|my|an?) (?:(?!perf\b|profil)\w+ )?report\b|\bafter (?:the|that) commit\b|\b(?:noticed|reported|found|bisected) (?:an? )?(?:\S+ ){0,6}?regression|\b(?:caused?|introduced?|brought|led to|leads to|resulted in|bisect\w*|regressed|due to|since|by) (?:an? |the |in |by )?(?:\S+ ){0,5}?(?:commit [0-9a-f]{7,})|\bcommit [0-9a-f]{7,40}\b.{0,120}\b(?:caused?|introduced?|regress\w+|degrad\w+|slow\w*)\b/i

/** "the robot found that this patch makes poll1 2% slower" */
const ofThisPatch =
  /\b(?:robot|bot|lkp|0-?day)\b.{0,40}\bthat (?:this|the|my|our|your) (?:patch|change|series|commit)\b/i

const supposed =
  /\b(?:will be|would be|should be|could be|may be|expected to|theoretical\w*|in theory|estimate\w*)\b|\bif\b.*\bwill\b/i

const noChange =
  /\bno (?:measurable|noticeable|significant|visible|observable|obvious|clear|statistically significant|discernible|real)? ?(?:performance )?(?:change|changes|difference|differences|regressions?|impact|degradation|improvement|effect|slowdown)s?\b|\b(?:within|in) (?:the )?noise\b|\bunchanged\b/i

function signedChange(figure: ProseFigure, word: ChangeWord | null, metric: string | null): number {
  const value = figure.number.value
  if (figure.number.sign !== '') return value
  if (!word) return value
  if (word.isOfSpeed === 'better') return value
  if (word.judges !== null) {
    const isLower = metric !== null && knownDirection(metric, null) === false
    const better = word.judges === 'better'
    return better === isLower ? -value : value
  }
  if (word.isFaster) return value
  return word.sign * value
}

/** Both ends of "3 to 5%", with the sign of the change and the lower first. */
function rangeOf(figure: ProseFigure, word: ChangeWord | null, metric: string | null): Finding['range'] {
  const { number } = figure
  if (number.high === null || !Number.isFinite(number.high)) return null
  const isDown = number.is === 'percent' && number.sign === '' && signedChange(figure, word, metric) < 0
  const ends = [number.value, number.high].map((end) => (isDown ? -Math.abs(end) : end))
  return { low: Math.min(...ends), high: Math.max(...ends) }
}

/** "reduced to 3%", "variance within 1%": a level or a spread, no change. */
function isNoChange(tokens: readonly Token[], at: number): boolean {
  const near = [1, 2, 3, 4].map((back) => wordAt(tokens, at - back))
  if (near[0] === 'to' && near[1] !== 'up' && near[1] !== 'close') return true
  if (near[0] === 'at' && /^of$/.test(wordAt(tokens, at + 1))) return true // "back at 98% of the speed it had"
  return near.some((word) => /^(?:within|variance|stddev|deviation|noise|variation|error|±|\+\/-|jitter)$/.test(word))
}

/** "80%+ platforms show", "90% of the users see": how many there are, no change. */
function isCountOf(tokens: readonly Token[], at: number): boolean {
  const words = [0, 1, 2, 3]
    .map((step) => wordAt(tokens, at + step))
    .filter((word) => !/^(?:\+|of|the|all|our)$/.test(word))
  return /^(?:platforms|machines|systems|users|cases|boxes|tests|benchmarks|workloads|kernels|tasks|threads|cpus|pages|packets|requests)$/.test(
    words[0] ?? '',
  )
}

/** "by almost 30%": a change of what is spoken of, though a profiler counted it. */
function isBy(tokens: readonly Token[], at: number): boolean {
  const near = [1, 2].map((back) => wordAt(tokens, at - back))
  return (
    near[0] === 'by' || (near[1] === 'by' && /^(?:about|around|almost|nearly|roughly|~|over|up)$/.test(near[0] ?? ''))
  )
}

const effect =
  /\b(?:throughput|latency|bandwidth|performance|iops|qps|tps|score|runtime|run time|execution time|elapsed)\b/i

/** A bound in brackets, a level ("95% confidence"), a percentile. */
function isOfInterval(text: string, tokens: readonly Token[], figure: ProseFigure): boolean {
  const { start } = figure.number
  const open = Math.max(text.lastIndexOf('[', start), text.lastIndexOf('(', start))
  const close = Math.max(text.lastIndexOf(']', start), text.lastIndexOf(')', start))
  const behind = [0, 1].map((step) => wordAt(tokens, figure.next + step)).join(' ')
  return open > close || /\b(?:confidence|intervals?|ci|percentile|quantile|t)\b/.test(behind)
}

/** Whether the words around a change say that a size or a count of bytes changed. */
function isOfSize(tokens: readonly Token[], from: number, to: number): boolean {
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

/** The subject of a rate: SET of "1.91M SET/s". */
function unitLabel(tokens: readonly Token[], pair: Pair): Label | null {
  const token = tokens[pair.after.next - 1]
  const text = token?.printed.split('/')[0]
  return token && text ? { text, start: token.start, end: token.start + text.length } : null
}

/** "timeout 30s -> 60s", "bump the limit from 10 to 20": what the patch sets, not what was measured. */
function isSetting(text: string, pair: Pair): boolean {
  const lead = text.slice(0, Math.min(pair.before.number.start, pair.after.number.start)).slice(-90)
  return /\b(?:timeouts?|limits?|threshold|quota|defaults?|budget|\w+_(?:SHIFT|BITS|SIZE|MAX|MIN|ORDER|TIMEOUT|INTERVAL)|max_\w+|min_\w+)(?:\s+(?:value|is|was|goes|went|changed|raised|bumped|reduced|increased|lowered|from|to|at)){0,3}\s*[(:=]?\s*$/i.test(
    lead,
  )
}

function pairFindings(reading: Reading, pairs: Pair[], isProfile: boolean): Finding[] {
  const { sentence, tokens } = reading
  const first = pairs[0]
  const last = pairs[pairs.length - 1]
  if (!first || !last) return []
  const start = Math.min(first.before.number.start, first.after.number.start)
  const end = Math.max(
    ...pairs.map((pair) => Math.max(tokens[pair.after.next - 1]?.end ?? 0, tokens[pair.before.next - 1]?.end ?? 0)),
  )
  const subjects = pairs.map((pair) => /^([A-Za-z][\w-]*)\/s(?:ec)?$/.exec(pair.after.unit ?? '')?.[1] ?? '')
  const isNamedByUnit = first.count > 1 && new Set(subjects).size === pairs.length // "1.9M SET/s and 2.3M GET/s"
  const labels = first.count > 1 && !isNamedByUnit ? labelsFor(reading, start, end, first.count) : null
  return pairs.map((pair) => {
    const finding = emptyFinding(sentence.block, 'prose')
    finding.before = figureOf(reading, pair.before)
    finding.after = figureOf(reading, pair.after)
    finding.unit = pair.after.unit ?? pair.before.unit ?? last.after.unit ?? last.before.unit
    const isShare = finding.unit === null && (isProfile || shares.test(clauseAt(sentence.text, start, end)))
    if (isShare || pair.before.number.is === 'percent') finding.quantity = 'share'
    const judging = reading.words.filter((word) => word.judges !== null || word.isOfSpeed !== null)
    if (judging.length === 1 && pairs.length === 1) finding.judges = judging[0]?.judges ?? judging[0]?.isOfSpeed ?? null
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
    nameFinding(
      reading,
      finding,
      one,
      Math.max(two, change?.number.end ?? 0),
      (isNamedByUnit ? unitLabel(tokens, pair) : labels?.[pair.list]) ?? null,
      bounds,
    )
    return finding
  })
}

/** "(the commit is where the 70% degradation was)": an aside about the past, told of no change that the patch makes. */
function isPastLoss(text: string, start: number, end: number): boolean {
  const open = text.lastIndexOf('(', start)
  if (open < 0 || text.lastIndexOf(')', start) > open) return false
  const lead = text.slice(Math.max(open, start - 60), start)
  const behind = text.slice(end, end + 60)
  return (
    /\b(?:where|when) (?:the|that|this|an?) (?:(?:about|around|roughly|nearly) |~)?$/i.test(lead) &&
    /^\s(?:\w+ )?(?:degradation|regression|slowdown|drop|loss)\s(?:was|came|began|started|happened|appeared)\b/i.test(
      behind,
    )
  )
}

/** Percentages and multiples that stand alone, list by list. */
function changeFindings(
  reading: Reading,
  lists: ProseFigure[][],
  isProfile: boolean,
  intro: Sentence | null,
): Finding[] {
  const { sentence, tokens, words } = reading
  const found: Finding[] = []
  let inherited: ChangeWord | null = null
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
    if (!word && !hasSign && intro) word = findChangeWords(splitTokens(intro.text)).pop() ?? null
    const lead = tokens.slice(Math.max(0, first.at - 6), first.at).map((token) => token.printed)
    const isAhead =
      word !== null && word.at > last.next && tokens.slice(last.next, word.at).some((token) => token.printed === ',')
    if (isAhead && inherited && lead.includes('and')) word = inherited // "improves A by 6% and B by 2%, reduces C"
    if (!word && inherited && lead.includes(';')) word = inherited // "1: 0.2%; 28: 2.9%; 56: 4.4%"
    inherited = word
    if (!word && !hasSign) continue
    if (isOfSize(tokens, first.at, last.next) || isNoChange(tokens, first.at)) continue
    const behind = tokens[last.next]?.printed ?? ''
    if (first.number.is === 'multiple' && /^[A-Z\d]/.test(behind) && !isUnitWord(behind)) continue // "2x Kunpeng"
    if (first.number.is === 'multiple' && supposed.test(sentence.text)) continue
    if (isCountOf(tokens, last.next)) continue
    if (first.number.is === 'percent' && /^of$/.test(wordAt(tokens, last.next)) && !(word && word.at > last.next)) {
      if (!word || !/^(?:performance|throughput|the performance)$/i.test(wordAt(tokens, last.next + 1))) continue
    }
    const end = tokens[last.next - 1]?.end ?? last.number.end
    const labels = open.length > 1 ? labelsFor(reading, first.number.start, end, open.length) : null
    for (const [index, figure] of open.entries()) {
      const finding = emptyFinding(sentence.block, 'prose')
      finding.precision = figure.precision
      const stop = tokens[figure.next - 1]?.end ?? figure.number.end
      if (isPastLoss(sentence.text, figure.number.start, stop)) finding.isOther = true
      const clause = clauseAt(sentence.text, figure.number.start, stop)
      const isEffect = (isBy(tokens, first.at) && word !== null) || effect.test(clause)
      const isReduction = /^\s(?:reduction|decrease|increase|drop|improvement) in\b/.test(sentence.text.slice(stop))
      const own = isReduction ? clause.replace(/\bconsumed\b/, ' ') : clause // "85% reduction in the cycles consumed"
      const isMode = /^\s?\(?(?:user|kernel|sys(?:tem)?|idle|iowait|nice)\b(?! time)/i.test(sentence.text.slice(stop))
      if ((isProfile && !isEffect) || shares.test(own) || (isMode && shares.test(sentence.text)))
        finding.quantity = 'share'
      const bounds =
        open.length > 1 ? { from: 0, to: sentence.text.length } : spanBounds(reading, figure.number.start, stop)
      nameFinding(reading, finding, figure.number.start, stop, labels?.[index] ?? null, bounds)
      const shown = figureOf(reading, figure)
      finding.judges = word?.judges ?? null
      if (word?.isOfSpeed) finding.isJudged = true
      if (word?.isOfSpeed && figure.number.is === 'percent') finding.judges = word.isOfSpeed
      if (figure.number.high !== null) {
        finding.range = rangeOf(figure, word, finding.metric)
        shown.value = Number.NaN
        finding.change = shown
        if (figure.number.is === 'multiple') {
          finding.changeIs = 'multiple'
          if (word && word.sign < 0 && !word.isFaster) finding.note = 'a factor by which it went down'
        }
      } else if (figure.number.is === 'percent') {
        shown.value = signedChange(figure, word, finding.metric)
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

/**
 * The results that one sentence tells: pairs of numbers, changes in per cent, multiples, or that nothing changed.
 * `intro` is the line ending in a colon above a list ("Speedup over the base kernel:"), whose word of change its items share.
 */
export function findProseResults(sentence: Sentence, earlier: Sentence | null, intro: Sentence | null): Finding[] {
  const { text } = sentence
  if (text.length > 6000) return []
  if (!/\d|zero|noise|\bno \w+/i.test(text)) return []
  const tokens = splitTokens(text)
  const speaksOfIntervals = interval.test(text)
  const figures = findFigures(tokens).filter((figure) => !speaksOfIntervals || !isOfInterval(text, tokens, figure))
  const found: Finding[] = []
  if (figures.length > 0 && figures.length < 200) {
    const reading: Reading = { sentence, tokens, figures, words: findChangeWords(tokens), used: new Set() }
    const lists = groupLists(tokens, figures)
    const isSize = sizes.test(text)
    const isProfile = profiles.test(text)
    const pairs = findPairs(reading, lists).filter(
      (pair) =>
        pair.before.isMeasure &&
        pair.after.isMeasure &&
        pair.before.number.high === null &&
        pair.after.number.high === null,
    )
    // "from 10.1, 19.8 and 41.2 to 10.2, 21.8 and 72.2 Mops": the last one's unit is everyone's
    const hasUnit = (pair: Pair) =>
      pair.after.unit !== null ||
      pairs.some((other) => other.count === pair.count && pair.count > 1 && other.after.unit)
    const believable = pairs.filter(
      (pair) =>
        !isSetting(text, pair) &&
        (measure.test(text) || hasUnit(pair) || changeOfPair(reading, pair) !== null) &&
        (!(isSize || sampleCounts.test(text)) || hasUnit(pair)),
    )
    const groups = new Map<number, Pair[]>()
    for (const pair of believable) {
      const key = pair.count > 1 ? pair.count : -pair.before.at - 1
      groups.set(key, [...(groups.get(key) ?? []), pair])
    }
    for (const group of groups.values()) found.push(...pairFindings(reading, group, isProfile))
    const isCounted = isProfile || sampleCounts.test(text)
    if (pairs.length === 0 && earlier && !isCounted && !profiles.test(earlier.text))
      found.push(...findSentencePairs(reading, earlier))
    found.push(...changeFindings(reading, lists, isProfile, intro))
  }
  if (found.length > 0 && otherPatch.test(text) && !ofThisPatch.test(text))
    for (const finding of found) finding.isOther = true
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
