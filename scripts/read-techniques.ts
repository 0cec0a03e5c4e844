import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { type Technique, techniques } from '../src/model/names.ts'
import { type ContentProblem, findSchemaProblems } from './content-problem.ts'
import { splitFrontMatter } from './front-matter.ts'

const schema = z.strictObject({
  /** The technique's name as a heading. */
  title: z.string().min(1).max(100),
  /** One sentence for lists. */
  says: z.string().min(1).max(300),
})
export type TechniqueText = { name: Technique; title: string; says: string; body: string }

/** Reads `techniques/<name>.mdx`: what each technique is, written by hand. A name outside the closed list is a problem. */
export function readTechniques(contentDir: string): { value: TechniqueText[]; problems: ContentProblem[] } {
  const dir = path.join(contentDir, 'techniques')
  const value: TechniqueText[] = []
  const problems: ContentProblem[] = []
  for (const fileName of existsSync(dir) ? readdirSync(dir).sort() : []) {
    if (fileName === 'sketches.json') continue // the diagrams of the guides, see model/sketch.ts
    const file = path.join(dir, fileName)
    const name = techniques.find((technique) => `${technique}.mdx` === fileName)
    if (!name) {
      const message = `expected <technique>.mdx with one of ${techniques.join(', ')}`
      problems.push({ file, key: '', message, whatToDo: 'rename the file, or append the technique to the model' })
      continue
    }
    const { yaml, body } = splitFrontMatter(readFileSync(file, 'utf8'))
    const parsed = schema.safeParse(parse(yaml))
    if (parsed.success) value.push({ name, ...parsed.data, body: body.trim() })
    else problems.push(...findSchemaProblems(file, parsed.error, 'a technique page has `title` and `says`'))
  }
  return { value, problems }
}
