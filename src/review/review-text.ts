import { plainAscii } from '../render/plain-words.ts'
import { wrapText } from '../text/wrap-text.ts'
import type { Review } from './build-review.ts'
import { patchWords } from './patch-words.ts'
import type { Precedent } from './precedent.ts'
import type { RankedPrecedent } from './rank-precedents.ts'

/** Columns of a mail; a URL, Message-ID or title alone on its line is not counted. */
export const COLUMNS = 72
const NAME_COLUMNS = 12

/** One line of another's text: no control characters, no line breaks. */
const oneLine = (text: string): string => plainAscii(text.replace(/\s+/g, ' ').trim())

function named(name: string, text: string): string[] {
  const room = COLUMNS - NAME_COLUMNS - 2
  return wrapText(oneLine(text), room, '', () => false).map(
    (line, at) => `  ${(at === 0 ? `${name}:` : '').padEnd(NAME_COLUMNS)}${line}`,
  )
}

/** `b5501f970dbc ("title")`, or the title where no commit is known. */
export function precedentTitle({ commit, title }: Pick<Precedent, 'commit' | 'title'>): string {
  return commit === null ? `"${oneLine(title)}"` : `${commit} ("${oneLine(title)}")`
}

function numbered(at: number, text: string): string[] {
  const mark = `${String(at + 1).padStart(2)}. `
  return wrapText(oneLine(text), COLUMNS, '    ', () => false).length === 0
    ? []
    : wrapText(oneLine(text), COLUMNS - mark.length, '', () => false).map(
        (line, row) => (row === 0 ? mark : ' '.repeat(mark.length)) + line,
      )
}

/** A precedent's answers as names and sentences. */
export function precedentWords({ precedent, reasons }: RankedPrecedent): [string, string][] {
  const outcome = [precedent.outcome, precedent.outcomeNote].filter((part) => part !== null).join('; ')
  const answers: [string, string | null][] = [
    ['Effect', precedent.effect],
    ['Interval', precedent.interval],
    ['Cost', precedent.cost],
    ['Objections', precedent.objections],
  ]
  const told = answers.flatMap(([name, text]): [string, string][] => (text === null ? [] : [[name, text]]))
  const missing = answers.filter(([, text]) => text === null).map(([name]) => name.toLowerCase())
  return [
    ['Why', reasons.join('; ')],
    [
      'What',
      [precedent.technique, precedent.kind, precedent.subsystem, precedent.date]
        .filter((part) => part !== null)
        .join(', '),
    ],
    ...(precedent.summary === null ? [] : [['In short', precedent.summary] satisfies [string, string]]),
    ...told,
    ['Outcome', outcome],
    ...(missing.length > 0 ? [['Not stated', missing.join(', ')] satisfies [string, string]] : []),
  ]
}

const heading = (words: string): string[] => ['', words, '-'.repeat(words.length)]

/** A review as text to paste under a quote: at most 72 columns but for a title or an address alone on its line. */
export function renderReviewText(review: Review, siteUrl: string): string {
  const { facts, own, precedents, questions, risks } = review
  const lines = [
    `"${oneLine(facts.title)}"`,
    ...(facts.messageId === null ? [] : [oneLine(facts.messageId)]),
    ...(own ? ['This patch is a case itself:', siteUrl + own.path] : []),
    ...heading('What the patch does'),
    ...patchWords(facts).flatMap(([name, text]) => named(name, text)),
    ...heading(precedents.length > 0 ? 'Nearest precedents' : 'No precedent found'),
    ...precedents.flatMap((ranked, at) => [
      ...(at > 0 ? [''] : []),
      precedentTitle(ranked.precedent),
      ...precedentWords(ranked).flatMap(([name, text]) => named(name, text)),
      siteUrl + ranked.precedent.path,
    ]),
    ...(questions.length > 0 ? heading('Not stated in the patch') : []),
    ...questions.flatMap(({ text }, at) => numbered(at, text)),
    ...(risks.length > 0 ? heading(`What tends to go wrong with ${facts.technique}`) : []),
    ...risks.flatMap((text) => wrapText(`- ${text}`, COLUMNS, '  ')),
    ...(risks.length > 0 ? [`${siteUrl}techniques/${facts.technique}/`] : []),
  ]
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}
