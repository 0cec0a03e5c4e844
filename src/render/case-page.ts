import type { CaseRecord } from '../model/case.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import { renderAnswers } from './answers.ts'
import type { CaseContext } from './case-context.ts'
import { caseLinks, renderCiteSection } from './cite.ts'
import { commitMarkup } from './commit-link.ts'
import { renderContentionSection } from './contention-section.ts'
import { renderDiffSection } from './diff-section.ts'
import { renderEvidenceSection } from './evidence-section.ts'
import { formatDate, numberWord } from './format-number.ts'
import { renderPatternDefs } from './layout-key.ts'
import { renderLayoutSections } from './layout-section.ts'
import { renderLineageSection } from './lineage-section.ts'
import { code, el, esc, link, markup } from './markup.ts'
import { renderMembersSection } from './members-section.ts'
import { renderDiscussionSection, renderThread } from './message-list.ts'
import { citedLines, patchHref, type TextFrame } from './message-text.ts'
import { renderRecord } from './record-list.ts'
import { renderRelatedSection } from './related-section.ts'
import { idGiver, resultsByLine } from './result-place.ts'
import { renderResultsSection } from './results-section.ts'
import { renderRobotSection } from './robot-section.ts'
import { editorMark, renderOrigin, renderStatedOrigin } from './source-link.ts'
import { renderSourcesSection } from './sources-section.ts'
import { projectPath, structPath, subsystemPath } from './topic-path.ts'

/** Project, subsystem and structs, linked where a page stands for them. */
function renderCrumbs(record: CaseRecord, context: CaseContext): string {
  const maybe = (path: string | null, label: string): string =>
    path !== null && context.hasPage(path) ? link(context.href(path), label) : label
  const { project, subsystem } = record
  const parts = [
    project ? maybe(projectPath(project), esc(context.project?.name ?? project)) + editorMark(record, 'project') : '',
    subsystem && project
      ? maybe(subsystemPath(project, subsystem), esc(subsystem)) + editorMark(record, 'subsystem')
      : '',
    // Structs are beside each other, not one in the other.
    record.structs
      .slice(0, 3)
      .map((name) => maybe(structPath(project, name), code(name)))
      .join(', '),
  ].filter((part) => part !== '')
  return parts.length > 0 ? el('p', { class: 'crumbs' }, parts.join(' / ')) : ''
}

/** Author, date, versions, outcome with commit. */
function renderByline(record: CaseRecord, context: CaseContext): string {
  const date = record.authored ?? record.posted ?? record.committed
  const author = record.author ? `<span dir="auto">${esc(record.author.name)}</span>` : 'author not stated'
  const last = record.versions.at(-1)
  const versions =
    record.versions.length > 1
      ? `${numberWord(record.versions.length)} versions`
      : last && last.version > 1
        ? `v${last.version}`
        : record.versions.length === 1
          ? 'one version'
          : ''
  const { commit, outcome } = record
  const became = commit
    ? outcome.value === 'reverted'
      ? `merged as ${commitMarkup(commit.sha, context)}, reverted`
      : `${outcome.value} as ${commitMarkup(commit.sha, context)}`
    : outcome.value === 'unknown'
      ? 'outcome not known'
      : outcome.value
  const parts = [
    `${author}, ${date ? esc(formatDate(date.value)) : 'date not in the source'}`,
    last?.rfc ? 'RFC' : '',
    versions,
    became,
  ]
  return el('p', { class: 'byline' }, parts.filter((part) => part !== '').join(' · '))
}

/** Where the mechanism is another one than the author's word for it, a line says so. */
function renderClaim(record: CaseRecord, thread: ThreadFile | null): string {
  if (!record.claimed || record.kind.value === 'false-sharing') return ''
  const words = {
    contention: 'reads and writes are of the same word or lock',
    mixed: 'the diff shows both false sharing and contention for one word',
    layout: 'the diff shows a change of layout: locality, or fewer lines',
    infrastructure: 'the diff adds means to avoid it',
  }[record.kind.value]
  const reason = record.reasons[0]
  const origin =
    reason && reason.sources.length > 0
      ? renderOrigin('mail', reason.sources, thread)
      : renderStatedOrigin(record.kind, thread)
  return el(
    'p',
    { class: 'claimline' },
    `The author calls this false sharing ${renderStatedOrigin(record.claimed, thread)}; ${words} ${origin}. Kind: ${record.kind.value}.`,
  )
}

/** Contradictions and other notes of the record that a reader must see. */
function renderNotes(record: CaseRecord): string {
  const notes = record.problems.filter(
    ({ code: name }) => name === 'contradiction' || name === 'flattened-message' || name === 'truncated-message',
  )
  if (notes.length === 0) return ''
  return el(
    'ul',
    { class: 'notes small' },
    notes.slice(0, 8).map(({ message }) => el('li', {}, esc(message))),
  )
}

const names: Record<string, string> = {
  layout: 'Layout',
  members: 'Members',
  sources: 'Sources',
  diff: 'Diff',
  results: 'Results',
  contention: 'Contention',
  robot: 'Robot report',
  story: 'Story',
  evidence: 'Evidence',
  cite: 'Cite',
  lineage: 'Lineage',
  discussion: 'Discussion',
  related: 'Related',
}

/** Links to the sections that are there, one row. */
function renderContents(sections: readonly (readonly [string, string])[]): string {
  const items = sections.flatMap(([name, html]) => {
    if (html === '') return []
    const id = /<section id="([^"]+)"/.exec(html)?.[1] ?? name
    return [el('li', {}, `<a href="#${id}">${names[name] ?? name}</a>`)]
  })
  return el('nav', { 'aria-label': 'Sections of this case' }, el('ul', { class: 'toc' }, items))
}

/** The frame in which messages of a case are drawn. */
export function textFrame(record: CaseRecord, thread: ThreadFile | null, giveId = idGiver()): TextFrame {
  return { cited: citedLines(record), byLine: resultsByLine(record), giveId, diffHref: patchHref(thread) }
}

/** The body of a case page around the place where a person's story stands. */
export type CaseParts = { before: string; after: string }

/** The body of a case page, in a reviewer's order; the story, where there is one, stands between the parts. */
export function renderCaseParts(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): CaseParts {
  const giveId = idGiver()
  const results = { thread, giveId }
  const measured: [string, string][] = [
    ['layout', renderLayoutSections(record, thread, context)],
    ['members', renderMembersSection(record, thread, context)],
    ['diff', renderDiffSection(record, thread, context)],
    ['results', renderResultsSection(record, results, context)],
    ['contention', renderContentionSection(record, thread)],
    ['robot', renderRobotSection(record, results, context)],
  ]
  const told: [string, string][] = [
    ['evidence', renderEvidenceSection(record, thread)],
    ['cite', renderCiteSection(record, caseLinks(record, context.siteUrl))],
    ['lineage', renderLineageSection(record, thread, context)],
    ['discussion', renderDiscussionSection(record, thread, textFrame(record, thread, giveId), context)],
    ['sources', renderSourcesSection(record, thread, context)],
    ['related', renderRelatedSection(record, context)],
  ]
  const story: [string, string] = ['story', context.hasStory ? 'story' : '']
  const before = markup(
    renderPatternDefs(),
    renderCrumbs(record, context),
    el('h1', { dir: 'auto' }, esc(record.title)),
    renderByline(record, context),
    renderClaim(record, thread),
    renderNotes(record),
    record.summary && el('p', { class: 'summary' }, esc(record.summary) + editorMark(record, 'summary')),
    el('div', { class: 'head' }, renderAnswers(record, thread, context), renderRecord(record, thread, context)),
    renderContents([...measured, story, ...told]),
    measured.map(([, html]) => html),
  )
  return { before, after: markup(told.map(([, html]) => html)) }
}

/** Puts what a person wrote between the parts of a case page; '' where there is nothing. */
export function joinCaseParts({ before, after }: CaseParts, storyMarkup: string): string {
  const story = storyMarkup.trim()
  if (story === '') return `${before}  ${after}`
  return `${before} <section id="story"> <div class="sec-head"><h2>Story</h2></div> <div class="prose">${story}</div> </section> ${after}`
}

/** The whole body of a case page; `storyMarkup` is what a person wrote. */
export function renderCase(
  record: CaseRecord,
  thread: ThreadFile | null,
  context: CaseContext,
  storyMarkup = '',
): string {
  const hasStory = storyMarkup.trim() !== ''
  return joinCaseParts(renderCaseParts(record, thread, { ...context, hasStory }), storyMarkup)
}

/** The body of the thread's own page. */
export function renderThreadPage(record: CaseRecord, thread: ThreadFile, context: CaseContext): string {
  return renderThread(
    record,
    thread,
    textFrame(record, thread, () => undefined),
    context,
  )
}
