import type { Message } from '../model/message.ts'
import type { Kind, Technique } from '../model/names.ts'
import type { Source } from '../model/source.ts'
import { sourceOfDiffLine } from './diff-line.ts'
import type { DiffShape } from './diff-shape.ts'
import { sourceIn } from './patch-text.ts'
import type { Cue, CueHit } from './words.ts'

export type KindJudgement = { kind: Kind; says: string; sources: Source[] }

const sameWord: Technique[] = [
  'check-before-write',
  'batch-updates',
  'remove-shared-write',
  'lockless-read',
  'numa-local',
  'other',
]

/**
 * The mechanism as the diff shows it. A write that is avoided, batched or made per CPU is of the same word:
 * contention, whatever its author calls it. Members that are moved or aligned apart are false sharing, unless the
 * text says they are brought together or kept from straddling a boundary: layout.
 */
export function judgeKind(message: Message, technique: Technique, shape: DiffShape, cues: CueHit[]): KindJudgement {
  const has = (...names: Cue[]) => cues.some((hit) => names.includes(hit.cue) && hit.block.where !== 'comment')
  const answer = (kind: Kind, says: string, ...names: Cue[]): KindJudgement => ({
    kind,
    says,
    sources: findSources(message, cues, names),
  })
  if (isInfrastructure(shape, technique, cues))
    return answer('infrastructure', 'the patch defines a type, macro or constant', 'infrastructure', 'config')
  if (removesAlignment(shape) && !has('claim', 'bounce'))
    return answer('layout', 'an alignment is taken away', 'aligned', 'separate')
  if (sameWord.includes(technique)) {
    if (technique === 'other' && has('locality') && !has('contention', 'bounce', 'claim'))
      return answer('layout', 'fewer lines are touched', 'locality')
    if (
      technique === 'other' &&
      (has('size', 'straddle') || onlyShrinks(shape)) &&
      !has('contention', 'bounce', 'claim', 'written')
    )
      return answer('layout', 'bytes are saved', 'size', 'straddle')
    if (technique === 'other' && has('claim') && !has('contention', 'bounce', 'written'))
      return answer('false-sharing', 'what shares a line is not shown', 'claim')
    if (has('claim', 'pseudo') && has('shared'))
      return answer('false-sharing', 'its neighbours on the line suffer', 'shared', 'claim')
    return answer('contention', 'reads and writes are of the same word', 'bounce', 'contention', 'claim')
  }
  if (technique === 'split-lock') return judgeSplitLock(message, shape, has('claim', 'separate', 'shared'), answer)
  if (technique === 'per-cpu') {
    const wasArray =
      shape.structs.some((change) =>
        change.before.some((member) => member.isChanged && /CPU|LCORE|THREAD|nr_cpu/i.test(member.arrayOf ?? '')),
      ) || removesCpuArray(shape)
    return wasArray && has('claim', 'shared')
      ? answer('false-sharing', 'slots of different CPUs shared a line', 'claim', 'shared')
      : answer('contention', 'one word that all CPUs update', 'contention', 'bounce', 'claim')
  }
  if (technique === 'remove-shared-read') return judgeRead(has, answer)
  if (technique === 'group-read-mostly')
    return has('claim', 'pseudo', 'bounce', 'shared', 'separate', 'written')
      ? answer(
          'false-sharing',
          'read-mostly data beside written data',
          'claim',
          'shared',
          'bounce',
          'separate',
          'written',
        )
      : answer('layout', 'read-mostly data is put together', 'read-mostly')
  const isStraddleTitled = cues.some((hit) => hit.cue === 'straddle' && hit.block.where === 'title')
  if (isStraddleTitled && !has('bounce', 'claim', 'pseudo', 'written'))
    return answer('layout', 'keeps an object from straddling a boundary', 'straddle')
  if (has('straddle') && !has('bounce', 'separate') && !(has('claim') && has('parties')))
    return answer('layout', 'keeps an object from straddling a boundary', 'straddle')
  if (technique === 'reorder-members' || technique === 'split-struct')
    return judgeOrder(technique, shape, cues, has, answer)
  const isNear = cues.some((hit) => hit.cue === 'locality' || hit.cue === 'together')
  if (
    technique === 'slab-align' &&
    isNear &&
    !has('claim', 'pseudo', 'bounce', 'separate', 'shared', 'written', 'parties')
  )
    return answer('layout', 'an object stays in fewer lines', 'locality', 'together')
  if (has('locality') && !has('claim', 'pseudo', 'bounce', 'separate', 'shared', 'written'))
    return answer('layout', 'fewer lines are touched', 'locality')
  return answer(
    'false-sharing',
    'different members (or objects) on one line',
    'claim',
    'shared',
    'separate',
    'bounce',
    'aligned',
  )
}

type Answer = (kind: Kind, says: string, ...names: Cue[]) => KindJudgement

function judgeRead(has: (...names: Cue[]) => boolean, answer: Answer): KindJudgement {
  if (has('claim', 'pseudo', 'shared'))
    return answer('false-sharing', 'a read-mostly value beside written data', 'claim', 'shared')
  if (has('bounce', 'contention', 'written'))
    return answer('contention', 'a word that others write is read', 'bounce', 'contention')
  return answer('layout', 'one line less is read', 'locality')
}

function judgeSplitLock(message: Message, shape: DiffShape, saysSharing: boolean, answer: Answer): KindJudgement {
  const apart = shape.facts.filter((fact) => fact.technique.startsWith('align-') || fact.technique === 'pad')
  if (!saysSharing || apart.length === 0) return answer('contention', 'one lock becomes many', 'contention', 'bounce')
  const mixed = answer('mixed', 'one lock becomes many, each on its own line', 'claim', 'contention', 'aligned')
  // What the diff shows is shown by its lines: a lock of its own, and what puts it on a line of its own.
  const locks = shape.facts.filter((fact) => fact.technique === 'split-lock')
  const shown = [...locks.slice(0, 1), ...apart.slice(0, 2)].flatMap(({ line }): Source[] => {
    const source = sourceOfDiffLine(message, line)
    return source ? [{ ...source, says: 'value' }] : []
  })
  return shown.length > 0 ? { ...mixed, sources: shown } : mixed
}

function judgeOrder(
  technique: Technique,
  shape: DiffShape,
  cues: CueHit[],
  has: (...names: Cue[]) => boolean,
  answer: Answer,
): KindJudgement {
  const isTogether = cues.some((hit) => ['locality', 'straddle'].includes(hit.cue) && hit.block.where === 'title')
  if (isTogether && !has('bounce', 'separate', 'written'))
    return answer('layout', 'members used together are brought together', 'locality', 'straddle')
  if (has('claim', 'pseudo')) return answer('false-sharing', 'different members on one line', 'claim')
  const weigh = (...names: Cue[]) => cues.filter((hit) => names.includes(hit.cue)).length
  const apart = weigh('separate', 'bounce', 'written') + (has('read-mostly') && has('shared') ? 1 : 0)
  const isSize = cues.some((hit) => hit.cue === 'size' && hit.block.where === 'title')
  if (isSize && !has('bounce')) return answer('layout', 'holes are filled', 'size')
  if (weigh('size') > apart && !has('bounce', 'shared', 'written')) return answer('layout', 'holes are filled', 'size')
  const together = weigh('locality', 'straddle')
  if (technique === 'split-struct' && apart === 0)
    return has('contention')
      ? answer('contention', 'one hot object becomes several', 'contention')
      : answer('layout', 'cold members leave', 'locality')
  if (technique === 'split-struct' && splitsLock(shape))
    return answer('contention', 'one lock becomes several', 'contention', 'bounce')
  if (apart > 0 && apart >= together)
    return answer('false-sharing', 'different members on one line', 'separate', 'bounce', 'shared', 'written')
  return answer('layout', 'members used together are brought together', 'locality', 'straddle')
}

const splitsLock = (shape: DiffShape) =>
  shape.structs.some((change) =>
    change.after.some(
      (member) =>
        member.isChanged &&
        /spinlock_t|struct mutex|rwlock_t/.test(member.type) &&
        !shape.structs.some((other) => other.before.some((had) => had.name === member.name)),
    ),
  )

/** Members leave or get narrower types, and the diff does nothing else of a known shape. */
const onlyShrinks = (shape: DiffShape) =>
  shape.facts.length > 0 && shape.facts.every((fact) => fact.technique === 'other' && fact.struct !== null)

/** Members lose their alignment and nothing gains one: space is won back, no line is kept apart. */
const removesAlignment = (shape: DiffShape) =>
  !shape.facts.some((fact) => fact.technique.startsWith('align-') || fact.technique === 'pad') &&
  shape.structs.some((change) =>
    change.before.some(
      (member) =>
        member.attributes.some((attribute) => /align/i.test(attribute)) &&
        change.after.some(
          (now) => now.name === member.name && !now.attributes.some((attribute) => /align/i.test(attribute)),
        ),
    ),
  )

const removesCpuArray = (shape: DiffShape) =>
  shape.files.some((file) =>
    file.hunks.some((hunk) =>
      hunk.lines.some(
        (line) =>
          line.side === '-' &&
          /\*\s*(?:nr_cpu_ids|NR_CPUS|num_\w*cpus)\b|\[\s*(?:NR_CPUS|nr_cpu_ids|RTE_MAX_LCORE|MAX_\w*(?:CPU|THREAD|CORE)\w*)\s*\]/.test(
            line.code,
          ),
      ),
    ),
  )

/** The patch makes the tools of the trade: a macro, a padding type, the assumed line size. */
function isInfrastructure(shape: DiffShape, technique: Technique, cues: CueHit[]): boolean {
  if (
    !['align-struct', 'align-member', 'pad', 'slab-align', 'group-read-mostly', 'align-global', 'other'].includes(
      technique,
    )
  )
    return false
  const defines = shape.files.some((file) =>
    file.hunks.some((hunk) =>
      hunk.lines.some(
        (line) =>
          line.side === '+' &&
          /^\s*#\s*define\s+\w*(?:cache_?line|padding|_pad|aligned|read_mostly|interfer|guard)\w*(?:\(|\s+(?:__attribute|__aligned|alignas|_Alignas|__section))/i.test(
            line.code,
          ),
      ),
    ),
  )
  const constant = shape.files.some((file) =>
    file.hunks.some((hunk) =>
      hunk.lines.some(
        (line) =>
          line.side === '+' &&
          /\b(?:CACHE_?LINE(?:_SIZE|_BYTES|_SHIFT)?|L1_CACHE_(?:BYTES|SHIFT)|CacheLinePadSize|cacheline_size)\b\s*(?:=|\s)\s*\(?\s*(?:1\s*<<|\d)/i.test(
            line.code,
          ),
      ),
    ),
  )
  const members = shape.structs.some(
    (change) => !change.isNew && (change.moved.length > 0 || change.after.some((member) => member.isChanged)),
  )
  const isRepr = shape.files.some((file) => file.language === 'rust' && /cache_?padded/i.test(file.path))
  const titled = cues.some((hit) => hit.cue === 'infrastructure' && hit.block.where === 'title')
  return isRepr || constant || (defines && (titled || !members) && shape.facts.every((fact) => !fact.inPlace))
}

function findSources(message: Message, cues: CueHit[], names: Cue[]): Source[] {
  const out: Source[] = []
  // What changed since an earlier version shows less than what the patch says of itself.
  const isNote = (hit: CueHit): boolean => hit.block.where === 'notes'
  const ordered = [...cues.filter((hit) => !isNote(hit)), ...cues.filter(isNote)]
  for (const name of names)
    for (const hit of ordered) {
      if (hit.cue !== name || hit.block.lines.length === 0 || out.length >= 3) continue
      const source = sourceIn(message, hit.block, hit.start, hit.end)
      if (source) out.push(source)
    }
  return out
}
