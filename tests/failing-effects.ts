import { type Effects, realEffects } from '../scripts/effects.ts'

/** The real world, whose n-th change and every later one fails. */
export function failingEffects(allowed: number): Effects {
  let left = allowed
  const spend = (file: string): void => {
    if (left-- <= 0) throw new Error(`${file}: no space left (injected)`)
  }
  return {
    ...realEffects,
    write(file, bytes) {
      spend(file)
      realEffects.write(file, bytes)
    },
    rename(from, to) {
      spend(to)
      realEffects.rename(from, to)
    },
    remove(file) {
      if (left <= 0) throw new Error(`${file}: read-only (injected)`)
      realEffects.remove(file)
    },
  }
}
