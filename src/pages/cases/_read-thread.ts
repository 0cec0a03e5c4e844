import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ThreadFile, threadFileSchema } from '../../model/thread-file.ts'

/** The thread of a case, read where its page is built and never kept; null where there is none. */
export function readThread(slug: string): ThreadFile | null {
  const file = path.join(process.env['CASEBOOK_CONTENT'] ?? 'content', 'cases', slug, 'thread.json')
  if (!existsSync(file)) return null
  const parsed = threadFileSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}; run npm run import to make it again`)
}
