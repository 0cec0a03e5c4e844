import { emptyTags, type Message, type Region } from '../model/message.ts'

/**
 * A message with one text part made from its body alone, for results that come without a mail: lines with `>` are
 * quotes, what follows `Signed-off-by:` is trailers, a diff is a diff, the rest is its description.
 */
export function plainMessage(text: string, id = 'plain@example.org', file = 'plain.txt'): Message {
  const lines = text.replace(/\r\n/g, '\n').split('\n')
  const regions: Region[] = []
  let isDiff = false
  for (const [at, line] of lines.entries()) {
    if (/^diff --git /.test(line)) isDiff = true
    const depth = isDiff ? 0 : (/^(?:> ?)+/.exec(line)?.[0].replaceAll(' ', '').length ?? 0)
    const kind = isDiff
      ? 'diff'
      : depth > 0
        ? 'quote'
        : /^[A-Z][a-z]+(?:-[a-z]+)+: .*[<@]/.test(line)
          ? 'trailers'
          : / wrote:$/.test(line)
            ? 'attribution'
            : 'description'
    const last = regions[regions.length - 1]
    if (last && last.kind === kind && last.quoteDepth === depth) last.endLine = at + 1
    else regions.push({ kind, startLine: at + 1, endLine: at + 1, quoteDepth: depth })
  }
  const person = { name: 'A. Author', address: null }
  return {
    id,
    idIsDerived: false,
    inReplyTo: null,
    references: [],
    date: null,
    from: person,
    author: person,
    subject: '',
    tags: emptyTags(),
    listIds: [],
    headers: {},
    parts: [
      {
        index: 0,
        contentType: 'text/plain',
        fileName: null,
        charset: 'utf-8',
        flowed: false,
        delSp: false,
        lines,
        rawLines: lines,
        regions,
      },
    ],
    patch: null,
    trailers: [],
    baseCommit: null,
    changeId: null,
    prerequisites: [],
    patchCommit: null,
    gitVersion: null,
    file,
    fileLine: 1,
  }
}
