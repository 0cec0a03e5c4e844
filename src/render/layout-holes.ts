import type { StructLayout } from '../model/struct-layout.ts'

/** True where the described members follow each other in one order on both sides. */
function keepsOrder({ members }: StructLayout): boolean {
  const both = members.flatMap(({ offsetBytes: { before, after } }) =>
    before === null || after === null ? [] : [{ before, after }],
  )
  const sorted = [...both].sort((one, other) => one.before - other.before)
  return sorted.every(({ after }, at) => at === 0 || after >= (sorted[at - 1]?.after ?? after))
}

/**
 * The hole that alignment forces: a member that kept its place in the order and now starts a line leaves the bytes
 * from its old offset unused, since C keeps the order of members. Worked out, never where the source states holes.
 */
export function withForcedHoles(layout: StructLayout): StructLayout {
  const { members, cachelineBytes, holes } = layout
  if (holes.some(({ side }) => side === 'after') || !keepsOrder(layout)) return layout
  const forced = members.flatMap(({ offsetBytes: { before, after } }) => {
    if (
      before === null ||
      after === null ||
      after <= before ||
      after - before >= cachelineBytes ||
      after % cachelineBytes !== 0
    )
      return []
    const isTaken = members.some(
      ({ offsetBytes }) => offsetBytes.after !== null && offsetBytes.after >= before && offsetBytes.after < after,
    )
    const isFirst = members.every(
      ({ offsetBytes }) =>
        offsetBytes.before === null || offsetBytes.before >= before || offsetBytes.before === offsetBytes.after,
    )
    return isTaken || !isFirst
      ? []
      : [
          {
            side: 'after' as const,
            offsetBytes: before,
            sizeBytes: after - before,
            inferred: true,
            kind: 'hole' as const,
          },
        ]
  })
  return forced.length === 0 ? layout : { ...layout, holes: [...holes, ...forced] }
}
