import type { CaseRecord } from '../model/case.ts'
import type { Project } from '../model/project.ts'
import type { ThreadFile } from '../model/thread-file.ts'
import type { CaseContext } from './case-context.ts'
import { commitMarkup } from './commit-link.ts'
import { formatDate } from './format-number.ts'
import { code, el, esc, link } from './markup.ts'
import { renderPairs, renderSection } from './section.ts'
import { renderStatedOrigin } from './source-link.ts'

/** The archive of a project's list where it can be asked by subject, as public-inbox can; null elsewhere. */
function archiveOf(project: Project | null): string | null {
  const url = project?.messageUrl
  return url?.endsWith('/{id}/') ? url.slice(0, -'{id}/'.length) : null
}

/** Where the mail can be read: by its id, else by its subject in the archive of the project's list. */
export function archiveLink(record: CaseRecord, project: Project | null): { href: string; label: string } | null {
  const archive = archiveOf(project)
  if (archive === null) return null
  const id = record.postings.at(-1)
  const host = new URL(archive).host
  if (id?.includes('@')) return { href: `${archive}${encodeURIComponent(id)}/`, label: `the mail at ${host}` }
  const subject = record.title.replace(/["\\]/g, ' ')
  return { href: `${archive}?q=${encodeURIComponent(`s:"${subject}"`)}`, label: `its subject at ${host}` }
}

const sureness = { high: 'sure', medium: 'fairly sure', low: 'unsure' } as const

/** The command that brings what is missing. */
function missingWords(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  const { project } = context
  if (thread !== null) return ''
  const id = record.postings.at(-1)
  const clone = `${code('npm run import -- git:<clone> --known')} brings the diff from a clone of ${esc(project?.name ?? 'the project')}`
  const mail = id?.includes('@')
    ? `, ${code(`npm run import -- lore:${id}`)} its thread`
    : `, ${code('npm run import -- lore:<Message-ID>')} the thread of a mail`
  const report = `Without a clone: ${link(`${context.href('/about/')}#corrections`, 'tell us what is missing')}.`
  return `Missing here: the diff and the discussion; ${clone}${archiveOf(project) === null ? '' : mail}. ${report}`
}

/** A long list of names, folded from a dozen on. */
const more = (list: readonly string[]): string => {
  const names = list.map(code).join(', ')
  return list.length > 12 ? el('details', {}, el('summary', {}, `${list.length} names`), names) : names
}
const sameDay = (a: string | undefined, b: string | undefined): boolean => a?.slice(0, 10) === b?.slice(0, 10)

/** What was read where, how sure the reading is, every file and struct, and what is missing with the command for it. */
export function renderSourcesSection(record: CaseRecord, thread: ThreadFile | null, context: CaseContext): string {
  if (record.confidence === null && thread !== null) return ''
  const { project } = context
  const dates = (['authored', 'posted', 'committed'] as const).flatMap((name) => {
    const fact = record[name]
    const isTold = name !== 'authored' && sameDay(fact?.value, record.authored?.value)
    return fact && !isTold ? [`${name} ${esc(formatDate(fact.value))} ${renderStatedOrigin(fact, thread)}`] : []
  })
  const archive = archiveLink(record, project)
  const places = [
    record.commit ? `commit ${commitMarkup(record.commit.sha, context)}` : '',
    archive ? link(archive.href, esc(archive.label)) : '',
  ].filter((part) => part !== '')
  const reading = record.confidence
    ? `read by hand from the commit or mail, ${sureness[record.confidence]} (confidence ${record.confidence})`
    : ''
  const missing = missingWords(record, thread, context)
  return renderSection('sources', 'Sources', {
    body:
      renderPairs('lineage', [
        ['Reading', reading],
        ['Note', record.note === null ? '' : esc(record.note)],
        ['Dates', dates.join(', ')],
        ['Elsewhere', places.join(', ')],
        [record.structs.length === 1 ? 'Struct' : 'Structs', record.structs.length > 4 ? more(record.structs) : ''],
        [record.files.length === 1 ? 'File' : 'Files', record.files.length > 4 ? more(record.files) : ''],
      ]) + (missing === '' ? '' : el('p', { class: 'caption missing' }, missing)),
  })
}
