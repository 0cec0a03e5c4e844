import { createHash } from 'node:crypto'
import type { Problem, Result } from '../../src/model/problem.ts'
import type { KnownPatch } from '../../src/model/series.ts'
import { type Gathered, gather, type InputFile } from '../../src/pipeline.ts'
import { isSameTitle } from './pick-history.ts'

/** In the place of the slug, in names of files: cases of one series hold the same mail under the same names. */
const anyCase = '@case/'
/** Mails that were read last, by their bytes. A case has the same ones as its neighbour, or others. */
const readBefore = new Map<string, Result<Gathered>>()
const mostKept = 4

/**
 * The mail of a case: threads and histories. Cases that hold the same mail, as the 300 patches of one series do, share
 * what was read: `naming` puts the case's name into the problems of it.
 */
export async function gatherCase(
  slug: string,
  mail: readonly InputFile[],
  known: readonly KnownPatch[],
): Promise<{ gathered: Result<Gathered>; naming: (problems: readonly Problem[]) => Problem[] }> {
  const naming = (problems: readonly Problem[]): Problem[] =>
    problems.map((problem) => ({
      ...problem,
      where: problem.where.replaceAll(anyCase, `${slug}/`),
      message: problem.message.replaceAll(anyCase, `${slug}/`),
    }))
  const files = mail.map(({ file, bytes }) => ({ file: file.replace(`${slug}/`, anyCase), bytes }))
  const alone = await gatherOnce(files, [])
  const needed = known.filter((patch) => isNeeded(patch, alone.value))
  return { gathered: needed.length === 0 ? alone : await gatherOnce(files, needed), naming }
}

/** A patch that is known by no more than a title that a patch here has adds nothing. */
function isNeeded({ title, commits, messageIds }: KnownPatch, { histories }: Gathered): boolean {
  return commits.length > 0 || messageIds.length > 0 || !histories.some((history) => isSameTitle(history.title, title))
}

async function gatherOnce(files: readonly InputFile[], known: readonly KnownPatch[]): Promise<Result<Gathered>> {
  const hash = createHash('sha256').update(JSON.stringify(known))
  for (const { file, bytes } of files) hash.update(`\n${file} ${bytes.length}\n`).update(bytes)
  const key = hash.digest('hex')
  const found = readBefore.get(key) ?? (await gather(files, known))
  readBefore.delete(key)
  readBefore.set(key, found)
  for (const old of [...readBefore.keys()].slice(0, -mostKept)) readBefore.delete(old)
  return found
}
