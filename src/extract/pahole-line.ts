/** One line of pahole output, taken apart. */
export type PaholeLine =
  | {
      kind: 'open'
      keyword: 'struct' | 'union' | 'class'
      name: string | null
      /** gdb prints where a nested type starts on the line that opens it. */
      offsetBytes: number | null
      sizeBytes: number | null
    }
  | { kind: 'member'; name: string; type: string; offsetBytes: number | null; sizeBytes: number }
  | {
      kind: 'close'
      name: string | null
      type: string
      offsetBytes: number | null
      sizeBytes: number | null
      footer: Footer
    }
  | { kind: 'hole'; sizeBytes: number }
  | { kind: 'cacheline'; index: number; startBytes: number | null }
  | { kind: 'footer'; footer: Footer }
  | { kind: 'elision' }
  | { kind: 'skip' }
  | { kind: 'other' }
/** Numbers of the lines that close a listing. */
export type Footer = { sizeBytes: number | null; paddingBytes: number | null }

const number = String.raw`(?:0x[0-9a-fA-F]{1,8}|\d{1,9})`
/** The offset may be missing (a union's member before 2019), a bit field's bit stands behind a colon. */
const place = new RegExp(String.raw`/\*\s*(${number})?\s*(?::\s*(\d{1,3}))?\s+(${number})\s*\*/`)
const openLine =
  /^(?:typedef\s+)?(struct|union|class)\s*(?:__attribute__\s*\(\([^)]{0,60}\)\)\s*\)?\s*)?([A-Za-z_][\w:]*)?\s*(?::[^{]{0,200})?\{\s*(?:\/\*.*)?$/
const elision = /^(?:\[?\s*\.{2,}\s*\]?|…|\/\*\s*\.{2,}\s*\*\/|\[?<?(?:snip|skip|cut)[^\]>]{0,40}>?\]?)$/i

function toNumber(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text)
}

/** Where the parenthesis at `open` is closed; the text's end where it is not. */
function closingParenthesis(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}

/** `__attribute__((…))` and `____cacheline_aligned`-like words behind a declaration, taken away. */
function withoutAttributes(text: string): string {
  let rest = text.replace(/\s*\(__aligned__\(\d{1,6}\)\)/, ' ')
  for (let count = 0; count < 8; count++) {
    const match = /\s*(?:\b__attribute__\b|\b_{2,4}\w*align\w*|\balignas\b)\s*/.exec(rest)
    if (!match) break
    const after = match.index + match[0].length
    const end = rest[after] === '(' ? closingParenthesis(rest, after) : after
    rest = `${rest.slice(0, match.index)} ${rest.slice(end)}`
  }
  return rest.trim()
}

/** The declared name of `type name[4]:3`, of `ret (*name)(args)`; null where the declaration has none. */
export function parseDeclaration(text: string): { name: string | null; type: string } {
  const plain = withoutAttributes(text.trim().replace(/;$/, '')).replace(/\s*:\s*\d+$/, '')
  const pointer = /\(\s*\*+\s*(?:const\s+)?(\w+)\s*(?:\[[^\]]{0,40}\]\s*){0,4}\)/.exec(plain)
  if (pointer)
    return {
      name: pointer[1] ?? null,
      type: plain
        .replace(pointer[1] ?? '', '')
        .replace(/\s+/g, ' ')
        .trim(),
    }
  let end = plain
  let arrays = ''
  for (let count = 0; count < 6; count++) {
    const array = /\s*\[[^\][]{0,60}\]$/.exec(end)
    if (!array) break
    arrays = array[0].trim() + arrays
    end = end.slice(0, array.index)
  }
  const name = /([A-Za-z_]\w*)$/.exec(end)
  // 2007 printed `union ;` for a nested type it could not name.
  if (!name || /^(?:struct|union|enum|class)$/.test(end.trim())) return { name: null, type: plain }
  const type = end.slice(0, name.index).trim()
  if (type === '') return { name: name[1] ?? null, type: '' }
  return { name: name[1] ?? null, type: (type + (arrays ? ` ${arrays}` : '')).replace(/\s+/g, ' ') }
}

/** Size and padding in a footer's comment. */
function parseFooter(text: string): Footer {
  const size = /\bsize:\s*(0x[\da-f]{1,8}|\d{1,9})/i.exec(text)
  const padding = /(?:^|[^\w])padding:\s*(\d{1,9})/.exec(text)
  return { sizeBytes: toNumber(size?.[1]), paddingBytes: toNumber(padding?.[1]) }
}

/** A comment line: hole, cacheline boundary, footer; any other says nothing about places. */
function parseComment(text: string): PaholeLine {
  const hole =
    /XXX\s+(0x[\da-f]{1,8}|\d{1,9})[\s-]+bytes?\s+hole/i.exec(text) ?? /^\/\*\s*(\d{1,9})\s+bytes?\s+hole/.exec(text)
  if (hole) return { kind: 'hole', sizeBytes: Number(hole[1]) }
  const cacheline = /cacheline\s+(\d{1,7})\s+boundary(?:\s+\((\d{1,9})\s+bytes\))?/.exec(text)
  if (cacheline) return { kind: 'cacheline', index: Number(cacheline[1]), startBytes: toNumber(cacheline[2]) }
  if (/\b(?:size|padding):\s*\d/.test(text)) return { kind: 'footer', footer: parseFooter(text) }
  return { kind: 'skip' }
}

function parseClose(text: string): PaholeLine {
  const comment = place.exec(text)
  const end = text.indexOf('/*')
  const declared = parseDeclaration((end < 0 ? text : text.slice(0, end)).replace(/^\}/, ' ').trim())
  return {
    kind: 'close',
    name: declared.name,
    type: declared.type,
    offsetBytes: toNumber(comment?.[1]),
    sizeBytes: toNumber(comment?.[3]),
    footer: parseFooter(end < 0 ? '' : text.slice(end)),
  }
}

/** gdb's `ptype /o`: the comment stands first, offset and size divided by a bar. */
const gdbLine = new RegExp(String.raw`^/\*\s*(${number})?\s*(?::\s*\d{1,3})?\s*\|\s*(${number})\s*\*/\s*(\S.*)$`)

/** How far right what a line declares begins: gdb's comment before it does not count. */
export function declarationIndent(line: string): number {
  const rest = line.replace(/^\s*\/\*[^*]{0,60}\|[^*]{0,60}\*\//, '')
  return rest.length - rest.trimStart().length
}

/** Takes one line of pahole output apart; `text` is without quote and diff marks. */
export function parsePaholeLine(line: string): PaholeLine {
  const gdb = gdbLine.exec(line.trim())
  const gdbOpen = /^\/\*\s*offset\s*\|\s*size\s*\*\/\s*(?:type\s*=\s*)?(\S.*)$/.exec(line.trim())
  const text = gdb
    ? `${(gdb[3] ?? '').replace(/^type = /, '')} /* ${gdb[1] ?? ''} ${gdb[2]} */`
    : (gdbOpen?.[1] ?? line.trim())
  if (text.length > 1000) return { kind: 'other' }
  if (text === '') return { kind: 'skip' }
  if (elision.test(text)) return { kind: 'elision' }
  // room that has no name: `u64 :64;`
  if (/^[\w ]{1,60}\s+:\s*\d{1,3};$/.test(text)) return { kind: 'skip' }
  if (text.startsWith('/*') || text.startsWith('* ') || text.startsWith('//')) return parseComment(text)
  if (text.startsWith('}')) return parseClose(text)
  const open = openLine.exec(text)
  const start = open ? place.exec(text) : null
  if (open)
    return {
      kind: 'open',
      keyword: keywordOf(open[1]),
      name: open[2] ?? null,
      offsetBytes: toNumber(start?.[1]),
      sizeBytes: toNumber(start?.[3]),
    }
  const comment = place.exec(text)
  if (!comment) return { kind: 'other' }
  const declaration = text.slice(0, comment.index).trim()
  if (!declaration.includes(';')) return { kind: 'other' }
  const { name, type } = parseDeclaration(declaration)
  if (name === null) return { kind: 'skip' }
  return { kind: 'member', name, type, offsetBytes: toNumber(comment[1]), sizeBytes: Number(comment[3]) }
}

function keywordOf(text: string | undefined): 'struct' | 'union' | 'class' {
  return text === 'union' || text === 'class' ? text : 'struct'
}
