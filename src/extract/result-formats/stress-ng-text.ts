import { buildMeasure, gatherRuns, type Measure, type Measured, placeOfLine, type ResultFormat } from './measure.ts'

/** Stressor, bogo ops, real, user and system time, bogo ops/s by real time and by user and system time. */
const row =
  /^stress-ng: (?:info|metrc): +\[\d{1,10}\] (\S{1,80}) +(\d{1,20}) +([\d.]{1,20}) +([\d.]{1,20}) +([\d.]{1,20}) +([\d.]{1,20}) +([\d.]{1,20})/

/** `stress-ng --metrics` (stress-ng(1)): bogo ops a second of real time. A block a run. */
export const stressNgText: ResultFormat = {
  name: 'stress-ng --metrics',
  ending: 'txt',
  matches: (head) => /^stress-ng: (?:info|metrc): +\[\d{1,10}\] stressor +bogo ops/m.test(head),
  parse(text): Measured {
    const measures: Measure[] = []
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      const match = row.exec(line)
      if (!match) continue
      const run = { value: Number(match[6]), place: placeOfLine(line, index + 1) }
      measures.push(
        buildMeasure({
          suite: 'stress-ng',
          test: match[1] ?? null,
          metric: 'bogo ops/s (real time)',
          unit: 'ops/s',
          higherIsBetter: true,
          runs: [run],
        }),
      )
    }
    return { measures: gatherRuns(measures), troubles: [] }
  },
}
