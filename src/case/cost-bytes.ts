const MOST_BYTES = 1_048_576
/** What the bytes are of is no object: a machine's memory, a page of it, a kind of machine. */
const isNoObject = /^(?:[kmgt]i?b|cpus?|pages?|machine|system|kernel|vmlinux|module|image)\b/i

/**
 * Bytes an object of a cost that is told in plain words: `128 bytes per socket` -> 128, `ring grows by 64 bytes` -> 64,
 * `8 bytes saved per task`, `ring shrinks by 8 bytes` -> −8. Null where the words say more than that (two numbers, a
 * kind of machine, bytes per GB): they then stay words.
 */
export function findCostBytes(text: string): number | null {
  const words = text.trim()
  if (words.length > 120 || (words.match(/\d+/g) ?? []).length !== 1) return null
  const per = /^(\d+) (?:extra |more )?bytes (?:more |extra )?(saved )?per ([A-Za-z_][\w ]*)$/.exec(words)
  if (per) {
    const [, count, saved, object = ''] = per
    return isNoObject.test(object) ? null : within(Number(count) * (saved ? -1 : 1))
  }
  const resized = /^(?:struct )?([A-Za-z_]\w*) (grows|shrinks) by (\d+) bytes$/.exec(words)
  if (!resized || isNoObject.test(resized[1] ?? '')) return null
  return within(Number(resized[3]) * (resized[2] === 'shrinks' ? -1 : 1))
}

const within = (bytes: number): number | null => (Math.abs(bytes) <= MOST_BYTES ? bytes : null)
