import { splitCells } from '../separated-values.ts'
import {
  buildMeasure,
  type Measure,
  type Measured,
  parsePlainNumber,
  placeOfLine,
  type ResultFormat,
} from './measure.ts'

const header = /^\s*,\s*,\s*"/

/**
 * `phoronix-test-suite result-file-to-csv` (pts_result_file_output): a title, the systems with their parts, then one row
 * a test: name with arguments, HIB or LIB, one mean a system. The runs are not in it.
 */
export const phoronixCsv: ResultFormat = {
  name: 'Phoronix Test Suite CSV',
  ending: 'csv',
  matches: (head) => /^\s*,\s*,\s*"/m.test(head) && /^"[^\n]{1,400},(?:HIB|LIB),/m.test(head),
  parse(text): Measured {
    const measures: Measure[] = []
    let systems: string[] = []
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      const cells = splitCells(line, ',').map((cell) => cell.trim())
      if (header.test(line)) systems = cells.slice(2)
      const [test, proportion] = cells
      if (proportion !== 'HIB' && proportion !== 'LIB') continue
      for (const [at, column] of systems.entries()) {
        const value = parsePlainNumber(cells[at + 2] ?? '')
        if (value === null) continue
        const mean = { value, place: placeOfLine(line, index + 1) }
        measures.push(
          buildMeasure({
            suite: 'Phoronix Test Suite',
            test: test ?? null,
            higherIsBetter: proportion === 'HIB',
            column,
            stated: { mean, stddevPercent: null, runs: null },
          }),
        )
      }
    }
    return { measures, troubles: [] }
  },
}
