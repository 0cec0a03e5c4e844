import type { Benchmark } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'

/** A number of CPUs and the words that give it; null where the source names the count itself. */
export type CpuCount = { cpus: number; words: string | null }

/** A number right behind a name is a model: `Silver 4208 processors`. */
const stated =
  /(?<![\d.]|[x×*-] ?|\b(?:of|to|for) |\b[A-Z][\w()-]{0,30} )\b(\d{1,5})[ -](?:[Ll]ogical |v)?(?:CPUs?|cpus?|[Pp]rocessors)\b(?! cores?| sockets?)/g
/** Words after which a number is no count of the machine: a build's limit, a range, a part. */
const unclear = /\b(?:built for|NR_CPUS|up to|each|per|nodes of)\b|>\s*\d/i

/**
 * CPUs that the words of a machine name: `dual node, 80 CPUs` -> 80. Threads of a test, cores and sockets are no CPUs;
 * two different numbers, a range or a build's limit give null.
 */
export function parseCpuCount(machine: string): number | null {
  if (unclear.test(machine)) return null
  const found = new Set([...machine.slice(0, 300).matchAll(stated)].map((match) => Number(match[1])))
  const [cpus] = found
  return found.size === 1 && cpus !== undefined && cpus > 0 && cpus <= 65_536 ? cpus : null
}

/** CPUs of the machine a result was measured on: stated with it, else by its machine, else by the case's only machine. */
export function findCpuCount(record: CaseRecord, result: Benchmark): CpuCount | null {
  if (result.cpus !== null && result.cpus > 0) return { cpus: result.cpus, words: null }
  const only = record.machines.length === 1 ? record.machines[0] : undefined
  const machine = result.machine === null ? only : record.machines.find((one) => one.text === result.machine)
  if (machine?.cpus) return { cpus: machine.cpus, words: machine.text }
  const words = machine?.text ?? result.machine
  const cpus = words === null ? null : parseCpuCount(words)
  return cpus === null || words === null ? null : { cpus, words }
}
