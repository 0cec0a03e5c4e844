import type { Region, RegionKind } from '../model/message.ts'

/** What a line was found to be; undefined: nothing yet. Whoever labels a line first keeps it. */
export type Label = Readonly<{ kind: RegionKind; depth: number }>
export type Labels = (Label | undefined)[]

/** Labels the lines of an index range (end exclusive) that have no label yet. */
export function mark(labels: Labels, from: number, to: number, kind: RegionKind, depth = 0): void {
  const label = { kind, depth }
  for (let index = Math.max(0, from); index < to && index < labels.length; index++) labels[index] ??= label
}

/** Runs of equal labels as regions; blank lines belong to what stands above them, at the top to what follows. */
export function joinLabels(lines: string[], labels: Labels): Region[] {
  const regions: Region[] = []
  for (let index = 0; index < lines.length; index++) {
    const last = regions.at(-1)
    const label = labels[index]
    const isSame = last && (!label || (label.kind === last.kind && label.depth === last.quoteDepth))
    if (isSame) last.endLine = index + 1
    else if (label)
      regions.push({
        kind: label.kind,
        startLine: regions.length === 0 ? 1 : index + 1,
        endLine: index + 1,
        quoteDepth: label.depth,
      })
  }
  if (regions.length === 0 && lines.length > 0)
    regions.push({ kind: 'text', startLine: 1, endLine: lines.length, quoteDepth: 0 })
  return regions
}
