const blocks = new Set(
  'p div br tr table ul ol h1 h2 h3 h4 h5 h6 pre blockquote hr section article header footer dl dt dd'.split(' '),
)
const silent = new Set(['script', 'style', 'head', 'title', 'template'])
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  plusmn: '±',
  times: '×',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
}

/**
 * What a person would read of an HTML mail, as plain lines: blocks begin lines, `<pre>` keeps its blanks, a
 * `<blockquote>` quotes with `> `, links, styles and scripts vanish. One pass over tags and texts.
 */
export function htmlToText(html: string): string {
  const lines: string[] = []
  let line = ''
  let depth = 0
  let pre = 0
  let hidden = ''
  const endLine = (force: boolean): void => {
    const text = pre > 0 ? line : line.trimEnd()
    if (text !== '' || force) lines.push('> '.repeat(depth) + text)
    line = ''
  }
  for (const match of html.matchAll(/<!--[\s\S]*?-->|<(\/?)([a-zA-Z][a-zA-Z0-9]*)([^>]*)>|[^<]+|</g)) {
    const name = (match[2] ?? '').toLowerCase()
    if (hidden !== '') {
      if (match[1] === '/' && name === hidden) hidden = ''
      continue
    }
    if (name === '') {
      if (match[0].startsWith('<!--')) continue
      const pieces = (pre > 0 ? decodeEntities(match[0]) : decodeEntities(match[0].replace(/\s+/g, ' '))).split('\n')
      pieces.forEach((piece, index) => {
        if (index > 0) endLine(true)
        line += line === '' && pre === 0 ? piece.trimStart() : piece
      })
    } else if (silent.has(name) && match[1] !== '/') hidden = name
    else if (name === 'td' || name === 'th') line += line === '' ? '' : '\t'
    else if (name === 'li') {
      endLine(false)
      if (match[1] !== '/') line = '* '
    } else if (blocks.has(name)) {
      endLine(name === 'br')
      if (name === 'p' && match[1] === '/') lines.push('> '.repeat(depth).trimEnd())
      if (name === 'pre') pre = Math.max(0, pre + (match[1] === '/' ? -1 : 1))
      if (name === 'blockquote') depth = Math.min(20, Math.max(0, depth + (match[1] === '/' ? -1 : 1)))
    }
  }
  endLine(false)
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name)] ?? whole
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd'
  })
}
