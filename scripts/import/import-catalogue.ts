import path from 'node:path'
import type { KnownNames } from '../../src/case/catalogue-case.ts'
import { findProjectId } from '../../src/case/catalogue-case.ts'
import { buildSchemaProblems } from '../../src/case/content-problem.ts'
import { type CatalogueLine, catalogueLineSchema } from '../../src/model/facts-file.ts'
import type { Problem } from '../../src/model/problem.ts'
import type { Effects } from '../effects.ts'
import { listCases, readCase } from './content-folder.ts'
import { buildFailure } from './import-mail.ts'
import { buildIdentity, type CaseIdentity, isSameSha, isSameTitle } from './pick-history.ts'
import { type Written, writeCase } from './write-case.ts'

/**
 * A catalogue, one JSON object a line: `facts.json` per line, and once `index.mdx`. A line joins an existing case by
 * slug, commit or Message-ID, or by title and author without a contradicting id; a bad line is named by slug and
 * field and the rest go on.
 */
export async function importCatalogue(
  effects: Effects,
  content: string,
  name: string,
  bytes: Uint8Array,
  known: KnownNames,
) {
  const problems: Problem[] = []
  const written: Written[] = []
  const identities = listCases(effects, content).map((slug) => {
    const found = readCase(effects, content, slug)
    return buildIdentity(slug, found.record, found.facts, found.front?.title ?? null)
  })
  const seen = new Map<string, number>()
  for (const [index, text] of new TextDecoder().decode(bytes).split('\n').entries()) {
    if (text.trim() === '') continue
    const where = `${name}:${index + 1}`
    const line = parseLine(text, where, known, problems)
    if (!line) continue
    const twin = seen.get(line.slug)
    if (twin !== undefined) {
      problems.push(
        bad(
          `${where} ${line.slug}`,
          `field slug: expected one line for it, found another at line ${twin}`,
          'give one of them another slug',
        ),
      )
      continue
    }
    seen.set(line.slug, index + 1)
    const slug = findJoin(line, identities) ?? line.slug
    const aliases = slug === line.slug ? [] : [line.slug]
    const facts = `${JSON.stringify({ schema: 1, readFrom: 'catalogue', facts: line }, null, 1)}\n`
    const page = { title: line.title, summary: line.summary, aliases }
    try {
      written.push(
        await writeCase(
          effects,
          content,
          slug,
          new Map([['facts.json', new TextEncoder().encode(facts)]]),
          known,
          page,
        ),
      )
    } catch (error) {
      problems.push(buildFailure(path.join(slug), error))
    }
  }
  return { written, problems }
}

const bad = (where: string, message: string, whatToDo: string): Problem => ({
  code: 'bad-catalogue-line',
  severity: 'error',
  where,
  message,
  whatToDo,
})

function parseLine(text: string, where: string, known: KnownNames, problems: Problem[]): CatalogueLine | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    problems.push(
      bad(
        where,
        `expected a JSON object, found ${text.slice(0, 60)} (${error instanceof Error ? error.message : ''})`,
        'mend the line',
      ),
    )
    return null
  }
  const slug = typeof value === 'object' && value !== null ? String(Reflect.get(value, 'slug') ?? '') : ''
  const parsed = catalogueLineSchema.safeParse(value)
  if (!parsed.success) {
    problems.push(
      ...buildSchemaProblems(
        parsed.error,
        `${where} ${slug.slice(0, 120)}`,
        'mend the field; the other lines are imported',
        'bad-catalogue-line',
      ),
    )
    return null
  }
  if (findProjectId(parsed.data.project, known.projects) === null) {
    problems.push(
      bad(
        `${where} ${slug}`,
        `field project: expected a name of content/projects.json, found ${parsed.data.project}`,
        'add the project there, or mend the name',
      ),
    )
    return null
  }
  return dropReadingAids(parsed.data)
}

/** Where a reader of the source found a thing ("(hit 123456789)") says nothing to a reader of the case. */
function dropReadingAids(line: CatalogueLine): CatalogueLine {
  const note = line.note?.replace(/ ?\((?:[a-z_]{1,20} )?hit \d{6,20}\)/g, '')
  return note === undefined ? line : { ...line, note }
}

/** The slug of the case that a line tells more of; null where it is a case of its own. */
function findJoin(line: CatalogueLine, identities: readonly CaseIdentity[]): string | null {
  const bySlug = identities.find((identity) => identity.slug === line.slug)
  if (bySlug) return bySlug.slug
  const byId = identities.find(
    (identity) =>
      identity.commits.some((sha) => line.commit !== undefined && isSameSha(sha, line.commit)) ||
      (line.messageId !== undefined && identity.messageIds.includes(line.messageId)),
  )
  if (byId) return byId.slug
  const byTitle = identities.find(
    (identity) =>
      identity.titles.some(
        ({ title, author }) =>
          isSameTitle(title, line.title) &&
          line.author !== undefined &&
          author !== null &&
          isSameTitle(author, line.author),
      ) &&
      !(line.commit !== undefined && identity.commits.length > 0) &&
      !(line.messageId !== undefined && identity.messageIds.some((id) => id.includes('@'))),
  )
  return byTitle?.slug ?? null
}
