/** A number's text with a true minus sign; what the source prints is never changed otherwise. */
export const withMinus = (printed: string): string => printed.replace(/^-/, '−')

/** A change with its sign: `+5.42`, `−0.34`, `0`. Digits as given. */
export function signed(value: number, printed?: string | null): string {
  const digits = printed?.replace(/^[+\-−]/, '').replace(/\s*%$/, '') ?? String(Math.abs(value))
  const text = /^\d/.test(digits) ? digits : String(Math.abs(value))
  return value === 0 ? text : `${value > 0 ? '+' : '−'}${text}`
}

/** Digits behind the point of a printed number; 0 for exponents. */
export const decimalsOf = (printed: string): number => (/e/i.test(printed) ? 0 : (printed.split('.')[1]?.length ?? 0))

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `2 September 2026` from an ISO date as seen; no time zone is applied. */
export function formatDate(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso) ?? []
  const name = months[Number(month) - 1]
  return name === undefined ? iso : `${Number(day)} ${name} ${year}`
}

/** `2 Sep 2026` */
export const formatShortDate = (iso: string): string => formatDate(iso).replace(/([A-Z][a-z]{2})[a-z]+/, '$1')

/** `2 Sep 2026 07:03 UTC` where the time is known, in UTC. */
export function formatMoment(iso: string): string {
  const moment = Date.parse(iso)
  if (!/T\d{2}:\d{2}/.test(iso) || Number.isNaN(moment)) return formatShortDate(iso)
  const utc = new Date(moment).toISOString()
  return `${formatShortDate(utc)} ${utc.slice(11, 16)} UTC`
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
/** `three` up to twelve, digits above. */
export const numberWord = (n: number): string => words[n] ?? String(n)
/** `one file`, `3 files`. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${numberWord(n)} ${n === 1 ? one : many}`

/** Names as a list: `a`, `a and b`, `a, b and c`; items are markup already. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? ''
  return `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`
}
