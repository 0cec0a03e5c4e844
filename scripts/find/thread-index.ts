/** Two 32-bit FNV-1a hashes of an id as one number of 52 bits: ids of an archive stay small in memory. */
export function hashId(id: string): number {
  return hashBytes(Buffer.from(id, 'latin1'), 0, id.length)
}

function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let a = 0x811c9dc5
  let b = 0x01000193
  for (let at = start; at < end; at++) {
    const code = bytes[at] ?? 0
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13)
  }
  return (a >>> 0) * 0x100000 + ((b >>> 0) & 0xfffff)
}

const maxHeaderBytes = 100_000
const maxIds = 100
const maxIdBytes = 998
const fields = ['message-id:', 'in-reply-to:', 'references:']

/** Which messages belong together, by hashes of their ids: union-find, about 40 bytes an id. */
export class ThreadIndex {
  private readonly parents = new Map<number, number>()
  private readonly sizes = new Map<number, number>()
  private readonly present = new Set<number>()

  /** Takes a raw message in by its header: bytes are looked at, nothing is decoded. */
  add(mail: Buffer): void {
    let own: number | null = null
    const others: number[] = []
    const limit = Math.min(mail.length, maxHeaderBytes)
    for (let at = 0; at < limit; ) {
      const first = mail[at] ?? 10
      if (first === 10 || (first === 13 && mail[at + 1] === 10)) break
      let next = nextLine(mail, at)
      const field = findField(mail, at, first)
      if (field >= 0) {
        for (; mail[next] === 32 || mail[next] === 9; ) next = nextLine(mail, next)
        const ids = readIds(mail, at, next, field === 2 ? maxIds : 1)
        if (field > 0) others.push(...ids)
        else own ??= ids[0] ?? null
      }
      at = next
    }
    if (own === null) return
    if (!this.present.has(own)) {
      this.present.add(own)
      this.sizes.set(this.find(own), this.sizeOf(own) + 1)
    }
    for (const other of others) this.join(own, other)
  }

  has(id: string): boolean {
    return this.present.has(hashId(id))
  }

  /** Messages present in the thread of that id. */
  threadSize(id: string): number {
    return this.sizeOf(hashId(id))
  }

  private sizeOf(hash: number): number {
    return this.sizes.get(this.find(hash)) ?? 0
  }

  private find(hash: number): number {
    let at = hash
    for (let parent = this.parents.get(at); parent !== undefined && parent !== at; parent = this.parents.get(at)) {
      const above = this.parents.get(parent) ?? parent
      this.parents.set(at, above)
      at = above
    }
    return at
  }

  private join(left: number, right: number): void {
    const [a, b] = [this.find(left), this.find(right)]
    if (a === b) return
    this.sizes.set(a, (this.sizes.get(a) ?? 0) + (this.sizes.get(b) ?? 0))
    this.sizes.delete(b)
    this.parents.set(b, a)
  }
}

function nextLine(mail: Buffer, at: number): number {
  const end = mail.indexOf(10, at)
  return end < 0 ? mail.length : end + 1
}

/** Which of the fields begins here, in any case; -1 for none. */
function findField(mail: Buffer, at: number, first: number): number {
  const lower = first | 32
  const field = lower === 109 ? 0 : lower === 105 ? 1 : lower === 114 ? 2 : -1
  const name = fields[field]
  if (name === undefined) return -1
  return mail.toString('latin1', at, at + name.length).toLowerCase() === name ? field : -1
}

/** Hashes of what stands in angle brackets without a blank. */
function readIds(mail: Buffer, start: number, end: number, most: number): number[] {
  const ids: number[] = []
  for (let at = mail.indexOf(60, start); at >= 0 && at < end && ids.length < most; at = mail.indexOf(60, at + 1)) {
    const close = mail.indexOf(62, at)
    if (close < 0 || close >= end) break
    if (close - at - 1 > maxIdBytes || close === at + 1 || hasBlank(mail, at, close)) continue
    ids.push(hashBytes(mail, at + 1, close))
  }
  return ids
}

function hasBlank(mail: Buffer, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) if ((mail[at] ?? 0) <= 32 || mail[at] === 60) return true
  return false
}
