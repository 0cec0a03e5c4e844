import { plainAscii } from '../render/plain-words.ts'
import type { Review } from './build-review.ts'
import { patchWords } from './patch-words.ts'
import { precedentTitle, precedentWords } from './review-text.ts'

/** Another's text inside Markdown: nothing of it is markup. */
const safe = (text: string): string =>
  plainAscii(text.replace(/\s+/g, ' ').trim())
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_[\]|~#]/g, '\\$&')

/** A review as Markdown, for a forge's comment. */
export function renderReviewMarkdown(review: Review, siteUrl: string): string {
  const { facts, own, precedents, questions, risks } = review
  const pairs = (list: readonly [string, string][]): string[] => list.map(([name, text]) => `- ${name}: ${safe(text)}`)
  const lines = [
    `### ${safe(facts.title)}`,
    '',
    ...(own ? [`This patch is a case itself: <${siteUrl}${own.path}>`, ''] : []),
    ...pairs(patchWords(facts)),
    '',
    precedents.length > 0 ? '#### Nearest precedents' : 'No precedent found.',
    ...precedents.flatMap((ranked) => [
      '',
      `[${safe(precedentTitle(ranked.precedent))}](${siteUrl}${ranked.precedent.path})`,
      '',
      ...pairs(precedentWords(ranked)),
    ]),
    ...(questions.length > 0 ? ['', '#### Not stated in the patch', ''] : []),
    ...questions.map(({ text }, at) => `${at + 1}. ${safe(text)}`),
    ...(risks.length > 0 ? ['', `#### What tends to go wrong with ${facts.technique}`, ''] : []),
    ...risks.map((text) => `- ${safe(text)}`),
    ...(risks.length > 0 ? ['', `<${siteUrl}techniques/${facts.technique}/>`] : []),
  ]
  return `${lines.join('\n')}\n`
}
