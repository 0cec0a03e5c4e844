import type { CaseRecord } from '../model/case.ts'
import type { FrontMatter } from '../model/front-matter.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { holdsAddress, maskAddresses, mayBeAddress } from '../text/mask-addresses.ts'

/** Keys whose texts are Message-IDs by their place: they stay, and so do their ids wherever else they stand. */
const idKeys = new Set([
  'id',
  'messageId',
  'messageIds',
  'parentMessageId',
  'inReplyTo',
  'references',
  'parentId',
  'referencedBy',
  'postings',
])
/** Texts that are pointed into by column keep their lengths. */
const columnKeys = new Set(['lines', 'section', 'quote'])

type Place = { node: object; field: string }
type Text = { holder: object; key: string; field: string; text: string }

/** Every object and list of a value; `field` is the nearest name above it. */
function* walkObjects(root: object): Generator<Place> {
  const open: Place[] = [{ node: root, field: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    yield next
    for (const key of Object.keys(next.node)) {
      const value: unknown = Reflect.get(next.node, key)
      if (typeof value === 'object' && value !== null) open.push({ node: value, field: nameOf(next, key) })
    }
  }
}

/** Items of a list go by the list's name. */
const nameOf = ({ node, field }: Place, key: string): string => (Array.isArray(node) ? field : key)

function* walkTexts(root: object): Generator<Text> {
  for (const place of walkObjects(root))
    for (const key of Object.keys(place.node)) {
      const text: unknown = Reflect.get(place.node, key)
      if (typeof text === 'string') yield { holder: place.node, key, field: nameOf(place, key), text }
    }
}

/** A quote of a message is a piece of its masked line: it was masked with all of that line in view. */
const isMasked = ({ holder, field }: Text): boolean => field === 'quote' && Reflect.has(holder, 'messageId')

/** One quick look at every text and key: false where nothing could be an address, as in most records. */
function mayHoldAddress(root: object): boolean {
  const open: Place[] = [{ node: root, field: '' }]
  for (let place = open.pop(); place; place = open.pop())
    for (const key of Object.keys(place.node)) {
      const value: unknown = Reflect.get(place.node, key)
      const field = nameOf(place, key)
      if (typeof value === 'string') {
        if (mayBeAddress(value) && !idKeys.has(field) && !isMasked({ holder: place.node, key, field, text: value }))
          return true
      } else if (typeof value === 'object' && value !== null) open.push({ node: value, field })
      if (mayBeAddress(key)) return true
    }
  return false
}

/** The same value with addresses masked in every text, ids left out; itself where it holds none. */
function hideBelow<T extends object>(value: T, readIds: () => ReadonlySet<string>): T {
  if (!mayHoldAddress(value)) return value
  const ids = readIds()
  const mask = ({ field, text }: Text): string => maskAddresses(text, { keepColumns: columnKeys.has(field), ids })
  const found = (root: T): Text[] =>
    [...walkTexts(root)].filter((text) => !idKeys.has(text.field) && !isMasked(text) && mask(text) !== text.text)
  const isKeyed = [...walkObjects(value)].some(({ node }) => Object.keys(node).some((key) => holdsAddress(key)))
  if (!isKeyed && found(value).length === 0) return value
  const copy = structuredClone(value)
  for (const text of found(copy)) Reflect.set(text.holder, text.key, mask(text))
  for (const { node } of isKeyed ? [...walkObjects(copy)] : []) hideKeys(node)
  return copy
}

/** Columns of a pasted table are keys: their names are text of a mail too. */
function hideKeys(node: object): void {
  for (const key of Object.keys(node)) {
    if (!holdsAddress(key)) continue
    const value: unknown = Reflect.get(node, key)
    Reflect.deleteProperty(node, key)
    Reflect.set(node, maskAddresses(key, { keepColumns: false }), value)
  }
}

function listIds(...roots: (object | null)[]): Set<string> {
  const ids = new Set<string>()
  for (const root of roots)
    for (const { field, text } of root === null ? [] : walkTexts(root)) if (idKeys.has(field)) ids.add(text)
  return ids
}

/**
 * A record without e-mail addresses: names stay, and the Message-IDs that the record knows. Every text of it is
 * looked at, so that no field of a mail, a catalogue line or a result file is left out.
 */
export function hideRecordAddresses(record: CaseRecord): CaseRecord {
  return hideBelow(record, () => {
    const ids = listIds(record)
    if (record.previousVersion) ids.add(record.previousVersion.value)
    return ids
  })
}

/** The same of a person's front matter, with the ids of the record it belongs to. */
export function hideFrontAddresses(front: FrontMatter, record: CaseRecord): FrontMatter {
  return hideBelow(front, () => listIds(record))
}

/**
 * A thread without e-mail addresses. A diff that held one is marked: it is shown masked, and no longer offered as a
 * file for `git apply`.
 */
export function hideThreadAddresses(thread: ThreadFile): ThreadFile {
  const hidden = hideBelow({ ...thread, messages: thread.messages.map(withoutLines) }, () => listIds(thread))
  const patches = hidden.patches.map((patch, at) => ({
    ...patch,
    holdsAddress: patch.holdsAddress || JSON.stringify(patch.files) !== JSON.stringify(thread.patches[at]?.files),
  }))
  const messages = hidden.messages.map((message, at) => ({
    ...message,
    parts: message.parts.map((part, index) => ({
      ...part,
      // Lines of a mail are masked where they are read: sources point into them.
      lines: thread.messages[at]?.parts[index]?.lines ?? [],
    })),
  }))
  return { ...hidden, messages, patches }
}

function withoutLines(message: ThreadFile['messages'][number]): ThreadFile['messages'][number] {
  return { ...message, parts: message.parts.map((part) => ({ ...part, lines: [] })) }
}
