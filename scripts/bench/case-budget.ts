import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** What a case page may weigh with all it loads, in bytes as sent, beside its thread. */
export const CASE_BYTES = 60_000
/** Each line of a thread stands on its page with an anchor of its own: what a gzipped thread may cost. */
const PER_THREAD_BYTE = 1.3

/** The budget of a case's page: the fixed part, and a share of its own gzipped thread. */
export function caseBudget(contentDir: string, slug: string): number {
  const thread = path.join(contentDir, 'cases', slug, 'thread.json')
  const own = existsSync(thread) ? gzipSync(readFileSync(thread), { level: 9 }).length : 0
  return CASE_BYTES + PER_THREAD_BYTE * own
}
