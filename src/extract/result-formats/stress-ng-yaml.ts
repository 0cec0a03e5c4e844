import {
  buildMeasure,
  gatherRuns,
  type Measure,
  type Measured,
  parsePlainNumber,
  placeOfLine,
  type ResultFormat,
} from './measure.ts'

/** `stress-ng --yaml`: read by line, for its shape is fixed; documents appended to one file are runs. */
export const stressNgYaml: ResultFormat = {
  name: 'stress-ng --yaml',
  ending: 'yaml',
  matches: (head) => /^\s{0,20}stress-ng-version:/m.test(head) || /^\s{0,20}bogo-ops-per-second-real-time:/m.test(head),
  parse(text): Measured {
    const measures: Measure[] = []
    let test: string | null = null
    let kernel: string | null = null
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      const match = /^[\s-]{0,20}([a-z-]{1,60}): +(\S.{0,200})$/.exec(line)
      const [key, value] = [match?.[1], match?.[2]?.trim() ?? '']
      if (key === 'release') kernel = value
      if (key === 'stressor') test = value
      if (key !== 'bogo-ops-per-second-real-time') continue
      const number = parsePlainNumber(value)
      if (number === null) continue
      const run = { value: number, place: placeOfLine(line, index + 1) }
      measures.push(
        buildMeasure({
          suite: 'stress-ng',
          test,
          metric: 'bogo ops/s (real time)',
          unit: 'ops/s',
          higherIsBetter: true,
          kernel,
          runs: [run],
        }),
      )
    }
    return { measures: gatherRuns(measures), troubles: [] }
  },
}
