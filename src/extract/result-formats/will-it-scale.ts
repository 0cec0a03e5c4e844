import {
  buildMeasure,
  gatherRuns,
  type Measure,
  type Measured,
  parsePlainNumber,
  placeOfLine,
  type ResultFormat,
} from './measure.ts'

/**
 * The CSV of will-it-scale's runtest.py: operations a second for each number of tasks, as processes and as threads.
 * The test is named by the file alone; the row of no tasks, idle times and the linear column are no results.
 */
export const willItScale: ResultFormat = {
  name: 'will-it-scale',
  ending: 'csv',
  matches: (head) => /^tasks,processes,processes_idle,threads,threads_idle,linear\s*$/m.test(head),
  parse(text): Measured {
    const measures: Measure[] = []
    const troubles: Measured['troubles'] = []
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (line.trim() === '' || line.startsWith('tasks,')) continue
      const cells = line.split(',').map(parsePlainNumber)
      const [tasks, processes, , threads] = cells
      if (tasks === 0) continue
      if (tasks == null || processes == null || threads == null) {
        const message = `expected six numbers, found ${line.slice(0, 80)}`
        troubles.push({ line: index + 1, message, whatToDo: 'give the file as runtest.py wrote it' })
        continue
      }
      const place = placeOfLine(line, index + 1)
      const add = (variant: string, value: number): void => {
        if (value < 0) return // -1: that form of the test was not built
        measures.push(
          buildMeasure({
            suite: 'will-it-scale',
            variant,
            metric: 'operations per second',
            unit: 'ops/s',
            threads: tasks,
            higherIsBetter: true,
            runs: [{ value, place }],
          }),
        )
      }
      add('processes', processes)
      add('threads', threads)
    }
    return { measures: gatherRuns(measures), troubles }
  },
}
