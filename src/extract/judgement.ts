import type { Judgement, Reason } from '../model/judgement.ts'
import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { isNoPatch, judgeDetection } from './detection.ts'
import { sourceOfDiffLine } from './diff-line.ts'
import { type DiffShape, readDiffShape } from './diff-shape.ts'
import { judgeKind } from './kind.ts'
import { findMemberRoles } from './member-roles.ts'
import { findPatchText, sourceIn, type TextBlock } from './patch-text.ts'
import { isPlumbing, isStructName } from './struct-words.ts'
import { judgeTechnique } from './technique.ts'
import { type CueHit, findCues } from './words.ts'

const maxComments = 300
const maxStructs = 20

/**
 * What one patch is: whether it is about sharing of cachelines at all, its technique, mechanism and claim, the structs
 * and members concerned. Takes a patch, a tip-bot announcement, a patch inside a reply, or a reply that quotes the text
 * of a patch that is missing; for any other mail the answer is "not detected". Reads nothing but the message.
 */
export function judgePatch(message: Message): Judgement {
  const read = readPatch(message)
  const { shape, blocks } = read
  const structs = findStructs(message, shape, blocks)
  return {
    ...judgeSharing(message, read, judgeDetection(message, shape, read.cues)),
    structs,
    movedMembers: [...new Set(shape.structs.flatMap((change) => [...change.moved, ...change.movedAway]))],
    members: findMemberRoles(message, shape, blocks, structs),
  }
}

/** What a scan asks of a patch: no structs, no members. */
export type SharingJudgement = Omit<Judgement, 'structs' | 'movedMembers' | 'members'>

/** The same judgement without structs and members, for scans of masses; null where the patch is not about sharing. */
export function judgeScanned(message: Message): SharingJudgement | null {
  const read = readPatch(message)
  const detection = judgeDetection(message, read.shape, read.cues)
  return detection.detected ? judgeSharing(message, read, detection) : null
}

/** What a patch does, the author's words and what they point at. */
type PatchReading = { shape: DiffShape; blocks: TextBlock[]; cues: CueHit[] }

function readPatch(message: Message): PatchReading {
  const shape = readDiffShape(message.patch?.files ?? [])
  const blocks = [...findPatchText(message), ...findComments(message, shape)]
  return { shape, blocks, cues: findCues(blocks) }
}

function judgeSharing(
  message: Message,
  { shape, blocks, cues }: PatchReading,
  detection: ReturnType<typeof judgeDetection>,
): SharingJudgement {
  const technique = judgeTechnique(message, shape, blocks, cues)
  const kind = judgeKind(message, technique.technique, shape, cues)
  const claims = cues.filter((hit) => hit.cue === 'claim')
  return {
    detected: detection.detected,
    kind: kind.kind,
    kindReason: { says: kind.says, sources: kind.sources },
    technique: technique.technique,
    techniqueReason: { says: technique.says, sources: technique.sources },
    second: technique.second,
    claimed:
      claims.length > 0 &&
      !isNoPatch(
        message,
        blocks.some((block) => block.where === 'quoted'),
      )
        ? 'false-sharing'
        : null,
    claimedSources: findSources(message, claims),
    reasons: [...wordReasons(message, detection.hits), ...shapeReasons(message, shape)],
  }
}

/** Comments that the patch adds: the author's words too. A comment that only moved is none. */
function findComments(message: Message, shape: DiffShape): TextBlock[] {
  const part = message.patch?.part ?? 0
  const removed = new Set<string>()
  const blocks: TextBlock[] = []
  for (const file of shape.files)
    for (const hunk of file.hunks)
      for (const line of hunk.lines) if (line.side === '-' && line.comment !== '') removed.add(line.comment)
  for (const file of shape.files)
    for (const hunk of file.hunks) {
      let run: { line: number; text: string }[] = []
      const close = () => {
        if (run.length > 0 && blocks.length < maxComments) blocks.push(commentBlock(message, part, run))
        run = []
      }
      for (const line of hunk.lines) {
        if (line.side === '+' && line.comment !== '' && !removed.has(line.comment))
          run.push({ line: line.mailLine, text: line.comment })
        else if (line.side === '+' || line.side === ' ') close()
      }
      close()
    }
  return blocks
}

function commentBlock(message: Message, part: number, run: { line: number; text: string }[]): TextBlock {
  let start = 0
  const lines = run.map(({ line, text }) => {
    const column = Math.max(0, (message.parts[part]?.lines[line - 1] ?? '').indexOf(text))
    const place = { part, line, column, start }
    start += text.length + 1
    return place
  })
  return {
    where: 'comment',
    text: run.map((one) => one.text).join('\n'),
    lines: lines.every((place) => place.line > 0) ? lines : [],
  }
}

/** The structs concerned: those whose members the diff touches, then those it takes the size of, then those the text names. */
function findStructs(message: Message, shape: DiffShape, blocks: TextBlock[]): string[] {
  const out = new Set<string>()
  const weight = (change: DiffShape['structs'][number]) =>
    change.moved.length * 2 +
    shape.facts.filter((fact) => fact.struct === change.struct).length +
    (change.isNew ? 0 : 1)
  for (const change of [...shape.structs].sort((a, b) => weight(b) - weight(a))) out.add(change.struct)
  const diff = message.patch?.text ?? ''
  const changed = diff.includes('sizeof') ? diff.split('\n', 20_000).filter((line) => /^[-+ @]/.test(line)) : []
  for (const line of changed.slice(0, 6000)) {
    if (!line.includes('sizeof')) continue
    for (const match of line.matchAll(/sizeof\s*\(\s*struct\s+(\w+)\s*\)/g))
      if (match[1] && !isPlumbing(match[1])) out.add(match[1])
    if (out.size > maxStructs) break
  }
  for (const block of blocks) {
    if (block.where === 'comment') continue
    for (const match of block.text.matchAll(/\bstruct\s+([A-Za-z_]\w+)/g)) {
      const name = match[1] ?? ''
      if (isStructName(name) && !isPlumbing(name)) out.add(name)
    }
  }
  const pointed = findPointedStructs(shape)
  const telling = pointed.filter((name) => !isPlumbing(name))
  for (const name of out.size + telling.length > 0 ? telling : pointed) out.add(name)
  return [...out].slice(0, maxStructs)
}

/** Structs whose members a changed line reaches through a pointer that the hunk declares: `struct nf_conn *ct`. */
function findPointedStructs(shape: DiffShape): string[] {
  const out = new Set<string>()
  for (const file of shape.files.slice(0, 40))
    for (const hunk of file.hunks.slice(0, 100)) {
      const reaching = hunk.lines.filter((line) => line.side !== ' ' && line.code.includes('->'))
      if (reaching.length === 0) continue
      const types = new Map<string, string>()
      for (const text of [hunk.section, ...hunk.lines.map((line) => line.code)])
        for (const match of text.includes('struct') ? text.matchAll(/\bstruct\s+(\w+)\s*\*\s*(?:const\s+)?(\w+)/g) : [])
          if (match[1] && match[2]) types.set(match[2], match[1])
      if (types.size === 0) continue
      for (const line of reaching)
        for (const match of line.code.matchAll(/\b(\w+)->/g)) {
          const type = types.get(match[1] ?? '')
          if (type) out.add(type)
        }
    }
  return [...out]
}

const cueSays: Record<string, string> = {
  claim: 'calls it false sharing',
  pseudo: 'speaks of interference on a cacheline',
  bounce: 'speaks of a contended cacheline',
  separate: 'puts members on separate cachelines',
  shared: 'says what shares a cacheline',
  aligned: 'speaks of cacheline alignment',
  'read-mostly': 'speaks of read-mostly data',
  contention: 'speaks of contention',
  written: 'says what is written often',
}

function wordReasons(message: Message, hits: CueHit[]): Reason[] {
  return hits.slice(0, 8).map((hit) => ({
    says: `${hit.block.where}: ${cueSays[hit.cue] ?? hit.cue}`,
    sources: findSources(message, [hit]),
  }))
}

function shapeReasons(message: Message, shape: DiffShape): Reason[] {
  const seen = new Set<string>()
  const out: Reason[] = []
  for (const fact of [...shape.facts].sort((a, b) => b.points - a.points)) {
    if (seen.has(fact.technique) || out.length >= 4) continue
    seen.add(fact.technique)
    const source = sourceOfDiffLine(message, fact.line)
    out.push({ says: `the diff ${fact.says}`, sources: source ? [source] : [] })
  }
  return out
}

function findSources(message: Message, hits: CueHit[]): Source[] {
  const out: Source[] = []
  for (const hit of hits) {
    if (out.length >= 6) break
    const source = hit.block.lines.length > 0 ? sourceIn(message, hit.block, hit.start, hit.end) : null
    if (
      source &&
      !out.some((known) => known.startLine === source.startLine && known.startColumn === source.startColumn)
    )
      out.push(source)
  }
  return out
}
