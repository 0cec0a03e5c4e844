import type { FileDiff } from '../model/diff.ts'
import type { Technique } from '../model/names.ts'
import { findConditionalWrites } from './conditional-write.ts'
import { type DiffFile, type DiffHunk, type DiffLine, splitDiff } from './diff-line.ts'
import { findStructChanges, type StructChange } from './struct-change.ts'

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
  structs: StructChange[]
  facts: ShapeFact[]
  /** Alignment or read-mostly attributes taken away and not given back. */
  removedAlignment: DiffLine[]
  /** Lines whose removed and added text differ by one word throughout: a rename. */
  isRename: boolean
  addedLines: number
  removedLines: number
}

const aligned =
  /\b_{2,4}cacheline\w*aligned\w*|\b__rte_cache_(?:min_)?aligned\b|\b__rte_aligned\s*\(|\b__aligned(?:_largest)?\s*\(|\b__aligned\s*$|\baligned\s*\(|\b_?alignas\s*[(<]|\b_Alignas\b|\b__declspec\s*\(\s*align|\b\w*(?:CACHE|THREAD|FOLLY|LINE|ATTR)_?\w*ALIGN\w*|\bALWAYS_ALIGN\b|\bALIGN(?:ED)?(?:_AS|_TO)?\s*\(\s*\w*(?:CACHE|LINE|64|128)|@(?:[\w.]+\.)?Contended\b|\bCache(?:Line|line)?_?(?:Padded|Aligned)\w*|\bcache_aligned\w*|hardware_destructive_interference_size|#\[repr\([^)]*align\(|\b__cacheline_group_begin|\bDECLARE_(?:ALIGNED|CACHE)\w*|\bDEFINE_PER_CPU(?:_SHARED)?_ALIGNED|\bINTERNODE\w*ALIGN\w*|\bCLIB_CACHE_LINE_ALIGN_MARK/
const notCacheline =
  /\b(?:__packed|aligned\s*\(\s*\(?\s*(?:1|2|4|8)\s*\)|aligned\s*\(\s*sizeof\s*\(\s*(?:u32|u64|__u64|u16|int|long|void \*)\s*\)\s*\)|ARCH_(?:DMA|KMALLOC)_MINALIGN|CRYPTO_MINALIGN|PAGE_SIZE)/
const padName =
  /^_*(?:\w{0,12}_)?pad(?:ding)?s?_?\w{0,12}$|^p\d{1,3}$|^_$|^\w*(?:cache_?)?guard\d?$|^\w*[Pp]adding\w*$|^\w*_pad\d*_?$/
const padMacro =
  /\b\w{0,20}_PADDING\s*\(|\bPADDED_MEMBERS\w*|\bRTE_CACHE_GUARD\b|\bCACHE_?LINE_?PAD\w*|\bCacheLinePad\w*|\bTHREAD_PAD\s*\(|\bCACHE_PAD\w*|\bWT_CACHE_LINE_PAD\w*|\bCACHELINE_PAD\w*|\bclass\s+\w*(?:Pad|Padding)\d*\b|extends\s+\w*(?:Pad|Padding|Padded)\w*\b/
const perCpu =
  /\b(?:DEFINE|DECLARE)_PER_CPU\w*|\balloc_percpu\w*|\b__alloc_percpu\w*|\bnetdev_alloc_pcpu_stats|\bpercpu_counter\w*|\b__percpu\b|\bthis_cpu_\w+|\braw_cpu_\w+|\bper_cpu(?:_ptr)?\s*\(|\bper_cpu_ptr\b|\bthread_local\b|\b_Thread_local\b|\b__thread\b|\bThreadLocal\b|\bthread_local!|\bRTE_(?:DEFINE_)?PER_LCORE|\bRTE_LCORE_VAR\w*|\bCoreLocal\w*|\bpercpu_ref\w*|\bfolly::ThreadLocal/
const readMostly =
  /\b__read_mostly\b|\b__ro_after_init\b|\bDEFINE_PER_CPU_READ_MOSTLY\b|\bDECLARE_PER_CPU_READ_MOSTLY\b|\b__section_read_mostly|\bread_mostly\b|\b__cacheline_group_begin\w*\(\s*\w*,?\s*\w*read_mostly/
const slabAlign =
  /\bSLAB_HWCACHE_ALIGN\b|\bposix_memalign\s*\(|\baligned_alloc\s*\(|\bmemalign\s*\(|\bx\w*alloc_cacheline\w*|\brte_\w*(?:alloc|zmalloc)\w*\s*\([^;]*(?:CACHE_LINE|cache_line)|\b(?:vec|pool|clib_mem)_\w*align\w*\s*\(|\b\w*(?:alloc|zalloc|calloc|new)_?\w*(?:aligned|cacheline)\w*\s*\(|\bha_aligned_\w+|\bDECLARE_STATIC_TYPED_POOL|\ballocateDirectAligned\w*|__alignof__\s*\(\s*struct|\bKMEM_CACHE_ALIGN\w*|\bALIGN\s*\(\s*sizeof[^;]*(?:cache_line|CACHE_BYTES)|\bL1_CACHE_ALIGN\s*\(/
const staticKey = /\bDEFINE_STATIC_KEY\w*|\bDECLARE_STATIC_KEY\w*|\bstatic_branch_\w+|\bstatic_key_\w+|\bstatic_call\b/
const rcu =
  /\brcu_read_lock\w*|\brcu_dereference\w*|\b\w+_rcu\s*\(|\bread_seq\w+|\bseqcount_\w+|\bread_seqretry|\bhlist_nulls\w*|\bsrcu_read_lock/
const lockTaken =
  /\b(?:raw_)?(?:spin|read|write|mutex|down|rwlock)_(?:un)?lock\w*\s*\(|\bdown_(?:read|write)\w*\s*\(|\bup_(?:read|write)\w*\s*\(|\bpthread_\w+_lock\s*\(|\bHA_SPIN_(?:UN)?LOCK|\block_guard\b|\.lock\(\)/
const nodeLocal =
  /\bk[mzvc]*alloc\w*_node\s*\(|\bkmem_cache_alloc_node|\bvmalloc_node|\bvzalloc_node|\balloc_pages_node|\brte_\w*alloc\w*_socket|\bcpu_to_node\s*\(|\bnuma_node_id\s*\(|\bnuma_mem_id\s*\(|\bfor_each_(?:online_)?node\b|\bnr_node_ids\b|\bMAX_NUMNODES\b|\bnuma_alloc\w*/
const atomicWrite =
  /\b(?:raw_)?atomic\w*_(?:inc|dec|add|sub|set|xchg|cmpxchg|or|and)\w*\s*\(|\b(?:set|clear)_bit\s*\(|\brefcount_(?:inc|dec|add|sub)\w*\s*\(|\bkref_(?:get|put)\s*\(|\b\w+_(?:get|hold|put)\s*\(|\+\+\s*;|--\s*;|^\s*(?:\+\+|--)|\+=|\bfetch_(?:add|sub|or|and)\s*\(|\bWRITE_ONCE\s*\(|\bspin_lock\w*\s*\(|->\w+\s*=\s*[^=]|\b_?HA_ATOMIC_(?:ADD|INC|SUB|DEC|STORE|OR|AND)\w*\s*\(|\bincrementAndGet|\bgetAndIncrement/

/** Reads what a diff does, independent of what the text says: bounded at 60,000 lines, linear in them. */
export function readDiffShape(diff: FileDiff[]): DiffShape {
  const files = splitDiff(diff).filter((file) => file.language !== 'text')
  const structs = findStructChanges(files)
  const shape: DiffShape = {
    files,
    structs,
    facts: [],
    removedAlignment: [],
    isRename: false,
    addedLines: 0,
    removedLines: 0,
  }
  for (const file of files) {
    const gone = file.hunks.flatMap((hunk) => hunk.lines.filter((line) => line.side === '-'))
    for (const hunk of file.hunks) readHunk(shape, file, hunk, gone)
  }
  readStructs(shape)
  readBalance(shape)
  shape.isRename = isRenameOnly(files)
  return shape
}

const squeeze = (text: string) => text.replace(/\s+/g, '')

function readHunk(shape: DiffShape, file: DiffFile, hunk: DiffHunk, gone: DiffLine[]): void {
  const removed = hunk.lines.filter((line) => line.side === '-')
  const removedCode = new Set(removed.map((line) => squeeze(line.code)))
  const addedCode = new Set(hunk.lines.filter((line) => line.side === '+').map((line) => squeeze(line.code)))
  for (const line of hunk.lines) {
    if (line.side === '+') {
      shape.addedLines++
      if (!removedCode.has(squeeze(line.code))) readAddedLine(shape, file, hunk, line, removed, gone)
    } else if (line.side === '-') {
      shape.removedLines++
      if (!addedCode.has(squeeze(line.code))) readRemovedLine(shape, hunk, line)
    }
  }
  for (const write of findConditionalWrites(hunk))
    shape.facts.push({
      technique: write.isTimed ? 'batch-updates' : 'check-before-write',
      says: write.isTimed ? 'writes at most once a while' : 'writes only where the value differs',
      points: write.isTimed ? 4 : write.isSure ? 6 : 3,
      line: write.line,
      file: file.path,
      struct: null,
      name: write.target,
      inPlace: true,
    })
}

const isAttributeName = (word: string) =>
  /aligned|ALIGN|^__|^alignas$|^sizeof$|^static$|^extern$|^const$|^struct$|^unsigned$|^volatile$/.test(word)
const words = (code: string) => code.split(/[^\w]+/).filter((word) => word.length > 1 && !/^\d+$/.test(word))

/** True where a removed line declares the same thing without the attribute. */
function isInPlace(line: DiffLine, removed: DiffLine[], pattern: RegExp): boolean {
  const names = words(line.code).filter((word) => !isAttributeName(word))
  const last = names[names.length - 1]
  return removed.some((other) => {
    if (pattern.test(other.code)) return false
    const found = words(other.code)
    return /\}/.test(line.code)
      ? /^\s*\}/.test(other.code)
      : last !== undefined && names.some((name) => found.includes(name))
  })
}

function readAddedLine(
  shape: DiffShape,
  file: DiffFile,
  hunk: DiffHunk,
  line: DiffLine,
  removed: DiffLine[],
  gone: DiffLine[],
): void {
  const code = line.code
  if (code.trim() === '' || /^\s*#\s*include/.test(code)) return
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
  if (aligned.test(code) && !notCacheline.test(code) && !/^\s*#\s*(?:if|ifdef|ifndef|elif)/.test(code))
    pushFound(findAlignment(hunk, line, removed))
  if (padMacro.test(code) && !/^\s*#\s*define/.test(code)) push('pad', 6, 'adds padding', false)
  if (readMostly.test(code) && !/^\s*#\s*(?:if|ifdef)/.test(code)) readReadMostly(push, line, removed)
  else if (/\bconst\b/.test(code) && isConstAdded(line, removed))
    push('group-read-mostly', 4, 'makes a table constant', true)
  if (perCpu.test(code) && !removed.some((other) => perCpu.test(other.code)) && !/_ALIGNED\b/.test(code))
    push('per-cpu', 5, 'makes it per CPU', false)
  if (slabAlign.test(code) && !gone.some((other) => slabAlign.test(other.code)))
    push('slab-align', 6, 'allocates on a cacheline boundary', removed.length > 0)
  if (staticKey.test(code)) push('remove-shared-read', 5, 'reads a static key', false)
  if (nodeLocal.test(code) && !removed.some((other) => nodeLocal.test(other.code)))
    push('numa-local', 4, 'allocates on the local node', false)
  if (
    /^\s*#?\s*(?:define\s+)?\w*(?:BATCH|THRESHOLD)\w*\b/.test(code) &&
    /\d/.test(code) &&
    removed.some((other) => /BATCH|THRESHOLD/.test(other.code))
  )
    push('batch-updates', 6, 'changes a batch size', true)
  if (/\+\+\s*\)?\s*[>%&]=?\s*\w*(?:THRESH|BATCH|LIMIT|MAX|EVENTS)\w*/.test(code))
    push('batch-updates', 5, 'counts locally up to a limit', false)
}

type Push = (technique: Technique, points: number, says: string, inPlace: boolean) => void

type Found = [technique: Technique, points: number, says: string, inPlace: boolean]

/** What an alignment attribute on an added line aligns; null where it replaces another attribute. */
function findAlignment(hunk: DiffHunk, line: DiffLine, removed: DiffLine[]): Found | null {
  const code = line.code
  const inPlace = isInPlace(line, removed, aligned)
  if (removed.some((other) => aligned.test(other.code) && similarNames(other.code, code))) return null
  if (/^\s*#\s*define\s+\w+/.test(code)) return ['align-struct', 1, 'defines an alignment macro', inPlace]
  if (/\bDEFINE_PER_CPU(?:_SHARED)?_ALIGNED|\bDECLARE_PER_CPU(?:_SHARED)?_ALIGNED/.test(code))
    return ['align-global', 4, 'aligns per-CPU data', inPlace]
  if (/^\s*\}/.test(code)) {
    const isVariable = /\}\s*[a-z_]\w*\s*(?:\[[^\]]*\])?\s*_{2}/.test(code) && !/^\s*\}\s*_{2}/.test(code)
    return [isVariable ? 'align-global' : 'align-struct', inPlace ? 6 : 4, 'aligns a struct', inPlace]
  }
  if (
    /\b(?:struct|class|union)\b[^;]*\{\s*$/.test(code) ||
    /\b(?:struct|class|union)\s+[\w:]*\s*(?:alignas|__rte_cache|__attribute|[A-Z_]*ALIGN)/.test(code) ||
    /repr\(/.test(code)
  )
    return ['align-struct', inPlace ? 6 : 4, 'aligns a struct', inPlace]
  if (/CLIB_CACHE_LINE_ALIGN_MARK\s*\(\s*cache_?line_?0/.test(code)) return ['align-struct', 6, 'aligns a struct', true]
  if (
    /@(?:[\w.]+\.)?Contended\s*$/.test(code.trim()) &&
    hunk.lines[hunk.lines.indexOf(line) + 1]?.code.includes('class')
  )
    return ['align-struct', 6, 'aligns a class', true]
  const isGlobal = !/^\s/.test(code) && !/^\s*[\w:]+\s*\(/.test(code.replace(/^(?:static\s+)?DEFINE_\w+\s*\(/, 'X '))
  return [
    isGlobal ? 'align-global' : 'align-member',
    inPlace ? 6 : 5,
    isGlobal ? 'aligns a variable' : 'aligns a member',
    inPlace,
  ]
}

/** True where two lines share their last name: an attribute swapped for another, no new alignment. */
function similarNames(a: string, b: string): boolean {
  const named = (code: string) =>
    words(code)
      .filter((word) => !isAttributeName(word))
      .join(' ')
  return named(a) === named(b)
}

function readReadMostly(push: Push, line: DiffLine, removed: DiffLine[]): void {
  if (removed.some((other) => readMostly.test(other.code) && similarNames(other.code, line.code))) return
  push('group-read-mostly', 6, 'marks a variable read-mostly', isInPlace(line, removed, readMostly))
}

function isConstAdded(line: DiffLine, removed: DiffLine[]): boolean {
  if (!/^(?:static\s+|extern\s+)?(?:\w+\s+)*const\b.*(?:=|;|\{)\s*$/.test(line.code)) return false
  const without = squeeze(line.code.replace(/\bconst\b/g, ''))
  return removed.some(
    (other) => squeeze(other.code.replace(/\bconst\b/g, '')) === without && !/\bconst\b/.test(other.code),
  )
}

function readRemovedLine(shape: DiffShape, hunk: DiffHunk, line: DiffLine): void {
  const added = hunk.lines.filter((other) => other.side === '+')
  if (
    readMostly.test(line.code) &&
    added.some((other) => !readMostly.test(other.code) && sharesName(other.code, line.code))
  ) {
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
  if (
    (aligned.test(line.code) || padMacro.test(line.code)) &&
    !added.some((other) => aligned.test(other.code) || padMacro.test(other.code))
  )
    shape.removedAlignment.push(line)
}

const sharesName = (a: string, b: string) => {
  const names = words(a).filter((word) => !isAttributeName(word))
  const others = words(b).filter((word) => !isAttributeName(word))
  return (
    names.length > 0 &&
    names[names.length - 1] !== undefined &&
    others.some((word) => names.includes(word) && word.length > 3)
  )
}

/** Facts that need the structs: padding members, moves, a member that went to a struct of its own. */
function readStructs(shape: DiffShape): void {
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

const grewBy = (change: StructChange, name: string, arrayOf: string | null) =>
  change.before.some((member) => member.name === name && member.isChanged && member.arrayOf !== arrayOf)

function readSplits(
  shape: DiffShape,
  push: (
    change: StructChange,
    technique: Technique,
    points: number,
    says: string,
    line: DiffLine,
    name: string | null,
    inPlace: boolean,
  ) => void,
): void {
  const fresh = shape.structs.filter((change) => change.isNew).slice(0, 200)
  const old = shape.structs.filter((change) => !change.isNew).slice(0, 200)
  const byName = new Map<string, StructChange>()
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
    const lock = change.after.find((member) =>
      /\b(?:raw_)?spinlock_t\b|\brwlock_t\b|\bstruct mutex\b|\bpthread_\w*lock\w*|\bstd::mutex\b|\bHA_SPINLOCK/.test(
        member.type,
      ),
    )
    if (lock && change.after.length <= 8)
      push(change, 'split-lock', 5, `a lock of its own in ${change.struct}`, lock.line, lock.name, false)
  }
}

/** Facts that need the whole diff: locks that went away for RCU, shared writes that went away. */
function readBalance(shape: DiffShape): void {
  const seen = {
    globalLock: null as DiffLine | null,
    ownLock: null as DiffLine | null,
    rcu: null as DiffLine | null,
    rcuCount: 0,
    locks: 0,
    writes: 0,
    write: null as DiffLine | null,
  }
  for (const file of shape.files)
    for (const hunk of file.hunks)
      for (const line of hunk.lines) {
        if (line.side === ' ') continue
        const sign = line.side === '+' ? 1 : -1
        if (rcu.test(line.code)) {
          seen.rcuCount += sign
          if (sign > 0) seen.rcu ??= line
        } else if (lockTaken.test(line.code)) {
          seen.locks += sign
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
