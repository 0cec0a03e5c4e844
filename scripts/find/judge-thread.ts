/** The thread that judges: loads the stages once, then answers each mail that comes, in order. */
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Question } from './judging.ts'

if (typeof workerData === 'string') enableCompileCache(path.dirname(workerData)) // node adds its version's folder
const loading = import('./build-candidate.ts')
let last: Promise<void> = Promise.resolve()

async function answer({ bytes, source, key, isClone }: Question): Promise<void> {
  const { buildCandidates } = await loading
  const { found, problems } = await buildCandidates(bytes, source, key, isClone)
  const reply: Answer = { found, problems: problems.filter((problem) => problem.severity === 'error') }
  parentPort?.postMessage(reply)
}

parentPort?.on('message', (question: Question) => {
  last = last.then(() => answer(question))
})
