import type { Source } from '../model/source.ts'
import type { StructLayout } from '../model/struct-layout.ts'

/** The same places, of a file in place of a message. */
export const sourcesInFile = (sources: readonly Source[], file: string): Source[] =>
  sources.map(({ messageId: _, part: __, ...place }) => ({ ...place, file }))

/** A layout read from a file's text, its sources set on that file. */
export function layoutInFile(layout: StructLayout, file: string): StructLayout {
  const moved = <T extends { sources: Source[] }>(item: T): T => ({
    ...item,
    sources: sourcesInFile(item.sources, file),
  })
  return {
    ...moved(layout),
    sizeSources: sourcesInFile(layout.sizeSources, file),
    members: layout.members.map(moved),
    statedShared: layout.statedShared.map(moved),
    from: 'result-file',
  }
}
