import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A pipe for the output of a process: its writing end, to be handed to it and then destroyed here, and what comes. */
export type BlockPipe = { writer: net.Socket; read: () => AsyncGenerator<Buffer>; close: () => void }

const blockBytes = 1 << 18
/** A read of fewer bytes has emptied the pipe. */
const fewBytes = 1 << 16
/** Long enough for git to fill half of what the system keeps for the pipe. */
const restMs = 1

/**
 * A pipe that is read in large blocks: git writes two pieces for each object, and reading each as it comes wakes the
 * reader 20,000 times where 1,500 blocks hold the same. After a small block the reader rests for a millisecond. A block
 * is good until the next is asked for. Null where the system gives no such pipe.
 */
export async function openBlockPipe(): Promise<BlockPipe | null> {
  if (process.platform === 'win32') return null
  const folder = mkdtempSync(path.join(tmpdir(), 'casebook-pipe-'))
  try {
    return await connect(path.join(folder, 'p'))
  } catch (cause) {
    // A temporary folder whose path is too long for a socket, or a file system without: a plain pipe does as well.
    if (cause instanceof Error) return null
    throw cause
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function connect(name: string): Promise<BlockPipe> {
  const server = net.createServer({ pauseOnConnect: true })
  try {
    const writer = new Promise<net.Socket>((resolve, reject) => {
      server.once('connection', resolve)
      server.once('error', reject)
    })
    const listening = new Promise<void>((resolve) => {
      server.listen(name, resolve)
    })
    await Promise.race([listening, writer])
    const reader = new BlockReader(name)
    return {
      writer: await Promise.race([writer, reader.failed]),
      read: () => reader.read(),
      close: () => reader.close(),
    }
  } finally {
    server.close()
  }
}

/** The reading end: one buffer that is kept, reading stopped after each block. */
class BlockReader {
  readonly failed: Promise<never>
  private readonly buffer = Buffer.allocUnsafe(blockBytes)
  private readonly socket: net.Socket
  private filled = 0
  private isOver = false
  private fault: Error | null = null
  private wake: () => void = () => undefined

  constructor(name: string) {
    const callback = (count: number): boolean => {
      this.filled = count
      this.wake()
      return false
    }
    this.socket = net.connect({ path: name, onread: { buffer: this.buffer, callback } })
    this.socket.pause()
    const over = (): void => {
      this.isOver = true
      this.wake()
    }
    this.socket.on('end', over).on('close', over)
    this.failed = new Promise((_resolve, reject) => {
      this.socket.on('error', (error) => {
        this.fault = error
        reject(error)
        over()
      })
    })
    this.failed.catch(() => undefined) // told by `read` where nobody waits for it any more
  }

  async *read(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          this.wake = resolve
        })
        this.socket.resume()
        if (!this.isOver) await woken
        if (this.fault !== null) throw this.fault
        const count = this.filled
        this.filled = 0
        if (count > 0) yield this.buffer.subarray(0, count)
        else if (this.isOver) return
        if (count < fewBytes) await sleep(restMs)
      }
    } finally {
      this.close()
    }
  }

  close(): void {
    this.socket.destroy()
  }
}
