import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import type { LayoutMember, StructLayout } from '../model/struct-layout.ts'
import { splitQuote } from '../text/quote-prefix.ts'
import { sourceOfLine } from '../text/source-at.ts'
import { isObjectLayoutTitle, parseObjectLayout } from './object-layout-table.ts'
import { parsePaholeLine } from './pahole-line.ts'
import {
  isNestedPiece,
  type ListingLine,
  type PaholeListing,
  type PaholeMember,
  parsePahole,
} from './pahole-listing.ts'
import { isStructName } from './struct-words.ts'

type Side = 'before' | 'after'
type Found = { listing: PaholeListing; side: Side | null; part: number; depth: number }
/** Lines of a part that follow each other in one depth of quoting; up to `noDiffBefore` no diff of listings begins. */
type Run = { part: number; depth: number; lines: ListingLine[]; noDiffBefore: number; ownerOf: OwnerOf }
/** The struct of the patch that has these members, `isLast`: that may have them; null where none has. */
type OwnerOf = (members: string[], isLast?: boolean) => string | null

const saysBefore =
  /\b(?:before|without|w\/o|old|orig(?:inal)?|vanilla|base(?:line)?|current(?:ly)?|previous(?:ly)?|unpatched|stock|mainline|pre-?patch)\b/i
const saysAfter =
  /\b(?:after|with (?:the|this|these|my|our) (?:patch|change|series|commit|fix)|patched|new|now|post-?patch|becomes?|resulting|applied)\b/i
const placed = /\/\*\s*(?:0x)?[\da-f]{0,9}\s*(?::\s*\d{1,3})?\s+(?:\|\s*)?(?:0x)?[\da-f]{1,9}(?:\s*\*\/|$)|\/\*\s*$/i
/** Lines looked back for the words that name a listing's side or struct, lines of one diff of two listings. */
const maxLookBack = 6
const maxDiffLines = 4000

/** Runs of a message's lines, the lines of its own patch left out: code with comments is no listing. */
function findRuns(message: Message, ownerOf: OwnerOf): Run[] {
  const runs: Run[] = []
  message.parts.forEach((part, index) => {
    if (!part.lines.some((line) => (line.includes('/*') && placed.test(line)) || line.includes(' object internals:')))
      return
    const patch = message.patch?.part === index ? message.patch : null
    let open: Run | null = null
    part.lines.forEach((text, at) => {
      const line = at + 1
      const isPatch = patch !== null && line >= patch.startLine && line <= patch.endLine
      const unquoted = splitQuote(text)
      if (isPatch || (open && open.depth !== unquoted.depth)) open = null
      if (isPatch) return
      if (!open) {
        open = { part: index, depth: unquoted.depth, lines: [], noDiffBefore: 0, ownerOf }
        runs.push(open)
      }
      open.lines.push({ text: unquoted.text, line })
    })
  })
  return runs
}

/** The words above a line, nearest first: what a writer puts between two listings or before the first. */
function wordsAbove(run: Run, at: number, floor: number): string[] {
  const words: string[] = []
  for (let index = at - 1; index >= floor && words.length < maxLookBack && index > at - 20; index--) {
    const text = run.lines[index]?.text.trim() ?? ''
    if (text !== '' && !/^(?:@@|\+\+\+|---)/.test(text)) words.push(text)
  }
  return words
}

/** "after the ref count field", "before the lock": where a member stands, no side. */
const saysWhere =
  /\b(?:before|after)\s+(?!(?:the|this|that|these|my|our)\s+(?:\w+\s+)?(?:patch\w*|changes?|series|commit|fix|move|split|re-?order\w*|rework)\b)(?:the|a|an|its|their|which|`|'|")\S*\s*/gi

function sideOf(words: string[]): Side | null {
  for (const text of words) {
    // of several sentences the last is the nearest
    for (const sentence of text.split(/[.;]\s+/).reverse()) {
      const told = sentence.replace(saysWhere, ' ')
      const before = saysBefore.test(told)
      const after = saysAfter.test(told)
      if (before !== after) return before ? 'before' : 'after'
    }
  }
  return null
}

/** The struct that a listing without its first line is of: named by the command or in the words above it. */
function structAbove(words: string[]): string | null {
  for (const text of words) {
    if (placed.test(text)) continue // a member's type names no listing
    const name =
      /-\w?C\s*=?\s*([A-Za-z_]\w*)/.exec(text)?.[1] ??
      /--class_name[= ]([A-Za-z_]\w*)/.exec(text)?.[1] ??
      /\b(?:struct|union|class)\s+([A-Za-z_]\w*)/.exec(text)?.[1]
    if (name && isStructName(name)) return name
  }
  return null
}

/** Where a unified diff of two listings that begins at `at` ends; -1 where this is none. */
function findDiffEnd(run: Run, at: number): number {
  if (at < run.noDiffBefore) return -1
  let changed = 0
  let end = at
  let braces = 0
  let hunks = 0
  for (; end < run.lines.length && end < at + maxDiffLines; end++) {
    const text = run.lines[end]?.text ?? ''
    if (text !== '' && !/^[ +\-@\t]/.test(text) && !lostBlank.test(text)) break
    if (/^-- ?$/.test(text)) break
    if (text.startsWith('@@')) hunks++
    if (/^[+-].*\/\*/.test(text) && placed.test(text)) changed++
    if (/\{\s*(?:\/\*.*)?$/.test(text) && !text.startsWith('@@')) braces++
    if (/^[ +-]?\s*\}/.test(text) && braces > 0) braces -= text.startsWith('-') ? 0 : 1
    if (/^[ +]?\}[^/]*(?:\/\*.*)?$/.test(text) && hunks < 2 && braces <= 0 && end > at) {
      end++
      break
    }
  }
  // No changed line up to here: none for a beginning further down either.
  if (changed === 0) run.noDiffBefore = end
  return changed > 0 ? end : -1
}

/** A context line whose blank went with the quote mark: only one that opens or closes a struct is sure to be one. */
const lostBlank = /^(?:(?:typedef\s+)?(?:struct|union|class)\b.*\{|\}.*;)\s*(?:\/\*.*)?$/

/** One side of a diff: context and that side's lines, their mark taken away. */
function diffSide(lines: ListingLine[], mark: '+' | '-'): ListingLine[] {
  return lines
    .filter(
      (line) => line.text === '' || line.text.startsWith(mark) || /^[ \t]/.test(line.text) || lostBlank.test(line.text),
    )
    .filter((line) => !/^(?:\+\+\+|---) /.test(line.text))
    .map((line) => ({ text: /^[ +-]/.test(line.text) ? line.text.slice(1) : line.text, line: line.line }))
}

function readDiff(run: Run, at: number, end: number, floor: number): Found[] {
  const lines = run.lines.slice(at, end)
  const open = lines
    .map((line) => /(?:^|@@|^[ +-])\s*(?:struct|union|class)\s+([A-Za-z_]\w*)[^;]*\{/.exec(line.text)?.[1])
    .find(Boolean)
  const struct = open ?? structAbove(wordsAbove(run, at, floor)) ?? run.ownerOf(memberNames(lines))
  if (!struct) return []
  return (['before', 'after'] as const).flatMap((side) => {
    const own = diffSide(lines, side === 'before' ? '-' : '+')
    const first = own.findIndex((line) => {
      const kind = parsePaholeLine(line.text).kind
      return kind === 'open' || kind === 'member'
    })
    if (first < 0) return []
    const opens = parsePaholeLine(own[first]?.text ?? '').kind === 'open'
    const parsed = parsePahole(own, opens ? null : struct, first)
    return parsed ? [{ listing: parsed.listing, side, part: run.part, depth: run.depth }] : []
  })
}

/** May a listing, or the diff of two, begin with this line? */
function mayBegin(text: string): boolean {
  return (
    /^[ +-]?\s*(?:typedef\s+)?(?:struct|union|class)\b.*\{/.test(text) ||
    text.startsWith('@@') ||
    placed.test(text) ||
    /\/\*.*\|.*\*\/.*\{/.test(text) ||
    isObjectLayoutTitle(text)
  )
}

function findInRun(run: Run): Found[] {
  const found: Found[] = []
  let at = 0
  let floor = 0
  while (at < run.lines.length) {
    const text = run.lines[at]?.text ?? ''
    if (text.length > 1000 || !mayBegin(text)) {
      at++
      continue
    }
    const next = readAt(run, at, floor, found)
    if (next > at) floor = next
    at = Math.max(next, at + 1)
  }
  return found
}

const memberNames = (lines: ListingLine[]): string[] =>
  lines.slice(0, 400).flatMap((line) => {
    const parsed = parsePaholeLine(line.text.replace(/^[+-]/, ' '))
    return parsed.kind === 'member' ? [parsed.name] : []
  })

/** Reads what begins at `at`; gives the index behind it, or `at` where nothing does. */
function readAt(run: Run, at: number, floor: number, found: Found[]): number {
  const table = parseObjectLayout(run.lines, at)
  if (table) {
    const side = sideOf(wordsAbove(run, at, floor))
    found.push({ listing: table.listing, side, part: run.part, depth: run.depth })
    return table.next
  }
  const diffEnd = findDiffEnd(run, at)
  if (diffEnd > 0) {
    const sides = readDiff(run, at, diffEnd, floor)
    found.push(...sides)
    return diffEnd
  }
  const words = wordsAbove(run, at, floor)
  const kind = parsePaholeLine(run.lines[at]?.text ?? '').kind
  const isFragment = kind === 'member' || (kind === 'open' && isNestedPiece(run.lines, at))
  const names = isFragment ? memberNames(run.lines.slice(at, at + 40)) : []
  const owner = isFragment ? run.ownerOf(names) : null
  // A piece below "after:" is of the struct of the piece before it.
  const last = sideOf(words) === null ? null : found.at(-1)
  const carried = last && last.part === run.part && last.depth === run.depth ? last.listing.struct : null
  const struct = isFragment ? (owner ?? structAbove(words) ?? carried ?? run.ownerOf(names, true)) : null
  if (kind !== 'open' && struct === null) return at
  const parsed = parsePahole(run.lines, struct, at)
  if (!parsed) return at
  found.push({ listing: parsed.listing, side: sideOf(words), part: run.part, depth: run.depth })
  return parsed.next
}

/** Of the listings of one struct: which is the side before, which after. */
function pairListings(listings: Found[]): { before: Found | null; after: Found | null } {
  const first = listings[0] ?? null
  if (listings.length < 2)
    return first?.side === 'after' ? { before: null, after: first } : { before: first, after: null }
  const before = listings.find((one) => one.side === 'before')
  const after = listings.findLast((one) => one.side === 'after' && one !== before)
  if (before && after) return { before, after }
  if (before) return { before, after: listings.find((one) => one !== before && one.side === null) ?? null }
  if (after) return { before: listings.find((one) => one !== after) ?? null, after }
  return { before: first, after: listings[listings.length - 1] ?? null }
}

/** Members by name and, where a name repeats in nested types, by its turn. */
function keyed(members: PaholeMember[]): Map<string, PaholeMember> {
  const seen = new Map<string, number>()
  const result = new Map<string, PaholeMember>()
  for (const member of members) {
    const turn = seen.get(member.name) ?? 0
    seen.set(member.name, turn + 1)
    result.set(`${member.name} ${turn}`, member)
  }
  return result
}

function buildMembers(message: Message, before: Found | null, after: Found | null): LayoutMember[] {
  const old = keyed(before?.listing.members ?? [])
  const now = keyed(after?.listing.members ?? [])
  const keys = [...new Set([...now.keys(), ...old.keys()])]
  const members = keys.map((key): LayoutMember => {
    const a = old.get(key)
    const b = now.get(key)
    const sources: Source[] = []
    if (a && before) sources.push(sourceOfLine(message, before.part, a.line))
    if (b && after && b.line !== a?.line) sources.push(sourceOfLine(message, after.part, b.line))
    return {
      name: (b ?? a)?.name ?? '',
      type: (b ?? a)?.type || null,
      sizeBytes: (b ?? a)?.sizeBytes ?? null,
      offsetBytes: { before: a?.offsetBytes ?? null, after: b?.offsetBytes ?? null },
      inferred: { before: a?.inferred ?? false, after: b?.inferred ?? false },
      role: 'unknown',
      roleFrom: 'inferred',
      sources,
    }
  })
  const offset = (member: LayoutMember) => member.offsetBytes.after ?? member.offsetBytes.before ?? 0
  return members.sort((a, b) => offset(a) - offset(b))
}

function buildLayout(message: Message, struct: string, listings: Found[]): StructLayout {
  const { before, after } = pairListings(listings)
  const sides = [
    { side: 'before' as const, found: before },
    { side: 'after' as const, found: after },
  ]
  const lineSource = (found: Found, line: number) => sourceOfLine(message, found.part, line)
  return {
    struct,
    base: {
      alignment: 'unknown',
      how: 'pahole prints offsets from the start of the object; where objects start is not stated',
      phasesBefore: [],
      phasesAfter: [],
    },
    cachelineBytes: (after ?? before)?.listing.cachelineBytes ?? before?.listing.cachelineBytes ?? 64,
    sizeBytes: { before: before?.listing.sizeBytes ?? null, after: after?.listing.sizeBytes ?? null },
    sizeSources: sides.flatMap(({ found }) =>
      found && found.listing.sizeLine !== null ? [lineSource(found, found.listing.sizeLine)] : [],
    ),
    members: buildMembers(message, before, after),
    order: null,
    holes: sides.flatMap(({ side, found }) =>
      (found?.listing.holes ?? []).map((hole) => ({ side, ...hole, inferred: false })),
    ),
    statedShared: [],
    movedMembers: [],
    from: 'mail',
    sources: sides.flatMap(({ found }) =>
      found ? [{ ...lineSource(found, found.listing.startLine), says: 'context' as const }] : [],
    ),
  }
}

/**
 * The layouts that pahole output in a mail states (also gdb's `ptype /o`): one for each struct, `before` and `after`
 * where two listings of one struct follow each other or stand as a unified diff; a lone listing is the side its words
 * name, else `before`. Of the same struct, the least quoted listings count. `ownerOf` names the struct of a piece of a
 * listing that does not begin with its struct's name.
 */
export function findPaholeLayouts(message: Message, ownerOf: OwnerOf = () => null): StructLayout[] {
  const found = findRuns(message, ownerOf).flatMap(findInRun)
  const byStruct = new Map<string, Found[]>()
  for (const one of found) {
    const known = byStruct.get(one.listing.struct) ?? []
    const depth = known[0]?.depth ?? one.depth
    if (one.depth < depth) byStruct.set(one.listing.struct, [one])
    else if (one.depth === depth) byStruct.set(one.listing.struct, [...known, one])
  }
  return [...byStruct].map(([struct, listings]) => buildLayout(message, struct, listings))
}
