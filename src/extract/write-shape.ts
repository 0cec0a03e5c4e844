import type { Technique } from '../model/names.ts'
import type { DiffHunk, DiffLine } from './diff-line.ts'
import { atomicWrite, lockTaken } from './diff-patterns.ts'

/** What happens to a write that a diff takes from its place, with the line that shows it. */
export type WriteFact = { technique: Technique; points: number; says: string; line: DiffLine }

/** A count that goes up or down: `dev->stats.sent++`, `q->bytes += len`. */
const counts = /^\s*(?:\+\+|--)?([A-Za-z_]\w*)((?:\[[^\]]{0,60}\])?(?:->|\.)[\w.>[\]-]{0,120}?)\s*(?:\+\+|--|[-+]=)/
/** The same through a call: `atomic_inc(&dev->sent)`. */
const countsByCall =
  /\b(?:atomic\w*_(?:inc|dec|add|sub)\w*|refcount_(?:inc|dec)\w*)\s*\((?:[^,()&]{1,40},\s*)?&?\(?([A-Za-z_]\w*)((?:\[[^\]]{0,60}\])?(?:->|\.)[\w.>[\]-]{1,120})/

const mayCount = /\+\+|--|[-+]=|atomic|refcount/

type Place = { root: string; member: string }

function findCounted(code: string): Place | null {
  // a cheap look first: each pattern needs a step and a member
  if (!mayCount.test(code) || !(code.includes('->') || code.includes('.'))) return null
  const found = counts.exec(code) ?? countsByCall.exec(code)
  if (!found?.[1] || !found[2]) return null
  const member = found[2].split(/->|\./).pop() ?? ''
  return member === '' ? null : { root: found[1], member }
}

const maxPlaces = 200

/** Counters of one object that become counters, of the same name, of another: the sharer's own. */
export function findWritesElsewhere(changed: readonly DiffLine[]): WriteFact[] {
  const gone = new Map<string, Set<string>>()
  const kept = new Map<string, { roots: Set<string>; line: DiffLine }>()
  for (const line of changed) {
    const place = findCounted(line.code)
    if (!place || gone.size + kept.size > maxPlaces) continue
    if (line.side === '-') gone.set(place.member, (gone.get(place.member) ?? new Set()).add(place.root))
    else {
      const known = kept.get(place.member)
      if (known) known.roots.add(place.root)
      else kept.set(place.member, { roots: new Set([place.root]), line })
    }
  }
  const out: WriteFact[] = []
  for (const [member, { roots, line }] of kept) {
    const had = gone.get(member)
    if (had && ![...roots].some((root) => had.has(root)))
      out.push({ technique: 'remove-shared-write', points: 4, says: 'counts in another object', line })
  }
  return out
}

const indexed = /\[([^\][]{1,60}|[^\][]{0,30}\[[^\][]{0,30}\][^\][]{0,30})\](?:->|\.)(\w+)/g

/** A counter that was one and is now one in each element of an array: whose elements, the index tells. */
export function findSpreadWrites(changed: readonly DiffLine[]): WriteFact[] {
  const gone = new Set<string>()
  for (const line of changed) {
    const place = line.side === '-' && gone.size < maxPlaces && !line.code.includes('[') ? findCounted(line.code) : null
    if (place) gone.add(place.member)
  }
  if (gone.size === 0) return []
  const out: WriteFact[] = []
  for (const line of changed) {
    if (line.side !== '+' || out.length > 20 || !atomicWrite.test(line.code)) continue
    for (const [, index = '', member = ''] of line.code.matchAll(indexed))
      if (gone.has(member)) out.push({ ...ownerOf(index), says: 'counts in an element of an array', line })
  }
  return out
}

function ownerOf(index: string): Pick<WriteFact, 'technique' | 'points'> {
  if (/node|numa/i.test(index)) return { technique: 'numa-local', points: 5 }
  return { technique: /cpu|core|thread|\btid\b|worker/i.test(index) ? 'per-cpu' : 'split-struct', points: 6 }
}

const mayShare = /^(?:\s*static\s|var\s)/
const shared = /^(?:\s*static\s+(?!const\b)[\w\s*]{1,60}[\s*](\w+)|var\s+(\w+))\s*(?:[;=]|\s\w|$)/
const local = /^\s+(?!static\b|return\b)(?:(?:[A-Za-z_][\w*]*\s+){1,4}\*?)?(\w+)\s*(?::=|=(?!=)|;)/

/** A variable that all threads wrote, static or of the file, and that each call has for itself now. */
export function findLocalVariables(changed: readonly DiffLine[]): WriteFact[] {
  const gone = new Set<string>()
  for (const line of changed) {
    const [, inC, inGo] =
      line.side === '-' && gone.size < maxPlaces && mayShare.test(line.code) ? (shared.exec(line.code) ?? []) : []
    const name = inC ?? inGo
    if (name && name.length > 2) gone.add(name)
  }
  if (gone.size === 0) return []
  return changed
    .filter((line) => {
      const name = line.side === '+' ? local.exec(line.code)?.[1] : undefined
      const declares = /:=|\w[\s*]+\w+\s*[=;]/.test(line.code)
      return name !== undefined && declares && gone.has(name)
    })
    .slice(0, 5)
    .map((line) => ({ technique: 'remove-shared-write', points: 5, says: 'makes a shared variable local', line }))
}

const copied = /(?:->|\.)(\w+)\s*(?:=(?!=)|,)\s*[^;]{0,60}?(?:->|\.)(\w+)\b/
const members = /(?:->|\.)(\w+)\b(?!\s*(?:\(|=(?!=)))/g

/** A value that is copied to another member, new in its struct, and read from there: `if (n < up->limit)`. */
export function findCopiedReads(changed: readonly DiffLine[], added: ReadonlySet<string>): WriteFact[] {
  const copies = new Map<string, string>()
  for (const line of changed) {
    const [, to, from] = line.side === '+' ? (copied.exec(line.code) ?? []) : []
    if (to && from && to !== from && added.has(to) && copies.size < maxPlaces) copies.set(to, from)
  }
  if (copies.size === 0) return []
  const read = (line: DiffLine) => [...line.code.matchAll(members)].map(([, name = '']) => name)
  const gone = new Set(changed.filter((line) => line.side === '-').flatMap(read))
  return changed
    .filter(
      (line) =>
        line.side === '+' && !copied.test(line.code) && read(line).some((name) => gone.has(copies.get(name) ?? '')),
    )
    .slice(0, 5)
    .map((line) => ({ technique: 'remove-shared-read', points: 5, says: 'reads a copy of the value', line }))
}

const isWrite = (code: string) => atomicWrite.test(code) || lockTaken.test(code)

/** Writes that were there before and now stand behind a new condition that asks for something else than their value. */
export function findWritesOfFewer(hunk: DiffHunk, known: ReadonlySet<DiffLine>): WriteFact[] {
  const asks = hunk.lines.some((line) => line.side === '+' && !known.has(line) && /^\s*if\s*\(/.test(line.code))
  if (!asks) return []
  const written = hunk.lines.filter((line) => line.side === '-' && isWrite(line.code))
  const gone = new Set(written.slice(0, maxPlaces).map((line) => line.bare))
  if (gone.size === 0) return []
  const lines = hunk.lines.filter((line) => line.side !== '-' && line.code.trim() !== '')
  const out: WriteFact[] = []
  for (const [index, line] of lines.entries()) {
    if (line.side !== '+' || known.has(line) || !/^\s*if\s*\(/.test(line.code) || out.length > 20) continue
    const body = lines.slice(index, index + 3).find((one) => one.side === '+' && hasStatement(one, gone))
    if (body)
      out.push({ technique: 'remove-shared-write', points: 3, says: 'writes only for those that need it', line: body })
  }
  return out
}

/** A statement of `gone` is the line, or ends it: `if (ns != &first) get(ns);`. */
function hasStatement(line: DiffLine, gone: ReadonlySet<string>): boolean {
  if (gone.has(line.bare)) return true
  if (!line.bare.startsWith('if(')) return false
  for (const statement of gone) if (line.bare.endsWith(statement)) return true
  return [...gone].some((statement) => /^if\(/.test(statement) && line.bare.endsWith(statement.slice(3)))
}

const mayLock = /lock|down_|mutex/
const lockFamily =
  /\b(?:raw_)?(spin|read|write|mutex|down|rt_mutex)_?(?:trylock|lock|read|write)\w*\s*\(\s*([^,;]{1,120}?)\s*[,)]/

/** A lock, new in its struct, that is taken where another was: some of what that one guarded has one to itself. */
export function findNewLocks(changed: readonly DiffLine[], added: ReadonlySet<string>): WriteFact[] {
  const takes = (side: DiffLine['side']) =>
    changed.flatMap((line) => {
      const lock =
        line.side === side && mayLock.test(line.code) && !line.code.includes('unlock')
          ? (lockFamily.exec(line.code)?.[2] ?? '')
          : ''
      return lock === '' ? [] : [{ line, name: lock.split(/->|\.|&/).pop() ?? '' }]
    })
  if (added.size === 0 || takes('-').length === 0) return []
  return takes('+')
    .filter(({ name }) => added.has(name))
    .slice(0, 5)
    .map(({ line }) => ({ technique: 'split-lock', points: 5, says: 'takes a new lock in the place of another', line }))
}

/** A lock that stays where it is and becomes another kind of lock: `read_lock(&x->lock)` to `spin_lock(&x->lock)`. */
export function findLockKinds(changed: readonly DiffLine[]): WriteFact[] {
  const gone = new Map<string, Set<string>>()
  const out: WriteFact[] = []
  for (const side of ['-', '+'] as const)
    for (const line of changed) {
      if (line.side !== side || !mayLock.test(line.code) || line.code.includes('unlock')) continue
      const found = lockFamily.exec(line.code)
      const [, family = '', lock = ''] = found ?? []
      if (!found || gone.size > maxPlaces) continue
      const known = gone.get(lock)
      if (side === '-') gone.set(lock, (known ?? new Set()).add(family))
      else if (known && !known.has(family) && out.length < 20)
        out.push({ technique: 'other', points: 5, says: 'takes another kind of lock', line })
    }
  return out
}
