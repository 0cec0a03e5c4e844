import { describe, expect, test } from 'vitest'
import { formatAverage, formatChange, formatG } from './robot-number.ts'

describe('numbers of robot tables', () => {
  test.each([
    [0, '0.00'],
    [0.004, '0.00'],
    [999.99, '999.99'],
    [1000, '1000'],
    [1234.9, '1234'],
    [100_000_000, '100000000'],
    [100_000_001, '1e+08'],
    [298_000_000, '2.98e+08'],
    [25_040_000_000, '2.504e+10'],
    [38_000_000_000, '3.8e+10'],
    [-12.5, '-12.50'],
  ])('average: %s -> %s', (value, text) => {
    expect(formatAverage(value)).toBe(text)
  })

  test.each([
    [5.7, '+5.7'],
    [-22.9, '-22.9'],
    [-0, '-0.0'],
    [99_999.9, '+99999.9'],
    [100_000, '+1e+05'],
    [823_456, '+8.2e+05'],
    [4.5e104, '+4.5e+104'],
  ])('change: %s -> %s', (value, text) => {
    expect(formatChange(value)).toBe(text)
  })

  test('general format: small exponent -> two digits of it', () => {
    expect([formatG(0.00001234, 3), formatG(1e15, 4), formatG(123.456, 4)]).toEqual(['1.23e-05', '1e+15', '123.5'])
  })
})
