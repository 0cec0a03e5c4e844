/** Two 32-bit FNV-1a hashes of an id as one number of 52 bits: ids of an archive stay small in memory. */
export function hashId(id: string): number {
  let a = 0x811c9dc5
  let b = 0x01000193
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13)
  }
  return (a >>> 0) * 0x100000 + ((b >>> 0) & 0xfffff)
}

const idField = /^(message-id|in-reply-to|references):[ \t]*((?:.*)(?:\n[ \t].*)*)/gim

/** Which messages belong together, by hashes of their ids: union-find, about 40 bytes an id. */
export class ThreadIndex {
  private readonly parents = new Map<number, number>()
  private readonly sizes = new Map<number, number>()
  private readonly present = new Set<number>()

  /** Takes a message in by its raw header; gives back the hash of its Message-ID, or null where it has none. */
  add(header: string): number | null {
    let own: number | null = null
    const others: number[] = []
    for (const match of header.matchAll(idField)) {
      const name = (match[1] ?? '').toLowerCase()
      const ids = [...(match[2] ?? '').slice(0, 20_000).matchAll(/<([^<>\s]{1,998})>/g)].map((id) =>
        hashId(id[1] ?? ''),
      )
      const first = ids[0]
      if (first === undefined) continue
      if (name === 'message-id') own ??= first
      else if (name === 'in-reply-to') others.push(first)
      else others.push(...ids.slice(0, 100))
    }
    if (own === null) return null
    if (!this.present.has(own)) {
      this.present.add(own)
      this.sizes.set(this.find(own), this.sizeOf(own) + 1)
    }
    for (const other of others) this.join(own, other)
    return own
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
