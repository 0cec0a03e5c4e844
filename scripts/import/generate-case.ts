import type { KnownNames } from '../../src/case/catalogue-case.ts'
import { hideRecordAddresses } from '../../src/case/hide-addresses.ts'
import { buildMeasuredCase } from '../../src/case/measured-case.ts'
import { judgeVerdict } from '../../src/case/verdict.ts'
import { renewEvidence } from '../../src/extract/evidence.ts'
import { readResultSets } from '../../src/extract/result-sets.ts'
import type { CaseRecord } from '../../src/model/case.ts'
import type { Problem } from '../../src/model/problem.ts'
import type { PatchHistory } from '../../src/model/series.ts'
import { buildCaseFiles, type InputFile } from '../../src/pipeline.ts'
import { formatCase, formatThread } from './case-text.ts'
import type { CaseOnDisk } from './content-folder.ts'
import { gatherCase } from './gather-case.ts'
import { buildIdentity, type CaseIdentity, findKnownPatches, pickHistory } from './pick-history.ts'
import { parseSets } from './read-sets.ts'

export type Generated = {
  files: Map<string, string>
  title: string | null
  summary: string | null
  problems: Problem[]
}

/**
 * `case.json` and `thread.json` of a case, from the bytes of its mail and result files alone. No mail: `case.json` of
 * the results. Problems are those of the record and of reading. `patch`: the one of its mail that a new case is about.
 */
export async function generateCase(
  found: Pick<CaseOnDisk, 'slug' | 'record' | 'facts' | 'front'>,
  mail: readonly InputFile[],
  results: readonly InputFile[],
  known: KnownNames,
  newTitle: string | null = null,
  patch: PatchHistory | null = null,
): Promise<Generated> {
  const files = new Map<string, string>()
  if (mail.length === 0 && results.length === 0) return { files, title: null, summary: null, problems: [] }
  if (mail.length === 0) return generateMeasured(found, results, newTitle)
  const { gathered, naming } = await gatherCase(found.slug, mail, findKnownPatches(found))
  const problems = naming(gathered.problems)
  const identity = buildIdentity(found.slug, found.record, found.facts, found.front?.title ?? null)
  if (found.record === null && patch !== null) aimAt(identity, patch)
  const history = pickHistory(gathered.value.histories, identity)
  if (!history) {
    problems.push(buildNoPatch(found.slug, gathered.value.messages.length))
    return { files, title: null, summary: null, problems }
  }
  const built = buildCaseFiles(history, gathered.value.threads, found.slug, known)
  const about = gathered.problems.filter((problem) => isAbout(problem, history))
  const record = addMeasurements(
    { ...built.value.record, problems: naming([...about, ...built.problems]) },
    results,
    `${found.slug}/results/sets.json`,
  )
  files.set('case.json', formatCase(hideRecordAddresses({ ...record, evidence: renewEvidence(record) })))
  files.set('thread.json', formatThread(built.value.thread))
  return { files, title: record.title, summary: describe(record), problems: [...record.problems] }
}

/** A new case is about the patch it was made for: others of its series may have the same first words. */
function aimAt(identity: CaseIdentity, patch: PatchHistory): void {
  identity.messageIds.push(...patch.versions.map(({ messageId }) => messageId))
  identity.titles.push({ title: patch.title, author: patch.author === '' ? null : patch.author })
}

/** A case of result files alone, by the title its page or its facts give. */
function generateMeasured(
  found: Pick<CaseOnDisk, 'slug' | 'facts' | 'front'>,
  results: readonly InputFile[],
  newTitle: string | null,
): Generated {
  const title = found.front?.title ?? found.facts?.facts.title ?? newTitle ?? found.slug
  const record = addMeasurements(buildMeasuredCase(found.slug, title), results, `${found.slug}/results/sets.json`)
  const files = new Map([
    ['case.json', formatCase(hideRecordAddresses({ ...record, evidence: renewEvidence(record) }))],
  ])
  return { files, title, summary: title, problems: [...record.problems] }
}

/** What the files of `results/` hold, added to a record; a layout that they state stands in place of the mail's. */
function addMeasurements(record: CaseRecord, results: readonly InputFile[], setsFile: string): CaseRecord {
  const problems: Problem[] = []
  const sets = results.find(({ file }) => file === setsFile)
  const inputs = results.filter((file) => file !== sets)
  const read = readResultSets(inputs, sets ? parseSets(sets.bytes, setsFile, problems) : [])
  const { benchmarks, layouts, c2c, c2cLines, machines, kernels } = read.value
  const [kernel] = kernels
  const structs = layouts.map((layout) => layout.struct)
  return {
    ...record,
    structs: [...new Set([...record.structs, ...structs])],
    benchmarks: [...record.benchmarks, ...benchmarks.map((row) => ({ ...row, verdict: judgeVerdict(row) }))],
    layouts: [...record.layouts.filter(({ struct }) => !structs.includes(struct)), ...layouts],
    kernel: record.kernel ?? (kernel === undefined ? null : { value: kernel, from: 'editor' }),
    c2c: [...record.c2c, ...c2c],
    c2cLines: [...record.c2cLines, ...c2cLines],
    machines: [
      ...record.machines,
      ...[...new Set(machines)].map((text) => ({
        text,
        cpus: null,
        sockets: null,
        from: 'editor' as const,
        sources: [],
      })),
    ],
    problems: [...record.problems, ...problems, ...read.problems],
  }
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
