import type { Technique } from '../model/names.ts'
import type { DiffLine } from './diff-line.ts'
import { padName, readMostly } from './diff-patterns.ts'
import type { DiffShape } from './diff-shape.ts'
import type { MemberPlace, StructChange } from './struct-change.ts'

/** Facts that need the structs: padding members, moves, a member that went to a struct of its own. */
export function readStructs(shape: DiffShape): void {
  const push = (
    change: StructChange,
    technique: Technique,
    points: number,
    says: string,
    line: DiffLine,
    name: string | null,
    inPlace: boolean,
  ) => shape.facts.push({ technique, says, points, line, file: change.file, struct: change.struct, name, inPlace })
  for (const change of shape.structs) {
    const had = new Set(change.before.map((member) => member.name))
    for (const member of change.after) {
      if (!member.isChanged) continue
      const isPad =
        padName.test(member.name) &&
        (member.arrayOf !== null ||
          isAligned(member) ||
          /^(?:long|byte|char|u8|uint8_t|uint64_t|u64)$|Pad|padding/i.test(member.type))
      if (isPad && (!had.has(member.name) || grewBy(change, member.name, member.arrayOf)))
        push(change, 'pad', change.isNew ? 4 : 6, 'adds padding', member.line, member.name, false)
    }
    alignsWhole(shape, change)
    const close = change.closing.after
    const isGrown = change.after.some((member) => member.isChanged && !had.has(member.name))
    if (close && !change.isNew && isGrown && readMostly.test(close.code))
      push(change, 'group-read-mostly', 6, 'puts a variable among read-mostly ones', close, null, true)
    const first = change.moved[0]
    const place =
      first === undefined ? undefined : change.after.find((member) => member.name === first && member.isChanged)
    if (place)
      push(
        change,
        'reorder-members',
        change.moved.length > 3 ? 7 : 5,
        `moves ${change.moved.slice(0, 6).join(', ')}`,
        place.line,
        place.name,
        true,
      )
    if (/Pad(?:ding|ded)?\d*$|^(?:Lhs|Rhs)?Pad/.test(change.struct) && change.isNew && change.opening.after)
      push(change, 'pad', 5, 'adds a padding class', change.opening.after, null, false)
  }
  readSplits(shape, push)
  readSizes(shape, push)
}

/** Members that only leave, or get a narrower type: the struct shrinks, and nothing of it is moved. */
function readSizes(shape: DiffShape, push: PushOf): void {
  for (const change of shape.structs.slice(0, 200)) {
    if (change.isNew || change.moved.length > 0 || change.movedAway.length > 0) continue
    const now = new Map(change.after.map((member) => [member.name, member]))
    const had = new Set(change.before.map((member) => member.name))
    const gone = change.before.filter((member) => member.isChanged && !now.has(member.name))
    const other = change.before.find((member) => member.isChanged && isNarrower(member, now.get(member.name)))
    const narrowed = other && now.get(other.name)
    const isPlain = gone.every(
      (member) => !lockType.test(member.type) && !/atomic|counter|percpu|ref/.test(member.type),
    )
    if (narrowed) push(change, 'other', 3, `gives ${narrowed.name} a narrower type`, narrowed.line, narrowed.name, true)
    else if (gone[0] && isPlain && change.after.every((member) => !member.isChanged || had.has(member.name)))
      push(change, 'other', 2, `takes ${gone[0].name} away`, gone[0].line, gone[0].name, true)
  }
}

const widths: [RegExp, number][] = [
  [/\*|\b(?:unsigned\s+)?long\b|\b_*[us](?:int)?64(?:_t)?\b|\bsize_t\b/, 64],
  [/\b(?:u?int|unsigned)(?:\s+int)?$|\b_*[us](?:int)?32(?:_t)?\b|\bu?int32_t\b|\benum\b/, 32],
  [/\bshort\b|\b_*[us](?:int)?16(?:_t)?\b|\bu?int16_t\b/, 16],
  [/\bchar\b|\b_*[us](?:int)?8(?:_t)?\b|\bu?int8_t\b|\bbool\b/, 8],
]

const isNarrower = (
  before: { type: string; arrayOf: string | null },
  after?: { type: string; arrayOf: string | null },
) => {
  const width = (type: string) => widths.find(([pattern]) => pattern.test(type))?.[1]
  const [from, to] = [width(before.type), width(after?.type ?? '')]
  return from !== undefined && to !== undefined && to < from && !before.arrayOf && !after?.arrayOf
}

/** An attribute on the first or last member of a new struct aligns the struct; two such keep the members apart. */
function alignsWhole(shape: DiffShape, change: StructChange): void {
  if (!change.isNew || change.after.filter(isAligned).length > 1) return
  const ends = [change.after[0]?.line, change.after[change.after.length - 1]?.line]
  for (const fact of shape.facts)
    if (fact.technique === 'align-member' && ends.includes(fact.line)) fact.technique = 'align-struct'
}

const grewBy = (change: StructChange, name: string, arrayOf: string | null) =>
  change.before.some((member) => member.name === name && member.isChanged && member.arrayOf !== arrayOf)

const lockType =
  /\b(?:raw_)?spinlock_t\b|\brwlock_t\b|\bstruct mutex\b|\bpthread_\w*lock\w*|\bstd::(?:shared_)?mutex\b|\bHA_SPINLOCK|\bsync\.(?:RW)?Mutex\b|\b(?:Mutex|RwLock)</

/** An array of the new struct, of which each holds a lock, comes where one lock was. */
const isMany = (change: StructChange, target: StructChange) =>
  target.after.some((member) => lockType.test(member.type)) &&
  change.before.some((member) => member.isChanged && lockType.test(member.type)) &&
  change.after.some(
    (member) =>
      member.isChanged &&
      hasWord(member.type, target.struct) &&
      (member.arrayOf !== null || (/[*[]|Vec/.test(member.type) && target.after.length <= 2)),
  )

const hasWord = (text: string, word: string) => text.split(/\W+/).includes(word)

/** A member by value, and no array, whose type is the struct. */
const embeds = (change: StructChange, struct: string) =>
  change.after.some(
    (member) =>
      member.isChanged && hasWord(member.type, struct) && member.arrayOf === null && !member.type.includes('*'),
  )

const isAligned = (member: MemberPlace) => member.attributes.some((attribute) => /align/i.test(attribute))

const holdsAligned = (change: StructChange) => change.after.some(isAligned)

/** Notes a fact of one struct. */
type PushOf = (
  change: StructChange,
  technique: Technique,
  points: number,
  says: string,
  line: DiffLine,
  name: string | null,
  inPlace: boolean,
) => void

function readSplits(shape: DiffShape, push: PushOf): void {
  const fresh = shape.structs.filter((change) => change.isNew).slice(0, 200)
  const old = shape.structs.filter((change) => !change.isNew).slice(0, 200)
  const byName = new Map<string, StructChange>()
  readCrossMoves(old, push)
  for (const change of fresh)
    for (const member of change.after) if (!byName.has(member.name)) byName.set(member.name, change)
  for (const change of old) {
    const still = new Set(change.after.map((member) => member.name))
    const gone = change.before.filter((member) => member.isChanged && !still.has(member.name))
    const taken = gone.filter((member) => byName.has(member.name))
    const target = taken[0] ? byName.get(taken[0].name) : undefined
    if (target?.opening.after && isMany(change, target)) {
      const lock = target.after.find((member) => lockType.test(member.type))
      if (lock) push(change, 'split-lock', 8, `makes its lock one in each ${target.struct}`, lock.line, lock.name, true)
    } else if (target?.opening.after)
      push(
        change,
        'split-struct',
        7,
        `moves ${taken
          .slice(0, 4)
          .map((member) => member.name)
          .join(', ')} to ${target.struct}`,
        target.opening.after,
        null,
        false,
      )
  }
  for (const change of fresh) {
    const owner = old.find((one) => embeds(one, change.struct))
    if (owner && change.opening.after && holdsAligned(change))
      push(owner, 'split-struct', 4, `embeds ${change.struct}, new and aligned`, change.opening.after, null, false)
    const lock = change.after.find((member) => lockType.test(member.type))
    if (lock && change.after.length <= 8)
      push(change, 'split-lock', 5, `gives ${change.struct} a lock of its own`, lock.line, lock.name, false)
  }
}

/** A name and what is left of it without its prefix: `sk_tsq_flags`, `tsq_flags`. */
const namesWithout = (name: string) => [
  name,
  ...(/^[a-z]{1,4}_\w{5,}$/.test(name) ? [name.replace(/^[a-z]+_/, '')] : []),
]

/** A member that leaves one struct for another that was there before: the order of members, over two structs. */
function readCrossMoves(old: StructChange[], push: PushOf): void {
  const added = new Map<string, { target: StructChange; name: string }>()
  for (const change of old)
    for (const member of change.after)
      if (member.isChanged && !change.before.some((one) => one.name === member.name))
        for (const name of namesWithout(member.name))
          added.set(`${member.type} ${name}`, { target: change, name: member.name })
  for (const change of old)
    for (const member of change.before) {
      const found = namesWithout(member.name).flatMap((name) => added.get(`${member.type} ${name}`) ?? [])[0]
      const target = found?.target
      const place = target?.after.find((one) => one.name === found?.name)
      if (
        member.isChanged &&
        target &&
        place &&
        target !== change &&
        !change.after.some((one) => one.name === member.name)
      ) {
        if (lockType.test(member.type))
          push(change, 'split-lock', 6, `moves a lock to ${target.struct}`, place.line, member.name, true)
        else
          push(change, 'reorder-members', 5, `moves ${member.name} to ${target.struct}`, place.line, member.name, true)
      }
    }
}
