import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { sourceOfLine } from '../text/source-at.ts'
import { type DiffShape, readDiffShape } from './diff-shape.ts'
import { findPatchText, sourceIn } from './patch-text.ts'
import { splitSentences } from './prose-sentences.ts'

/** What is said of a layout that is no offset and no size: a line's number, a group's bound. */
export type LayoutNote = { text: string; sources: Source[] }

const maxNotes = 12
const bound =
  /\bCACHELINE_ASSERT_GROUP_SIZE\s*\(\s*struct\s+(\w{1,80})\s*,\s*(\w{1,80})\s*,\s*(\d{1,6}(?:\s*\+\s*\d{1,6}){0,4})\s*\)/
const ordinal = '(?:first|second|third|fourth|fifth|sixth|last|penultimate|next|[1-9]\\d?(?:st|nd|rd|th))'
/** "the second cache line", "cacheline 3": which line of the struct, where no offset is given. */
const numbered = new RegExp(
  `\\b${ordinal}\\s+(?:\\d{2,3}[- ]byte\\s+)?cache[\\s-]*line\\b|\\bcache[\\s-]*line\\s+#?\\d{1,2}\\b(?!\\s*boundary)`,
  'i',
)

/**
 * Notes on a layout in the patch's own terms: the most bytes that `CACHELINE_ASSERT_GROUP_SIZE` grants a group, before
 * and after; sentences that put a member of the diff on a numbered line.
 */
export function findLayoutNotes(message: Message): LayoutNote[] {
  const shape = readDiffShape(message.patch?.files ?? [])
  return [...findBounds(message, shape), ...findNumberedLines(message, shape)].slice(0, maxNotes)
}

/** `92 + 4`: what the members take and what padding may add. */
const sum = (text: string): number => text.split('+').reduce((total, part) => total + Number(part), 0)

function findBounds(message: Message, shape: DiffShape): LayoutNote[] {
  const groups = new Map<string, { before: number | null; after: number | null; sources: Source[] }>()
  const part = message.patch?.part ?? 0
  for (const file of shape.files)
    for (const hunk of file.hunks)
      for (const line of hunk.lines) {
        const found = line.code.includes('CACHELINE_ASSERT_GROUP_SIZE') ? bound.exec(line.code) : null
        if (!found?.[1] || !found[2] || !found[3] || line.side === ' ' || line.mailLine === 0) continue
        const key = `${found[2]} of ${found[1]}`
        const known = groups.get(key) ?? { before: null, after: null, sources: [] }
        known[line.side === '-' ? 'before' : 'after'] = sum(found[3])
        known.sources.push(sourceOfLine(message, part, line.mailLine))
        groups.set(key, known)
      }
  return [...groups].map(([group, { before, after, sources }]) => ({
    text:
      before !== null && after !== null
        ? `Group ${group}: at most ${before} bytes before, ${after} after`
        : `Group ${group}: at most ${after ?? before} bytes${after === null ? ' before' : ''}`,
    sources,
  }))
}

function findNumberedLines(message: Message, shape: DiffShape): LayoutNote[] {
  const members = new Set(
    shape.structs.flatMap((change) => [...change.before, ...change.after]).map(({ name }) => name),
  )
  if (members.size === 0) return []
  const notes: LayoutNote[] = []
  for (const block of findPatchText(message)) {
    if (block.where === 'title' || block.where === 'comment' || !numbered.test(block.text)) continue
    for (const sentence of splitSentences(block)) {
      const text = sentence.text.trim()
      if (text.length > 300 || !numbered.test(text)) continue
      const named = (text.match(/[A-Za-z_]\w{2,}/g) ?? []).some((word) => members.has(word))
      const start = sentence.start + sentence.text.length - sentence.text.trimStart().length
      const source = named ? sourceIn(message, block, start, start + text.length) : null
      if (source) notes.push({ text: text.replace(/\s+/g, ' ').replace(/[.;]$/, ''), sources: [source] })
      if (notes.length >= maxNotes) return notes
    }
  }
  return notes
}
