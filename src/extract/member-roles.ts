import type { Judgement } from '../model/judgement.ts'
import type { Message } from '../model/message.ts'
import type { Role } from '../model/names.ts'
import type { Source } from '../model/source.ts'
import { findGroupedMembers, type GroupedMember } from './cacheline-groups.ts'
import type { DiffShape } from './diff-shape.ts'
import { sourceIn, type TextBlock } from './patch-text.ts'
import type { StructChange } from './struct-change.ts'

export type MemberRole = Judgement['members'][number]

const maxMembers = 60
const maxSentences = 400

/** What a sentence says of the members it names; the first that fits a sentence wins, the first sentence a member. */
const verbs: { role: Role; note: string; before: RegExp; after: RegExp }[] = [
  {
    role: 'lock',
    note: 'is locked and unlocked',
    // "A lock for the table" names what is protected, not the lock.
    before:
      /\b(?:(?:acquir|releas)(?:es?|ed|ing)|grab(?:s|bed|bing)?|tak(?:es?|en|ing)|(?:un)?lock(?:s|ed|ing)?|contend(?:s|ing|ed)? (?:on|for)|contention (?:on|for)|protected by|under|holding|spin(?:s|ning)? on)(?:\s+(?:and\s+\w+|the|a))*\s*$/i,
    after: /^\s*(?:is|are)?\s*(?:acquired|released|taken|held|locked|contended|grabbed)\b|^\s+protects\b/i,
  },
  {
    role: 'write-hot',
    note: 'is written often',
    before:
      /\b(?:updat|writ|modif|increment|decrement|dirt|bump|stor|chang|set)(?:es?|s|ies|ed|ing|ten|ting|tes|ying)?\s+(?:to\s+)?(?:the\s+)?(?:\w+'s\s+)?$/i,
    after:
      /^\s*(?:is|are|was|were|gets?|which\s+is|being|that\s+(?:is|are))\s*(?:\w+\s+){0,3}?(?:updated|written|modified|dirtied|incremented|decremented|bumped|changed)\b|^\s*(?:is|are)\s+(?:a\s+)?(?:very\s+)?hot\b|^\s+updates?\b|^\s+writes?\b/i,
  },
  {
    role: 'read-mostly',
    note: 'is read',
    before:
      /\b(?:read|load|check|test|access|look(?:s|ed)?\s+up|dereferenc|consult|inspect|invalidating|invalidates?)(?:s|es|ed|ing)?\s+(?:the\s+)?(?:\w+\s+)?$|\bread[\s-]mostly\s+(?:\w+\s+)?$|\breaders?\s+of\s+(?:the\s+)?$/i,
    after:
      /^\s*(?:is|are|was|were|being|which\s+is|that\s+(?:is|are))?\s*(?:\w+\s+){0,2}?(?:read|loaded|checked|tested|accessed)\b|^\s*(?:is|are)\s+(?:\w+\s+){0,2}?(?:read[\s-](?:mostly|only)|rarely|seldom|never)\b|^\s+readers?\b/i,
  },
]

const typeRoles: [RegExp, Role][] = [
  [
    /\b(?:raw_)?spinlock_t\b|\brwlock_t\b|\bmutex\b|\brw_?sem\w*|\bseqlock_t\b|\bseqcount\w*|\bsemaphore\b|\bHA_\w*LOCK\w*|\bpthread_\w+lock\w*|\bMutex\b|\bRwLock\b|\bspinlock\b|\bstd::(?:shared_)?mutex\b|\block\b/i,
    'lock',
  ],
  [
    /\b(?:raw_)?atomic\w*_t\b|\brefcount_t\b|\bkref\b|\bpercpu_counter\b|\bpercpu_ref\b|\bAtomic(?:Long|Int\w*|U\w+|I\d+|Usize)\b|\bstd::atomic\b|\blocal_t\b/,
    'counter',
  ],
]
const nameRoles: [RegExp, Role][] = [
  [/(?:^|_)(?:lock|mutex|sem|rwsem|seq|seqcount)\d?$/i, 'lock'],
  [/(?:^|_)flags?$|(?:^|_)state$|_bits$/i, 'flags'],
  [
    /(?:^|_)(?:ref|refs|refcnt|refcount|count|counter|cnt|users|usage|stats?|nr_\w+|num_\w+|packets|bytes|hits|misses|drops|dropped|inflight|ticket|seqno)$|^nr_/i,
    'counter',
  ],
  [/(?:^|_)(?:ops|operations|name|size|mask|shift|config|params|dev|parent|min|max|low|high)$/i, 'read-mostly'],
]

/**
 * Members that the diff changes or the text speaks of, each with what it is used for. `stated` only where a sentence
 * says it of that member; types and names give the rest, `inferred`.
 */
export function findMemberRoles(
  message: Message,
  shape: DiffShape,
  blocks: TextBlock[],
  structs: string[],
): MemberRole[] {
  const known = new Map<string, MemberRole>()
  for (const change of shape.structs) addMembers(known, change)
  const main = structs[0] ?? null
  for (const name of findNamedMembers(blocks, known)) {
    if (known.size >= maxMembers) break
    if (!known.has(name))
      known.set(name, { struct: main, name, role: roleOf(name, ''), roleNote: null, roleFrom: 'inferred', sources: [] })
  }
  for (const block of blocks)
    if (block.where !== 'title' && block.where !== 'comment') readSentences(message, block, known)
  for (const grouped of findGroupedMembers(message, [...shape.files, ...shape.documents])) stateGrouped(known, grouped)
  return [...known.values()].slice(0, maxMembers)
}

/** What a cacheline group or a table says of a member, where no sentence says it. A lock stays one. */
function stateGrouped(known: Map<string, MemberRole>, grouped: GroupedMember): void {
  const { struct, name, role, note, source } = grouped
  const member = known.get(name)
  if (member && (member.roleFrom === 'stated' || member.role === 'lock')) return
  if (!member && known.size >= maxMembers) return
  known.set(name, {
    struct: member?.struct ?? struct,
    name,
    role,
    roleNote: note,
    roleFrom: 'stated',
    sources: [source],
  })
}

function addMembers(known: Map<string, MemberRole>, change: StructChange): void {
  for (const member of [...change.before, ...change.after]) {
    if (!member.isChanged || known.has(member.name) || known.size >= maxMembers) continue
    if (/^_*pad|^_$|^p\d+$/i.test(member.name)) continue
    known.set(member.name, {
      struct: change.struct,
      name: member.name,
      role: roleOf(member.name, member.type),
      roleNote: null,
      roleFrom: 'inferred',
      sources: [],
    })
  }
}

/** The role that a type, then a name, suggests. */
export function roleOf(name: string, type: string): Role {
  for (const [pattern, role] of typeRoles) if (pattern.test(type)) return role
  for (const [pattern, role] of nameRoles) if (pattern.test(name)) return role
  return /\bconst\b.*\*/.test(type) ? 'read-mostly' : 'unknown'
}

/** Names the text treats as members: behind `->` or `.`, or of the same prefix (`j_`) as a known one. */
function findNamedMembers(blocks: TextBlock[], known: Map<string, MemberRole>): string[] {
  const prefixes = new Set([...known.keys()].flatMap((name) => /^([a-z]{1,4}_)\w/.exec(name)?.[1] ?? []))
  const out = new Set<string>()
  for (const block of blocks) {
    if (block.where === 'comment') continue
    if (!block.text.includes('->') && ![...prefixes].some((prefix) => block.text.includes(prefix))) continue
    for (const match of block.text.matchAll(/(?:->|(?<=\w)\.(?=[a-z_]))?\b([a-z]\w{1,60})\b(?!\s*\()/g)) {
      const name = match[1] ?? ''
      // `v1->v2:` begins the notes of a version.
      const isArrow = match[0].startsWith('->') && !/^v\d+$/.test(name)
      const prefix = /^([a-z]{1,4}_)\w/.exec(name)?.[1]
      if (
        (isArrow || (prefix !== undefined && prefixes.has(prefix))) &&
        !/\.(?:c|h|cc|rs|go)\b/.test(block.text.slice(match.index, match.index + match[0].length + 3))
      )
        out.add(name)
      if (out.size > 40) return [...out]
    }
  }
  return [...out]
}

function readSentences(message: Message, block: TextBlock, known: Map<string, MemberRole>): void {
  const open = [...known.values()].filter((member) => member.roleFrom !== 'stated' && block.text.includes(member.name))
  if (open.length === 0) return
  let count = 0
  for (const sentence of block.text.matchAll(/[^.;!?]{3,800}(?:\.(?=\w)[^.;!?]{1,400}){0,20}/g)) {
    if (++count > maxSentences) return
    if (!open.some((member) => sentence[0].includes(member.name))) continue
    for (const word of sentence[0].matchAll(/(?:\b\w+(?:->|\.))?\b([a-zA-Z_]\w+)\b/g)) {
      const member = known.get(word[1] ?? '')
      if (!member || member.roleFrom === 'stated') continue
      const before = sentence[0].slice(Math.max(0, word.index - 60), word.index).replace(/\s+/g, ' ')
      const after = sentence[0]
        .slice(word.index + word[0].length, word.index + word[0].length + 70)
        .replace(/\s+/g, ' ')
      const verb = verbs.find((one) => one.before.test(before) || one.after.test(after))
      if (!verb) continue
      if (verb.role !== 'lock' && member.role === 'lock') continue
      if (verb.role === 'lock' && member.role !== 'lock' && member.role !== 'unknown') continue
      state(
        message,
        block,
        member,
        verb.role,
        sentence.index + sentence[0].length - sentence[0].trimStart().length,
        sentence.index + sentence[0].trimEnd().length,
      )
    }
  }
}

function state(message: Message, block: TextBlock, member: MemberRole, role: Role, start: number, end: number): void {
  const source: Source | null = sourceIn(message, block, start, end)
  if (!source) return
  member.role = role
  member.roleFrom = 'stated'
  member.roleNote = source.quote.replace(/\s+/g, ' ').slice(0, 240)
  member.sources = [source]
}
