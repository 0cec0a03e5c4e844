import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Problem } from '../../src/model/problem.ts'
import type { Found } from './build-candidate.ts'

/** A mail to be judged. */
export type Question = { bytes: Uint8Array<ArrayBuffer>; source: string; key: string; isClone: boolean }
/** What the thread that judges says of a parcel of mails. */
export type Answer = { found: Found[]; problems: Problem[] }

/** Mails sent and not yet answered: more wait in the source. */
const mostWaiting = 400
const mostWaitingBytes = 4_000_000
/** Mails of one parcel: each parcel wakes the other thread, which takes the core from who sends. */
const parcelMails = 8
const parcelBytes = 100_000
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
  private readonly sent: { mails: number; bytes: number }[] = [] // parcels that wait, in order
  private parcel: Question[] = []
  private ownBytes = 0 // of the parcel
  private waiting = 0
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
      const { mails, bytes } = this.sent.shift() ?? { mails: 0, bytes: 0 }
      this.waiting -= mails
      this.waitingBytes -= bytes
      this.wake?.()
    })
    this.worker.on('error', (error) => {
      this.fault = error instanceof Error ? error : new Error(String(error))
      this.wake?.()
    })
  }

  /** Takes a copy of a mail; waits where too many do already. */
  async add(bytes: Uint8Array, source: string, key: string, isClone: boolean): Promise<void> {
    if (this.waiting >= mostWaiting || this.waitingBytes > mostWaitingBytes)
      await this.wait(mostWaiting - 1, mostWaitingBytes)
    this.parcel.push({ bytes: new Uint8Array(bytes), source, key, isClone })
    this.ownBytes += bytes.length
    if (this.parcel.length >= parcelMails || this.ownBytes > parcelBytes) this.send()
  }

  private send(): void {
    const { parcel, ownBytes } = this
    if (parcel.length === 0) return
    this.sent.push({ mails: parcel.length, bytes: ownBytes })
    this.waiting += parcel.length
    this.waitingBytes += ownBytes
    this.parcel = []
    this.ownBytes = 0
    this.worker.postMessage(
      parcel,
      parcel.map(({ bytes }) => bytes.buffer),
    )
  }

  /** Resolves when all mails are answered. */
  async settle(): Promise<void> {
    this.send()
    await this.wait(0, 0)
  }

  /** Resolves when no more than that many mails and bytes wait. */
  private async wait(mails: number, bytes: number): Promise<void> {
    while (this.fault === null && (this.waiting > mails || this.waitingBytes > bytes))
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    if (this.fault !== null) throw this.fault
  }

  async end(): Promise<void> {
    await this.worker.terminate()
  }
}
