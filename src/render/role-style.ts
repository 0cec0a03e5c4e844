import type { Role } from '../model/names.ts'

/** The short name of a role in class names (`f-read`), and its pattern band. */
export const roleStyles = {
  'read-mostly': { name: 'read', pattern: 'ruled', words: 'read-mostly' },
  flags: { name: 'flags', pattern: 'dots', words: 'flags' },
  counter: { name: 'counter', pattern: 'bars', words: 'counter' },
  'write-hot': { name: 'write', pattern: 'slant', words: 'write-hot' },
  lock: { name: 'lock', pattern: 'grid', words: 'lock' },
  unknown: { name: 'norole', pattern: null, words: 'role unknown' },
} as const satisfies Record<Role, { name: string; pattern: string | null; words: string }>

/** The roles in the order of every key. */
export const roleOrder: readonly Role[] = ['read-mostly', 'flags', 'counter', 'write-hot', 'lock', 'unknown']
