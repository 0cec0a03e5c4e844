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
export type TechniqueText = { name: Technique; title: string; says: string; body: string; file: string }

/** Reads `techniques/<name>.mdx`: what each technique is, written by hand. A name outside the closed list is a problem. */
export function readTechniques(contentDir: string): { value: TechniqueText[]; problems: ContentProblem[] } {
  const dir = path.join(contentDir, 'techniques')
  const value: TechniqueText[] = []
  const problems: ContentProblem[] = []
  const files = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.mdx')) : []
  for (const fileName of files.sort()) {
    const file = path.join(dir, fileName)
    const name = techniques.find((technique) => `${technique}.mdx` === fileName)
    if (!name) {
      const message = `expected <technique>.mdx with one of ${techniques.join(', ')}`
      problems.push({ file, key: '', message, whatToDo: 'rename the file, or append the technique to the model' })
      continue
    }
    const read = parseTextFile(file, readFileSync(file, 'utf8'), schema, 'a technique page has `title` and `says`')
    problems.push(...read.problems)
    if (read.value) value.push({ name, ...read.value.frontMatter, body: read.value.body, file })
  }
  return { value, problems }
}
