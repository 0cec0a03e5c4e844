import type { Role } from '../model/names.ts'
import type { C2cLine, LayoutMember, StructLayout } from '../model/struct-layout.ts'

/** A member as the report shows it: shares of the line's samples in per cent, and the functions that touch it. */
export type TouchedMember = { name: string; offsetBytes: number; hitm: number; stores: number; symbols: string[] }
/** A cacheline of a report laid over a line of a struct. */
export type MappedLine = {
  address: string
  struct: string
  line: number
  /** Offsets of the report that fall on a member, of all; and on a member's first byte. */
  hits: number
  starts: number
  offsets: number
  members: TouchedMember[]
  /** True where a person chose struct and line. */
  chosen: boolean
}
export type C2cChoice = { struct: string; line: number }
export type C2cMapping = {
  layouts: StructLayout[]
  lines: MappedLine[]
  /** Cachelines that no line of a layout fits. */
  unmapped: string[]
  /** Roles as the report shows them, for the drawing. */
  roles: { struct: string; name: string; role: Role; roleFrom: 'inferred'; roleNote: string | null }[]
}

const MOST_LINES = 40
const MOST_STRUCT_LINES = 4096

type Touch = { offset: number; hitm: number; stores: number; symbol: string | null }

/** `12.82%` as a number; 0 where it is none. */
const share = (text: string | undefined): number => Number(/^\s*(\d{1,3}(?:\.\d{1,4})?)\s*%/.exec(text ?? '')?.[1] ?? 0)

function readTouch({ offsetBytes, columns, symbol }: C2cLine): Touch | null {
  if (offsetBytes === null) return null
  let hitm = 0
  let stores = 0
  for (const [name, value] of Object.entries(columns)) {
    if (/\b(?:hitm|peer|snoop)\b/i.test(name) && !/cycles/i.test(name)) hitm = Math.max(hitm, share(value))
    else if (/\bstore/i.test(name)) stores = Math.max(stores, share(value))
  }
  return { offset: offsetBytes, hitm, stores, symbol }
}

type Side = 'before' | 'after'
/** The side that is drawn: the one a single listing gives. */
const sideOf = (layout: StructLayout): Side =>
  layout.members.some(({ offsetBytes }) => offsetBytes.before !== null) ? 'before' : 'after'

function memberAt(layout: StructLayout, side: Side, at: number): { member: LayoutMember; isStart: boolean } | null {
  for (const member of layout.members) {
    const start = member.offsetBytes[side]
    if (start === null || at < start) continue
    if (at === start || at < start + (member.sizeBytes ?? 1)) return { member, isStart: at === start }
  }
  return null
}

function countHits(layout: StructLayout, line: number, touches: readonly Touch[]): { hits: number; starts: number } {
  const side = sideOf(layout)
  const found = touches.map(({ offset }) => memberAt(layout, side, line * layout.cachelineBytes + offset))
  return { hits: found.filter((one) => one).length, starts: found.filter((one) => one?.isStart).length }
}

function countLines(layout: StructLayout): number {
  const side = sideOf(layout)
  const last = Math.max(0, ...layout.members.map(({ offsetBytes }) => offsetBytes[side] ?? 0))
  return Math.min(MOST_STRUCT_LINES, Math.floor(last / layout.cachelineBytes) + 1)
}

/** The line of a struct that most offsets of the report fit: members' first bytes count most; of equals the first. */
function findBest(layouts: readonly StructLayout[], touches: readonly Touch[]): (C2cChoice & { hits: number }) | null {
  let best: (C2cChoice & { hits: number; points: number }) | null = null
  for (const layout of layouts)
    for (let line = 0; line < countLines(layout); line += 1) {
      const { hits, starts } = countHits(layout, line, touches)
      const points = starts * 2 + hits
      if (hits > 0 && (best === null || points > best.points)) best = { struct: layout.struct, line, hits, points }
    }
  return best
}

/** What a member is by the report: stored to, or only loaded and then waited for. */
function roleOf({ hitm, stores }: TouchedMember): Role {
  if (stores > 0) return 'write-hot'
  return hitm > 0 ? 'read-mostly' : 'unknown'
}

function gather(layout: StructLayout, line: number, touches: readonly Touch[]): TouchedMember[] {
  const members = new Map<string, TouchedMember>()
  for (const { offset, hitm, stores, symbol } of touches) {
    const found = memberAt(layout, sideOf(layout), line * layout.cachelineBytes + offset)
    if (!found) continue
    const { name } = found.member
    const known = members.get(name) ?? {
      name,
      offsetBytes: found.member.offsetBytes[sideOf(layout)] ?? 0,
      hitm: 0,
      stores: 0,
      symbols: [],
    }
    known.hitm = Math.min(100, known.hitm + hitm)
    known.stores = Math.min(100, known.stores + stores)
    if (symbol !== null && !known.symbols.includes(symbol) && known.symbols.length < 6) known.symbols.push(symbol)
    members.set(name, known)
  }
  return [...members.values()].sort((a, b) => a.offsetBytes - b.offsetBytes)
}

/**
 * Lays the cachelines of a `perf c2c` report over the lines of pahole's listings. A report names an offset within a
 * line and no struct: which line of which struct it is, is worked out by fit, or chosen (`choices`, by address). The
 * layouts come back as lines, since the report's lines are real ones.
 */
export function mapC2c(
  layouts: readonly StructLayout[],
  rows: readonly C2cLine[],
  choices: ReadonlyMap<string, C2cChoice> = new Map(),
): C2cMapping {
  const byAddress = new Map<string, Touch[]>()
  for (const row of rows) {
    const touch = readTouch(row)
    const address = row.address ?? 'cacheline'
    if (!touch || (byAddress.size >= MOST_LINES && !byAddress.has(address))) continue
    byAddress.set(address, [...(byAddress.get(address) ?? []), touch])
  }
  const placed = layouts.filter(({ members }) =>
    members.some(({ offsetBytes }) => offsetBytes.before !== null || offsetBytes.after !== null),
  )
  const lines: MappedLine[] = []
  const unmapped: string[] = []
  for (const [address, touches] of byAddress) {
    const choice = choices.get(address)
    const best = choice ?? findBest(placed, touches)
    const layout = placed.find(({ struct }) => struct === best?.struct)
    if (!best || !layout) unmapped.push(address)
    else
      lines.push({
        address,
        struct: best.struct,
        line: best.line,
        ...countHits(layout, best.line, touches),
        offsets: touches.length,
        members: gather(layout, best.line, touches),
        chosen: choice !== undefined,
      })
  }
  const roles = lines.flatMap((line) =>
    line.members.map((member) => ({
      struct: line.struct,
      name: member.name,
      role: roleOf(member),
      roleFrom: 'inferred' as const,
      roleNote: null,
    })),
  )
  return { layouts: placed.map((layout) => asLines(layout, lines)), lines, unmapped, roles: mergeRoles(roles) }
}

/** A layout that a report is laid over starts at a line, as the choice of its line assumes. */
function asLines(layout: StructLayout, lines: readonly MappedLine[]): StructLayout {
  if (!lines.some(({ struct }) => struct === layout.struct) || layout.base.alignment === 'aligned') return layout
  const how = 'the report’s cachelines are laid over it, so it is taken to start at a line'
  return { ...layout, base: { alignment: 'aligned', how, phasesBefore: [], phasesAfter: [] } }
}

/** A member that several rows touch is written where any of them writes it. */
function mergeRoles(roles: C2cMapping['roles']): C2cMapping['roles'] {
  const rank = (role: Role): number => (role === 'write-hot' ? 2 : role === 'read-mostly' ? 1 : 0)
  const merged = new Map<string, C2cMapping['roles'][number]>()
  for (const role of roles) {
    const key = `${role.struct}.${role.name}`
    const known = merged.get(key)
    if (!known || rank(role.role) > rank(known.role)) merged.set(key, role)
  }
  return [...merged.values()]
}

/** Facts for precedents from layouts and a report alone: structs, and the members that are touched. */
export function touchedNames(mapping: C2cMapping): { structs: string[]; members: { struct: string; name: string }[] } {
  return {
    structs: [...new Set(mapping.lines.map(({ struct }) => struct))],
    members: mapping.roles.map(({ struct, name }) => ({ struct, name })),
  }
}
