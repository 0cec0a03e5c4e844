/**
 * Words wrapped at a width, later lines indented. A word longer than the width stands alone on its line where it is a
 * URL or an id (`keep`), else it is cut.
 */
export function wrapText(
  text: string,
  width: number,
  indent = '',
  keep: (word: string) => boolean = isAddress,
): string[] {
  const lines: string[] = []
  let line = ''
  const room = Math.max(8, width - indent.length)
  for (const word of text.split(/\s+/)) {
    if (word === '') continue
    const pieces = word.length <= room || keep(word) ? [word] : cutWord(word, room)
    for (const piece of pieces) {
      if (line !== '' && line.length + 1 + piece.length > room) {
        lines.push(line)
        line = ''
      }
      line = line === '' ? piece : `${line} ${piece}`
      if (piece.length > room) {
        lines.push(line)
        line = ''
      }
    }
  }
  if (line !== '') lines.push(line)
  return lines.map((each, at) => (at === 0 ? each : indent + each))
}

/** A URL or a Message-ID: it must stay whole. */
export const isAddress = (word: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(word) || /^<?[^\s<>]+@[^\s<>]+>?$/.test(word)

function cutWord(word: string, room: number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < word.length && pieces.length < 1000; at += room) pieces.push(word.slice(at, at + room))
  return pieces
}
