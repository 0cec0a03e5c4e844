import type { Figure, Finding } from './finding.ts'

const times: Record<string, number> = { n: 1e-9, u: 1e-6, µ: 1e-6, μ: 1e-6, m: 1e-3, '': 1 }
const prefixes: Record<string, number> = {
  '': 1,
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
}
/** What units of one quantity are called: a bit is no byte, `ops` are no packets. */
const bases: Record<string, string> = {
  'b/s': 'bit/s',
  'bit/s': 'bit/s',
  'bits/s': 'bit/s',
  'bits/sec': 'bit/s',
  bps: 'bit/s',
  'B/s': 'byte/s',
  'bytes/s': 'byte/s',
  'bytes/sec': 'byte/s',
  Bytes: 'byte',
  B: 'byte',
  pps: 'packet/s',
  'ops/s': 'op/s',
  'ops/sec': 'op/s',
  iops: 'io/s',
  IOPS: 'io/s',
  'req/s': 'request/s',
  rps: 'request/s',
  qps: 'query/s',
  tps: 'transaction/s',
}

/** A unit as a multiple of what it counts; null where its size is not known for certain. */
function sizeOf(unit: string): { base: string; size: number } | null {
  const time = /^([numµμ]?)s(?:ecs?|econds?)?$/.exec(unit)
  if (time) return { base: 'second', size: times[time[1] ?? ''] ?? 1 }
  const match = /^([KMG]i|[kKMGT])?(.+)$/.exec(unit)
  const prefix = prefixes[match?.[1] ?? '']
  const name = match?.[2] ?? ''
  const base = Object.hasOwn(bases, name) ? bases[name] : undefined
  return base === undefined || prefix === undefined ? null : { base, size: prefix }
}

/**
 * "1.96 s" beside "917.71 ms", "980 Mbps" beside "1.2 Gbps": both sides in the unit of the first, since a change of
 * their bare numbers would be none of theirs. The second side keeps what was printed, with its unit. Units of one size,
 * of two quantities, or not known here stay as they are.
 */
export function inOneUnit(finding: Finding): void {
  const { before, after } = finding
  if (!before?.unit || !after?.unit || before.unit === after.unit) return
  const [one, two] = [sizeOf(before.unit), sizeOf(after.unit)]
  if (!one || !two || one.base !== two.base || one.size === two.size) return
  // a product of two figures ends in rounding, not in more digits than a double holds
  const value = Number((after.value * (two.size / one.size)).toPrecision(12))
  const converted: Figure = { value, printed: `${after.printed} ${after.unit}`, unit: before.unit, span: after.span }
  finding.after = converted
  finding.unit = before.unit
}
