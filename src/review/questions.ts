import type { Technique } from '../model/names.ts'
import type { ReviewFacts } from './review-facts.ts'

/** What a patch can leave unstated, in the order it is asked for. */
export const questionTopics = [
  'results',
  'runs',
  'variance',
  'machine',
  'contention',
  'layout',
  'base alignment',
  'cost',
  'other configurations',
  'independent confirmation',
  'base commit',
] as const
export type QuestionTopic = (typeof questionTopics)[number]
export type Question = { topic: QuestionTopic; text: string }

/** Techniques that say where members stand: offsets decide whether they work. */
const placing: readonly Technique[] = [
  'align-member',
  'align-struct',
  'pad',
  'reorder-members',
  'split-struct',
  'slab-align',
]
/** Techniques that can make an object larger, or make more of them. */
const growing: readonly Technique[] = [
  'align-member',
  'align-struct',
  'align-global',
  'pad',
  'reorder-members',
  'split-struct',
  'per-cpu',
  'batch-updates',
  'split-lock',
  'slab-align',
  'numa-local',
]

const isPlacing = ({ technique, second }: ReviewFacts): boolean =>
  placing.includes(technique) || (second !== null && placing.includes(second))
const isGrowing = ({ technique, second }: ReviewFacts): boolean =>
  growing.includes(technique) || (second !== null && growing.includes(second))
/** The kernel's own options change layouts; other projects have other ones. */
const configurations = ({ project }: ReviewFacts): string =>
  project === 'linux' || project === null
    ? 'lockdep, PREEMPT_RT, 32 bits, 128-byte lines'
    : '32 bits, another compiler, 128-byte lines'

type Finder = (facts: ReviewFacts) => string | null
const objects = ({ structs }: ReviewFacts): string => (structs[0] ? `struct ${structs[0]}` : 'the object')

const finders: Record<QuestionTopic, Finder> = {
  results: (facts) =>
    facts.results > 0
      ? null
      : 'No measurement is stated. Which workload shows the gain, by how much, in how many runs and with what spread?',
  runs: ({ stated }) =>
    stated.includes('number of runs') ? null : 'How many runs stand behind each number, on each side?',
  variance: ({ stated }) =>
    stated.includes('variance or interval')
      ? null
      : 'What is the spread from run to run? An interval or a standard deviation would show whether the change exceeds it.',
  machine: ({ stated }) =>
    stated.includes('machine') ? null : 'On which machine: how many CPUs, sockets and NUMA nodes?',
  contention: ({ stated, kind }) =>
    stated.includes('cacheline contention') || kind === 'infrastructure'
      ? null
      : 'Which accesses meet on the line? A perf c2c report before and after would show it, and show that none came up elsewhere.',
  layout: (facts) => {
    if (!isPlacing(facts)) return null
    const before = facts.stated.includes('offsets before')
    const after = facts.stated.includes('offsets after')
    if (before && after) return null
    const sides = before ? 'after the change' : after ? 'before the change' : 'before and after'
    return `What are the offsets ${sides} (pahole -C ${facts.structs[0] ?? 'STRUCT'}), and who else is on the new line?`
  },
  'base alignment': (facts) =>
    !isPlacing(facts) || facts.base === 'aligned' || facts.base === 'phases'
      ? null
      : `Where does ${objects(facts)} start within a cacheline: who allocates it, and is that alignment guaranteed?`,
  cost: (facts) =>
    !isGrowing(facts) || facts.stated.includes('memory cost') || facts.statesGrowth
      ? null
      : `What does it cost in memory: the size before and after, times how many objects?`,
  'other configurations': (facts) => {
    // Results of several workloads say nothing of another build's layout.
    if (isPlacing(facts))
      return facts.namesConfigurations
        ? null
        : `Does the layout hold in other configurations (${configurations(facts)})?`
    return facts.stated.includes('other configurations')
      ? null
      : 'Were other workloads and other numbers of threads measured, those that might lose included?'
  },
  'independent confirmation': ({ stated }) =>
    stated.includes('independent confirmation') ? null : 'Has anybody else measured it, on another machine?',
  'base commit': ({ stated, commit }) =>
    stated.includes('base commit') || commit !== null ? null : 'Which commit is the base of the comparison?',
}

/** What the patch's own text leaves unstated, as questions to paste. */
export function buildQuestions(facts: ReviewFacts): Question[] {
  return questionTopics.flatMap((topic) => {
    // Where nothing was measured, the first question asks for all of it.
    if ((topic === 'runs' || topic === 'variance') && facts.results === 0) return []
    const text = finders[topic](facts)
    return text === null ? [] : [{ topic, text }]
  })
}
