import { gatherRuns, type Measure, type Measured, parsePlainNumber, placeOfLine, type ResultFormat } from './measure.ts'
import { buildCounter } from './perf-counter.ts'

/** Value, unit, event; then, with `-r`, the deviation; then run time and share of it. */
const row = /^(?:<not (?:supported|counted)>|[\d.]{1,40}),[^,\d]{0,20},[A-Za-z][\w./:=-]{0,200},/

/** `perf stat -x,` (perf-stat(1), CSV FORMAT), as with `-o` and `--append`: one run a block. */
export const perfCsv: ResultFormat = {
  name: 'perf stat -x,',
  ending: 'csv',
  matches: (head) => {
    const lines = head.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
    return lines.length > 0 && lines.slice(0, 3).every((line) => row.test(line))
  },
  parse(text): Measured {
    const measures: Measure[] = []
    const troubles: Measured['troubles'] = []
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (line.trim() === '' || line.startsWith('#') || line.startsWith('<not')) continue
      const cells = line.split(',')
      const value = parsePlainNumber(cells[0] ?? '')
      const event = cells[2] ?? ''
      if (value === null || event === '' || !row.test(line)) {
        const message = `expected value, unit and event, found ${line.slice(0, 80)}`
        troubles.push({ line: index + 1, message, whatToDo: 'give what perf stat -x, -o wrote, decimals with a point' })
        continue
      }
      const deviation = /^([\d.]{1,20})%$/.exec(cells[3] ?? '')?.[1]
      const run = { value, place: placeOfLine(line, index + 1) }
      measures.push(buildCounter(event, cells[1] || null, run, deviation === undefined ? null : Number(deviation)))
    }
    return { measures: gatherRuns(measures), troubles }
  },
}
