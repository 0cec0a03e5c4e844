import { decodeEncodedWords } from './encoded-words.ts'
import type { HeaderField } from './header-fields.ts'

/** Ids that a value names, and words that are ids only where a message has them. */
export type NamedIds = { ids: string[]; maybe: string[] }

/** Whether a word in lower case is an address. */
type Addresses = Pick<ReadonlySet<string>, 'has'>

const maxIds = 1000
const inBrackets = /<([^<>]{1,998})>/g

/**
 * Message-IDs in a References or In-Reply-To value (RFC 5322 section 3.6.4, and as people and programs write it),
 * without brackets, in order, each once, 1000 at most. Ids may be wrapped, hold blanks, be quoted, lack brackets, stand
 * in an encoded word or in an archive's address. `maybe`: ids in comments, words beside bracketed ids, and what is in
 * `addresses` (lower case): "Message from Ada <her address> of Tue".
 */
export function parseIds(value: string, addresses: Addresses = new Set()): NamedIds {
  const text = readable(value)
  const plain = dropComments(text)
  const bracketed = [...plain.matchAll(inBrackets)].map((match) => cleanId(match[1] ?? ''))
  const bare = bareWords(plain)
  const isSure = (id: string): boolean => isId(id) && !addresses.has(id.toLowerCase())
  const sure = new Set(bracketed.filter(isSure))
  if (sure.size === 0) for (const id of bare) if (isSure(id)) sure.add(id)
  const commented = plain === text ? [] : [...text.matchAll(inBrackets)].map((match) => cleanId(match[1] ?? ''))
  const maybe = new Set([...bracketed, ...bare, ...commented].filter((id) => id.length > 2 && !sure.has(id)))
  return { ids: shorten([...sure]), maybe: [...maybe].slice(0, 20) }
}

/** The messages that a header names: see `Message`. */
export type Answered = { inReplyTo: string | null; references: string[]; mayAnswer?: string[] }

/** What In-Reply-To and References of a header say. */
export function findAnswered(fields: HeaderField[]): Answered {
  const valuesOf = (name: string): string =>
    fields.flatMap((field) => (field.name === name ? [field.value] : [])).join(' ')
  const answered = valuesOf('in-reply-to')
  const { ids, maybe } = parseIds(answered, answered === '' ? undefined : findAddresses(fields))
  const [inReplyTo = null, ...others] = ids
  const references = parseIds(valuesOf('references'))
  const isAlone = answered === '' && references.ids.length === 0
  const mayAnswer = [...others, ...maybe, ...(isAlone ? references.maybe : [])]
  return { inReplyTo, references: references.ids, ...(mayAnswer.length > 0 && { mayAnswer }) }
}

const person = /[^\s<>(),;:"]{1,200}@[^\s<>(),;:"]{1,200}/g

const peopleFields = new Set(['from', 'to', 'cc', 'sender', 'reply-to'])

/** The people of a message: an address beside an id in In-Reply-To is often one of theirs. */
function findAddresses(fields: HeaderField[]): Addresses {
  const people = fields.flatMap(({ name, value }) =>
    peopleFields.has(name) ? [value.slice(0, 20_000).toLowerCase()] : [],
  )
  // a long list of recipients is taken apart only where it holds the word
  const isNamed = (text: string, word: string): boolean =>
    text.includes(word) && text.match(person)?.some((address) => address === word) === true
  return { has: (word) => people.some((text) => isNamed(text, word)) }
}

/** The oldest says which thread, the newest who is answered. */
function shorten(all: string[]): string[] {
  return all.length <= maxIds ? all : [...all.slice(0, 1), ...all.slice(1 - maxIds)]
}

/** A Message-ID value: what stands in the brackets, or the bare word; null where nothing is left. */
export function parseId(value: string): string | null {
  const text = readable(value)
  const inside = /<([^<>]{1,998})>/.exec(text)?.[1] ?? bareWords(text)[0] ?? text.trim().replace(/^<|>$/g, '')
  const id = inside.replace(/\s+/g, '').slice(0, 998)
  return id === '' || /[\x00-\x1f]/.test(id) ? null : id
}

/** Programs put long ids into encoded words (RFC 2047), archives print brackets as HTML writes them. */
function readable(value: string): string {
  return decodeEncodedWords(value).replace(/&lt;/gi, '<').replace(/&gt;/gi, '>')
}

/** Comments in parentheses outside brackets taken away; a text whose parentheses do not match stays as it is. */
function dropComments(text: string): string {
  if (!text.includes('(')) return text
  const kept: string[] = []
  let depth = 0
  let isInside = false
  for (const character of text) {
    if (depth === 0 && (character === '<' || character === '>')) isInside = character === '<'
    if (!isInside && character === '(') depth++
    if (depth === 0) kept.push(character)
    if (!isInside && character === ')') depth = Math.max(0, depth - 1)
  }
  return depth === 0 ? kept.join('') : text
}

/** Words outside brackets that can be ids; a bracket that is missing its other half is no part of them. */
function bareWords(text: string): string[] {
  return text
    .replace(inBrackets, ' ')
    .slice(0, 20_000)
    .split(/[\s,;]+/)
    .map((word) => cleanId(word.replace(/^[<("']{1,3}/, '').replace(/[>)"'.:!?]{1,3}$/, '')))
    .filter(isId)
}

/** An id without the blanks that folding put in; of an archive's address the part that is the id. */
function cleanId(raw: string): string {
  const id = raw.replace(/\s+/g, '')
  const segments = /^https?:\/\//i.test(id) ? id.split(/[/?#]/) : []
  const named = segments.slice(3).find((segment) => /[^@]@|%40/.test(segment))
  return named === undefined ? id : named.replace(/%40/g, '@')
}

function isId(text: string): boolean {
  if (text.length > 998 || /[\x00-\x1f]/.test(text)) return false
  return /^(?:[^\s<>"]+|"[^"<>]{1,200}")@[^\s<>"@]+$/.test(text)
}
