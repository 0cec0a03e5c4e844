import type { DiffFile, DiffHunk, DiffLine, Language } from './diff-line.ts'
import { type MemberDeclaration, parseMembers } from './member-declaration.ts'

/** One side's view of a member line. `isChanged`: the line itself is removed or added. */
export type MemberPlace = MemberDeclaration & { line: DiffLine; isChanged: boolean }

/** What the diff shows of one struct (or class) of one file: its visible members on both sides, in order. */
export type StructChange = {
  struct: string
  file: string
  language: Language
  before: MemberPlace[]
  after: MemberPlace[]
  isNew: boolean // its opening line is added
  opening: { before: DiffLine | null; after: DiffLine | null }
  closing: { before: DiffLine | null; after: DiffLine | null }
  moved: string[]
  /** Members that left it for another struct of the diff, under the same name. */
  movedAway: string[]
  /** A line directly inside it changed, member or not. */
  isInside: boolean
}

type Frame = { name: string | null; isStruct: boolean; depth: number }
type Side = 'before' | 'after'
/** The struct of a hunk's section is open from above; only a brace in the first column closes it. */
const sectionDepth = -1000
/** A struct whose name only its closing line tells. */
type Unnamed = { members: MemberPlace[]; opening: DiffLine | null; isInside: boolean }

const opener =
  /^\s*(?:typedef\s+|template\s*<[^>]{0,120}>\s*|static\s+|export\s+|public\s+|private\s+|protected\s+|abstract\s+|final\s+|sealed\s+|partial\s+|pub(?:\([a-z]{1,12}\))?\s+|const\s+|@\w+\s+){0,6}(struct|union|class|record|enum)\b((?:\s|\w|\(|\)|[.:<>,&'"?*-]){0,240})(\{)?/
const goOpener = /^\s*(?:type\s+)?(\w+)(?:\[[^\]]{0,60}\])?\s+(?:\[[^\]]{0,60}\])?\*?struct\s*\{?\s*$/
const openerNoise =
  /\b_{2,4}cacheline\w*|\b__rte_\w+(?:\([^)]*\))?|\balignas\s*\([^)]*(?:\([^)]*\))?[^)]*\)|\b__attribute__\s*\(\(.*\)\)|\b__aligned\s*\([^)]*\)|\b__packed\b|\b[A-Z]+_?[A-Z_]*ALIGN\w*(?:\s*\([^)]*\))?/g

type Opening = { name: string | null } | undefined

/** The name of the struct a line opens: null for one without a name, undefined where it opens none. */
export function findOpening(code: string, language: Language): Opening {
  if (language === 'go') {
    const found = goOpener.exec(code)
    return found?.[1] ? { name: found[1] } : undefined
  }
  if (!/\b(?:struct|union|class|record)\b/.test(code)) return undefined
  const found = opener.exec(code)
  if (!found) return undefined
  const rest = code.slice(found.index + found[0].length)
  const isOpen = Boolean(found[3]) || rest.trim() === ''
  if (!isOpen || found[1] === 'enum') return undefined
  const head = (found[2] ?? '').replace(openerNoise, ' ').replace(/\b(?:extends|implements|final|for|where)\b.*$/, '')
  const name = /^\s*([\w:]+)/.exec(head.replace(/\s:\s.*$/, ''))?.[1]?.replace(/:+$/, '')
  if (/\w\s*\(|[;=]/.test(head) || /^\s*\w+[\s*]+\*?\s*\w+/.test(head.trim())) return undefined
  return { name: name ?? null }
}

/** Every struct of the diff of which a member, its opening or its closing is seen. */
export function findStructChanges(files: DiffFile[]): StructChange[] {
  const changes = new Map<string, StructChange>()
  for (const file of files) {
    if (file.language === 'script' || file.language === 'text' || file.language === 'asm') continue
    for (const hunk of file.hunks) {
      // a hunk that opens no struct and stands in none shows no member: most hunks are such
      const section = findOpening(hunk.section, file.language)
      const openings = hunk.lines.map((line) => findOpening(line.code, file.language))
      if (!section && openings.every((opening) => opening === undefined)) continue
      readSide(file, hunk, 'before', changes, section, openings)
      readSide(file, hunk, 'after', changes, section, openings)
    }
  }
  const out = [...changes.values()].filter(isTouched)
  for (const change of out) change.moved = findMoved(change)
  addMovedAway(out)
  return out
}

const isTouched = (change: StructChange) =>
  change.isInside ||
  change.isNew ||
  change.before.some((member) => member.isChanged) ||
  change.after.some((member) => member.isChanged) ||
  change.closing.after?.side === '+' ||
  change.opening.after?.side === '+'

function readSide(
  file: DiffFile,
  hunk: DiffHunk,
  side: Side,
  changes: Map<string, StructChange>,
  section: Opening,
  openings: readonly Opening[],
): void {
  const stack: Frame[] = []
  const isFunction = hunk.section !== '' && !section
  let depth = 0
  if (section && !/[;)]\s*$/.test(hunk.section)) stack.push({ name: section.name, isStruct: true, depth: sectionDepth })
  let pending: { name: string | null; line: DiffLine } | null = null
  const unnamed: Unnamed = { members: [], opening: null, isInside: false }
  const skip = side === 'before' ? '+' : '-'
  let isAttributed = false // an attribute on a line of its own, above what opens next, changed
  for (const [index, line] of hunk.lines.entries()) {
    if (line.side === skip || line.code.trim() === '') continue
    const code = line.code
    if (/^\s*(?:#\[|@\w|\[\w+\()/.test(code) && !/[;{]\s*$/.test(code)) {
      isAttributed ||= line.side !== ' '
      continue
    }
    if (/^\{\s*$/.test(code) && stack.length === 1 && stack[0]?.depth === sectionDepth) continue
    const found = openings[index]
    if (
      stack[0]?.depth === sectionDepth &&
      /^[A-Za-z_]/.test(code) &&
      !/^(?:public|private|protected|signals)\b|^\w+:/.test(code)
    )
      stack.length = 0
    const isOuter = stack.every((frame) => !frame.isStruct)
    if (!found) isAttributed &&= pending !== null
    if (found && !/\{/.test(code) && file.language !== 'go') {
      pending = { name: found.name, line }
      continue
    }
    const opens = count(code, '{')
    const closes = count(code, '}')
    const opened = found ?? (pending && /^\s*\{/.test(code) ? pending : undefined)
    if (opened && opens > closes) {
      if (isOuter && opened.name === null) Object.assign(unnamed, { members: [], opening: line, isInside: false })
      stack.push({ name: opened.name, isStruct: true, depth })
      if (opened.name !== null && (isOuter || !/[a-z]/.test(opened.name) || file.language === 'java')) {
        const change = changeOf(changes, file, opened.name)
        const at = pending?.line ?? line
        change.opening[side] = at
        change.isInside ||= isAttributed
        if (side === 'after' && at.side === '+')
          change.isNew = change.before.length === 0 && change.opening.before === null
      }
      depth += opens - closes
      pending = null
      continue
    }
    pending = null
    if (opens > closes) stack.push({ name: null, isStruct: false, depth })
    depth += opens - closes
    if (closes > opens) {
      closeFrames(stack, depth, code, line, side, file, changes, unnamed)
      continue
    }
    if (stack.length === 0 && !isFunction && hunk.section === '' && !/^\s/.test(code)) continue
    const inner = stack[stack.length - 1]
    if (!inner?.isStruct) continue
    const outer = outermost(stack, file.language)
    const places = parseMembers(code, file.language).map((member) => ({
      ...member,
      line,
      isChanged: line.side !== ' ',
    }))
    if (outer?.name) {
      const change = changeOf(changes, file, outer.name)
      change[side].push(...places)
      if (line.side !== ' ' && places.length === 0 && /^\s*[A-Z]\w+\s*(?:\(|;)|^\s*__cacheline/.test(code))
        change.isInside = true
    } else if (places.length === 0 && line.side !== ' ' && /^\s*[A-Z]\w+\s*(?:\(|;)/.test(code)) unnamed.isInside = true
    if (!outer?.name) unnamed.members.push(...places)
  }
}

/** The struct whose name a member bears: the outermost one; in Java the class it stands in. */
const outermost = (stack: Frame[], language: Language): Frame | undefined => {
  const structs = stack.filter((frame) => frame.isStruct)
  return language === 'java' ? structs[structs.length - 1] : structs[0]
}

function closeFrames(
  stack: Frame[],
  depth: number,
  code: string,
  line: DiffLine,
  side: Side,
  file: DiffFile,
  changes: Map<string, StructChange>,
  unnamed: Unnamed,
): void {
  let closed: Frame | undefined
  for (let guard = 0; guard < 100 && stack.length > 0; guard++) {
    const top = stack[stack.length - 1]
    if (!top || top.depth < depth) break
    closed = stack.pop()
  }
  if (!closed && /^\}/.test(code)) closed = stack.shift()
  const isOuter = stack.every((frame) => !frame.isStruct)
  if (!closed?.isStruct || !isOuter) return
  const name = closed.name ?? findClosingName(code)
  if (!name) return
  const change = changeOf(changes, file, name)
  change.closing[side] = line
  if (closed.name === null) {
    change[side].push(...unnamed.members)
    if (unnamed.isInside) change.isInside = true
    change.opening[side] ??= unnamed.opening
    if (side === 'after' && unnamed.opening?.side === '+') change.isNew = change.before.length === 0
    unnamed.members = []
  }
}

/** The name behind a closing brace: `} name_t;`, `} __timer_data __aligned(32);`. Attributes are no names. */
export function findClosingName(code: string): string | null {
  const rest = code.slice(code.lastIndexOf('}') + 1).replace(/\([^)]*\)+/g, ' ')
  return (
    rest
      .split(/[\s,;[\]*=]+/)
      .find(
        (word) => /^[A-Za-z_]\w*$/.test(word) && !/aligned|^__(?:ro_|read_|rte_|packed|random|attr)|ALIGN/i.test(word),
      ) ?? null
  )
}

function changeOf(changes: Map<string, StructChange>, file: DiffFile, struct: string): StructChange {
  const key = `${file.path}\n${struct}`
  let change = changes.get(key)
  if (!change) {
    change = {
      struct,
      file: file.path,
      language: file.language,
      before: [],
      after: [],
      isNew: false,
      opening: { before: null, after: null },
      closing: { before: null, after: null },
      moved: [],
      movedAway: [],
      isInside: false,
    }
    changes.set(key, change)
  }
  return change
}

const count = (text: string, char: string) => (text.includes(char) ? text.split(char).length - 1 : 0)

/** A member line taken out of one struct and put, with its name and type, into another: split off. */
function addMovedAway(changes: StructChange[]): void {
  const arrived = new Map<string, StructChange[]>()
  const key = (member: MemberPlace) => `${member.name}\n${member.type.replace(/\s+/g, ' ').trim()}`
  for (const change of changes.slice(0, 400)) {
    const known = new Set(change.before.map((member) => member.name))
    for (const member of change.after)
      if (member.isChanged && !known.has(member.name))
        arrived.set(key(member), [...(arrived.get(key(member)) ?? []), change])
  }
  for (const change of changes.slice(0, 400)) {
    const kept = new Set(change.after.map((member) => member.name))
    const left = change.before.filter(
      (member) =>
        member.isChanged && !kept.has(member.name) && (arrived.get(key(member)) ?? []).some((to) => to !== change),
    )
    change.movedAway = [...new Set(left.map((member) => member.name))]
  }
}

/**
 * Members removed at one place of a struct and added at another. Lines git left alone fix the places; a line that
 * changed where it stands (an attribute added, a type changed) has moved only if its order among the others did.
 */
export function findMoved(change: Pick<StructChange, 'before' | 'after'>): string[] {
  const isPad = (name: string) => /^_*(?:pad|dummy|unused|reserved)|^_$/i.test(name)
  const before = firstPlaces(change.before)
  const after = firstPlaces(change.after)
  const fixedBefore = gaps(change.before)
  const fixedAfter = gaps(change.after)
  const sameGap = new Map<string, string[]>()
  const moved = new Set<string>()
  for (const [name, place] of before) {
    const other = after.get(name)
    if (!other || isPad(name) || (!place.isChanged && !other.isChanged)) continue
    const gap = fixedBefore.get(name)
    if (gap !== fixedAfter.get(name)) moved.add(name)
    else {
      const names = sameGap.get(gap ?? '')
      if (names) names.push(name)
      else sameGap.set(gap ?? '', [name])
    }
  }
  for (const names of sameGap.values()) for (const name of movedWithin(names, after)) moved.add(name)
  return [...before.keys()].filter((name) => moved.has(name))
}

function firstPlaces(places: MemberPlace[]): Map<string, MemberPlace & { index: number }> {
  const out = new Map<string, MemberPlace & { index: number }>()
  for (const [index, place] of places.entries()) if (!out.has(place.name)) out.set(place.name, { ...place, index })
  return out
}

/** For each member, the last line before it that both sides share. */
function gaps(places: MemberPlace[]): Map<string, string> {
  const out = new Map<string, string>()
  let last = ''
  for (const place of places) {
    if (!place.isChanged) last = place.name
    if (!out.has(place.name)) out.set(place.name, last)
  }
  return out
}

/** Of names in their old order, those outside a longest run that keeps its order on the new side. */
function movedWithin(names: string[], after: Map<string, { index: number }>): string[] {
  const order = names.slice(0, 200).map((name) => after.get(name)?.index ?? 0)
  const best: number[] = []
  const previous: number[] = []
  for (let i = 0; i < order.length; i++) {
    best[i] = 1
    previous[i] = -1
    for (let j = 0; j < i; j++)
      if ((order[j] ?? 0) < (order[i] ?? 0) && (best[j] ?? 0) + 1 > (best[i] ?? 0)) {
        best[i] = (best[j] ?? 0) + 1
        previous[i] = j
      }
  }
  let at = best.indexOf(Math.max(0, ...best))
  const kept = new Set<number>()
  for (let guard = 0; at >= 0 && guard < 200; guard++) {
    kept.add(at)
    at = previous[at] ?? -1
  }
  return names.slice(0, 200).filter((_, index) => !kept.has(index))
}
