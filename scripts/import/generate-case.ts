import type { KnownNames } from '../../src/case/catalogue-case.ts'
import { judgeVerdict } from '../../src/case/verdict.ts'
import { buildEvidence } from '../../src/extract/evidence.ts'
import { parseResultFile } from '../../src/extract/result-file.ts'
import type { CaseRecord } from '../../src/model/case.ts'
import type { Problem } from '../../src/model/problem.ts'
import type { PatchHistory } from '../../src/model/series.ts'
import { buildCaseFiles, gather, type InputFile } from '../../src/pipeline.ts'
import { formatCase, formatThread } from './case-text.ts'
import type { CaseOnDisk } from './content-folder.ts'
import { buildIdentity, pickHistory } from './pick-history.ts'

export type Generated = {
  files: Map<string, string>
  title: string | null
  summary: string | null
  problems: Problem[]
}

/**
 * `case.json` and `thread.json` of a case, from the bytes of its mail and result files alone. No mail: no files.
 * Problems are those of the record and of reading.
 */
export async function generateCase(
  found: Pick<CaseOnDisk, 'slug' | 'record' | 'facts' | 'front'>,
  mail: readonly InputFile[],
  results: readonly InputFile[],
  known: KnownNames,
): Promise<Generated> {
  const files = new Map<string, string>()
  if (mail.length === 0 && results.length === 0) return { files, title: null, summary: null, problems: [] }
  const gathered = await gather(mail)
  const problems = [...gathered.problems]
  const identity = buildIdentity(found.slug, found.record, found.facts, found.front?.title ?? null)
  const history = pickHistory(gathered.value.histories, identity)
  if (!history) {
    problems.push(buildNoPatch(found.slug, gathered.value.messages.length))
    return { files, title: null, summary: null, problems }
  }
  const built = buildCaseFiles(history, gathered.value.threads, found.slug, known)
  const about = gathered.problems.filter((problem) => isAbout(problem, history))
  const measured = results.map((file) => parseResultFile(file.bytes, file.file))
  const benchmarks = measured.flatMap((result) => result.value.map((row) => ({ ...row, verdict: judgeVerdict(row) })))
  const record = {
    ...built.value.record,
    benchmarks: [...built.value.record.benchmarks, ...benchmarks],
    problems: [...about, ...built.problems, ...measured.flatMap((result) => result.problems)],
  }
  files.set('case.json', formatCase({ ...record, evidence: buildEvidence(record) }))
  files.set('thread.json', formatThread(built.value.thread))
  return { files, title: record.title, summary: describe(record), problems: [...record.problems] }
}

/** A problem of reading belongs to a case unless it names a message of another one. */
function isAbout(problem: Problem, history: PatchHistory): boolean {
  const named = [...problem.where.matchAll(/<([^<>\s]{1,998})>/g)].map((match) => match[1] ?? '')
  return named.length === 0 || named.some((id) => history.messages.some((entry) => entry.message.id === id))
}

function buildNoPatch(slug: string, count: number): Problem {
  return {
    code: 'not-understood',
    severity: 'error',
    where: `${slug}/mail`,
    message: `expected a patch, a reply that quotes one or a bot's announcement, found none in ${count} messages`,
    whatToDo: 'put the whole thread in mail/, with its line breaks',
  }
}

/** Plain prose for a new `index.mdx`, of facts alone; a person replaces it. */
function describe(record: CaseRecord): string {
  const some = (list: string[]): string => `${list.slice(0, 3).join(', ')}${list.length > 3 ? ' and others' : ''}`
  const who = record.author ? ` by ${record.author.name}` : ''
  const where = record.files.length > 0 ? ` to ${some(record.files)}` : ''
  const what = record.structs.length > 0 ? `, about ${some(record.structs)}` : ''
  const how = record.technique.value === 'other' ? '' : ` Technique: ${record.technique.value.replaceAll('-', ' ')}.`
  return `A patch${who}${where}${what}.${how}`
}
