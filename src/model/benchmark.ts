import { z } from 'zod'
import { verdicts } from './names.ts'
import { originSchema, sourceSchema } from './source.ts'

/**
 * An interval of a change, in per cent. `of` names its statistic in the source's words ("paired geometric ratio");
 * `isOfChange` is false where that is another statistic than `changePercent` (it then has a lane of its own).
 */
export const intervalSchema = z.strictObject({
  low: z.number(),
  high: z.number(),
  level: z.number().default(95),
  of: z.string().nullable().default(null),
  isOfChange: z.boolean().default(true),
  computed: z.boolean().default(false),
  pairs: z.int().nullable().default(null),
})
export type Interval = z.infer<typeof intervalSchema>

/** One result. Numbers keep the source's sign and unit; null = not stated. */
export const benchmarkSchema = z.strictObject({
  suite: z.string().nullable().default(null),
  test: z.string().nullable().default(null),
  variant: z.string().nullable().default(null),
  metric: z.string().nullable().default(null),
  unit: z.string().nullable().default(null),
  before: z.number().nullable().default(null),
  after: z.number().nullable().default(null),
  changePercent: z.number().nullable().default(null),
  changePercentIs: z.enum(['stated', 'computed']).nullable().default(null),
  /**
   * True where a positive percentage says better whatever the metric (mmtests; "+9 %" beside a time that fell): then
   * `changePercent` is no move of the value. Left out anywhere else.
   */
  positiveIsBetter: z.literal(true).optional(),
  /** Both ends of a change told as a range ("3 to 5 %"), with the sign of a change; `changePercent` is null then. */
  range: z.strictObject({ low: z.number(), high: z.number(), is: z.enum(['percent', 'multiple']) }).optional(),
  /** For metrics in per cent or shares: the difference in points, as printed. */
  changeAbsolute: z.number().nullable().default(null),
  /** before, after and change as the source prints them; shown instead of reformatting. */
  printed: z
    .strictObject({ before: z.string().nullable(), after: z.string().nullable(), change: z.string().nullable() })
    .default({ before: null, after: null, change: null }),
  /** up-to, about: "up to 15%", "~5%"; none: "no measurable change"; exact otherwise. */
  precision: z.enum(['exact', 'about', 'up-to', 'at-least', 'no-change']).default('exact'),
  /** What the number is. Only `effect` is drawn as an effect; a share of samples is no speed-up. */
  quantity: z.enum(['effect', 'share', 'count']).default('effect'),
  ci95: intervalSchema.nullable().default(null),
  stddevPercent: z
    .strictObject({ before: z.number().nullable(), after: z.number().nullable() })
    .nullable()
    .default(null),
  runs: z.number().nullable().default(null),
  runsEach: z
    .strictObject({ before: z.array(z.number()), after: z.array(z.number()) })
    .nullable()
    .default(null),
  threads: z.number().nullable().default(null),
  cpus: z.number().nullable().default(null),
  higherIsBetter: z.boolean().nullable().default(null),
  /** Where the direction comes from: a table of known metrics, the words, or the source. */
  directionFrom: z.enum(['stated', 'known-metric', 'words']).nullable().default(null),
  machine: z.string().nullable().default(null),
  kernel: z.string().nullable().default(null),
  of: z.enum(['patch', 'series', 'other-patch']).default('patch'),
  by: z.enum(['author', 'robot', 'third-party']).default('author'),
  verdict: z.enum(verdicts),
  note: z.string().nullable().default(null),
  from: originSchema,
  sources: z.array(sourceSchema).default([]),
})
export type Benchmark = z.infer<typeof benchmarkSchema>

/** Whether more of `changePercent` is better; null where nothing says which side is. */
export const isMoreBetter = ({
  higherIsBetter,
  positiveIsBetter,
}: Pick<Benchmark, 'higherIsBetter' | 'positiveIsBetter'>): boolean | null =>
  positiveIsBetter === true ? true : higherIsBetter

/**
 * A row of a robot report: metric, before, its stddev % (null = not printed), change in per cent or in points,
 * after, its stddev %. `printed` is the line of the mail without its line end (a wrapped row: its lines, joined by LF).
 * In a `fail:runs` row before and after are the failed runs, the change is in points.
 */
export const robotRowSchema = z.strictObject({
  metric: z.string(),
  before: z.number(),
  stddevBefore: z.number().nullable(),
  change: z.union([z.strictObject({ pct: z.number() }), z.strictObject({ abs: z.number() })]).nullable(),
  after: z.number(),
  stddevAfter: z.number().nullable(),
  line: z.int().min(1),
  printed: z.string(),
})
export type RobotRow = z.infer<typeof robotRowSchema>

/** One table of a robot report: one test with its axes, one pair of commits. */
export const robotTableSchema = z.strictObject({
  axes: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  commits: z.array(z.strictObject({ sha: z.string(), title: z.string().nullable() })), // base first
  pair: z.strictObject({ before: z.int(), after: z.int() }), // indexes into commits
  part: z.int().min(0).default(0), // text part of the message, 0 first
  runs: z.strictObject({ before: z.int().nullable(), after: z.int().nullable() }), // from fail:runs, where printed
  startLine: z.int().min(1),
  endLine: z.int().min(1),
  rows: z.array(robotRowSchema),
})
export type RobotTable = z.infer<typeof robotTableSchema>

/** A kernel test robot's performance report, whole. */
export const robotReportSchema = z.strictObject({
  messageId: z.string(),
  headline: z
    .strictObject({
      metric: z.string(),
      changePercent: z.number(),
      word: z.enum(['improvement', 'regression']).nullable(), // null: the robot gives no word, as before 2015
      sources: z.array(sourceSchema),
    })
    .nullable(),
  alsoAffects: z.array(
    z.strictObject({
      metric: z.string(),
      changePercent: z.number(),
      word: z.enum(['improvement', 'regression']).nullable(), // null: the robot gives no word, as before 2015
      test: z.string().nullable(),
      machine: z.string().nullable(),
      parameters: z.array(z.string()),
      sources: z.array(sourceSchema),
    }),
  ),
  commit: z.string().nullable(),
  commitTitle: z.string().nullable(),
  parent: z.string().nullable(),
  machine: z.string().nullable(),
  testcase: z.string().nullable(),
  parameters: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** Printed when the robot says so; the page shows it beside its numbers. */
  disclaimer: z.array(sourceSchema),
  tables: z.array(robotTableSchema),
})
export type RobotReport = z.infer<typeof robotReportSchema>
