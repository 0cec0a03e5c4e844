/** The thread that judges: loads the stages once, then answers each parcel of mails that comes, in order. */
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Question } from './judging.ts'

if (typeof workerData === 'string') enableCompileCache(path.dirname(workerData)) // node adds its version's folder
const loading = import('./build-candidate.ts')
let last: Promise<void> = Promise.resolve()

async function answer(parcel: readonly Question[]): Promise<void> {
  const { buildCandidates } = await loading
  const reply: Answer = { found: [], problems: [] }
  for (const { bytes, source, key, isClone } of parcel) {
    const { found, problems } = await buildCandidates(bytes, source, key, isClone)
    reply.found.push(...found)
    reply.problems.push(...problems.filter((problem) => problem.severity === 'error'))
  }
  parentPort?.postMessage(reply)
}

parentPort?.on('message', (parcel: readonly Question[]) => {
  last = last.then(() => answer(parcel))
})
