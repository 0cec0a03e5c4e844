import type { Side } from './side-words.ts'

const off = /\b(?:off|disabled?|false|0|n|inactive)\b/g
const on = /\b(?:on|enabled?|true|1|y|active)\b/g

/** A name with its switch cut out: `asi-off` and `asi-on` both give `asi-`. */
const withoutSwitch = (name: string, pattern: RegExp): string => name.replace(pattern, '\u0001')

/**
 * Of two names that say a thing and its absence, the side each is of: `nooptimize` and `optimize`, `asi-off` and
 * `asi-on`, `w/o padding` and `padding`, `pti=0` and `pti=1`. null for any other two names.
 */
export function oppositeSides(one: string, two: string): [Side, Side] | null {
  const first = one.trim().toLowerCase()
  const second = two.trim().toLowerCase()
  if (lacks(first, second)) return ['before', 'after']
  if (lacks(second, first)) return ['after', 'before']
  return null
}

function lacks(name: string, other: string): boolean {
  if (other.length < 3) return false
  if (name === `un${other}`) return other.endsWith('ed') // aligned, not lock
  if (/^(?:no|non|un|not|without|w\/o|wo)[-_ ]?(?=.{2})/.test(name) && stems(name).includes(other)) return true
  return withoutSwitch(name, off) === withoutSwitch(other, on) && withoutSwitch(name, off) !== name
}

const stems = (name: string): string[] =>
  ['no', 'non', 'un', 'not', 'without', 'w/o', 'wo'].flatMap((lead) =>
    name.startsWith(lead) ? [name.slice(lead.length).replace(/^[-_ ]/, '')] : [],
  )
