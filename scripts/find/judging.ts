import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Problem } from '../../src/model/problem.ts'
import type { Found } from './build-candidate.ts'

/** A mail to be judged, and what the thread that judges says of it. */
export type Question = { bytes: Uint8Array<ArrayBuffer>; source: string; key: string; isClone: boolean }
export type Answer = { found: Found[]; problems: Problem[] }

/** Mails sent and not yet answered: more wait in the source. */
const mostWaiting = 400
const mostWaitingBytes = 4_000_000
/** As small as the main thread's: what a mail leaves behind is short-lived. */
const youngMb = 12

/**
 * Judges mails on a thread of its own, in the order they come, while the source is read on: git's pipe holds two
 * milliseconds of its work, a judgement takes as long, and each would wait for the other.
 */
export class Judging {
  readonly found: Found[] = []
  readonly problems: Problem[] = []
  private readonly worker: Worker
  private readonly sizes: number[] = [] // of what waits, in order
  private waitingBytes = 0
  private fault: Error | null = null
  private wake: (() => void) | null = null

  constructor() {
    this.worker = new Worker(new URL('./judge-thread.ts', import.meta.url), {
      workerData: getCompileCacheDir() ?? null,
      resourceLimits: { maxYoungGenerationSizeMb: youngMb },
    })
    this.worker.on('message', (answer: Answer) => {
      this.found.push(...answer.found)
      this.problems.push(...answer.problems)
      this.waitingBytes -= this.sizes.shift() ?? 0
      this.wake?.()
    })
    this.worker.on('error', (error) => {
      this.fault = error instanceof Error ? error : new Error(String(error))
      this.wake?.()
    })
  }

  /** Takes a copy of a mail; waits where too many do already. */
  async add(bytes: Uint8Array, source: string, key: string, isClone: boolean): Promise<void> {
    await this.settle(mostWaiting, mostWaitingBytes)
    const question: Question = { bytes: new Uint8Array(bytes), source, key, isClone }
    this.sizes.push(bytes.length)
    this.waitingBytes += bytes.length
    this.worker.postMessage(question, [question.bytes.buffer])
  }

  /** Resolves when no more than that many mails wait: by default when all are answered. */
  async settle(mails = 0, bytes = 0): Promise<void> {
    while (this.fault === null && (this.sizes.length > mails || this.waitingBytes > bytes))
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    if (this.fault !== null) throw this.fault
  }

  async end(): Promise<void> {
    await this.worker.terminate()
  }
}
