/** CPU seconds by stage: wall time says little where a machine does other things as well. */
export type StageClock = {
  /** Runs a part of a stage and adds what it cost. */
  measure: <T>(stage: string, part: () => T) => T
  /** The same of a part that waits; nothing else runs meanwhile. */
  measureWaiting: <T>(stage: string, part: () => Promise<T>) => Promise<T>
  /** Stages in the order they first ran, with their CPU seconds. */
  list: () => [stage: string, seconds: number][]
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** A clock of this process; parts do not stand inside each other. One that is off costs nothing and lists nothing. */
export function createStageClock(isOn: boolean): StageClock {
  const seconds = new Map<string, number>()
  const add = (stage: string, before: number): void => {
    seconds.set(stage, (seconds.get(stage) ?? 0) + cpuSeconds() - before)
  }
  return {
    measure: (stage, part) => {
      if (!isOn) return part()
      const before = cpuSeconds()
      const value = part()
      add(stage, before)
      return value
    },
    measureWaiting: async (stage, part) => {
      const before = isOn ? cpuSeconds() : 0
      const value = await part()
      if (isOn) add(stage, before)
      return value
    },
    list: () => [...seconds],
  }
}
