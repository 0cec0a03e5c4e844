import type { Technique } from '../model/names.ts'
import type { DiffLine } from './diff-line.ts'
import { padName, readMostly } from './diff-patterns.ts'
import type { DiffShape } from './diff-shape.ts'
import type { StructChange } from './struct-change.ts'

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
        (member.arrayOf !== null || /^(?:long|byte|char|u8|uint8_t|uint64_t|u64)$|Pad|padding/i.test(member.type))
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
}

/** An attribute on the first or last member of a new struct aligns the struct. */
function alignsWhole(shape: DiffShape, change: StructChange): void {
  if (!change.isNew) return
  const ends = [change.after[0]?.line, change.after[change.after.length - 1]?.line]
  for (const fact of shape.facts)
    if (fact.technique === 'align-member' && ends.includes(fact.line)) fact.technique = 'align-struct'
}

const grewBy = (change: StructChange, name: string, arrayOf: string | null) =>
  change.before.some((member) => member.name === name && member.isChanged && member.arrayOf !== arrayOf)

const lockType =
  /\b(?:raw_)?spinlock_t\b|\brwlock_t\b|\bstruct mutex\b|\bpthread_\w*lock\w*|\bstd::mutex\b|\bHA_SPINLOCK/

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
    if (target?.opening.after)
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
    const lock = change.after.find((member) => lockType.test(member.type))
    if (lock && change.after.length <= 8)
      push(change, 'split-lock', 5, `gives ${change.struct} a lock of its own`, lock.line, lock.name, false)
  }
}

/** A member that leaves one struct for another that was there before: the order of members, over two structs. */
function readCrossMoves(old: StructChange[], push: PushOf): void {
  const added = new Map<string, StructChange>()
  for (const change of old)
    for (const member of change.after)
      if (member.isChanged && !change.before.some((one) => one.name === member.name))
        added.set(`${member.type} ${member.name}`, change)
  for (const change of old)
    for (const member of change.before) {
      const target = added.get(`${member.type} ${member.name}`)
      const place = target?.after.find((one) => one.name === member.name)
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
