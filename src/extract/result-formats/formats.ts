import { criterion } from './criterion.ts'
import { fio } from './fio.ts'
import { googleBenchmark } from './google-benchmark.ts'
import { hyperfine } from './hyperfine.ts'
import { jmh } from './jmh.ts'
import type { ResultFormat } from './measure.ts'
import { perfCsv } from './perf-csv.ts'
import { perfJson } from './perf-json.ts'
import { phoronixCsv } from './phoronix-csv.ts'
import { phoronixJson } from './phoronix-json.ts'
import { stressNgText } from './stress-ng-text.ts'
import { stressNgYaml } from './stress-ng-yaml.ts'
import { table } from './table.ts'
import { willItScale } from './will-it-scale.ts'

/** The formats, the most particular first: the first that knows a file reads it. */
export const resultFormats: readonly ResultFormat[] = [
  fio,
  perfJson,
  jmh,
  googleBenchmark,
  criterion,
  phoronixJson,
  hyperfine,
  stressNgText,
  stressNgYaml,
  willItScale,
  phoronixCsv,
  perfCsv,
  table,
]

/** The format of a file by its first 20,000 characters; undefined for any other text. */
export const findResultFormat = (head: string): ResultFormat | undefined =>
  resultFormats.find((format) => format.matches(head))
