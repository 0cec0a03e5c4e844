/**
 * Letters to change, add, drop or swap with their neighbour to make `b` of `a`; more than `most` is given as `most + 1`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return last[b.length] ?? most + 1
}

/** Which letters a word has, as bits: words that differ in many of them need no closer look. */
function letterBits(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) % 31)
  return bits
}

function countBits(bits: number): number {
  let left = bits
  let count = 0
  for (; left !== 0 && count < 32; count++) left &= left - 1
  return count
}

/** How many letters of a name may differ: in short ones fewer, and in very short ones it is another name. */
export const mostWrong = (name: string): number =>
  name.length < 4 ? 0 : name.length < 5 ? 1 : name.length < 12 ? 2 : 3

/** Whether the beginnings fit: a hand seldom misses the first letter, and "mutex" is no slip for "futex". */
function startsAlike(word: string, name: string, distance: number): boolean {
  if (word[0] === name[0] || word.slice(1) === name || name.slice(1) === word) return true
  if (word[0] === name[1] && word[1] === name[0]) return true
  return distance === 1 && word.length > 6
}

/**
 * The names nearest to a mistyped word, nearest first, the most used first among equals; at most `count`. `rank`: the
 * place among all names, which stand the most used first.
 */
export function findNearest(
  word: string,
  names: readonly string[],
  count: number,
): { name: string; distance: number; rank: number }[] {
  const most = mostWrong(word)
  const found: { name: string; distance: number; rank: number }[] = []
  const bits = letterBits(word)
  for (const [rank, name] of names.entries()) {
    if (Math.abs(name.length - word.length) > most || countBits(bits ^ letterBits(name)) > 2 * most) continue
    const distance = editDistance(word, name, most)
    if (distance > 0 && distance <= most && startsAlike(word, name, distance)) found.push({ name, distance, rank })
  }
  return found.sort((a, b) => a.distance - b.distance).slice(0, count)
}
