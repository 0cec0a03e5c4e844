import type { CaseRecord } from '../model/case.ts'
import type { FileDiff } from '../model/diff.ts'
import { diffPath } from '../model/diff-path.ts'
import type { Source } from '../model/source.ts'
import type { StoredMessage, ThreadFile } from '../model/thread-file.ts'
import type { Entry, FieldLetter, Line } from './index-format.ts'
import { takeFromAddress } from './take-address.ts'

/** What the index needs to know of a case beside its record. Anchors are those that its built pages really have. */
export type SearchCase = {
  record: CaseRecord
  thread: ThreadFile | null
  year: string | null
  facts: string[]
  /** What its project and its author are called as well. */
  otherNames: { projects: string[]; people: string[] }
  effect: [best: number, worst: number] | null
  /** The anchor where it stands on the case's page, with `thread/#` before it where only there; empty where nowhere. */
  findAnchor: (anchor: string) => string
  resultAnchors: string[]
  diffAnchor: (prefix: string, path: string, side: 'L' | 'R', line: number) => string
}

const MOST_ENTRIES = 1500
const MOST_LINES = 20_000

const bareName = (name: string): string => name.replace(/^(?:struct|class|union|enum) /, '').trim()

function anchorOfSource(source: Source | undefined, { thread, findAnchor }: SearchCase): string {
  const message = source?.messageId && thread?.messages.find(({ id }) => id === source.messageId)
  if (!source || !message) return ''
  const part = source.part ?? 0
  return findAnchor(`${message.anchor}-${part > 0 ? `p${part}` : ''}L${source.startLine}`) || findAnchor(message.anchor)
}

/** The anchors of the first diff line of each file, and of the first line of the diffs that holds each word. */
function findDiffPlaces(one: SearchCase): { files: Map<string, string>; words: Map<string, string> } {
  const files = new Map<string, string>()
  const words = new Map<string, string>()
  for (const line of readDiffLines(one)) {
    if (!files.has(line.path)) files.set(line.path, line.anchor)
    if (line.sign === ' ') continue
    for (const word of line.text.match(/[A-Za-z_]\w*/g) ?? []) if (!words.has(word)) words.set(word, line.anchor)
  }
  return { files, words }
}

type PlacedLine = { path: string; sign: string; text: string; anchor: string }

function* readHunks(file: FileDiff): Generator<{ sign: string; text: string; side: 'L' | 'R'; number: number }> {
  for (const hunk of file.hunks) {
    let [oldLine, newLine] = [hunk.oldStart, hunk.newStart]
    for (const raw of hunk.lines) {
      const sign = raw[0] ?? ' '
      if (sign === '\\') continue
      yield { sign, text: raw.slice(1), side: sign === '-' ? 'L' : 'R', number: sign === '-' ? oldLine : newLine }
      if (sign !== '+') oldLine += 1
      if (sign !== '-') newLine += 1
    }
  }
}

/** Lines of the latest posting's diff ; the anchor is empty where the page shows none. */
function readDiffLines({ thread, findAnchor, diffAnchor }: SearchCase): PlacedLine[] {
  const lines: PlacedLine[] = []
  for (const patch of [...(thread?.patches ?? [])].reverse())
    for (const file of patch.files) {
      const path = diffPath(file)
      for (const { sign, text, side, number } of readHunks(file)) {
        const anchor = findAnchor(diffAnchor(patch.prefix, path, side, number))
        lines.push({ path, sign, text, anchor })
        if (lines.length >= MOST_LINES) return lines
      }
    }
  return lines
}

const unread = new Set(['diff', 'signature', 'list-footer', 'diffstat'])

function readMailLines(message: StoredMessage, findAnchor: SearchCase['findAnchor']): Line[] {
  return message.parts.flatMap((part, index) => {
    const skipped = new Set<number>()
    for (const region of part.regions)
      if (unread.has(region.kind) || region.quoteDepth > 0)
        for (let line = region.startLine; line <= region.endLine; line++) skipped.add(line)
    return part.lines.flatMap((text, at): Line[] => {
      if (text.trim() === '' || skipped.has(at + 1)) return []
      const anchor =
        findAnchor(`${message.anchor}-${index > 0 ? `p${index}` : ''}L${at + 1}`) || findAnchor(message.anchor)
      return [['l', anchor, text.trim().slice(0, 400)]]
    })
  })
}

/** The lines of a case's mails and of its latest diff, each with its anchor; what one quotes of another is left out. */
export function readLines(one: SearchCase): Line[] {
  const mail = (one.thread?.messages ?? []).flatMap((message) => readMailLines(message, one.findAnchor))
  const diff = readDiffLines(one)
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, anchor }): Line => ['x', anchor, text.trim().slice(0, 400)])
  return [...mail, ...diff].slice(0, MOST_LINES)
}

const functionHeader = /^(?:[\w*]+\s+)*\**(\w+)\s*\(/
const structHeader = /^(?:struct|union|class|enum)\s+(\w+)/

/** Names that stand in code and prose: functions by their `()`, macros by their capitals or leading underscores. */
function findCodeNames(text: string): { field: FieldLetter; name: string }[] {
  const found: { field: FieldLetter; name: string }[] = []
  for (const match of text.matchAll(/\b([A-Za-z_]\w{2,80})(\(\))?/g)) {
    const name = match[1] ?? ''
    if (match[2] !== undefined) found.push({ field: 'n', name })
    else if (/^_{2,}[a-z]\w+$/.test(name) || /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name)) found.push({ field: 'c', name })
  }
  return found
}

const addressIds = /\/([^/\s?#<>"]{3,160}@[^/\s?#<>",;)]{2,120})/g

/** Messages, commits and pages that a case only names: its former version, its links, addresses in its mails. */
function findNamed(one: SearchCase): Entry[] {
  const { record } = one
  const named: Entry[] = []
  const before = record.previousVersion
  if (before)
    named.push(['I', before.value, 'sources' in before ? anchorOfSource(before.sources[0], one) : '', 'version before'])
  for (const link of record.links) {
    const asked = takeFromAddress(link)
    named.push([asked.includes('@') ? 'I' : /^[0-9a-f]{7,40}$/.test(asked) ? 'j' : 'L', asked, '', 'link'])
  }
  for (const sha of [...record.related, ...record.supersededBy])
    named.push(['j', /[0-9a-f]{7,40}/.exec(sha)?.[0] ?? '', '', 'named here'])
  for (const [field, anchor, text] of readLines(one))
    if (field === 'l')
      for (const match of text.matchAll(addressIds)) named.push(['I', match[1] ?? '', anchor, 'named here'])
  return named
}

/** Every name and fact of a case by which it is found, each once, with its anchor. */
export function buildEntries(one: SearchCase): Entry[] {
  const { record, thread, findAnchor } = one
  const entries = new Map<string, Entry>()
  const places = findDiffPlaces(one)
  const add = (field: FieldLetter, text: string | null | undefined, anchor = '', note = ''): void => {
    const shown = (text ?? '').trim().slice(0, 300)
    const key = `${field}\n${shown}`
    const known = entries.get(key)
    if (shown === '' || entries.size >= MOST_ENTRIES) return
    if (!known || (known[2] === '' && anchor !== ''))
      entries.set(key, [field, shown, anchor, note || (known?.[3] ?? '')])
  }
  const layoutAnchors = new Map<string, string>()
  for (const layout of record.layouts) {
    const anchor = findAnchor(`layout-${layout.struct}`)
    layoutAnchors.set(bareName(layout.struct), anchor)
    add('s', bareName(layout.struct), anchor, 'layout')
    for (const member of layout.members) {
      const { before, after } = member.offsetBytes
      const offset = [before, after].filter((value) => value !== null)
      const note = `in ${bareName(layout.struct)}${offset.length > 0 ? `, offset ${[...new Set(offset)].join(' → ')}` : ''}`
      add('m', member.name, anchor, note)
      add('m', `${bareName(layout.struct)}.${member.name}`, anchor, note)
    }
  }
  for (const member of record.members) {
    const struct = member.struct === null ? null : bareName(member.struct)
    const anchor =
      (struct !== null && layoutAnchors.get(struct)) ||
      places.words.get(member.name) ||
      anchorOfSource(member.sources[0], one) ||
      (struct !== null ? findAnchor(`layout-${struct}`) : '')
    const note = [struct === null ? '' : `in ${struct}`, member.role === 'unknown' ? '' : member.role]
    add('m', member.name, anchor, note.filter((word) => word !== '').join(', '))
    if (struct !== null) {
      add('m', `${struct}.${member.name}`, anchor, note[1] ?? '')
      add('s', struct, layoutAnchors.get(struct) || places.words.get(struct) || '')
    }
  }
  for (const name of record.movedMembers) add('m', name, places.words.get(name) ?? '', 'moved')
  for (const name of record.structs)
    add('s', bareName(name), places.words.get(bareName(name)) ?? findAnchor(`layout-${bareName(name)}`))
  for (const file of record.files) add('f', file, places.files.get(file) ?? '')
  for (const patch of thread?.patches ?? [])
    for (const file of patch.files) {
      const path = diffPath(file)
      add('f', path, places.files.get(path) ?? '')
      if (file.oldPath !== null) add('f', file.oldPath, places.files.get(path) ?? '')
      for (const hunk of file.hunks) {
        const struct = structHeader.exec(hunk.section)?.[1]
        if (struct) add('s', struct, places.files.get(path) ?? '', `in ${path}`)
        else add('n', functionHeader.exec(hunk.section)?.[1], places.files.get(path) ?? '', `in ${path}`)
      }
    }
  for (const line of readDiffLines(one)) {
    if (line.sign === ' ') continue
    for (const match of line.text.matchAll(/\b([A-Za-z_]\w{2,80})\s*(\()?/g)) {
      const name = match[1] ?? ''
      if (/^_{2,}[a-z]\w+$/.test(name) || /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name)) add('c', name, line.anchor)
      else if (match[2] !== undefined && !/^(?:if|for|while|switch|return|sizeof)$/.test(name))
        add('n', name, line.anchor)
    }
  }
  for (const text of [
    record.title,
    record.summary,
    record.note,
    record.outcomeNote,
    ...record.layoutNotes.map((note) => note.text),
  ])
    for (const { field, name } of findCodeNames(text ?? '')) add(field, name)
  for (const line of readLines(one))
    if (line[0] === 'l') for (const { field, name } of findCodeNames(line[2])) add(field, name, line[1])
  if (record.commit) {
    add('k', record.commit.sha, anchorOfSource(record.commit.sources[0], one), record.commit.release ?? '')
    if (record.commit.release) add('y', /^v?\d+\.\d+(?:\.\d+)?(?:-rc\d+)?/.exec(record.commit.release)?.[0] ?? '')
    add('w', record.commit.title)
  }
  for (const fix of record.fixes) add('j', /[0-9a-f]{7,40}/.exec(fix)?.[0], '', 'fixed by this patch')
  for (const sha of record.revertedBy) add('j', /[0-9a-f]{7,40}/.exec(sha)?.[0], '', 'reverts this patch')
  for (const { commit } of record.backports) add('j', commit, '', 'backport')
  if (record.baseCommit) add('j', record.baseCommit.value, '', 'base commit')
  for (const id of record.postings)
    add('i', id, findAnchor(thread?.messages.find((message) => message.id === id)?.anchor ?? ''), 'posting')
  for (const message of thread?.messages ?? []) {
    if (!message.idIsDerived) add('i', message.id, findAnchor(message.anchor), message.kind)
    add('r', message.from.name, findAnchor(message.anchor), message.kind)
    add(
      'w',
      message.subject.replace(/^(?:(?:re|fwd?):\s*|\[[^\]]*\]\s*)+/gi, ''),
      findAnchor(message.anchor),
      message.kind,
    )
  }
  for (const { messageId } of record.missing) add('i', messageId, '', 'not here')
  for (const [field, name, anchor, note] of findNamed(one)) add(field, name, anchor, note)
  for (const { person, name } of record.trailers) add('r', person, '', name)
  add('a', record.author?.name)
  for (const name of one.otherNames.people) add('a', name, '', 'also written so')
  for (const name of one.otherNames.projects) add('o', name)
  for (const [index, result] of record.benchmarks.entries()) {
    const anchor = findAnchor(one.resultAnchors[index] ?? '')
    add('b', result.suite, anchor)
    add('b', result.test, anchor)
    add('b', result.metric, anchor, 'metric')
    if (result.suite && result.test) add('b', `${result.suite} ${result.test}`, anchor)
    add('h', result.machine, anchor)
  }
  for (const report of record.reports) {
    add('b', report.testcase, findAnchor(thread?.messages.find(({ id }) => id === report.messageId)?.anchor ?? ''))
    add('h', report.machine)
    add('j', report.commit, '', 'reported on')
  }
  for (const machine of record.machines) add('h', machine.text, anchorOfSource(machine.sources[0], one))
  if (record.kernel) add('h', record.kernel.value, '', 'kernel')
  for (const { counter, object, member, before, after, sources } of record.c2c) {
    const anchor = anchorOfSource(sources[0], one) || findAnchor('contention')
    add('v', counter, anchor, `${before ?? 'not stated'} → ${after ?? 'not stated'}`)
    add('v', object, anchor)
    for (const name of member?.split(/[^\w.]+/) ?? []) add('m', name, anchor, counter)
  }
  for (const line of record.c2cLines) {
    add('n', line.symbol?.replace(/^\[\w\]\s*/, ''), anchorOfSource(line.sources[0], one), 'perf c2c')
    add('f', line.sourceLine?.replace(/:\d+$/, ''), anchorOfSource(line.sources[0], one), 'perf c2c')
  }
  for (const name of record.evidenceNamed) add('v', name, findAnchor('evidence'))
  add('q', record.technique.value)
  add('q', record.techniqueSecond)
  add('d', record.kind.value)
  if (record.claimed) add('d', record.claimed.value, '', 'as the author calls it')
  add('o', record.project)
  add('o', record.language, '', 'language')
  add('u', record.subsystem)
  add('e', record.outcome.value)
  add('y', one.year)
  add('g', record.slug)
  add('w', record.title)
  return [...entries.values()]
}
