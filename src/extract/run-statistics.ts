/** The mean of at least one number. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The sample variance (divides by n - 1) of at least two numbers. */
export function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

/** The sample standard deviation; null under two numbers. */
export const standardDeviation = (values: readonly number[]): number | null =>
  values.length < 2 ? null : Math.sqrt(variance(values))
