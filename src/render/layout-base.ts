import type { StructLayout } from '../model/struct-layout.ts'

/**
 * What a figure may call its rows. Where the base is not known but the source itself says that members share a line,
 * and their offsets lie on one line counted from the struct's start, rows are lines: the statement and the offsets
 * agree. Gives back the alignment and the words of how it is known.
 */
export function drawnBase(layout: StructLayout): { alignment: StructLayout['base']['alignment']; how: string } {
  const { base, cachelineBytes } = layout
  if (base.alignment !== 'unknown') return base
  const agreeing = layout.statedShared.find(({ side, members }) => {
    const offsets = members.map(
      (name) => layout.members.find((member) => member.name === name)?.offsetBytes[side] ?? null,
    )
    const lines = new Set(offsets.map((offset) => (offset === null ? null : Math.floor(offset / cachelineBytes))))
    return offsets.length > 1 && lines.size === 1 && !lines.has(null)
  })
  if (!agreeing) return base
  return {
    alignment: 'aligned',
    how: `the source says that ${agreeing.members.slice(0, 4).join(', ')} share a line, which fits an object that starts at a line; ${base.how}`,
  }
}

/** The layout with the base it is drawn with. */
export const withDrawnBase = (layout: StructLayout): StructLayout => ({
  ...layout,
  base: { ...layout.base, ...drawnBase(layout) },
})
