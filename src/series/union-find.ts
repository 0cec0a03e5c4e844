/** Groups that grow by joining: items are numbers from 0. Near-constant time a join (path halving, union by size). */
export type Groups = { join: (a: number, b: number) => boolean; rootOf: (item: number) => number }

/** Groups over `count` items, each alone at first. `join` says whether the two were apart. */
export function buildGroups(count: number): Groups {
  const parents = Array.from({ length: count }, (_, index) => index)
  const sizes = new Array<number>(count).fill(1)
  const rootOf = (item: number): number => {
    let current = item
    for (let steps = 0; steps <= count; steps += 1) {
      const parent = parents[current] ?? current
      if (parent === current) return current
      parents[current] = parents[parent] ?? parent
      current = parents[current] ?? current
    }
    return current
  }
  const join = (a: number, b: number): boolean => {
    const first = rootOf(a)
    const second = rootOf(b)
    if (first === second) return false
    const [big, small] = (sizes[first] ?? 1) >= (sizes[second] ?? 1) ? [first, second] : [second, first]
    parents[small] = big
    sizes[big] = (sizes[big] ?? 1) + (sizes[small] ?? 1)
    return true
  }
  return { join, rootOf }
}
