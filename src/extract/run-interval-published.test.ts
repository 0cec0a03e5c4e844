import { describe, expect, test } from 'vitest'
import { findInterval } from './run-interval.ts'

/** Student's sleep data (Biometrika 6, 1908), as in R's `sleep`: hours gained under two drugs, ten patients. */
const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
/** Runs whose logarithms are the given numbers. */
const asRuns = (values: readonly number[]): number[] => values.map(Math.exp)
const percent = (logRatio: number): number => (Math.exp(logRatio) - 1) * 100

/** The t quantile a second time, from its density alone: Simpson's rule and bisection. */
function quantileAgain(probability: number, freedom: number): number {
  const density = (x: number): number => (1 + (x * x) / freedom) ** (-(freedom + 1) / 2)
  const integral = (end: number): number => {
    const steps = 2000
    const width = end / steps
    let sum = density(0) + density(end)
    for (let step = 1; step < steps; step++) sum += density(step * width) * (step % 2 === 1 ? 4 : 2)
    return (sum * width) / 3
  }
  // The whole half: x = tan(angle) takes the tail in.
  const half = ((): number => {
    const steps = 20000
    const width = Math.PI / 2 / steps
    let sum = 0
    for (let step = 0; step < steps; step++) {
      const angle = (step + 0.5) * width
      sum += density(Math.tan(angle)) / Math.cos(angle) ** 2
    }
    return sum * width
  })()
  let [low, high] = [0, 100]
  for (let turn = 0; turn < 60; turn++) {
    const middle = (low + high) / 2
    if (0.5 + integral(middle) / (2 * half) < probability) low = middle
    else high = middle
  }
  return low
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length
const squares = (values: readonly number[]): number => values.reduce((sum, x) => sum + (x - mean(values)) ** 2, 0)

describe('findInterval: published examples', () => {
  test("Welch: R's t.test(extra ~ group, sleep), df 17.776 -> its interval -3.3654832 to 0.2054832", () => {
    const found = findInterval(asRuns(first), asRuns(second))
    expect(found?.low).toBeCloseTo(percent(-0.2054832), 2)
    expect(found?.high).toBeCloseTo(percent(3.3654832), 1)
  })
  test("paired: R's t.test(..., paired = TRUE), df 9 -> its interval -2.4598858 to -0.7001142", () => {
    const found = findInterval(asRuns(first), asRuns(second), true)
    expect(found?.low).toBeCloseTo(percent(0.7001142), 2)
    expect(found?.high).toBeCloseTo(percent(2.4598858), 2)
    expect(found?.pairs).toBe(10)
  })
  test('four pairs, df 3: by hand -> the same to four digits; z in place of t would not be', () => {
    // ln(130/100) = 0.262364, ln(286/200) = 0.357674, ln(560/400) = 0.336472, ln(1176/800) = 0.385262
    // mean 0.335443, standard deviation 0.052655, standard error 0.026328; t(0.975, 3) = 3.182446
    // 0.335443 -+ 3.182446 * 0.026328 = 0.251657 .. 0.419230, in per cent 28.6155 .. 52.0790
    const found = findInterval([100, 200, 400, 800], [130, 286, 560, 1176], true)
    expect(found?.low).toBe(28.62)
    expect(found?.high).toBe(52.08)
    const withZ = [percent(0.335443 - 1.959964 * 0.026328), percent(0.335443 + 1.959964 * 0.026328)]
    expect(Math.abs((found?.low ?? 0) - (withZ[0] ?? 0))).toBeGreaterThan(1)
    expect(Math.abs((found?.high ?? 0) - (withZ[1] ?? 0))).toBeGreaterThan(1)
  })
  test('a second implementation, 3 to 12 runs a side -> the same to two decimals', () => {
    for (let n = 3; n <= 12; n++) {
      const before = Array.from({ length: n }, (_, run) => 100 + ((run * 37) % 11))
      const after = Array.from({ length: n + 1 }, (_, run) => 120 + ((run * 53) % 17) / 2)
      const [a, b] = [before.map(Math.log), after.map(Math.log)]
      const [x, y] = [squares(a) / (n - 1) / n, squares(b) / n / (n + 1)]
      const freedom = (x + y) ** 2 / (x ** 2 / (n - 1) + y ** 2 / n)
      const half = quantileAgain(0.975, freedom) * Math.sqrt(x + y)
      const found = findInterval(before, after)
      expect(found?.low).toBeCloseTo(percent(mean(b) - mean(a) - half), 1)
      expect(found?.high).toBeCloseTo(percent(mean(b) - mean(a) + half), 1)
    }
  })
})
