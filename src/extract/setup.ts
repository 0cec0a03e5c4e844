import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { sourceOfSpan } from './finding.ts'
import { type Sentence, spanIn, splitSentences } from './sentences.ts'
import { splitBlocks, type TextBlock } from './text-blocks.ts'

/** A value of the setup with its place in the message: the number of its block, for finding the nearest. */
export type SetupFact<T> = { value: T; block: number; depth: number; offset: number; sources: Source[] }
export type SetupMachine = SetupFact<string> & { cpus: number | null; sockets: number | null }
/** On what, with what and how often a message measured. */
export type Setup = {
  machines: SetupMachine[]
  kernels: SetupFact<string>[]
  /** How the machines were set: SMT, turbo, a fixed frequency. */
  conditions: SetupFact<string>[]
  runs: SetupFact<number>[]
  threads: SetupFact<number>[]
}

const counts: Record<string, number> = {
  one: 1,
  single: 1,
  two: 2,
  dual: 2,
  three: 3,
  four: 4,
  quad: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  sixteen: 16,
  twenty: 20,
  thirty: 30,
  fifty: 50,
  hundred: 100,
}
const number = '\\d{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|sixteen|twenty|thirty|fifty|hundred'
const runsPatterns = [
  new RegExp(
    `\\b(${number})[- ](?!(?:seconds?|minutes?|hours?|sec|min|ms)\\b)(?:[a-z-]{3,20} )?(?:runs?|repetitions|repeats|trials)\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:average|averages|averaged|mean|median|avg|best|geomean)(?:d)? (?:of|over|from|across) (?:the )?(${number})\\b(?! (?:%|threads|cpus|cores|seconds))`,
    'i',
  ),
  new RegExp(`\\b(?:repeated|ran|run|executed|tested|measured|averaged) (?:[a-z]+ ){0,4}?(${number}) times\\b`, 'i'),
  new RegExp(`\\b(${number})[- ]iterations? (?:average|mean|each|per|of (?:each|the) (?:test|benchmark))`, 'i'),
  new RegExp(`\\b(?:runs|iterations|repetitions)\\s?[:=]\\s?(${number})\\b`, 'i'),
  /\bn\s?=\s?(\d{1,4})\b/,
  new RegExp(`\\b(${number}) iterations\\b(?=.{0,40}\\b(?:average|mean|stddev|median|results?)\\b)`, 'i'),
]
/** What every pattern above needs one of. */
const runsWord = /run|rep|trial|average|mean|median|avg|best|times|iteration|n\s?=/i
const threadPatterns = [
  new RegExp(
    `\\b(?:with|using|running|and|of|for|at|on|by|uses?|spawns?|run)\\s(?:about )?(${number})\\s(?:[a-z][\\w-]{2,20} )?(?:threads|workers|processes|tasks|jobs|procs|stressors)\\b`,
    'gi',
  ),
  /\b(\d{1,5}) (?:threads|workers|stressors)\b/gi,
  /\b(\d{1,5})[- ](?:thread|threaded|worker|process)\b/gi,
  /\bnr_(?:threads|task)s?\s?[:=]\s?(\d{1,5})\b/gi,
  /\b(?:threads|numjobs|nthreads|--threads|--numjobs)\s?[:= ]\s?(\d{1,5})\b/gi,
]
const threadsWord = /thread|worker|process|task|job|proc|stressor/i
const vendors =
  /\b(?:Intel|AMD|Xeon|EPYC|Epyc|Core ?i\d|i[3579]-\d+|Ryzen|Threadripper|Opteron|ThunderX\d?|Kunpeng\w*|Ampere|Altra|Graviton\d?|Neoverse|Cortex-\w+|POWER\d+\w*|Power\d+|s390x?|z1\d|Skylake|Broadwell|Haswell|Icelake|Ice ?Lake|Cascade ?Lake|Sapphire ?Rapids|Granite ?Rapids|Emerald ?Rapids|Sierra Forest|Cooper ?Lake|Westmere|Nehalem|Sandy ?Bridge|Ivy ?Bridge|Milan|Rome|Genoa|Bergamo|Turin|Naples|Zen ?\d|SPR|ICX|ICL|CLX|SKX|BDW|GNR|EMR|Atom|Phytium|Zhaoxin|Loongson\w*|Octeon\w*|UltraSPARC|SPARC\w*|Itanium|Altix|UV\d*)\b/
const machineNoun =
  'machine|system|server|platform|box|host|vm|guest|laptop|desktop|workstation|instance|testbed|processor|processors|cpu|testbox'
const machinePatterns = [
  new RegExp(
    `\\b(?:on|using|used?|with|of|has|have|is|in|both|and) (?:an? |the |my |our |this |two )?((?:[\\w().@/+-]+,? ){1,12}?(?:${machineNoun})s?)(?=[\\s,.;:)]|$)`,
    'gi',
  ),
  new RegExp(`\\b((?:${machineNoun})s? (?:with|having|of|has|equipped with) (?:[\\w().@/+-]+,? ?){1,12})`, 'gi'),
]
const machineWorthy =
  /\b(?:\d+[- ]?(?:cpus?|cores?|sockets?|threads?|way|nodes?|vcpus?|c|t|s|p)|(?:one|two|dual|four|eight|single|quad|multi)[- ](?:sockets?|nodes?|core|cpus?|processors?)|\d+[sScCpP]\b|\d+s\d+c\d+t)\b/i
const machineLine =
  /^\s*(?:[-*#]\s*)?(?:test )?(?:machine|cpu|hardware|platform|processor|system|model name|test ?box|server|host|hw|sut|environment|cpu model|setup)s?\s*[:=]\s*(\S.{2,120})$/i
const kernelPatterns = [
  /\b(?:linux|kernel|kernels|mainline|upstream|on|base|vanilla|tag|against|tip|over|from|without|version|baseline)[ ,:("-]{1,3}(?:kernel |version |linux |linus' |of |top of )*(?:v|linux-)?(\d\.\d{1,2}(?:\.\d{1,3})?(?:-rc\d{1,2})?)(?![\w%]|\.\d|x\b| ?(?:%|x|times|sec|s\b|us|ms|ns|GHz|MB|GB|M\b))/gi,
  /\bv(\d\.\d{1,2}(?:\.\d{1,3})?(?:-rc\d{1,2})?)\b/g,
  /\b(\d\.\d{1,2}(?:\.\d{1,3})?)(?: kernel| as (?:the |a )?base)\b/g,
  /\b(\d\.\d{1,2}(?:\.\d{1,3})?-rc\d{1,2})\b/g,
]

/** A count in words or digits. */
function countOf(text: string): number {
  return counts[text.toLowerCase()] ?? Number(text)
}

/** "16 CPUs", no more: how many a machine named before it has. */
export const isBareCount = (text: string): boolean =>
  /^\d{1,5} (?:logical |physical )?(?:cpus|cores|threads)$/i.test(text)

/** CPUs and sockets that a machine's description counts; null where it does not. */
export function cpusOf(text: string): { cpus: number | null; sockets: number | null } {
  const cpus =
    // "Xeon Silver 4208 processors": the number is the model's.
    /(?<!\b(?:xeon|silver|gold|platinum|bronze|epyc|opteron|ryzen|altra|atom|v) ?)\b(\d{1,5})[- ]?(?:logical )?(?:cpus?|hw threads|hyper-?threads|threads|vcpus?|processors)\b/i.exec(
      text,
    ) ?? /\b(\d{1,5})[- ]?(?:cores?|way)\b/i.exec(text)
  const sockets =
    /\b(\d|one|two|dual|four|eight|single|quad)[- ]?sockets?\b/i.exec(text) ??
    /\b(\d)s\d+c\d+t\b/i.exec(text) ??
    /\b(\d|two|dual|four|eight) (?:intel |amd )?(?:xeon|epyc|opteron)\b[\w ]{0,40} (?:processors|cpus)\b/i.exec(text)
  return { cpus: cpus ? Number(cpus[1]) : null, sockets: sockets ? countOf(sockets[1] ?? '') : null }
}

function factOf<T>(
  message: Message,
  sentence: Sentence,
  value: T,
  start: number,
  end: number,
  says: Source['says'],
): SetupFact<T> {
  const { block } = sentence
  return {
    value,
    block: block.index,
    depth: block.depth,
    offset: start,
    sources: [sourceOfSpan(message, block, spanIn(sentence, start, end), says)],
  }
}

function isMachine(text: string): boolean {
  return vendors.test(text) || machineWorthy.test(text)
}

/** Whether a phrase is a machine's description: a maker's name or a size, and a word for a machine where it has only the size. */
export function isMachineName(text: string): boolean {
  const noun = /\b(?:machine|system|server|platform|box|host|laptop|desktop|workstation|instance|testbed|testbox)s?$/i
  return (
    (noun.test(text) && machineWorthy.test(text)) ||
    (vendors.test(text) && !/^[A-Z]{3}$/.test(text.trim()) && machineWorthy.test(text))
  )
}

function findMachines(message: Message, sentence: Sentence): SetupMachine[] {
  const { text } = sentence
  if (!machineWorthy.test(text) && !vendors.test(text)) return []
  const found: SetupMachine[] = []
  const add = (value: string, start: number) => {
    const trimmed = value.trim().replace(/[,.;:(]+$/, '')
    if (
      trimmed.length < 4 ||
      found.some(
        (machine) => machine.offset <= start + trimmed.length && start <= machine.offset + machine.value.length,
      )
    )
      return
    found.push({ ...factOf(message, sentence, trimmed, start, start + trimmed.length, 'machine'), ...cpusOf(trimmed) })
  }
  const labelled = machineLine.exec(text)
  if (labelled?.[1] && isMachine(labelled[1])) add(labelled[1], text.indexOf(labelled[1]))
  for (const pattern of machinePatterns) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(text), seen = 0; match && seen < 20; match = pattern.exec(text), seen++) {
      let value = match[1] ?? ''
      let start = match.index + match[0].lastIndexOf(value)
      const restart = value.search(/\b(?:on|with|using|of|has) (?:an?|the|my|our) (?!system with)/i)
      if (restart >= 0 && isMachine(value.slice(restart))) {
        const lead = /^\w+ \w+ /.exec(value.slice(restart))?.[0].length ?? 0
        start += restart + lead
        value = value.slice(restart + lead)
      }
      const clipped =
        value.split(
          /\s+(?:and an?|show|we|i|running|the|by|which|that|it|is|are|this|i see|can|without|improv\w*|from|to)\s/i,
        )[0] ?? value
      if (isMachine(clipped)) add(clipped, start)
    }
  }
  if (found.length === 0) {
    const match = /\b(?:on|with|using) (?:an? |the |my |our |both )?((?:[\w().@/+-]+ ){0,6}?)/i.exec(text)
    const vendor = vendors.exec(text)
    if (match && vendor && vendor.index - match.index < 60) {
      const end = text.slice(vendor.index).search(/[,.;:]|\s(?:show|we|it|and|the|with|throughput|performance)\s|$/)
      const start = match.index + match[0].length
      if (end > 0 && start <= vendor.index) add(text.slice(start, vendor.index + end), start)
    }
  }
  return found
}

function addFrom(message: Message, sentence: Sentence, setup: Setup): void {
  const { text } = sentence
  setup.machines.push(...findMachines(message, sentence))
  addConditions(message, sentence, setup)
  if (!/\d|run|iteration|times/i.test(text)) return
  for (const pattern of /\d\.\d/.test(text) ? kernelPatterns : []) {
    pattern.lastIndex = 0
    const match = pattern.exec(text)
    if (!match?.[1]) continue
    const at = match.index + match[0].lastIndexOf(match[1])
    setup.kernels.push(factOf(message, sentence, match[1], at, at + match[1].length, 'context'))
    break
  }
  for (const pattern of runsWord.test(text) ? runsPatterns : []) {
    const match = pattern.exec(text)
    if (!match?.[1]) continue
    setup.runs.push(factOf(message, sentence, countOf(match[1]), match.index, match.index + match[0].length, 'runs'))
    break
  }
  for (const pattern of threadsWord.test(text) ? threadPatterns : []) {
    const match = firstThreads(pattern, text)
    if (!match?.[1]) continue
    const inMachine = setup.machines.some(
      (machine) => machine.block === sentence.block.index && machine.value.includes(match[0].trim()),
    )
    if (inMachine) continue
    setup.threads.push(
      factOf(message, sentence, countOf(match[1]), match.index, match.index + match[0].length, 'context'),
    )
    break
  }
}

const conditionPatterns = [
  /\b(?:SMT|HT|hyper-?threading|turbo(?:[ -]?boost)?|C-states|KPTI|mitigations|NUMA balancing|ASLR)(?: is| was| are| were)? (?:disabled|enabled|turned off|turned on|off|on)\b/gi,
  /\b(?:without|no|disabled|disabling) (?:SMT|HT|hyper-?threading|turbo(?:[ -]?boost)?)\b/g,
  /\b(?:frequency|clocks?|CPUs?|cores?)(?: is| was| are| were)? (?:fixed|pinned|locked|set|limited|capped) (?:at|to) \d{1,4}(?:\.\d{1,3})? ?[GM]Hz\b/gi,
  /\bmitigations=off\b/g,
]

/** The words of which each of these patterns needs one. */
const conditionWords = /SMT|HT|hyper|turbo|C-states|KPTI|mitigations|NUMA bal|ASLR|[GM]Hz/i

function addConditions(message: Message, sentence: Sentence, setup: Setup): void {
  if (!conditionWords.test(sentence.text)) return
  for (const pattern of conditionPatterns)
    for (const match of [...sentence.text.matchAll(pattern)].slice(0, 4)) {
      const end = match.index + match[0].length
      setup.conditions.push(factOf(message, sentence, match[0], match.index, end, 'machine'))
    }
}

/** The first count of threads that is no part of a machine's description ("(128 cores, 256 threads)"). */
function firstThreads(pattern: RegExp, text: string): RegExpExecArray | null {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text), seen = 0; match && seen < 20; match = pattern.exec(text), seen++) {
    const lead = text.slice(Math.max(match.index - 24, 0), match.index)
    if (!/(?:cores?|cpus?|sockets?|nodes?)[,/\s]*\(?[\s,]*$|\([^)]*(?:cores?|cpus?|sockets?)[^)]*$/i.test(lead))
      return match
  }
  return null
}

/** A message never changes: the memory is no state. */
const setups = new WeakMap<Message, Setup>()

/** The setup that a message's blocks state. */
export function findSetupIn(message: Message, blocks: TextBlock[]): Setup {
  const known = setups.get(message)
  if (known) return known
  const setup: Setup = { machines: [], kernels: [], conditions: [], runs: [], threads: [] }
  for (const block of blocks) {
    if (block.lines.length > 400) continue
    for (const sentence of splitSentences(block, new Set()))
      if (sentence.text.length < 4000) addFrom(message, sentence, setup)
  }
  setups.set(message, setup)
  return setup
}

/** The machines, kernel, runs and threads that a message states, each with its place; empty lists where it states none. */
export function findSetup(message: Message): Setup {
  return setups.get(message) ?? findSetupIn(message, splitBlocks(message).blocks)
}
