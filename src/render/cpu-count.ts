import type { Benchmark } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'

/** A number of CPUs and the words that give it; null where the source names the count itself. */
export type CpuCount = { cpus: number; words: string | null }
/**
 * Why no number of CPUs is known: only threads are named (of the load, or hardware threads of a machine), only cores
 * or sockets, several numbers or a range, or nothing.
 */
export const cpuGaps = ['threads', 'cores', 'several', 'unstated'] as const
export type CpuGap = (typeof cpuGaps)[number]

/** A number right behind a name is a model: `Silver 4208 processors`. */
const stated =
  /(?<![\d.]|[x×*-] ?|\b(?:of|to|for) |\b[A-Z][\w()-]{0,30} )\b(\d{1,5})[ -](?:[Ll]ogical |v)?(?:CPUs?|cpus?|[Pp]rocessors)\b(?! cores?| sockets?)/g
/** Words after which a number is no count of the machine: a build's limit, a range, a part. */
const unclear = /\b(?:built for|NR_CPUS|up to|each|per|nodes of)\b|>\s*\d/i
/** Numbers of what is no CPU: `64 threads`, `24c/48t`, `40-core`, `2 sockets`, `16-way`. */
const otherUnits =
  /(?<![\d.])(\d{1,5}) ?-?(?:hardware |hw |hyper-?|active (?:cpu )?|physical )?(threads?|cores?|sockets?|way|[ctps])\b/gi
/** CPUs with a number that is not read as one count: `8 to 512 CPUs`, `2 x 8 CPUs`. */
const unread = /\d[ -](?:logical |v)?CPUs?\b(?! cores?| sockets?)/i
const MOST_WORDS = 300

/**
 * CPUs that the words of a machine name: `dual node, 80 CPUs` -> 80. Threads of a test, cores and sockets are no CPUs;
 * two different numbers, a range or a build's limit give null.
 */
export function parseCpuCount(machine: string): number | null {
  const words = machine.slice(0, MOST_WORDS)
  if (unclear.test(words)) return null
  const found = new Set([...words.matchAll(stated)].map((match) => Number(match[1])))
  const [cpus] = found
  return found.size === 1 && cpus !== undefined && cpus > 0 && cpus <= 65_536 ? cpus : null
}

const isThreads = (unit: string): boolean => /^t/i.test(unit)
const listUnits = (words: string): { count: number; unit: string }[] =>
  [...words.slice(0, MOST_WORDS).matchAll(otherUnits)].map(([, count, unit]) => ({
    count: Number(count),
    unit: unit ?? '',
  }))

/** Whether a number that stands as CPUs is one of threads, cores or sockets in the words it was read from. */
const isOtherUnit = (words: string | null, cpus: number): boolean =>
  words !== null && parseCpuCount(words) !== cpus && listUnits(words).some(({ count }) => count === cpus)

/** The number of CPUs that stands with a result, unless its machine's words name it as threads, cores or sockets. */
export const statedCpus = ({ cpus, machine }: Benchmark): number | null =>
  cpus !== null && cpus > 0 && !isOtherUnit(machine, cpus) ? cpus : null

function findGap(words: string | null, isOneOfMany: boolean, threads: number | null): CpuGap {
  if (words !== null) {
    const units = listUnits(words)
    if (unclear.test(words) || unread.test(words.slice(0, MOST_WORDS))) return 'several'
    if (units.some(({ unit }) => isThreads(unit))) return 'threads'
    if (units.length > 0) return 'cores'
  }
  if (isOneOfMany) return 'several'
  return threads === null ? 'unstated' : 'threads'
}

/**
 * CPUs of the machine a result was measured on: stated with it, else by its machine, else by the case's only machine,
 * else by the test's name (`fallocate, 1 node 52 CPUs`); or why none is known.
 */
export function findCpuCount(record: CaseRecord, result: Benchmark): CpuCount | CpuGap {
  const only = record.machines.length === 1 ? record.machines[0] : undefined
  const machine = result.machine === null ? only : record.machines.find((one) => one.text === result.machine)
  const words = machine?.text ?? result.machine
  if (result.cpus !== null && result.cpus > 0 && !isOtherUnit(words, result.cpus))
    return { cpus: result.cpus, words: null }
  if (machine?.cpus && !isOtherUnit(machine.text, machine.cpus)) return { cpus: machine.cpus, words: machine.text }
  for (const named of [words, result.test, result.variant]) {
    const cpus = named === null ? null : parseCpuCount(named)
    if (cpus !== null && named !== null) return { cpus, words: named }
  }
  return findGap(words, result.machine === null && record.machines.length > 1, result.threads)
}
