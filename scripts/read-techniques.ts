import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type Technique, techniques } from '../src/model/names.ts'
import type { ContentProblem } from './content-problem.ts'
import { parseTextFile } from './front-matter.ts'

const schema = z.strictObject({
  /** The technique's name as a heading. */
  title: z.string().min(1).max(100),
  /** One sentence for lists. */
  says: z.string().min(1).max(300),
})
export type GuideText<Name extends string = string> = {
  name: Name
  title: string
  says: string
  body: string
  file: string
}
export type TechniqueText = GuideText<Technique>

/** Pages of text beside the techniques, each with a page of its own in src/pages. */
export const pageNames = ['primer', 'how-to-read'] as const

/** Reads `<folder>/<name>.mdx` written by hand. A name outside the closed list is a problem. */
function readTexts<Name extends string>(
  dir: string,
  names: readonly Name[],
  whatToDo: string,
): { value: GuideText<Name>[]; problems: ContentProblem[] } {
  const value: GuideText<Name>[] = []
  const problems: ContentProblem[] = []
  for (const fileName of existsSync(dir) ? readdirSync(dir).sort() : []) {
    if (fileName === 'sketches.json') continue // the diagrams of the guides, see model/sketch.ts
    const file = path.join(dir, fileName)
    const name = names.find((one) => `${one}.mdx` === fileName)
    if (!name) {
      problems.push({ file, key: '', message: `expected <name>.mdx with one of ${names.join(', ')}`, whatToDo })
      continue
    }
    const read = parseTextFile(file, readFileSync(file, 'utf8'), schema, 'a technique page has `title` and `says`')
    problems.push(...read.problems)
    if (read.value) value.push({ name, ...read.value.frontMatter, body: read.value.body, file })
  }
  return { value, problems }
}

/** Reads `techniques/<name>.mdx`: what each technique is. */
export function readTechniques(contentDir: string): { value: TechniqueText[]; problems: ContentProblem[] } {
  const dir = path.join(contentDir, 'techniques')
  return readTexts(dir, techniques, 'rename the file, or append the technique to the model')
}

/** Reads `pages/<name>.mdx`: the primer and how to read the site. */
export function readPages(contentDir: string): { value: GuideText[]; problems: ContentProblem[] } {
  return readTexts(path.join(contentDir, 'pages'), pageNames, 'rename the file, or give it a page in src/pages')
}
