import type { Message } from '../model/message.ts'
import type { Technique } from '../model/names.ts'
import type { Source } from '../model/source.ts'
import { sourceOfDiffLine } from './diff-line.ts'
import type { DiffShape, ShapeFact } from './diff-shape.ts'
import { sourceIn, type TextBlock } from './patch-text.ts'
import { scoreTechniqueWords, type WordScore } from './technique-words.ts'
import type { CueHit } from './words.ts'

export type TechniqueJudgement = {
  technique: Technique
  second: Technique | null
  says: string
  sources: Source[]
  points: Map<Technique, number>
}

/** What code does, rather than how data lies: a title that says so counts in full where the diff shows no such shape. */
const acts: Technique[] = [
  'check-before-write',
  'batch-updates',
  'remove-shared-write',
  'remove-shared-read',
  'lockless-read',
  'split-lock',
]

/** How near the second answer has to come to be named. */
const closeShare = 0.72

/**
 * What a patch does: the shape of its diff first (each fact by its weight, repeats count little), the words second.
 * Where the diff says nothing, the words alone decide; where they say nothing either, the answer is `other`.
 */
export function judgeTechnique(
  message: Message,
  shape: DiffShape,
  blocks: TextBlock[],
  cues: CueHit[],
): TechniqueJudgement {
  const words = scoreTechniqueWords(blocks)
  const points = new Map<Technique, number>()
  const best = new Map<Technique, ShapeFact>()
  for (const fact of shape.facts) {
    const known = best.get(fact.technique)
    if (!known || fact.points > known.points) best.set(fact.technique, fact)
  }
  for (const [name, fact] of best) points.set(name, fact.points + repeatBonus(shape, name))
  const hasShape = points.size > 0
  for (const [name, word] of words) {
    const shaped = points.get(name)
    const isAct = (acts.includes(name) || name === 'per-cpu') && word.inTitle
    const weight = hasShape && shaped === undefined && !isAct ? 0.6 : 1
    // many patches speak of NUMA machines: only a title or the diff makes it the technique
    // "allocations are aligned" describes what is there as often as what the patch does
    const isAside = (name === 'numa-local' || name === 'slab-align') && shaped === undefined && !word.inTitle
    const share = isAside ? 0.3 : weight
    points.set(name, (shaped ?? 0) + word.points * share)
  }
  weighTogether(points, shape, best, words, blocks, cues)
  const dropped = shape.removedAlignment[0]
  if (dropped && shape.facts.every((fact) => fact.technique === 'other'))
    return {
      technique: 'other',
      second: null,
      says: 'the diff takes an alignment away',
      sources: [sourceOfDiffLine(message, dropped)].flatMap((source) => source ?? []),
      points,
    }
  const order = [...points].filter(([, value]) => value > 0).sort((a, b) => b[1] - a[1])
  const top = order[0]
  if ((!top || (top[1] < weakest && !acts.includes(top[0]))) && isAboutWrites(cues))
    return findNewPart(shape, cues) ? splitByDefault(points) : writesByDefault(points)
  const [first, second] = order
  if (!first || first[1] < 0.4)
    return {
      technique: 'other',
      second: null,
      says: 'neither the diff nor the words name a technique',
      sources: [],
      points,
    }
  const fact = best.get(first[0])
  const word = words.get(first[0])
  const sources: Source[] = []
  const ofLine = fact ? sourceOfDiffLine(message, fact.line) : null
  const ofWord = word && word.block.lines.length > 0 ? sourceIn(message, word.block, word.start, word.end) : null
  if (ofLine) sources.push(ofLine)
  if (ofWord) sources.push(ofWord)
  return {
    technique: first[0],
    second: second && second[1] >= first[1] * closeShare ? second[0] : null,
    says: fact ? `the diff ${fact.says}` : 'the words say so',
    sources,
    points,
  }
}

/** Below this neither words nor diff name a technique with any weight. */
const weakest = 1.2

const isAboutWrites = (cues: CueHit[]) =>
  cues.some((hit) => ['bounce', 'written', 'contention'].includes(hit.cue) && hit.block.where !== 'comment')

/** A patch against a bouncing line that neither moves, aligns nor splits anything takes a write away. */
const writesByDefault = (points: Map<Technique, number>): TechniqueJudgement => ({
  technique: 'remove-shared-write',
  second: 'other',
  says: 'a contended line is touched less; nothing is moved, aligned or split',
  sources: [],
  points,
})

/** A struct gains a struct, all else stays, and the text gives what is in it lines of its own. */
const findNewPart = (shape: DiffShape, cues: CueHit[]): boolean =>
  cues.some((hit) => hit.cue === 'separate') &&
  shape.structs.some(
    (change) =>
      change.before.every((member) => !member.isChanged) &&
      change.after.some((member) => member.isChanged && /^struct\s+\w+$/.test(member.type)),
  )

const splitByDefault = (points: Map<Technique, number>): TechniqueJudgement => ({
  technique: 'split-struct',
  second: 'remove-shared-write',
  says: 'what is written goes to a struct of its own, on lines of its own',
  sources: [],
  points,
})

const repeatBonus = (shape: DiffShape, name: Technique) =>
  Math.min(1.5, (shape.facts.filter((fact) => fact.technique === name).length - 1) * 0.3)

/** All that moves, one or two members, is aligned at its new place. */
const movesAligned = (shape: DiffShape) => {
  const moved = shape.structs.flatMap((change) => change.moved.map((name) => ({ change, name })))
  return (
    moved.length > 0 &&
    moved.length <= 2 &&
    moved.some(({ change, name }) =>
      change.after.some(
        (member) => member.name === name && member.attributes.some((attribute) => /align/i.test(attribute)),
      ),
    )
  )
}

/** What is per CPU is there already, and something is done to it: "allocation of per-cpu counters", "freeing to per cpu slab". */
const ofPerCpu = /\b(?:alloc|free)\w*\s+(?:\w+\s+)?(?:of|to|from|for)\s+(?:the\s+)?per[\s_-]?cpu\b/i

/** Rules for facts that come together: what serves the other gives way. */
function weighTogether(
  points: Map<Technique, number>,
  shape: DiffShape,
  best: Map<Technique, ShapeFact>,
  words: Map<Technique, WordScore>,
  blocks: TextBlock[],
  cues: CueHit[],
): void {
  const add = (name: Technique, by: number) => {
    const known = points.get(name)
    if (known !== undefined) points.set(name, known + by)
  }
  const title = blocks.find((block) => block.where === 'title')?.text ?? ''
  if (words.get('batch-updates')?.inTitle && !words.get('check-before-write')?.inTitle)
    add('check-before-write', /\block/i.test(title) ? -5 : -3)
  if (ofPerCpu.test(title) && !best.has('per-cpu')) add('per-cpu', -2.5)
  const moved = shape.structs.reduce((sum, change) => sum + change.moved.length, 0)
  const has = (name: Technique) => best.has(name)
  if (has('other') && best.get('other')?.says.includes('union')) add('reorder-members', -3)
  if (has('pad')) add('reorder-members', -3)
  if (has('pad') && has('align-struct')) add('align-struct', -1.5)
  if (has('align-member') && movesAligned(shape)) add('reorder-members', -3.5)
  else if (has('align-member') && moved > 0 && moved <= 2) add('reorder-members', -2)
  if (has('align-struct') && moved === 1) add('reorder-members', -2)
  if (has('align-member') && moved > 3) add('align-member', -1)
  if (has('split-struct'))
    for (const name of ['per-cpu', 'align-global', 'align-struct', 'align-member', 'slab-align'] as const)
      add(name, -2.5)
  if (has('per-cpu')) for (const name of ['remove-shared-write', 'align-global'] as const) add(name, -1.5)
  if (has('remove-shared-read')) add('group-read-mostly', -1)
  if (has('split-lock') && shape.structs.every((change) => !change.isNew || change.before.length > 0))
    add('split-lock', -2)
  if (!has('check-before-write') && has('batch-updates')) add('remove-shared-write', -1.5)
  if (has('slab-align') && !has('align-member') && !has('align-struct')) add('slab-align', 1)
  if (!has('lockless-read') && shape.addedLines > 0) add('lockless-read', -0.5)
  if (/\bread[\s_-]*mostly\b/i.test(title) && has('group-read-mostly')) add('align-member', -2)
  const isSaid = cues.some((hit) => ['claim', 'pseudo', 'aligned', 'separate', 'shared', 'straddle'].includes(hit.cue))
  // what is new and aligned from its birth, of which nobody speaks, serves something else
  if (best.get('align-member')?.inPlace === false && !isSaid) add('align-member', -2)
  if (cues.some((hit) => hit.cue === 'straddle') && has('align-member')) add('align-member', 1)
  if (shape.facts.length === 0 && moved === 0 && shape.addedLines > 0) {
    add('align-member', -1)
    add('align-struct', -1)
    add('reorder-members', shape.structs.length === 0 ? -1.5 : -0.8)
  }
  if ((best.get('remove-shared-write')?.points ?? 9) <= 3)
    for (const [name, word] of words)
      if (word.inTitle && name !== 'remove-shared-write' && (acts.includes(name) || name === 'per-cpu'))
        add('remove-shared-write', -1.5)
  if (words.has('reorder-members') && cues.some((hit) => hit.cue === 'size' && hit.block.where === 'title')) {
    add('check-before-write', -4)
    add('reorder-members', 3)
  }
}
