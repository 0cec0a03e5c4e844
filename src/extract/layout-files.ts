import type { Problem, Result } from '../model/problem.ts'
import type { LayoutMember, StructLayout } from '../model/struct-layout.ts'
import { layoutInFile } from './file-sources.ts'
import { findPaholeLayouts } from './pahole.ts'
import { plainMessage } from './plain-message.ts'

/** True where a text is what pahole prints: offsets and sizes in comments, and its closing line. */
export const isPaholeText = (head: string): boolean =>
  /^(?:typedef )?(?:struct|union|class)\b[^;\n]{0,200}\{/m.test(head) &&
  /\/\*\s*\d{1,9}(?::\s*\d{1,3})?\s+\d{1,9}\s*\*\//.test(head)

/** The layouts of a saved pahole text: both sides where it holds two listings of a struct, else one. */
export const parsePaholeFile = (text: string, file: string): StructLayout[] =>
  findPaholeLayouts(plainMessage(text, 'file', file)).map((layout) => layoutInFile(layout, file))

/** The layouts of a listing before and one after; a struct that only one of them holds is an error. */
export function joinPaholeFiles(
  before: { text: string; file: string },
  after: { text: string; file: string },
): Result<StructLayout[]> {
  const [old, now] = [parsePaholeFile(before.text, before.file), parsePaholeFile(after.text, after.file)]
  const value = old.flatMap((layout) => {
    const other = now.find((candidate) => candidate.struct === layout.struct)
    return other ? [joinLayouts(alone(layout), alone(other))] : []
  })
  const names = (layouts: StructLayout[]): string =>
    layouts
      .map((layout) => layout.struct)
      .join(', ')
      .slice(0, 200) || 'none'
  const problems: Problem[] =
    value.length > 0
      ? []
      : [
          {
            code: 'bad-result-file',
            severity: 'error',
            where: `${before.file}, ${after.file}`,
            message: `expected one struct in both listings, found ${names(old)} before and ${names(now)} after`,
            whatToDo: 'print the same struct of both builds: pahole -C NAME before.o, pahole -C NAME after.o',
          },
        ]
  return { value, problems }
}

/** A lone listing as the side before: its file says which side it is, not its words. */
function alone(layout: StructLayout): StructLayout {
  const hasBefore =
    layout.members.some((member) => member.offsetBytes.before !== null) || layout.sizeBytes.before !== null
  if (hasBefore) return layout
  return {
    ...layout,
    sizeBytes: { before: layout.sizeBytes.after, after: null },
    members: layout.members.map((member) => ({
      ...member,
      offsetBytes: { before: member.offsetBytes.after, after: null },
    })),
    holes: layout.holes.map((hole) => ({ ...hole, side: 'before' })),
  }
}

function joinLayouts(before: StructLayout, after: StructLayout): StructLayout {
  const left = [...before.members]
  const members = after.members.map((now): LayoutMember => {
    const at = left.findIndex((member) => member.name === now.name)
    const [old] = at < 0 ? [] : left.splice(at, 1)
    return {
      ...now,
      offsetBytes: { before: old?.offsetBytes.before ?? null, after: now.offsetBytes.before },
      sources: [...(old?.sources ?? []), ...now.sources],
    }
  })
  const offset = ({ offsetBytes }: LayoutMember): number => offsetBytes.after ?? offsetBytes.before ?? 0
  return {
    ...before,
    cachelineBytes: after.cachelineBytes,
    sizeBytes: { before: before.sizeBytes.before, after: after.sizeBytes.before },
    sizeSources: [...before.sizeSources, ...after.sizeSources],
    members: [...members, ...left].sort((a, b) => offset(a) - offset(b)),
    holes: [
      ...before.holes.filter((hole) => hole.side === 'before'),
      ...after.holes.filter((hole) => hole.side === 'before').map((hole) => ({ ...hole, side: 'after' as const })),
    ],
    sources: [...before.sources, ...after.sources],
  }
}
