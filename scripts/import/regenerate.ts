import path from 'node:path'
import type { KnownNames } from '../../src/case/catalogue-case.ts'
import type { Problem } from '../../src/model/problem.ts'
import { type Effects, recoverFolder } from '../effects.ts'
import { listCases } from './content-folder.ts'
import { buildFailure } from './import-mail.ts'
import { type Written, writeCase } from './write-case.ts'

/** What a run that was cut short left behind is finished or thrown away, in every case folder. */
export function recoverContent(effects: Effects, content: string): void {
  const folder = path.join(content, 'cases')
  for (const name of effects.list(folder))
    if (name.startsWith('.new-')) effects.remove(path.join(folder, name))
    else if (effects.isFolder(path.join(folder, name))) recoverFolder(effects, path.join(folder, name))
}

/** Every case of the content folder (or of one shard of it) again, from its own mail and result files. */
export async function regenerate(
  effects: Effects,
  content: string,
  shard: { index: number; count: number } | null,
  known: KnownNames,
): Promise<{ written: Written[]; problems: Problem[] }> {
  const written: Written[] = []
  const problems: Problem[] = []
  const slugs = listCases(effects, content).filter((_, at) => !shard || at % shard.count === shard.index - 1)
  for (const slug of slugs)
    try {
      written.push(await writeCase(effects, content, slug, new Map(), known))
    } catch (error) {
      problems.push(buildFailure(slug, error))
    }
  return { written, problems }
}
