import type { CaseRecord } from '../model/case.ts'
import type { PatchHistory } from '../model/series.ts'
import type { C2c, C2cLine, StructLayout } from '../model/struct-layout.ts'
import type { FactsByMessage, MessageFacts } from './message-facts.ts'
import { primaryMessage } from './primary-message.ts'

/** Facts of the messages in the order they speak: the patch, its cover letter, the others by date; older versions last. */
function speakers(history: PatchHistory, facts: FactsByMessage): MessageFacts[] {
  const main = primaryMessage(history)?.id
  const cover = history.cover?.message.id
  const versions = new Set(history.versions.map((version) => version.messageId))
  const ids = history.messages.map((entry) => entry.message.id)
  const rest = ids.filter((id) => id !== main && id !== cover)
  const isForeign = (id: string): boolean =>
    facts.get(id)?.kind === 'lkp-report' && !history.reports.some((report) => report.messageId === id)
  const others = rest.filter(
    (id) => !versions.has(id) && !isForeign(id) && facts.get(id)?.kind !== 'patch' && facts.get(id)?.kind !== 'cover',
  )
  const older = rest.filter((id) => versions.has(id)).reverse()
  return [main, cover, ...others, ...older].flatMap((id) => {
    const found = id === undefined ? undefined : facts.get(id)
    return found ? [found] : []
  })
}

/** What the messages of a history say beside results: machines, kernel, layouts, counters, cost, related commits. */
export function collectFacts(history: PatchHistory, facts: FactsByMessage) {
  const all = speakers(history, facts)
  const cost = all.find((one) => one.cost)?.cost ?? null
  return {
    machines: collectMachines(all),
    kernel: all.find((one) => one.kernel)?.kernel ?? null,
    layouts: collectLayouts(all),
    layoutNotes: firstOfEach(
      all.flatMap((one) => one.layoutNotes.map((note) => ({ ...note, from: 'mail' as const }))),
      (note) => note.text.toLowerCase(),
    ),
    c2c: firstOfEach(
      all.flatMap((one) => one.c2c),
      counterKey,
    ),
    c2cLines: firstOfEach(
      all.flatMap((one) => one.c2cLines),
      lineKey,
    ).slice(0, 400),
    cost: cost ? { ...cost, from: 'mail' as const } : null,
    related: [...new Set(all.flatMap((one) => one.relatedCommits))].slice(0, 100),
  }
}

function collectMachines(all: readonly MessageFacts[]): CaseRecord['machines'] {
  const machines = all.flatMap((one) => one.machines.map((machine) => ({ ...machine, from: 'mail' as const })))
  return firstOfEach(machines, (machine) => machine.text.toLowerCase().replace(/\s+/g, ' '))
}

/** One layout a struct, of the first message that has one; a later one with offsets replaces one without. */
function collectLayouts(all: readonly MessageFacts[]): StructLayout[] {
  const hasOffsets = (layout: StructLayout): boolean =>
    layout.members.some((member) => member.offsetBytes.before !== null || member.offsetBytes.after !== null)
  const byStruct = new Map<string, StructLayout>()
  for (const layout of all.flatMap((one) => one.layouts)) {
    const known = byStruct.get(layout.struct)
    if (!known || (!hasOffsets(known) && hasOffsets(layout))) byStruct.set(layout.struct, layout)
  }
  return [...byStruct.values()]
}

const counterKey = (counter: C2c): string =>
  [counter.counter, counter.test, counter.object, counter.member, counter.before, counter.after].join('|')
const lineKey = (line: C2cLine): string =>
  [line.address, line.offsetBytes, line.symbol, JSON.stringify(line.columns)].join('|')

function firstOfEach<T>(list: readonly T[], key: (item: T) => string): T[] {
  const seen = new Map<string, T>()
  for (const item of list) if (!seen.has(key(item))) seen.set(key(item), item)
  return [...seen.values()]
}
