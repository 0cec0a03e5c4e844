import type { Judgement } from '../model/judgement.ts'
import type { Message } from '../model/message.ts'
import type { Result } from '../model/problem.ts'
import type { LayoutMember, StructLayout } from '../model/struct-layout.ts'
import { type DiffShape, readDiffShape } from './diff-shape.ts'
import { findBase } from './layout-base.ts'
import { findPaholeLayouts } from './pahole.ts'
import { findPatchText, sourceIn, type TextBlock } from './patch-text.ts'
import { findProseOffsets, type StatedOffset } from './prose-offsets.ts'
import { splitSentences } from './prose-sentences.ts'
import { findProseSizes, type StatedSize } from './prose-sizes.ts'
import type { StructChange } from './struct-change.ts'

const maxMembers = 600

/**
 * The layouts one message states: pahole listings, offsets and sizes in prose, and, where no offset is stated, the
 * order of members that the diff shows. An offset that no line states is null, or marked inferred where the change
 * cannot have touched it. `judgement` names the structs and roles; without it only pahole and sizes are read.
 */
export function findLayouts(message: Message, judgement: Judgement | null): Result<StructLayout[]> {
  const blocks = findPatchText(message)
  const shape = readDiffShape(message.patch?.files ?? [])
  const layouts = new Map<string, StructLayout>()
  const structs = judgement?.structs ?? []
  const members = new Map((judgement?.members ?? []).map((member) => [member.name, member]))
  const places = new Map<string, StructChange>()
  for (const change of shape.structs)
    for (const member of [...change.before, ...change.after])
      if (!places.has(member.name)) places.set(member.name, change)
  for (const layout of findPaholeLayouts(message, (names, isLast) => (isLast ? findOnly : findOwner)(shape, names)))
    layouts.set(layout.struct, withoutGroupMarks(layout))
  const isMember = (word: string) => members.has(word) || places.has(word)
  const aligned = shape.facts.find((fact) => fact.technique === 'align-member')
  const subject = judgement?.movedMembers[0] ?? (aligned ? (findDeclared(shape, aligned.line.code) ?? null) : null)
  const cachelineBytes = findLineSize(blocks)
  const layoutOf = (struct: string) => {
    const known = layouts.get(struct)
    if (known) return known
    const fresh = emptyLayout(struct, cachelineBytes)
    layouts.set(struct, fresh)
    return fresh
  }
  for (const size of findProseSizes(message, blocks, structs)) addSize(layoutOf, size, structs)
  const byType = (noun: string) => findMemberByType(shape, noun)
  for (const offset of findProseOffsets(message, blocks, isMember, subject, byType)) {
    const struct = offset.struct ?? members.get(offset.name)?.struct ?? places.get(offset.name)?.struct ?? structs[0]
    if (struct) addOffset(layoutOf(struct), offset)
  }
  for (const change of shape.structs) addOrder(layouts, layoutOf, change, shape)
  for (const layout of layouts.values()) finish(layout, message, shape, blocks, judgement)
  return { value: [...layouts.values()].filter(saysAnything), problems: [] }
}

/** `__cacheline_group_begin__x` and its end take no room: marks, no members. */
function withoutGroupMarks(layout: StructLayout): StructLayout {
  return { ...layout, members: layout.members.filter(({ name }) => !/^__cacheline_group_(?:begin|end)_/.test(name)) }
}

/** The struct of the diff that shows most of these members, two at least. */
function findOwner(shape: DiffShape, names: string[]): string | null {
  let best: { struct: string; count: number } | null = null
  for (const change of shape.structs.slice(0, 100)) {
    const known = new Set([...change.before, ...change.after].map((member) => member.name))
    const count = new Set(names.filter((name) => known.has(name))).size
    if (count >= 2 && count > (best?.count ?? 0)) best = { struct: change.struct, count }
  }
  return best?.struct ?? null
}

/** The only struct that the diff changes, where one of these names has the prefix of its members ("sk_"). */
function findOnly(shape: DiffShape, names: string[]): string | null {
  const [only, ...others] = new Set(shape.structs.map((change) => change.struct))
  if (only === undefined || others.length > 0) return null
  const prefixOf = (name: string) => /^[a-z]{1,8}_/.exec(name)?.[0]
  const known = shape.structs.flatMap((change) => [...change.before, ...change.after].map(({ name }) => name))
  const prefixes = new Set(known.flatMap((name) => prefixOf(name) ?? []))
  return names.some((name) => known.includes(name) || prefixes.has(prefixOf(name) ?? '')) ? only : null
}

/** Nouns of prose and the types they name. */
const nouns: Record<string, RegExp> = {
  lock: /^(?:raw_)?(?:spinlock_t|rwlock_t|arch_spinlock_t|struct (?:mutex|rw_semaphore)|pthread_(?:mutex|spinlock|rwlock)_t|(?:std::)?mutex|sync\.(?:RW)?Mutex)$/,
  spinlock: /spinlock_t$/,
  rwlock: /rwlock_t$/,
  mutex: /mutex(?:_t)?$/i,
  rwsem: /rw_semaphore$/,
  semaphore: /semaphore$/,
  refcount: /^(?:refcount_t|struct kref|struct percpu_ref)$/,
  atomic: /atomic/i,
  seqcount: /seqcount/,
  seqlock: /seqlock/,
}

/** The changed member of the type that a noun names, else the only member of that type; null where several could be. */
function findMemberByType(shape: DiffShape, noun: string): string | null {
  const type = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined
  if (!type) return null
  const members = shape.structs
    .flatMap((change) => [...change.before, ...change.after])
    .filter((member) => type.test(member.type.trim()))
  const changed = new Set(members.filter((member) => member.isChanged).map((member) => member.name))
  const all = changed.size > 0 ? changed : new Set(members.map((member) => member.name))
  return all.size === 1 ? ([...all][0] ?? null) : null
}

const saysAnything = (layout: StructLayout) =>
  layout.members.length > 0 || layout.sizeBytes.before !== null || layout.sizeBytes.after !== null

function emptyLayout(struct: string, cachelineBytes: number): StructLayout {
  return {
    struct,
    base: { alignment: 'unknown', how: '', phasesBefore: [], phasesAfter: [] },
    cachelineBytes,
    sizeBytes: { before: null, after: null },
    sizeSources: [],
    members: [],
    order: null,
    holes: [],
    statedShared: [],
    movedMembers: [],
    from: 'mail',
    sources: [],
  }
}

function findDeclared(shape: DiffShape, code: string): string | undefined {
  for (const change of shape.structs)
    for (const member of change.after) if (member.line.code === code) return member.name
  return undefined
}

/** The line size the text names ("128-byte cache line"), else 64. */
function findLineSize(blocks: readonly TextBlock[]): number {
  for (const block of blocks) {
    const found = /\b(32|64|128|256)[\s-]*(?:bytes?|B)[\s-]+(?:\w+\s+)?cache[\s-]*lines?\b/i.exec(block.text)
    if (found?.[1]) return Number(found[1])
  }
  return 64
}

function addSize(layoutOf: (struct: string) => StructLayout, size: StatedSize, structs: string[]): void {
  const struct = size.struct ?? structs[0]
  if (!struct) return
  const layout = layoutOf(struct)
  if (size.before !== null && size.after !== null) {
    layout.sizeBytes.before ??= size.before
    layout.sizeBytes.after ??= size.after
  } else if (size.before !== null) layout.sizeBytes.before ??= size.before
  else layout.sizeBytes.after ??= size.after
  layout.sizeSources.push(...size.sources)
}

function addOffset(layout: StructLayout, offset: StatedOffset): void {
  const member = memberOf(layout, offset.name)
  if (!member) return
  if (member.offsetBytes[offset.side] !== null && !member.inferred[offset.side]) return
  member.offsetBytes[offset.side] = offset.offsetBytes
  member.sources.push(...offset.sources)
}

function memberOf(layout: StructLayout, name: string): LayoutMember | null {
  const known = layout.members.find((member) => member.name === name)
  if (known) return known
  if (layout.members.length >= maxMembers) return null
  const fresh: LayoutMember = {
    name,
    type: null,
    sizeBytes: null,
    offsetBytes: { before: null, after: null },
    inferred: { before: false, after: false },
    role: 'unknown',
    roleFrom: 'inferred',
    sources: [],
  }
  layout.members.push(fresh)
  return fresh
}

/** The order of members in the diff, for a struct whose layout the patch changes and no listing gives. */
function addOrder(
  layouts: Map<string, StructLayout>,
  layoutOf: (struct: string) => StructLayout,
  change: StructChange,
  shape: DiffShape,
): void {
  const shown = new Set<unknown>(shape.facts.map((fact) => fact.line))
  const isLaidOut =
    change.moved.length > 0 ||
    shape.facts.some((fact) => fact.struct === change.struct) ||
    change.after.some((member) => shown.has(member.line)) ||
    (change.closing.after !== null && shown.has(change.closing.after)) ||
    (change.opening.after !== null && shown.has(change.opening.after))
  if (!isLaidOut && !layouts.has(change.struct)) return
  const layout = layoutOf(change.struct)
  const hasOffsets = layout.members.some(
    (member) => member.offsetBytes.before !== null || member.offsetBytes.after !== null,
  )
  const names = (places: { name: string }[]) => [...new Set(places.map((place) => place.name))].slice(0, maxMembers)
  if (!hasOffsets && (change.before.length > 0 || change.after.length > 0))
    layout.order = { before: names(change.before), after: names(change.after) }
  for (const place of [...change.before, ...change.after]) {
    const member = hasOffsets ? layout.members.find((one) => one.name === place.name) : memberOf(layout, place.name)
    if (member) member.type ??= place.arrayOf ? `${place.type} ${place.arrayOf}` : place.type
  }
  layout.movedMembers = change.moved
}

function finish(
  layout: StructLayout,
  message: Message,
  shape: DiffShape,
  blocks: readonly TextBlock[],
  judgement: Judgement | null,
): void {
  for (const member of layout.members) {
    const known = judgement?.members.find((one) => one.name === member.name)
    if (!known || known.role === 'unknown') continue
    member.role = known.role
    member.roleFrom = known.roleFrom
  }
  inferOffsets(layout, shape, judgement)
  const offset = (member: LayoutMember) =>
    member.offsetBytes.before ?? member.offsetBytes.after ?? Number.MAX_SAFE_INTEGER
  if (layout.order === null) layout.members.sort((a, b) => offset(a) - offset(b))
  if (layout.base.how === '')
    layout.base = findBase(message, shape, blocks, layout.struct, layout.sizeBytes, layout.cachelineBytes)
  addShared(layout, message, blocks)
}

/** Members that stand before all that changes keep their offset; a change of the allocation alone moves none. */
function inferOffsets(layout: StructLayout, shape: DiffShape, judgement: Judgement | null): void {
  const change = shape.structs.find((one) => one.struct === layout.struct)
  const changed = new Set(
    [...(change?.before ?? []), ...(change?.after ?? [])]
      .filter((member) => member.isChanged)
      .map((member) => member.name),
  )
  const starts = layout.members.filter((member) => changed.has(member.name)).map((member) => member.offsetBytes.before)
  const first = starts.length > 0 && starts.every((start) => start !== null) ? Math.min(...starts.map(Number)) : null
  const isAllocation = judgement?.technique === 'slab-align' && !change
  for (const member of layout.members) {
    const { before, after } = member.offsetBytes
    if (before === null || after !== null || changed.has(member.name)) continue
    if (!isAllocation && (first === null || before >= first || changed.size !== starts.length)) continue
    member.offsetBytes.after = before
    member.inferred.after = true
  }
}

/** Members that one sentence puts on one line. */
function addShared(layout: StructLayout, message: Message, blocks: readonly TextBlock[]): void {
  const known = new Set(layout.members.map((member) => member.name))
  for (const block of blocks) {
    if (block.where === 'title' || block.where === 'comment') continue
    for (const sentence of splitSentences(block)) {
      if (layout.statedShared.length >= 8) return
      if (!/\b(?:shar(?:e|es|ed|ing)|same|occup(?:y|ies))\b[^.]{0,60}\bcache[\s-]*line/i.test(sentence.text)) continue
      if (/\b(?:not|n't|never|no longer|separate|different|avoid|prevent)\b/i.test(sentence.text)) continue
      const names = [...new Set((sentence.text.match(/[A-Za-z_]\w+/g) ?? []).filter((word) => known.has(word)))]
      if (names.length < 2) continue
      const start = sentence.start + sentence.text.length - sentence.text.trimStart().length
      const source = sourceIn(message, block, start, sentence.start + sentence.text.trimEnd().length)
      if (source)
        layout.statedShared.push({
          side: /\b(?:after|now)\b/i.test(sentence.text) ? 'after' : 'before',
          members: names,
          sources: [source],
        })
    }
  }
}
