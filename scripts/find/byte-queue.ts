const firstBytes = 1 << 20

/**
 * Bytes that come in pieces and are taken from the front, in one buffer that is kept: no allocation and one copy a
 * piece. A view is good until the next push.
 */
export class ByteQueue {
  /** Bytes that have to be there before it is worth looking again; the taker's note. */
  wanted = 0
  private buffer = Buffer.allocUnsafe(firstBytes)
  private start = 0
  private end = 0

  get length(): number {
    return this.end - this.start
  }

  push(piece: Buffer): void {
    if (this.end + piece.length > this.buffer.length) this.makeRoom(piece.length)
    piece.copy(this.buffer, this.end)
    this.end += piece.length
  }

  view(): Buffer {
    return this.buffer.subarray(this.start, this.end)
  }

  /** Takes bytes off the front; what a view shows of them stays until the next push. */
  take(count: number): void {
    this.start += count
  }

  private makeRoom(more: number): void {
    const held = this.length
    let size = this.buffer.length
    for (; size < held + more; size *= 2);
    const target = size > this.buffer.length ? Buffer.allocUnsafe(size) : this.buffer
    this.buffer.copy(target, 0, this.start, this.end)
    this.buffer = target
    this.start = 0
    this.end = held
  }
}
