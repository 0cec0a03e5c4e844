import type { Message } from '../model/message.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import type { DiffShape } from './diff-shape.ts'
import type { TextBlock } from './patch-text.ts'

const structAligned =
  /cacheline\w*aligned|__rte_cache_aligned|\balignas\s*\(|aligned\s*\(|CACHE\w*ALIGN|repr\([^)]*align/

/** The starts of slab objects modulo the line, in the order the objects follow each other. */
export function slabPhases(sizeBytes: number, cachelineBytes: number): number[] {
  const out: number[] = []
  for (let start = 0; out.length < 64 && !out.includes(start); start = (start + sizeBytes) % cachelineBytes)
    out.push(start)
  return out
}

/**
 * Whether offsets modulo the line are lines. An attribute on the struct itself, or an allocator that aligns, makes the
 * base known; a member's attribute binds no allocator. Where the text says that objects start at different places of a
 * line (and a size is stated), the slab's phases follow.
 */
export function findBase(
  message: Message,
  shape: DiffShape,
  blocks: readonly TextBlock[],
  struct: string,
  sizeBytes: StructLayout['sizeBytes'],
  cachelineBytes: number,
): StructLayout['base'] {
  const base = (
    alignment: StructLayout['base']['alignment'],
    how: string,
    before: number[] = [],
    after: number[] = [],
  ) => ({ alignment, how, phasesBefore: before, phasesAfter: after })
  const text = blocks.map((block) => block.text.replace(/\s+/g, ' ')).join(' ')
  const addsSlab = message.patch !== null && shape.facts.some((fact) => fact.technique === 'slab-align')
  const isPhased =
    /\b(?:consecutive|successive|neighbou?ring|adjacent|different|later)\s+objects?\b[^.]{0,80}\boffsets?\b|\bdifferent\s+(?:offsets|places|positions)\s+within\s+a\b|\bobjects?\b[^.]{0,60}\bnot\s+(?:be\s+)?cache[- ]?line[- ]aligned\b/i.test(
      text,
    )
  if (sizeBytes.before !== null && (isPhased || addsSlab) && sizeBytes.before % cachelineBytes !== 0) {
    const after = addsSlab ? [0] : sizeBytes.after === null ? [] : slabPhases(sizeBytes.after, cachelineBytes)
    return base(
      'phases',
      addsSlab
        ? 'the slab packs objects of this size; the patch asks it to align them'
        : 'the text says that objects start at different offsets within a line',
      slabPhases(sizeBytes.before, cachelineBytes),
      after,
    )
  }
  const change = shape.structs.find((one) => one.struct === struct)
  const closing = change?.closing.after ?? change?.opening.after
  if (closing && structAligned.test(closing.code))
    return base('aligned', 'the struct itself carries an alignment attribute')
  if (addsSlab) return base('aligned', 'the allocator aligns each object')
  if (shape.facts.some((fact) => fact.technique === 'align-member'))
    return base('unknown', 'a member is aligned within the struct, which binds no allocator')
  return base('unknown', 'the mail does not say where objects start')
}
