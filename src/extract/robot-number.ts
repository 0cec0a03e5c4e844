/**
 * Numbers as the robot's `lkp compare` prints them (lkp-tests, lib/compare.rb): averages `.2f` below 1000, whole
 * and cut off up to 1e8, `.4g` above; changes `%+.1f`, `%+.2g` from 100,000 on.
 */

/** C's `%.<digits>g`: shortest of fixed and exponent form, trailing zeros away, exponent of two digits at least. */
export function formatG(value: number, digits: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const [mantissa = '', exponentText = '0'] = value.toExponential(digits - 1).split('e')
  const exponent = Number(exponentText)
  if (exponent >= -4 && exponent < digits) return trimZeros(value.toFixed(digits - 1 - exponent))
  const size = String(Math.abs(exponent)).padStart(2, '0')
  return `${trimZeros(mantissa)}e${exponent < 0 ? '-' : '+'}${size}`
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text
}

/** C's `%.<digits>f`, which prints the sign of a negative zero and of what rounds to it. */
export function formatF(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  return value < 0 || Object.is(value, -0) ? `-${text}` : text
}

/** An average as a table prints it. */
export function formatAverage(value: number): string {
  const size = Math.abs(value)
  if (size < 1000) return formatF(value, 2)
  return size > 1e8 ? formatG(value, 4) : String(Math.trunc(value))
}

/** A change as a table prints it: with its sign, without unit. */
export function formatChange(value: number): string {
  const size = Math.abs(value)
  const text = size < 100_000 ? formatF(size, 1) : formatG(size, 2)
  return `${value < 0 || Object.is(value, -0) ? '-' : '+'}${text}`
}
