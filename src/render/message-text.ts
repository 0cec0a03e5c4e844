import type { Benchmark } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import type { StoredMessage, ThreadFile } from '../model/thread-file.ts'
import { counted } from './format-number.ts'
import { findColumnRuns } from './mail-columns.ts'
import { el, esc, markup } from './markup.ts'
import { lineKey, resultId } from './result-place.ts'
import { suiteRows } from './robot-rows.ts'
import { lineAnchor } from './source-link.ts'

/** What the lines of messages are drawn with. */
export type TextFrame = {
  /** Lines that state a fact, by `lineKey`. */
  cited: ReadonlySet<string>
  /** Results by the line that states them: the line carries the ids that no table has given out. */
  byLine: ReadonlyMap<string, readonly Benchmark[]>
  giveId: (id: string) => string | undefined
  /** Messages whose diff the page shows elsewhere: its lines are folded to a link. */
  diffHref: (messageId: string) => string | null
}

/** Longest line drawn; what follows is cut, and says so. */
const MOST_COLUMNS = 4000
/** Quotes of more lines than this are folded. */
const MOST_QUOTED = 4
/** A longer diff inside a mail has its anchors in the diff section alone; an address of its line opens the message. */
const MOST_ANCHORED = 1500

function allSources(
  value: unknown,
  out: { messageId?: string; part?: number; startLine: number; endLine: number }[],
): void {
  const queue: unknown[] = [value]
  for (let at = 0; at < queue.length && at < 200_000; at += 1) {
    const each = queue[at]
    if (Array.isArray(each)) queue.push(...each)
    else if (each !== null && typeof each === 'object') {
      if ('quote' in each && 'startLine' in each && 'endLine' in each) {
        const { startLine, endLine } = each
        if (typeof startLine === 'number' && typeof endLine === 'number')
          out.push({
            ...('messageId' in each && typeof each.messageId === 'string' ? { messageId: each.messageId } : {}),
            ...('part' in each && typeof each.part === 'number' ? { part: each.part } : {}),
            startLine,
            endLine,
          })
      } else queue.push(...Object.values(each))
    }
  }
}

/** The lines of mails that facts of the record cite, by `lineKey`. */
export function citedLines(record: CaseRecord): Set<string> {
  const sources: { messageId?: string; part?: number; startLine: number; endLine: number }[] = []
  allSources(record, sources)
  const cited = new Set<string>()
  for (const { messageId, part, startLine, endLine } of sources) {
    if (messageId === undefined) continue
    for (let line = startLine; line <= Math.min(endLine, startLine + 40); line += 1)
      cited.add(lineKey(messageId, part ?? 0, line))
  }
  const cite = (messageId: string, part: number, line: number): Set<string> => cited.add(lineKey(messageId, part, line))
  for (const { messageId, part, line } of record.trailers) cite(messageId, part, line)
  for (const { messageId, part, startLine } of record.reviewComments) cite(messageId, part, startLine)
  for (const { changelog } of record.versions)
    if (changelog) cite(changelog.messageId, changelog.part, changelog.startLine)
  for (const report of record.reports)
    for (const table of report.tables) {
      const shown = suiteRows(report, table)
      const first = table.rows.find((row) => !shown.includes(row))
      for (const { line } of first ? [...shown, first] : shown) cite(report.messageId, 0, line)
    }
  return cited
}

type Fold = { kind: 'quote' | 'diff'; startLine: number; endLine: number }

/** Runs of lines that are folded: long quotes, and the diff that stands elsewhere on the page. */
function findFolds(message: StoredMessage, part: number, hasDiffElsewhere: boolean): Fold[] {
  const folds: Fold[] = []
  for (const { kind, startLine, endLine } of message.parts[part]?.regions ?? []) {
    const last = folds.at(-1)
    if (kind === 'quote' && last?.kind === 'quote' && last.endLine === startLine - 1) last.endLine = endLine
    else if (kind === 'quote') folds.push({ kind, startLine, endLine })
    else if (kind === 'diff' && hasDiffElsewhere) folds.push({ kind, startLine, endLine })
  }
  return folds.filter(({ kind, startLine, endLine }) => kind === 'diff' || endLine - startLine >= MOST_QUOTED)
}

/** A line that no fact cites, as most are. */
function renderPlainLine(anchor: string, line: number, text: string): string {
  const shown =
    text.length > MOST_COLUMNS ? `${text.slice(0, MOST_COLUMNS)} … (cut here: ${text.length} characters)` : text
  return `<div class="l" id="${anchor}${line}" data-n="${line}">${esc(shown)}</div>`
}

function renderLine(message: StoredMessage, part: number, line: number, text: string, frame: TextFrame): string {
  const key = lineKey(message.id, part, line)
  const ids = (frame.byLine.get(key) ?? []).map((benchmark) => frame.giveId(resultId(benchmark)))
  const marks = ids.filter((id) => id !== undefined).map((id) => `<a id="${id}"></a>`)
  const cut =
    text.length > MOST_COLUMNS ? `${text.slice(0, MOST_COLUMNS)} … (cut here: ${text.length} characters)` : text
  const name = frame.cited.has(key) ? 'l cited' : 'l'
  return `<div class="${name}" id="${lineAnchor(message.anchor, part, line)}" data-n="${line}">${marks.join('')}${esc(cut)}</div>`
}

/** The lines of a part that facts cite or that state a result. */
function findMarkedLines(message: StoredMessage, part: number, { cited, byLine }: TextFrame): ReadonlySet<number> {
  const before = lineKey(message.id, part, 0).slice(0, -1)
  const marked = new Set<number>()
  for (const keys of [cited, byLine.keys()])
    for (const key of keys) if (key.startsWith(before)) marked.add(Number(key.slice(before.length)))
  return marked
}

/** Lines by number, in their order; those of a table stand in a box of their own, which scrolls where it is narrow. */
function renderLines(numbers: readonly number[], lines: readonly string[], draw: (number: number) => string): string {
  const box = { class: 'cols', tabindex: 0, role: 'group', 'aria-label': 'Table in the message' }
  let next = 0
  let out = ''
  const drawTo = (end: number): void => {
    for (; next < end; next += 1) out += draw(numbers[next] ?? 0)
  }
  for (const { from, to } of findColumnRuns(numbers.map((number) => lines[number - 1] ?? ''))) {
    drawTo(from)
    out += el('div', box, numbers.slice(from, to + 1).map(draw))
    next = to + 1
  }
  drawTo(numbers.length)
  return out
}

/** The lines of one part, quotes folded, the diff folded to a link; every line keeps its anchor. */
function renderPart(message: StoredMessage, part: number, frame: TextFrame): string {
  const lines = message.parts[part]?.lines ?? []
  const marked = findMarkedLines(message, part, frame)
  const anchor = lineAnchor(message.anchor, part, 0).slice(0, -1)
  const draw = (number: number): string =>
    marked.has(number)
      ? renderLine(message, part, number, lines[number - 1] ?? '', frame)
      : renderPlainLine(anchor, number, lines[number - 1] ?? '')
  const diffHref = frame.diffHref(message.id)
  const folds = findFolds(message, part, diffHref !== null)
  const foldAt = new Map(folds.toReversed().map((fold) => [fold.startLine, fold]))
  const last = lines.findLastIndex((line) => line.trim() !== '') + 1
  let out = ''
  let line = 1
  while (line <= last) {
    const start = line
    const fold = foldAt.get(start)
    if (!fold) {
      while (line <= last && !foldAt.has(line)) line += 1
      const plain = Array.from({ length: line - start }, (_, at) => start + at)
      out += renderLines(plain, lines, draw)
      continue
    }
    const end = Math.min(fold.endLine, last)
    const inside = Array.from({ length: end - start + 1 }, (_, at) => start + at)
    if (fold.kind === 'quote') {
      const summary = el('summary', {}, `${counted(inside.length, 'quoted line')}`)
      out += el('details', { class: 'fold' }, summary, renderLines(inside, lines, draw))
    } else out += renderDiffFold(message, part, inside, lines, diffHref ?? '#diff', frame)
    line = end + 1
  }
  return out
}

/** The diff inside a mail: a link to it, the anchors of its lines, and the lines that a fact cites. */
function renderDiffFold(
  message: StoredMessage,
  part: number,
  inside: readonly number[],
  lines: readonly string[],
  href: string,
  frame: TextFrame,
): string {
  const [first, last] = [inside[0] ?? 0, inside.at(-1) ?? 0]
  const anchors: string[] = []
  const shown: string[] = []
  for (const number of inside) {
    const key = lineKey(message.id, part, number)
    if (frame.cited.has(key) || frame.byLine.has(key))
      shown.push(renderLine(message, part, number, lines[number - 1] ?? '', frame))
    else if (inside.length <= MOST_ANCHORED) anchors.push(`<a id="${lineAnchor(message.anchor, part, number)}"></a>`)
  }
  return `<div class="fold difffold">${anchors.join('')}<a href="${esc(href)}">lines ${first}–${last}: the diff, shown above</a></div>${shown.join('')}`
}

/** The text of a message as numbered lines, part by part. */
export function renderMessageText(message: StoredMessage, frame: TextFrame): string {
  return message.parts
    .map((part, index) => {
      const name = part.fileName ?? part.contentType
      const head = index > 0 ? el('p', { class: 'small quiet' }, `part ${index}: ${esc(name)}`) : ''
      const label = index > 0 ? `Part ${index} of the message` : 'Message text'
      return markup(
        head,
        el(
          'div',
          { class: 'mail', tabindex: 0, role: 'group', 'aria-label': label },
          renderPart(message, index, frame),
        ),
      )
    })
    .join('')
}

/** Ids of messages whose diff stands in the diff section. */
export const patchHref =
  (thread: ThreadFile | null) =>
  (messageId: string): string | null => {
    const patch = thread?.patches.find((each) => each.messageId === messageId)
    return patch ? (patch.files.length > 0 ? `#diff` : null) : null
  }
