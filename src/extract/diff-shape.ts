import type { FileDiff } from '../model/diff.ts'
import type { Technique } from '../model/names.ts'
import { findConditionalWrites, findLocals } from './conditional-write.ts'
import { type DiffFile, type DiffHunk, type DiffLine, splitDiff, squeeze } from './diff-line.ts'
import {
  type AskLine,
  aligned,
  atomicWrite,
  batchName,
  batchSize,
  buildAsk,
  lineName,
  lineRoom,
  localLimit,
  lockTaken,
  nodeLocal,
  notCacheline,
  numberedPlace,
  padMacro,
  perCpu,
  rcu,
  readMostly,
  shardedLock,
  shortWait,
  slabAlign,
  spinWait,
  staticKey,
} from './diff-patterns.ts'
import { buildLineIndex, declaredNames, hasSameNames, hasWithout, type LineIndex } from './line-index.ts'
import { findStructChanges, type StructChange } from './struct-change.ts'
import { readStructs } from './struct-shape.ts'
import {
  findCopiedReads,
  findLocalVariables,
  findLockKinds,
  findNewLocks,
  findSpreadWrites,
  findWritesElsewhere,
  findWritesOfFewer,
} from './write-shape.ts'

/** One thing a diff does, with the line that shows it. `inPlace`: an existing line was changed, nothing new was declared. */
export type ShapeFact = {
  technique: Technique
  says: string
  points: number
  line: DiffLine
  file: string
  struct: string | null
  name: string | null
  inPlace: boolean
}

export type DiffShape = {
  files: DiffFile[]
  /** Files of prose: tables of the documentation can give members their roles. */
  documents: DiffFile[]
  structs: StructChange[]
  facts: ShapeFact[]
  /** Alignment or read-mostly attributes taken away and not given back. */
  removedAlignment: DiffLine[]
  /** Lines whose removed and added text differ by one word throughout: a rename. */
  isRename: boolean
  /** An added line of code names the cacheline. */
  namesLine: boolean
  addedLines: number
  removedLines: number
}

/** One reading of a diff serves judgement and layout. */
const shapes = new WeakMap<FileDiff[], DiffShape>()

/** Reads what a diff does, independent of what the text says: bounded at 60,000 lines, linear in them. */
export function readDiffShape(diff: FileDiff[]): DiffShape {
  const known = shapes.get(diff)
  if (known) return known
  const shape = readShape(diff)
  shapes.set(diff, shape)
  return shape
}

function readShape(diff: FileDiff[]): DiffShape {
  const all = splitDiff(diff)
  const files = all.filter((file) => file.language !== 'text')
  const structs = findStructChanges(files)
  const shape: DiffShape = {
    files,
    documents: all.filter((file) => file.language === 'text'),
    structs,
    facts: [],
    removedAlignment: [],
    isRename: false,
    namesLine: false,
    addedLines: 0,
    removedLines: 0,
  }
  const changed = files.flatMap((file) =>
    file.hunks.flatMap((hunk) => hunk.lines.filter((line) => line.side !== ' ' && line.bare !== '')),
  )
  const ask = buildAsk(changed)
  for (const file of files) {
    const gone = buildLineIndex(file.hunks.flatMap((hunk) => hunk.lines.filter((line) => line.side === '-')))
    let known: ReadonlySet<string> | null = null
    const locals = () => {
      known ??= findLocals(file.hunks.flatMap((hunk) => hunk.lines))
      return known
    }
    for (const hunk of file.hunks) readHunk(shape, file, hunk, gone, locals, ask)
  }
  readStructs(shape)
  readBalance(shape, changed, ask)
  const added = addedMembers(structs)
  for (const fact of [
    ...findWritesElsewhere(changed),
    ...findSpreadWrites(changed),
    ...findLocalVariables(changed),
    ...findLockKinds(changed),
    ...findCopiedReads(changed, added),
    ...findNewLocks(changed, added),
  ])
    shape.facts.push({ ...plainFact, ...fact, file: '', inPlace: true })
  shape.isRename = isRenameOnly(files)
  shape.facts = keepSome(shape.facts)
  return shape
}

/** Members of which no side of the diff had one of the name before. */
const addedMembers = (structs: readonly StructChange[]): Set<string> =>
  new Set(
    structs.flatMap((change) => {
      const had = new Set(change.before.map((member) => member.name))
      return change.after.filter((member) => member.isChanged && !had.has(member.name)).map((member) => member.name)
    }),
  )

const plainFact = { struct: null, name: null, inPlace: false } as const

const maxFactsEach = 100

/** At most 100 facts of a technique, the weightiest first: a long diff says no more by saying it more often. */
function keepSome(facts: ShapeFact[]): ShapeFact[] {
  const counts = new Map<Technique, number>()
  return facts
    .toSorted((a, b) => b.points - a.points)
    .filter((fact) => {
      const count = counts.get(fact.technique) ?? 0
      counts.set(fact.technique, count + 1)
      return count < maxFactsEach
    })
}

function readHunk(
  shape: DiffShape,
  file: DiffFile,
  hunk: DiffHunk,
  gone: LineIndex,
  locals: () => ReadonlySet<string>,
  ask: AskLine,
): void {
  const removed = buildLineIndex(hunk.lines.filter((line) => line.side === '-'))
  const added = buildLineIndex(hunk.lines.filter((line) => line.side === '+'))
  for (const [index, line] of hunk.lines.entries()) {
    if (line.side === '+') {
      shape.addedLines++
      if (!removed.codes.has(line.bare)) readAddedLine(shape, file, line, removed, gone, hunk.lines[index + 1], ask)
    } else if (line.side === '-') {
      shape.removedLines++
      if (ask(shortWait, line.code) && !added.codes.has(line.bare))
        shape.facts.push({ ...plainFact, technique: 'other', says: 'waits less', points: 4, line, file: file.path })
      if (!added.codes.has(line.bare)) readRemovedLine(shape, added, line, ask)
    }
  }
  const test = hunk.lines.find(
    (line) =>
      line.side === '+' && /^\s*if \(.*(?:_read|READ_ONCE|->|\.)/.test(line.code) && removed.codes.has(line.bare),
  )
  if (test)
    shape.facts.push({
      ...plainFact,
      technique: 'remove-shared-read',
      says: 'changes the order of tests',
      points: 4,
      line: test,
      file: file.path,
      inPlace: true,
    })
  const writes = findConditionalWrites(hunk, locals)
  for (const fact of findWritesOfFewer(hunk, new Set(writes.map((write) => write.line))))
    shape.facts.push({ ...plainFact, ...fact, file: file.path, inPlace: true })
  for (const write of writes)
    shape.facts.push({
      technique: write.isTimed ? 'batch-updates' : 'check-before-write',
      says: write.isTimed ? 'writes once in a while' : 'writes only where the value differs',
      points: write.isTimed ? 4 : write.isSure ? 6 : 3,
      line: write.line,
      file: file.path,
      struct: null,
      name: write.target,
      inPlace: true,
    })
}

function readAddedLine(
  shape: DiffShape,
  file: DiffFile,
  line: DiffLine,
  removed: LineIndex,
  gone: LineIndex,
  next: DiffLine | undefined,
  ask: AskLine,
): void {
  const code = line.code
  if (line.bare === '' || /^\s*#\s*include/.test(code)) return
  shape.namesLine ||= ask(lineName, code)
  const push = (technique: Technique, points: number, says: string, inPlace: boolean) =>
    shape.facts.push({
      technique,
      says,
      points: file.isNew ? points / 2 : points,
      line,
      file: file.path,
      struct: null,
      name: null,
      inPlace,
    })
  const pushFound = (found: Found | null) => {
    if (found) push(...found)
  }
  // A flag or call that aligns objects aligns no member, though its name holds the word.
  const isOfSlab = ask(slabAlign, code)
  const own = isOfSlab ? code.replace(slabAlign, ' ') : code
  if (ask(aligned, own) && !notCacheline.test(code) && !/^\s*#\s*(?:if|ifdef|ifndef|elif)/.test(code))
    pushFound(findAlignment(line, removed, next))
  if (/^\s+union\s*\{\s*$/.test(code)) push('other', 5, 'lays members over each other in a union', false)
  if (ask(padMacro, code) && !/^\s*#\s*define/.test(code)) push('pad', 6, 'adds padding', false)
  if (ask(readMostly, code) && !/^\s*#\s*(?:if|ifdef)/.test(code)) readReadMostly(push, line, removed)
  else if (/\bconst\b/.test(code) && isConstAdded(line, removed))
    push('group-read-mostly', 4, 'makes a table constant', true)
  if (ask(perCpu, code) && !removed.has(perCpu) && !/_ALIGNED\b/.test(code))
    push('per-cpu', 5, 'makes it per CPU', false)
  if (isOfSlab && placesAt.test(code)) push('align-member', 5, 'begins a part on a cacheline boundary', true)
  else if (isOfSlab && !gone.has(slabAlign))
    push('slab-align', 6, 'allocates on a cacheline boundary', removed.size > 0)
  if (ask(lineRoom, code) && !aligned.test(code) && !/^\s*#|\[/.test(code))
    push('pad', 4, 'makes room of whole lines', false)
  if (ask(numberedPlace, code) && removed.has(numberedPlace)) push('pad', 5, 'puts members further apart', true)
  if (ask(shardedLock, code) && !gone.has(shardedLock)) push('split-lock', 5, 'makes one lock many', true)
  if (ask(spinWait, code) && !gone.has(spinWait)) push('other', 4, 'spins or queues elsewhere', false)
  if (ask(staticKey, code)) push('remove-shared-read', 5, 'reads a static key', false)
  if (ask(nodeLocal, code) && !removed.has(nodeLocal)) push('numa-local', 4, 'allocates on the local node', false)
  if (ask(batchSize, code) && /\d/.test(code) && removed.has(batchName))
    push('batch-updates', 6, 'changes a batch size', true)
  if (ask(localLimit, code)) push('batch-updates', 5, 'counts locally up to a limit', false)
}

/** An offset into what is there, rounded up: no allocation is aligned. */
const placesAt = /^\s*(?:[\w>.-]*(?:->|\.))?\w*off(?:set)?s?\w*\s*\+?=/

/** The attribute of a struct behind its closing brace: one before its name instead aligns nothing new. */
const closesAligned = /^\s*\}[^;]*align/i

type Push = (technique: Technique, points: number, says: string, inPlace: boolean) => void

type Found = [technique: Technique, points: number, says: string, inPlace: boolean]

/** What an alignment attribute on an added line aligns; null where it replaces another attribute. */
function findAlignment(line: DiffLine, removed: LineIndex, next: DiffLine | undefined): Found | null {
  const code = line.code
  const inPlace = hasWithout(removed, code, aligned)
  if (hasSameNames(removed, code, aligned)) return null
  if (/^\s*#\s*define\s+\w+/.test(code)) return ['align-struct', 1, 'defines an alignment macro', inPlace]
  if (/\bDEFINE_PER_CPU(?:_SHARED)?_ALIGNED|\bDECLARE_PER_CPU(?:_SHARED)?_ALIGNED/.test(code))
    return ['align-global', 4, 'aligns per-CPU data', inPlace]
  if (/^\s*\.\s*=/.test(code)) return ['align-global', 5, 'aligns a section', false]
  if (/^\s*__cacheline_group_\w+\s*\(/.test(code))
    return ['align-member', 5, 'begins a group on a line of its own', inPlace]
  if (/^\s+__\w*aligned\w*\s*(?:\(.*\))?\s*$/.test(code)) return ['align-member', 5, 'aligns the next member', inPlace]
  if (/^\s*__\w*aligned\w*\s*(?:\(.*\))?\s*;?\s*$/.test(code)) return ['align-struct', 5, 'aligns a type', inPlace]
  if (/\b(?:struct|class|union)\b[^;]*\{\s*$/.test(code) && removed.has(closesAligned)) return null
  if (/^\s*\}/.test(code)) {
    const isVariable = /\}\s*[a-z_]\w*\s*(?:\[[^\]]*\])?\s*_{2}/.test(code) && !/^\s*\}\s*_{2}/.test(code)
    return [isVariable ? 'align-global' : 'align-struct', inPlace ? 6 : 4, 'aligns a struct', inPlace]
  }
  if (
    (/\b(?:struct|class|union)\b[^;]*\{\s*$/.test(code) &&
      !/^\s+struct\s+(?:alignas|__\w+)\s*\([^)]*\)\s*\{/.test(code)) ||
    /\b(?:struct|class|union)\s+[\w:]*\s*(?:alignas|__rte_cache|__attribute|[A-Z_]*ALIGN)/.test(code) ||
    /repr\(|^\w*STRUCT\w*\s*\(.*\{\s*$/.test(code)
  )
    return ['align-struct', inPlace ? 6 : 4, 'aligns a struct', inPlace]
  if (/CLIB_CACHE_LINE_ALIGN_MARK\s*\(\s*cache_?line_?0/.test(code)) return ['align-struct', 6, 'aligns a struct', true]
  if (/@(?:[\w.]+\.)?Contended\s*$/.test(code.trim()) && next?.code.includes('class'))
    return ['align-struct', 6, 'aligns a class', true]
  const isGlobal = !/^\s/.test(code) && !/^\s*[\w:]+\s*\(/.test(code.replace(/^(?:static\s+)?DEFINE_\w+\s*\(/, 'X '))
  return [
    isGlobal ? 'align-global' : 'align-member',
    inPlace ? 6 : 5,
    isGlobal ? 'aligns a variable' : 'aligns a member',
    inPlace,
  ]
}

function readReadMostly(push: Push, line: DiffLine, removed: LineIndex): void {
  if (hasSameNames(removed, line.code, readMostly)) return
  push('group-read-mostly', 6, 'marks a variable read-mostly', hasWithout(removed, line.code, readMostly))
}

function isConstAdded(line: DiffLine, removed: LineIndex): boolean {
  if (!/^(?:static |extern )?[\w ]*\bconst\b.*[=;{]\s*$/.test(line.code)) return false
  return removed.plain.has(squeeze(line.code.replace(/\bconst\b/g, '')))
}

function readRemovedLine(shape: DiffShape, added: LineIndex, line: DiffLine, ask: AskLine): void {
  if (ask(readMostly, line.code) && !/\bconst\b/.test(line.code) && comesBack(added, line.code)) {
    shape.facts.push({
      technique: 'leave-read-mostly',
      says: 'no longer marked read-mostly',
      points: 7,
      line,
      file: '',
      struct: null,
      name: null,
      inPlace: true,
    })
    return
  }
  if ((ask(aligned, line.code) || ask(padMacro, line.code)) && !added.has(aligned) && !added.has(padMacro))
    shape.removedAlignment.push(line)
}

/** True where a line is declared again without the read-mostly mark. */
const comesBack = (added: LineIndex, code: string) =>
  declaredNames(code.replace(readMostly, ' ')).some(
    (name) => name.length > 3 && (added.byWord.get(name)?.some((line) => !readMostly.test(line.code)) ?? false),
  )

/** Facts that need the whole diff: locks that went away for RCU, shared writes that went away. */
function readBalance(shape: DiffShape, changed: readonly DiffLine[], ask: AskLine): void {
  const seen = {
    lock: null as DiffLine | null,
    globalLock: null as DiffLine | null,
    ownLock: null as DiffLine | null,
    rcu: null as DiffLine | null,
    rcuCount: 0,
    locks: 0,
    writes: 0,
    write: null as DiffLine | null,
  }
  for (const line of changed) {
    const sign = line.side === '+' ? 1 : -1
    if (ask(rcu, line.code)) {
      seen.rcuCount += sign
      if (sign > 0) seen.rcu ??= line
    } else if (ask(lockTaken, line.code)) {
      seen.locks += sign
      if (sign < 0) seen.lock ??= line
      if (sign < 0 && /lock\w*\s*\(\s*&\w+\s*[),]/.test(line.code)) seen.globalLock ??= line
      if (sign > 0 && /lock\w*\s*\(\s*(?:&[^)]*(?:->|\.|\[)|\w*lock\b)/.test(line.code)) seen.ownLock ??= line
    }
    if (atomicWrite.test(line.code)) {
      seen.writes += sign
      if (sign < 0) seen.write ??= line
    }
  }
  const push = (technique: Technique, points: number, says: string, line: DiffLine) =>
    shape.facts.push({ technique, says, points, line, file: '', struct: null, name: null, inPlace: true })
  if (seen.rcu && seen.rcuCount > 0 && seen.locks < 0) push('lockless-read', 6, 'reads without the lock', seen.rcu)
  else if (seen.rcu && seen.rcuCount > 0 && seen.writes < 0)
    push('lockless-read', 4, 'reads without a reference', seen.rcu)
  else if (seen.lock && seen.locks < -1) push('lockless-read', 1.5, 'takes a lock away', seen.lock)
  if (seen.globalLock && seen.ownLock)
    push('split-lock', 5, 'takes a lock of the object, not the global one', seen.ownLock)
  if (seen.write && seen.writes < 0) push('remove-shared-write', 3, 'takes a shared write away', seen.write)
}

/** True where every removed line comes back with the same words changed in the same way: a rename, nothing else. */
function isRenameOnly(files: DiffFile[]): boolean {
  const pairs = new Map<string, number>()
  let lines = 0
  for (const file of files)
    for (const hunk of file.hunks) {
      const removed = hunk.lines.filter((line) => line.side === '-' && line.text.trim() !== '')
      const added = hunk.lines.filter((line) => line.side === '+' && line.text.trim() !== '')
      if (removed.length !== added.length) return false
      for (const [index, line] of removed.entries()) {
        const from = line.text.split(/[^\w.]+/).filter(Boolean)
        const to = (added[index]?.text ?? '').split(/[^\w.]+/).filter(Boolean)
        if (from.length !== to.length) return false
        const differing = from.map((word, at) => [word, to[at] ?? '']).filter(([a, b]) => a !== b)
        if (differing.length > 2) return false
        for (const pair of differing) pairs.set(pair.join(' '), (pairs.get(pair.join(' ')) ?? 0) + 1)
        lines++
      }
    }
  return lines >= 2 && pairs.size > 0 && pairs.size <= Math.max(1, lines / 2)
}
