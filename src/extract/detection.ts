import type { Message } from '../model/message.ts'
import type { Technique } from '../model/names.ts'
import type { DiffShape } from './diff-shape.ts'
import type { Cue, CueHit } from './words.ts'

/** Whether a patch is ours, its score, and the cues that decided, strongest first. */
export type Detection = { detected: boolean; score: number; hits: CueHit[]; shapeSays: string[] }

const threshold = 2.9
const titleWeights: Partial<Record<Cue, number>> = {
  claim: 7,
  pseudo: 6,
  bounce: 5,
  separate: 4.5,
  shared: 3,
  aligned: 2.5,
  'read-mostly': 2,
  contention: 1,
  written: 1.5,
  mention: 1,
}
const textWeights: Partial<Record<Cue, number>> = {
  claim: 5,
  pseudo: 4,
  bounce: 3.2,
  separate: 2.6,
  shared: 1.8,
  aligned: 1,
  'read-mostly': 0.8,
  contention: 0.6,
  written: 1,
  mention: 0.4,
}
const shapeWeights: Partial<Record<Technique, number>> = {
  'align-member': 2,
  'align-struct': 2,
  'align-global': 2,
  pad: 2,
  'slab-align': 2,
  'reorder-members': 1.2,
  'group-read-mostly': 1.4,
  'leave-read-mostly': 2.5,
  'check-before-write': 1.4,
  'per-cpu': 1.2,
  'split-struct': 1.2,
  'split-lock': 1,
  'remove-shared-read': 1,
  'remove-shared-write': 0.6,
  'lockless-read': 0.8,
  'batch-updates': 0.8,
  'numa-local': 0.8,
}

/** A mail that is no patch of its own: cover letter, robot's report, revert, answer without a patch's text. */
export function isNoPatch(message: Message, hasQuotedText: boolean): boolean {
  const { tags } = message
  if (
    /\b(?:kernel test robot|lkp|0-?day|buildbot|syzbot|patchwork|kbuild)\b/i.test(message.from.name) &&
    !message.patch
  )
    return true
  if (tags.index === 0) return true
  if (/^(?:revert\b|reapply\b)/i.test(message.patch?.embedded?.title ?? tags.title)) return true
  if (/^(?:\[?git pull|pull request|\[?announce)/i.test(message.subject) && !message.patch) return true
  if (message.patch) return message.patch.files.length === 0
  return !tags.isPatch || (tags.isReply && !hasQuotedText)
}

/** Weighs words and diff against each other. Words in the title weigh most; what the diff does must be of the kind the words speak of. */
export function judgeDetection(message: Message, shape: DiffShape, cues: CueHit[]): Detection {
  const hasQuoted = cues.some((hit) => hit.block.where === 'quoted')
  if (isNoPatch(message, hasQuoted)) return { detected: false, score: 0, hits: [], shapeSays: [] }
  const hits: CueHit[] = []
  let score = weighWords(cues, hits)
  const shapeScore = weighShape(shape)
  score += shapeScore.score + weighTogether(shape, cues, shapeScore.score)
  score -= weighDoubts(message, shape, cues, shapeScore.score)
  return { detected: score >= threshold, score, hits, shapeSays: shapeScore.says }
}

/** The best hit of each cue, a second one for a third of it. */
function weighWords(cues: CueHit[], used: CueHit[]): number {
  let score = 0
  const seen = new Map<string, number>()
  for (const hit of cues) {
    const where = hit.block.where
    const weight = where === 'title' ? titleWeights[hit.cue] : textWeights[hit.cue]
    if (weight === undefined) continue
    const share = where === 'comment' ? 0.45 : where === 'notes' ? 0.7 : 1
    const place = where === 'title' ? 'title' : 'text'
    if (hit.cue === 'mention' && [...seen.keys()].some((known) => known.endsWith(place))) continue
    const key = `${hit.cue} ${place}`
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    if (count > 1) continue
    score += weight * share * (count === 0 ? 1 : 0.33)
    if (count === 0) used.push(hit)
  }
  return score
}

function weighShape(shape: DiffShape): { score: number; says: string[] } {
  const best = new Map<Technique, { value: number; says: string }>()
  for (const fact of shape.facts) {
    const weight = (shapeWeights[fact.technique] ?? 0.5) * (fact.inPlace ? 1 : 0.7) * (fact.points >= 4 ? 1 : 0.5)
    if (weight > (best.get(fact.technique)?.value ?? 0)) best.set(fact.technique, { value: weight, says: fact.says })
  }
  if (
    shape.facts.some(
      (fact) =>
        fact.inPlace &&
        /cacheline|cache_line|cache_aligned|Contended|CachePadded|interference/i.test(fact.line.code) &&
        fact.line.side === '+',
    )
  ) {
    best.set('other', { value: 3.2, says: 'names the cacheline in the code' })
  }
  const order = [...best.values()].sort((a, b) => b.value - a.value)
  const score = (order[0]?.value ?? 0) + 0.4 * (order[1]?.value ?? 0)
  return { score, says: order.slice(0, 3).map((one) => one.says) }
}

/** Techniques of where data lies. */
const places: Technique[] = ['pad', 'align-member', 'align-struct', 'align-global', 'slab-align']

const layouts: Technique[] = ['reorder-members', 'split-struct', 'pad', 'align-member', 'align-struct', 'align-global']

/**
 * A cacheline spoken of, a diff of a known shape, and words on who writes or contends: each alone says little, the
 * three together say what the patch is for. Members moved apart count where the diff moves some.
 */
function weighTogether(shape: DiffShape, cues: CueHit[], shapeScore: number): number {
  const has = (...names: Cue[]) => cues.some((hit) => names.includes(hit.cue))
  const inTitle = (name: Cue) => cues.some((hit) => hit.cue === name && hit.block.where === 'title')
  const isSpoken = has('mention', 'bounce', 'shared', 'separate', 'aligned') || shape.namesLine
  let score = 0
  if (isSpoken && shapeScore > 0 && has('written', 'contention')) score += 1.4
  else if (isSpoken && shapeScore > 0 && has('parties')) score += 0.6
  if (isSpoken && has('apart') && shape.facts.some((fact) => layouts.includes(fact.technique)))
    score += inTitle('apart') ? 2.2 : 1.2
  if (isSpoken && has('tool') && shapeScore > 0) score += 0.6
  return score
}

/** What speaks against: another purpose that talks of cachelines too. Each doubt is larger where nothing claims sharing. */
function weighDoubts(message: Message, shape: DiffShape, cues: CueHit[], shapeScore: number): number {
  const count = (...names: Cue[]) =>
    cues.filter((hit) => names.includes(hit.cue) && hit.block.where !== 'comment').length
  const inTitle = (...names: Cue[]) => cues.some((hit) => names.includes(hit.cue) && hit.block.where === 'title')
  const isClaimed = count('claim', 'pseudo') > 0
  const isStrong = isClaimed || count('bounce') > 0
  const title = (message.patch?.embedded?.title ?? message.tags.title).toLowerCase()
  let doubt = 0
  if (count('dma') > 0)
    doubt += isClaimed
      ? Math.min(3, count('dma'))
      : isStrong
        ? 1 + Math.min(3, count('dma'))
        : 6.5 + Math.min(4.5, count('dma') * 1.5)
  if (inTitle('dma')) doubt += 2
  if (inTitle('config') || /\bcache[- ]?line size\b/.test(title)) doubt += 4
  else if (count('config') > 0 && !isStrong) doubt += 1
  if (inTitle('prefetch')) doubt += 4
  else if (count('prefetch') > 0 && !isStrong) doubt += 1
  if (count('size') > 0 && !isClaimed) doubt += Math.min(3.5, 1.2 * count('size')) + (inTitle('size') ? 2 : 0)
  const saysSharing = count('claim', 'pseudo', 'bounce', 'separate', 'shared', 'written') > 0
  if (count('locality', 'straddle') > 0 && !isStrong)
    doubt += saysSharing
      ? Math.min(3.5, 1.2 * count('locality', 'straddle'))
      : Math.min(6, 3 + count('locality', 'straddle'))
  if (count('together') > 0 && !isStrong && count('separate') === 0) doubt += 4
  if (count('page-level') > 0) doubt += cues.some((hit) => /cache/i.test(hit.block.text)) ? 1.5 : 7
  if (count('cleanup') > 0) doubt += inTitle('cleanup') ? 3 : isStrong ? 0 : 0.8
  if (inTitle('purpose') && !isClaimed) doubt += 3.5
  else if (count('purpose') > 0 && !isStrong) doubt += 2
  if (shape.isRename) doubt += 5
  if (
    /\bfix(?:es|ed)?\b.*\b(?:leaks?|crash\w*|warnings?|builds?|compil\w+|doc\s?tests?|overflow|false positives?|race|deadlock|panic|oops|hang|uaf|use[- ]after[- ]free|null pointer|regression test)\b/.test(
      title,
    ) &&
    !isStrong
  )
    doubt += 2.5
  if (isInPassing(cues)) doubt += 1.5
  if (shape.removedAlignment.length > 0 && shapeScore < 1.5) doubt += isClaimed ? 2 : 5
  doubt += weighFiles(message, shape, title, isClaimed || inTitle('aligned'))
  if (
    shape.addedLines + shape.removedLines > 0 &&
    shapeScore === 0 &&
    !inTitle('claim', 'pseudo', 'bounce', 'separate')
  )
    doubt += isStrong ? 0.3 : 2
  // what only adds code, and no layout, is a feature: a fix changes what is there
  if (shape.removedLines === 0 && shape.addedLines > 8 && shapeScore === 0 && !inTitle('claim', 'pseudo', 'bounce'))
    doubt += isClaimed ? 0.5 : 1.5
  if (shape.addedLines > 300 && !inTitle('claim', 'pseudo', 'bounce', 'separate', 'shared', 'aligned')) doubt += 2
  return doubt
}

/** True where each word that counts stands beside "in a later patch", "while at it" and the like. */
function isInPassing(cues: CueHit[]): boolean {
  const asides = cues.filter((hit) => hit.cue === 'passing')
  const strong = cues.filter((hit) => ['claim', 'pseudo', 'bounce', 'separate', 'shared'].includes(hit.cue))
  return (
    strong.length > 0 &&
    strong.every((hit) => asides.some((aside) => aside.block === hit.block && Math.abs(aside.start - hit.start) < 150))
  )
}

/** Tools that look for sharing, documents about it and tests of it are no fixes. */
function weighFiles(message: Message, shape: DiffShape, title: string, isSaid: boolean): number {
  const files = message.patch?.files ?? []
  if (files.length === 0) return 0
  const paths = files.map((file) => file.newPath ?? file.oldPath ?? '')
  const all = (pattern: RegExp) => paths.every((path) => pattern.test(path))
  // a tool or test that is made faster so, in place, is a fix like any other
  const isFixed =
    isSaid && !/c2c|\badd\b/.test(title) && shape.facts.some((fact) => fact.inPlace && places.includes(fact.technique))
  if (isFixed && shape.removedLines > 0) return 0
  if (all(/^tools\/(?:perf|testing|include|lib)\/|^scripts\/|(?:^|\/)pahole|^tools\/.*perf/)) return 8
  if (/\bperf[\s-]?c2c\b|^perf (?:tools?|mem|script|test|c2c)\b/.test(title)) return 8
  if (shape.files.length === 0) return 8
  if (
    all(
      /(?:^|\/)(?:tests?|testing|selftests|samples?|bench|doc|docs|Documentation|benches|benchmarks?)\/|_test\.\w+$|Test\.java$|_test\.go$|(?:^|\/)test_\w+/i,
    )
  )
    return /\b(?:add|introduce|new)\b/.test(title) || files.every((file) => file.oldPath === null) ? 20 : 3
  return 0
}
