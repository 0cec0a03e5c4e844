import type { CaseRecord, ReviewComment } from '../model/case.ts'
import { diffPath } from '../model/diff-path.ts'
import type { StoredPatch, ThreadFile } from '../model/thread-file.ts'
import { archiveLink } from './archive-link.ts'
import { type CaseContext, findMessage, latestPatch } from './case-context.ts'
import { countLines, type DiffFrame, renderDiff } from './diff-figure.ts'
import { readDiffLines } from './diff-lines.ts'
import { counted, formatShortDate } from './format-number.ts'
import { code, el, esc, link, markup } from './markup.ts'
import { whyNoPatchFile } from './patch-file.ts'
import { renderUnplaced } from './review-comments.ts'
import { renderSection } from './section.ts'
import { renderLineLink } from './source-link.ts'

/** True where the comment's line stands in the patch. */
function isPlaced(comment: ReviewComment, patch: StoredPatch): boolean {
  if (comment.version !== patch.version || comment.line === null || comment.side === null) return false
  return patch.files.some(
    (file) =>
      diffPath(file) === comment.file &&
      readDiffLines(file).some(({ lines }) =>
        lines.some((line) => (comment.side === 'old' ? line.oldLine : line.newLine) === comment.line),
      ),
  )
}

function frameOf(patch: StoredPatch, record: CaseRecord, thread: ThreadFile): DiffFrame {
  return {
    prefix: patch.prefix,
    comments: record.reviewComments.filter((comment) => comment.version === patch.version),
    thread,
    wanted: [...record.structs, ...record.movedMembers],
  }
}

/** "v2 · one file · +9 −6, of which 6 lines moved" */
function patchNote(patch: StoredPatch): string {
  const counts = patch.files.map(countLines)
  const sum = (pick: 'added' | 'removed'): number => counts.reduce((total, count) => total + count[pick], 0)
  const moved = patch.files
    .flatMap((file) => readDiffLines(file).flatMap(({ lines }) => lines))
    .filter((line) => line.moved && line.sign === '+').length
  const words = [
    `v${patch.version}${patch.posting > 1 ? `, posting ${patch.posting}` : ''}`,
    counted(patch.files.length, 'file'),
    `+${sum('added')} −${sum('removed')}${moved > 0 ? `, of which ${counted(moved, 'line')} moved` : ''}`,
  ]
  return words.join(' · ')
}

/** The lines that say what changed since the version before, quoted, with their link. */
function renderChangelog(version: number, record: CaseRecord, thread: ThreadFile): string {
  const changelog = record.versions.find((each) => each.version === version)?.changelog
  const message = findMessage(thread, changelog?.messageId)
  if (!changelog || !message) return ''
  const lines = message.parts[changelog.part]?.lines.slice(changelog.startLine - 1, changelog.endLine) ?? []
  return el(
    'div',
    { class: 'changelog' },
    el(
      'p',
      { class: 'small quiet' },
      `What v${version} says it changed ${renderLineLink(thread, message, { part: changelog.part, line: changelog.startLine })}`,
    ),
    el('pre', { tabindex: 0 }, esc(lines.slice(0, 60).join('\n'))),
  )
}

function renderInterdiffs(record: CaseRecord, thread: ThreadFile): string {
  return thread.interdiffs
    .map(({ fromVersion, toVersion, files, onlyMoved }) => {
      const name = `v${fromVersion}..v${toVersion}`
      const note = files.length === 0 ? 'no change' : onlyMoved ? 'only moved lines' : counted(files.length, 'file')
      const body =
        files.length === 0
          ? el('p', {}, 'The two versions have the same diff.')
          : renderDiff(files, { prefix: null, comments: [], thread, wanted: record.movedMembers })
      return el(
        'details',
        { class: 'version', id: `interdiff-${name}` },
        el('summary', {}, `${name} <span class="quiet">what changed between the versions · ${note}</span>`),
        renderChangelog(toVersion, record, thread),
        body,
      )
    })
    .join('')
}

function renderOlder(patches: readonly StoredPatch[], record: CaseRecord, thread: ThreadFile): string {
  return patches
    .map((patch) => {
      const date = findMessage(thread, patch.messageId)?.date
      const comments = record.reviewComments.filter((comment) => isPlaced(comment, patch)).length
      const words = [
        patchNote(patch),
        date ? esc(formatShortDate(date)) : '',
        comments > 0 ? counted(comments, 'comment') : '',
      ]
      return el(
        'details',
        { class: 'version', id: patch.prefix },
        el(
          'summary',
          {},
          `${esc(patch.prefix)} <span class="quiet">${words.filter((word) => word !== '').join(' · ')}</span>`,
        ),
        renderDiff(patch.files, frameOf(patch, record, thread)),
      )
    })
    .join('')
}

/** Where the patch itself is a message that was named and not received, the section says so and where to find it. */
function renderAbsence(record: CaseRecord, context: CaseContext): string {
  const postings = new Set(record.versions.flatMap(({ messageIds }) => messageIds))
  const gone = record.missing.filter(({ messageId }) => postings.has(messageId)).slice(0, 5)
  if (gone.length === 0) return ''
  const items = gone.map(({ messageId }) =>
    el('p', {}, `The patch is not here: ${code(messageId)} was not received. ${archiveLink(messageId, context)}`),
  )
  return renderSection('diff', 'Diff', { note: 'not here', body: items.join('') })
}

/** The diff section: latest posting, comments under their lines, interdiffs and older versions folded. */
export function renderDiffSection(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  const latest = latestPatch(thread)
  if (!thread || !latest) return renderAbsence(record, context)
  const unplaced = record.reviewComments.filter((comment) => !thread.patches.some((patch) => isPlaced(comment, patch)))
  const others = thread.patches.filter((patch) => patch !== latest)
  const raw = (patch: StoredPatch): string => {
    const name = `${patch.prefix}.diff`
    const why = whyNoPatchFile(patch)
    if (why !== null) return `no ${esc(name)}: ${why}`
    return context.offers(name) ? link(context.href(`/cases/${record.slug}/${name}`), esc(name)) : ''
  }
  const interdiffs = thread.interdiffs.map(({ fromVersion, toVersion }) =>
    link(`#interdiff-v${fromVersion}..v${toVersion}`, `v${fromVersion}..v${toVersion}`),
  )
  return renderSection('diff', 'Diff', {
    note: patchNote(latest),
    tools: [...interdiffs, raw(latest)],
    body: markup(
      renderDiff(latest.files, frameOf(latest, record, thread)),
      renderUnplaced(unplaced, thread),
      renderInterdiffs(record, thread),
      renderOlder(others, record, thread),
    ),
  })
}
