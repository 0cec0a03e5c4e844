import type { DiffHunk, DiffLine } from './diff-line.ts'

/** A write that a new test guards, with the text of what is written. `isSure`: test and write name the same place. */
export type ConditionalWrite = { line: DiffLine; target: string; isSure: boolean; isTimed?: boolean; isOld?: boolean }

const wrappers =
  /\b(?:READ_ONCE|data_race|likely|unlikely|atomic\w*_read|raw_atomic\w*_read|ACCESS_ONCE|rcu_access_pointer|smp_load_acquire|HA_ATOMIC_LOAD|_HA_ATOMIC_LOAD|__atomic_load_n|atomic_load\w*|rte_atomic_load\w*)\s*\(/g
const bitTest =
  /\b(?:!\s*)?(?:test_bit|buffer_\w+|Page\w+|folio_test_\w+|cpumask_test_cpu|\w+_test_\w+|is_\w+|\w+_isset|isset)\s*\(([^;]{1,160})/
const write =
  /\b(?:WRITE_ONCE|set_bit|clear_bit|__set_bit|atomic\w*_(?:set|xchg|cmpxchg|or|and|inc|dec|add|sub)\w*|xchg|cmpxchg|try_cmpxchg|smp_store_release|set_\w+|folio_(?:set|mark)_\w+|SetPage\w+|ClearPage\w+|cpumask_(?:set|clear)_cpu|_?HA_ATOMIC_(?:STORE|CAS|OR|AND|XCHG)|__atomic_store_n|atomic_store\w*|rte_atomic_store\w*|compareAndSet|lazySet|setOrdered|mark_\w+_dirty)\s*\(|\.(?:store|set|compareAndSet|lazySet|setRelease|setOpaque)\s*\(|\bspin_trylock\w*\s*\(/

/** A counter of an object, in place: `desc->count++`. */
const countsUp = /^\s*(?:\+\+|--)?\w+(?:->|\.)[\w.>-]*\w\s*(?:\+\+|--|[-+|&]=)/

/** A condition that guards what follows; `do … while` guards nothing. */
const asks = /\bif\s*\(|\bif\s+[\w.!*]|^\s*while\s*\(.*\)\s*\{/

const plain = (text: string) =>
  text
    .replace(wrappers, '')
    .replace(/[\s()&!*]/g, '')
    .replace(/\.(?:load|get|getPlain|getOpaque|getAcquire)[\w:,]*$/, '')

/** Writes that the diff puts behind a comparison with what is there already. Looks at most eight lines ahead. `locals`: variables of functions, which nobody shares. */
export function findConditionalWrites(hunk: DiffHunk, locals: () => ReadonlySet<string>): ConditionalWrite[] {
  if (!hunk.lines.some((line) => line.side === '+' && /if|while|&&/.test(line.code))) return []
  const lines = hunk.lines.filter((line) => line.side !== '-' && line.code.trim() !== '')
  let had: boolean | null = null
  const hadWrite = (): boolean => {
    had ??= hunk.lines.some((line) => line.side === '-' && write.test(line.code))
    return had
  }
  const out: ConditionalWrite[] = []
  for (const [index, line] of lines.entries()) {
    if (line.side !== '+' || !asks.test(line.code) || out.length > 20) continue
    const found = findWrite(lines, index, hadWrite, locals())
    // a test that was there before guards nothing anew
    if (!found || (found.isOld && findAsked(hunk).has(found.target))) continue
    out.push(found)
  }
  return [...out, ...findTestedFirst(hunk)]
}

/** What the tests that the hunk takes away ask for. */
const findAsked = (hunk: DiffHunk): Set<string> =>
  new Set(
    hunk.lines.flatMap((line) =>
      line.side === '-' && /\bif\b/.test(line.code) ? findTested(line.code.slice(line.code.search(/\bif\b/) + 2)) : [],
    ),
  )

const testedFirst =
  /([A-Za-z_][\w>.-]{2,80})\s*==\s*[^&|=]{1,40}&&\s*!?\(?(?:raw_|arch_|try_)*(?:atomic\w*_)?(?:try_)?cmpxchg\w*\s*\(\s*&\(?([\w>.-]{2,80})/

/** An exchange in one expression with a look at the same place, where it stood alone: `x->o == c && cmpxchg(&x->o, …)`. */
function findTestedFirst(hunk: DiffHunk): ConditionalWrite[] {
  return hunk.lines
    .flatMap((line) => {
      if (line.side !== '+' || !line.code.includes('cmpxchg')) return []
      const [, place, target] = testedFirst.exec(line.code) ?? []
      return place && target && plain(place) === plain(target) ? [{ line, target: plain(target), isSure: true }] : []
    })
    .slice(0, 20)
}

function findWrite(
  lines: DiffLine[],
  index: number,
  hadWrite: () => boolean,
  locals: ReadonlySet<string>,
): ConditionalWrite | null {
  const line = lines[index]
  if (!line) return null
  let condition = line.code.slice(line.code.search(/\bif\b|\bwhile\b/)).replace(/^\w+/, '')
  let next = index + 1
  for (let guard = 0; guard < 3 && opens(condition) > 0; guard++) condition += lines[next++]?.code ?? ''
  const tested = [
    ...findTested(condition).filter((name) => !locals.has(name)),
    ...findCopied(lines.slice(Math.max(0, index - 8), index), condition),
  ]
  if (tested.length === 0) return null
  const returns =
    /\b(?:return|continue|goto|break)\b/.test(lines[next]?.code ?? '') ||
    /\)\s*(?:return|continue|goto)\b/.test(condition)
  const isEqual = /==|\btest_bit|\bisset|^\s*\(\s*[\w>.-]+\s*\)/.test(condition)
  const reach = returns && isEqual ? next + 8 : next + 3
  const both = condition.slice(0, closing(condition)).split(/&&|\|\|/)
  for (const [at, clause] of both.entries()) {
    const target =
      at === 0 || !write.test(clause)
        ? null
        : findTarget(clause.slice(clause.search(/[\w.]/)), findTested(`${both[at - 1] ?? ''})`))
    if (target) return { line, target, isSure: true }
  }
  const inLine = { code: condition.slice(closing(condition)), side: '+' }
  for (const { code: body, side } of [inLine, ...lines.slice(next, reach)]) {
    const target = findTarget(body, tested)
    if (target) return { line, target, isSure: true, isTimed: usesUp(lines, index, target), isOld: side === ' ' }
    if (write.test(body) && /!=|==|!/.test(condition) && !returns && /test|!=/.test(condition))
      return { line, target: body.trim().slice(0, 80), isSure: false }
    if (/^\s*\}/.test(body) && !returns) break
  }
  return returns ? findGuard(lines, index, next, condition, hadWrite) : null
}

/** An early return, new in the patch, before a write that was there already. */
function findGuard(
  lines: DiffLine[],
  index: number,
  next: number,
  condition: string,
  hadWrite: () => boolean,
): ConditionalWrite | null {
  const line = lines[index]
  const body = lines
    .slice(next, next + 9)
    .find((after) => (after.side === ' ' || hadWrite()) && (write.test(after.code) || countsUp.test(after.code)))
  if (!line || !body || /\b(?:err|ret|rc|error|NULL)\b|<\s*0|IS_ERR/.test(condition)) return null
  const isTimed = /NSEC_PER|_MSEC|jiffies|\bHZ\b|time_(?:before|after)|\blast_/.test(condition)
  return { line, target: body.code.trim().slice(0, 80), isSure: false, isTimed }
}

/** The name stands in a text as a member of something only: another place than a variable of that name. */
const isMember = (text: string, name: string): boolean =>
  text
    .split(name)
    .slice(0, -1)
    .every((before) => /(?:->|\.)$/.test(before))

const copies = /\b(\w+)\s*=\s*((?:READ_ONCE|atomic\w*_read|\w*atomic_load\w*)\s*\([^;]{1,120})/

/** The places of which a condition tests a copy: `old = atomic_read(&x->n)`, then `if (old & LOCKED)`. */
function findCopied(before: DiffLine[], condition: string): string[] {
  return before.flatMap((line) => {
    const [, copy, place] = copies.exec(line.code) ?? []
    const names = condition.split(/\W+/)
    // what is asked of a count's size or sign decides whether the write may be, not whether it is needed
    const isOrdered = [...condition.matchAll(/\b(\w+)\s*[<>](?![<>])/g)].some(([, name]) => name === copy)
    return copy && place && line.side === '+' && names.includes(copy) && !isOrdered
      ? [plain(place.replace(/;.*$/, ''))]
      : []
  })
}

/** Variables that the lines declare within functions. */
export function findLocals(lines: readonly DiffLine[]): Set<string> {
  const out = new Set<string>()
  for (const line of lines.slice(0, 10_000)) {
    if (line.side === '-' || !line.code.includes(';')) continue
    const name = /^\s+(?!static\b|return\b|goto\b)(?:[A-Za-z_]\w*[\s*]+){1,4}(\w+)\s*(?:=[^=].*)?;\s*$/.exec(
      line.code,
    )?.[1]
    if (name) out.add(name)
  }
  return out
}

/** A stock that is filled where it is empty and used up otherwise: `if (!s->left) { … s->left = N; } s->left--;`. */
function usesUp(lines: DiffLine[], index: number, target: string): boolean {
  return lines.slice(index, index + 12).some((line) => {
    const code = line.code.trim()
    return /--|-=/.test(code) && plain(code.replace(/--|-=.*|;/g, '')) === target
  })
}

const opens = (text: string) => text.split('(').length - text.split(')').length

/** Where the bracket of a condition closes; its end where it does not. */
function closing(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}

/** What a condition compares: both sides of `!=` and `==`, the operand of a bit test, of `!x` and of `x`. */
function findTested(condition: string): string[] {
  const inner = condition
    .slice(0, closing(condition))
    .replace(/^\s*\(/, '')
    .replace(/\)\s*$/, '')
  const out: string[] = []
  for (const clause of inner.split(/&&|\|\|/).slice(0, 8)) {
    const sides = clause.split(/[!=]=/)
    if (sides.length === 2) out.push(...sides.map((side) => plain(side)))
    const bit = bitTest.exec(clause)
    if (bit?.[1]) out.push(plain(bit[1].replace(/\)+\s*$/, '')))
    else if (sides.length === 1 && !/[<>](?!\w)|[+|^]/.test(clause.replace(/->/g, '.'))) out.push(plain(clause))
  }
  return out.filter(
    (text) => /[a-z]/i.test(text) && text.length > 1 && !/^(?:NULL|true|false|nullptr|nil|jiffies|now)$/.test(text),
  )
}

/** The tested place that a line writes; an assignment that makes or fetches something is no such write. */
function findTarget(code: string, tested: string[]): string | null {
  const bare = code.replace(/\s+/g, ' ').trim()
  const assigned = /^([\w>.[\]*()-]{1,120}?) ?(?:\|=|&=|=)(?!=) ?(.{0,160})/.exec(bare)
  if (assigned?.[1]) {
    const left = plain(assigned[1])
    const makes = /alloc|create|_get\b|_init\b|lookup|find|-E[A-Z]+|new |default|strdup/i.test(assigned[2] ?? '')
    if (tested.includes(left) && !makes && /->|\.|\[|\*|^g_|_/.test(assigned[1])) return left
  }
  if (!write.test(bare)) return null
  const inside = plain(bare.slice(bare.indexOf('(')))
  const owner = plain(
    bare.slice(0, Math.max(0, bare.search(/\.(?:store|set|compareAndSet|lazySet|setRelease|setOpaque)\s*\(/))),
  )
  for (const text of tested) {
    const name = text.replace(/^.*(?:->|\.)/, '')
    if (inside.startsWith(text) || (owner !== '' && owner.endsWith(name))) return text
    if (name.length > 2 && inside.includes(name) && !(text === name && isMember(inside, name))) return text
  }
  return null
}
