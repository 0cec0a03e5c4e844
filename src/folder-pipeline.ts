/**
 * Joins the files of a case's folder to the record that pages show. A build reads every case and no mail: what reads
 * mail stands in `pipeline.ts`, and is not loaded for this.
 */
import type { z } from 'zod'
import { applyAliases } from './case/apply-aliases.ts'
import { applyOverrides } from './case/apply-overrides.ts'
import type { KnownNames } from './case/catalogue-case.ts'
import { buildSchemaProblems } from './case/content-problem.ts'
import { hideFrontAddresses, hideRecordAddresses } from './case/hide-addresses.ts'
import { mergeFacts } from './case/merge-facts.ts'
import { renewEvidence } from './extract/evidence.ts'
import { type CaseRecord, caseSchema } from './model/case.ts'
import { type FactsFile, factsFileSchema } from './model/facts-file.ts'
import { type FrontMatter, frontMatterSchema } from './model/front-matter.ts'
import type { Problem, Result } from './model/problem.ts'

/** The parsed files of a case's folder; a file that is not there is undefined. */
export type CaseFolder = { slug: string; caseJson?: unknown; factsJson?: unknown; frontMatter?: unknown }
export type LoadedCase = { record: CaseRecord; frontMatter: FrontMatter }

/**
 * The record that pages show: `case.json`, `facts.json` and a person's front matter joined by precedence, evidence
 * worked out anew. Null with problems where a file breaks its schema or the folder holds no facts.
 */
export function loadCase(folder: CaseFolder, known: KnownNames): Result<LoadedCase | null> {
  const problems: Problem[] = []
  const read = <T extends z.ZodType>(schema: T, value: unknown, file: string, whatToDo: string): z.infer<T> | null => {
    if (value === undefined) return null
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    problems.push(...buildSchemaProblems(parsed.error, `${folder.slug}/${file}`, whatToDo))
    return null
  }
  const record = read(caseSchema, folder.caseJson, 'case.json', 'run npm run import to make it again')
  const facts = read(factsFileSchema, folder.factsJson, 'facts.json', 'import its catalogue line again')
  const front = read(
    frontMatterSchema,
    folder.frontMatter,
    'index.mdx',
    'mend the front matter; the README lists its keys',
  )
  if (problems.length > 0) return { value: null, problems }
  return joinCase(folder.slug, record, facts, front, known)
}

/** The same from parts that are read already. */
export function joinCase(
  slug: string,
  record: CaseRecord | null,
  facts: FactsFile | null,
  front: FrontMatter | null,
  known: KnownNames,
): Result<LoadedCase | null> {
  const merged = mergeFacts(record, facts, slug, known)
  if (!merged.value) return { value: null, problems: [emptyFolder(slug)] }
  const page = front ?? frontMatterSchema.parse({ title: merged.value.title })
  // A catalogue line that joined this case had a slug of its own: it leads here.
  const joined = facts && facts.facts.slug !== slug ? [facts.facts.slug] : []
  const frontMatter = { ...page, aliases: [...new Set([...page.aliases, ...joined])] }
  const overridden = applyOverrides(applyAliases(merged.value, known.aliases), frontMatter)
  const value = { ...overridden.value, evidence: renewEvidence(overridden.value), digest: null }
  return {
    value: { record: hideRecordAddresses(value), frontMatter: hideFrontAddresses(frontMatter, value) },
    problems: [...merged.problems, ...overridden.problems],
  }
}

function emptyFolder(slug: string): Problem {
  return {
    code: 'bad-content-file',
    severity: 'error',
    where: slug,
    message: 'expected case.json or facts.json, found neither',
    whatToDo: 'run npm run import, or put a mail in mail/ first',
  }
}
