/** Where a token stands: line and columns from 1, the end column exclusive. */
export type JsonPlace = { line: number; startColumn: number; endColumn: number; quote: string }
/** A JSON value that knows its place. Numbers keep their spelling in `place.quote`. */
export type JsonNode =
  | { kind: 'object'; members: Map<string, JsonNode> }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'scalar'; value: string | number | boolean | null; place: JsonPlace }

type Open = { node: JsonNode; key: string | null }
const maxDepth = 200

/**
 * The JSON values of a text with their places, one after another (tools append them, or print one a line); `NaN` and
 * `Infinity` are numbers, as several tools print them. Null with the line where the text is no JSON.
 */
export function parseJsonNodes(text: string): { roots: JsonNode[]; badLine: number | null } {
  const roots: JsonNode[] = []
  const open: Open[] = []
  const lines = new LineCounter(text)
  let at = 0
  const fail = (): { roots: JsonNode[]; badLine: number } => ({ roots, badLine: lines.lineOf(at) })
  const add = (node: JsonNode): void => {
    const parent = open.at(-1)
    if (!parent) roots.push(node)
    else if (parent.node.kind === 'array') parent.node.items.push(node)
    else if (parent.node.kind === 'object' && parent.key !== null) {
      parent.node.members.set(parent.key, node)
      parent.key = null
    }
  }
  while (at < text.length) {
    const character = text.charAt(at)
    const parent = open.at(-1)
    const needsKey = parent?.node.kind === 'object' && parent.key === null
    if (/[\s,:]/.test(character)) at++
    else if (character === '{' || character === '[') {
      if (needsKey || open.length >= maxDepth) return fail()
      const node: JsonNode = character === '{' ? { kind: 'object', members: new Map() } : { kind: 'array', items: [] }
      add(node)
      open.push({ node, key: null })
      at++
    } else if (character === '}' || character === ']') {
      if (!parent || (parent.node.kind === 'object') !== (character === '}')) return fail()
      open.pop()
      at++
    } else {
      const end = findTokenEnd(text, at)
      const value = readScalar(text.slice(at, end))
      if (value === undefined || (needsKey && typeof value !== 'string')) return fail()
      if (needsKey && parent && typeof value === 'string') parent.key = value
      else add({ kind: 'scalar', value, place: lines.placeOf(at, end) })
      at = end
    }
  }
  return open.length > 0 ? fail() : { roots, badLine: null }
}

function findTokenEnd(text: string, start: number): number {
  let at = start + 1
  if (text.charAt(start) === '"') {
    while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
    return Math.min(at + 1, text.length)
  }
  while (at < text.length && !/[\s,:{}[\]"]/.test(text.charAt(at))) at++
  return at
}

const words = new Map<string, boolean | null | number>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])
function readScalar(token: string): string | number | boolean | null | undefined {
  if (words.has(token)) return words.get(token)
  if (/^-?\d{1,40}(?:\.\d{0,400})?(?:[eE][-+]?\d{1,4})?$/.test(token)) return Number(token)
  if (!token.startsWith('"')) return undefined
  try {
    const value: unknown = JSON.parse(token)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined // no string either: the caller says at which line
  }
}

/** Lines and columns of rising offsets. */
class LineCounter {
  private readonly text: string
  private line = 1
  private lineStart = 0
  private next: number
  constructor(text: string) {
    this.text = text
    this.next = text.indexOf('\n')
  }
  lineOf(offset: number): number {
    while (this.next >= 0 && this.next < offset) {
      this.line++
      this.lineStart = this.next + 1
      this.next = this.text.indexOf('\n', this.lineStart)
    }
    return this.line
  }
  placeOf(start: number, end: number): JsonPlace {
    const line = this.lineOf(start)
    const quote = this.text.slice(start, end).slice(0, 4000)
    const startColumn = start - this.lineStart + 1
    return { line, startColumn, endColumn: startColumn + quote.length, quote }
  }
}

/** The value below a node by member names; undefined where there is none. */
export function findMember(node: JsonNode | undefined, ...path: string[]): JsonNode | undefined {
  let found = node
  for (const name of path) found = found?.kind === 'object' ? found.members.get(name) : undefined
  return found
}
/** The items of an array, else none. */
export const itemsOf = (node: JsonNode | undefined): JsonNode[] => (node?.kind === 'array' ? node.items : [])
/** The members of an object, else none. */
export const membersOf = (node: JsonNode | undefined): [string, JsonNode][] =>
  node?.kind === 'object' ? [...node.members] : []
/** A text; null for anything else. */
export const textOf = (node: JsonNode | undefined): string | null =>
  node?.kind === 'scalar' && typeof node.value === 'string' && node.value !== '' ? node.value : null
/** A number with its place; null for anything else. A text that spells a number counts, as perf and JMH print some. */
export function numberAt(node: JsonNode | undefined): { value: number; place: JsonPlace } | null {
  if (node?.kind !== 'scalar') return null
  if (typeof node.value === 'number') return { value: node.value, place: node.place }
  if (typeof node.value !== 'string') return null
  if (/^[-+]?nan$/i.test(node.value)) return { value: Number.NaN, place: node.place }
  return /^-?\d{1,40}(?:\.\d{1,40})?(?:[eE][-+]?\d{1,4})?$/.test(node.value)
    ? { value: Number(node.value), place: node.place }
    : null
}
