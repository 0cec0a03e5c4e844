import type { StructLayout } from '../model/struct-layout.ts'
import { parseChoice } from '../render/figure-choice.ts'
import type { RoleSource } from '../render/layout-roles.ts'
import { el, esc } from '../render/markup.ts'
import type { C2cMapping, MappedLine } from '../review/map-c2c.ts'
import { patchWords } from '../review/patch-words.ts'
import type { RankedPrecedent } from '../review/rank-precedents.ts'
import { precedentTitle, precedentWords, renderReviewText } from '../review/review-text.ts'
import { drawFigure } from './figure-drawing.ts'
import type { Pasted } from './review-result.ts'

/** Addresses: of the site for the text to paste, of its root as this page reaches it. */
export type Places = { site: string; root: string }

const MOST_FIGURES = 6
const MOST_CHOICES = 120

const pairs = (list: readonly [string, string][]): string =>
  el(
    'dl',
    { class: 'reviewfacts' },
    list.map(([name, text]) => el('dt', {}, esc(name)) + el('dd', {}, esc(text))),
  )

function renderPrecedents(ranked: readonly RankedPrecedent[], places: Places): string {
  if (ranked.length === 0) return el('p', {}, 'No precedent found.')
  return el(
    'ol',
    { class: 'hits precedents' },
    ranked.map((one) =>
      el(
        'li',
        {},
        el(
          'h3',
          {},
          el('a', { href: `${places.root}cases/${one.precedent.slug}/` }, esc(precedentTitle(one.precedent))),
        ) + pairs(precedentWords(one)),
      ),
    ),
  )
}

/** The case page's diagrams, roles of the report before those of the patch. */
function renderFigures(
  layouts: readonly StructLayout[],
  members: readonly RoleSource[],
  moved: readonly string[],
): string {
  return layouts
    .slice(0, MOST_FIGURES)
    .map((layout) =>
      el(
        'figure',
        { class: 'layoutfigure reviewfigure' },
        el('h3', {}, el('code', {}, esc(`struct ${layout.struct}`))) +
          el(
            'div',
            { class: 'figures' },
            drawFigure(layout, { members, movedMembers: moved, c2c: [] }, parseChoice('', layout.cachelineBytes)),
          ),
      ),
    )
    .join('')
}

function renderChoice(line: MappedLine, layouts: readonly StructLayout[]): string {
  const options = layouts.flatMap(({ struct, members, cachelineBytes }) => {
    const last = Math.max(0, ...members.map(({ offsetBytes }) => offsetBytes.before ?? offsetBytes.after ?? 0))
    return Array.from({ length: Math.floor(last / cachelineBytes) + 1 }, (_, at) => ({ struct, line: at }))
  })
  return el(
    'select',
    { 'data-address': line.address, 'aria-label': `Which line ${line.address} is` },
    options
      .slice(0, MOST_CHOICES)
      .map(({ struct, line: at }) =>
        el(
          'option',
          { value: `${struct} ${at}`, selected: struct === line.struct && at === line.line },
          esc(`${struct}, line ${at}`),
        ),
      ),
  )
}

const percent = (value: number): string => `${Math.round(value * 100) / 100}%`

function renderMappedLine(line: MappedLine, layouts: readonly StructLayout[]): string {
  const how = line.chosen
    ? 'chosen'
    : `worked out: ${line.starts} of ${line.offsets} offsets begin a member, ${line.hits} fall on one`
  const row = (cells: readonly string[], tag: 'td' | 'th'): string =>
    el(
      'tr',
      {},
      cells.map((cell, at) => el(tag, at > 0 && at < 4 ? { class: 'n' } : {}, esc(cell))),
    )
  return (
    el(
      'p',
      {},
      `Cacheline ${el('code', {}, esc(line.address))} is ${renderChoice(line, layouts)} <span class="quiet">(${esc(how)})</span>`,
    ) +
    el(
      'table',
      { class: 'data' },
      el('thead', {}, row(['Member', 'Offset', 'HITM', 'Stores', 'Functions'], 'th')) +
        el(
          'tbody',
          {},
          line.members.map(({ name, offsetBytes, hitm, stores, symbols }) =>
            row([name, String(offsetBytes), percent(hitm), percent(stores), symbols.join(', ')], 'td'),
          ),
        ),
    )
  )
}

const isMapped = (lines: readonly MappedLine[], struct: string): boolean => lines.some((line) => line.struct === struct)

/** A report laid over the listings, and its roles drawn. */
export function renderMapping({ layouts, lines, unmapped, roles }: C2cMapping, { rows, ofPatch }: Pasted): string {
  const drawn = layouts.filter((layout) => !ofPatch.includes(layout.struct) || isMapped(lines, layout.struct))
  if (rows.length === 0 && drawn.length === 0) return ''
  const open =
    unmapped.length > 0
      ? el(
          'p',
          {},
          esc(
            `No line of a listing fits ${unmapped.slice(0, 6).join(', ')}. Paste pahole's listing of its struct too.`,
          ),
        )
      : ''
  const note =
    lines.length > 0
      ? el(
          'p',
          { class: 'small quiet' },
          'Roles are worked out from the report: a member with stores is written, one that is only waited for is read.',
        )
      : ''
  return (
    el('h2', {}, lines.length > 0 ? 'The report on the struct' : 'Layout') +
    lines.map((line) => renderMappedLine(line, layouts)).join('') +
    open +
    note +
    renderFigures(drawn, roles, [])
  )
}

/** The answer to a paste. The part of the report stands in an element of its own, to be drawn anew. */
export function renderPasted(pasted: Pasted, mapping: C2cMapping, places: Places): string {
  const patched = pasted.reviews.map(({ review, patch }) => {
    const text = renderReviewText(review, places.site)
    const own = review.own
      ? el(
          'p',
          {},
          `This patch is a case itself: ${el('a', { href: `${places.root}cases/${review.own.slug}/` }, esc(review.own.title))}`,
        )
      : ''
    return (
      el('h2', {}, esc(review.facts.title)) +
      own +
      pairs(patchWords(review.facts)) +
      renderFigures(
        patch.layouts.filter(({ struct }) => !isMapped(mapping.lines, struct)),
        patch.judgement.members,
        patch.judgement.movedMembers,
      ) +
      el('h2', {}, 'Nearest precedents') +
      renderPrecedents(review.precedents, places) +
      (review.questions.length > 0 ? el('h2', {}, 'Not stated in the patch') : '') +
      el(
        'ol',
        { class: 'questions' },
        review.questions.map((question) => el('li', {}, esc(question.text))),
      ) +
      (review.risks.length > 0
        ? el(
            'h2',
            {},
            `What tends to go wrong with ${el('a', { href: `${places.root}techniques/${review.facts.technique}/` }, esc(review.facts.technique))}`,
          )
        : '') +
      el(
        'ul',
        {},
        review.risks.map((risk) => el('li', {}, esc(risk))),
      ) +
      el('h2', {}, 'Text to paste under a quote') +
      el('p', {}, el('button', { type: 'button', class: 'copy' }, 'Copy')) +
      el('pre', { class: 'cite', tabindex: 0, 'aria-label': 'Text to paste' }, esc(text))
    )
  })
  const alone =
    pasted.reviews.length === 0 ? el('h2', {}, 'Nearest precedents') + renderPrecedents(pasted.precedents, places) : ''
  return (
    pasted.notes.map((note) => el('p', { class: 'small quiet' }, esc(`${note}.`))).join('') +
    el('div', { id: 'review-mapping' }, renderMapping(mapping, pasted)) +
    patched.join('') +
    alone
  )
}
