import { splitHeader } from './row-items.ts'
import { isVersionName } from './side-words.ts'
import type { TextBlock, TextLine } from './text-blocks.ts'

const beforeMarker =
  /^\W*(?:(?:\d{1,2}|[a-d])[.):]\s+)?(?:before|without|w\/o|un-?patched|vanilla|baseline|base|old|orig(?:inal)?|stock|mainline|upstream|main branch|master|current|pre-?patch|no[- ]patch|prior)\b/i
const afterMarker =
  /^\W*(?:(?:\d{1,2}|[a-d])[.):]\s+)?(?:after|with|w\/ ?patch\w*|w\/|patched|new|this (?:patch|pr|branch|change)|post-?patch|now|fixed|optimi[sz]ed)(?![\w])/i
const beforePhrase =
  /\bw\/o (?:the |this )?patch\b|\b(?:before|without|prior to) (?:this|the|applying|these|my|that|any) |\b(?:unpatched|vanilla|baseline|before)\b/i
const afterPhrase =
  /\bw\/ (?:the |this )?patch\b|\b(?:after|with) (?:this|the|applying|these|my|that|both|all)? ?(?:patch|change|series|commit|fix|patchset|optimi[sz]ation|rework|modification|applied)|\bpatched\b|\bafter\b/i

const buildLine =
  /^[\w./ -]{0,40}\b(mainline|vanilla|stock|unpatched|unmodified|patched)\b[\w./ -]{0,20}(?:\([^()]{1,40}\))?:$/i

/** The side that a line announces for what follows it: "Before the patch:", "After:", "# patched". */
export function markerOf(block: TextBlock, at: number): 'before' | 'after' | null {
  const line = block.lines[at]
  if (!line || line.text.length > 300) return null
  const text = line.text.trim()
  const build = text.endsWith(':') ? buildLine.exec(text) : null
  if (build?.[1] && text.split(/\s+/).length <= 6) return build[1].toLowerCase() === 'patched' ? 'after' : 'before'
  if (/^[$#>]\s+\S/.test(text)) {
    const isOld = /[-_./ ](?:old|orig|base|vanilla|before|unpatched|stock|nopatch)\b/i.test(text)
    const isNew = /[-_./ ](?:new|patched|after|fixed|patch)\b/i.test(text)
    return isOld === isNew ? null : isOld ? 'before' : 'after'
  }
  const last = text.slice(-1)
  const endsOpen = last === ':' || last === '=' || last === '-'
  const isShort = text.length <= 80 && !'.,;'.includes(last) && !/\d{3}/.test(text) && text.split(/\s+/).length <= 4
  if ((!endsOpen && !isShort) || splitHeader(text).length > 2) return null
  if (endsOpen || isShort) {
    if (beforeMarker.test(text)) return 'before'
    if (afterMarker.test(text) && !/^\W*with(?:in|out)\b/i.test(text)) return 'after'
  }
  if (last !== ':') return null
  const sentence =
    block.lines
      .slice(Math.max(0, at - 2), at + 1)
      .map((l) => l.text.trim())
      .join(' ')
      .split(/[.;!?]\s/)
      .pop() ?? ''
  const isBefore = beforePhrase.test(sentence)
  const isAfter = afterPhrase.test(sentence)
  return isBefore === isAfter ? null : isBefore ? 'before' : 'after'
}

/** A line that says which side's output follows; `at` counts the lines of the message. */
export type Marker = { at: number; side: 'before' | 'after'; line: TextLine }

const sideWords =
  /\b(?:before|after|without|with|w\/o?|un-?patched|patched|vanilla|baseline|base|stock|mainline|upstream|original|orig|old|new|kernel|the|this|my|our|patch|patches|series|change|fix|applied|and|run|results?|numbers|output|of|for|on|in)\b/g

/** What a marker's line says beside its side: "two queues" of "Patched, two queues:". */
export function restOfMarker(line: TextLine): string {
  return line.text
    .toLowerCase()
    .replace(sideWords, ' ')
    .replace(/[^\w%]+/g, ' ')
    .trim()
}

/** "6.1:" above the output of a kernel, "6.1-frob:" above that of the same with the patch. */
function versionMarker(line: TextLine, last: Marker | undefined): 'before' | 'after' | null {
  const name = line.text.endsWith(':') ? /^\s*(\S{1,40}):$/.exec(line.text)?.[1] : undefined
  if (!name) return null
  const base = last?.side === 'before' ? last.line.text.trim().slice(0, -1) : null
  if (base && isVersionName(base) && (name.startsWith(`${base}-`) || name.startsWith(`${base}+`))) return 'after'
  return isVersionName(name) && !/^v?\d{1,2}$/.test(name) ? 'before' : null
}

/** "current FROB:" above the output of today's code, "FROB with short lists:" above that of the new. */
function nounMarker(line: TextLine, last: Marker | undefined): 'before' | 'after' | null {
  if (last?.side !== 'before' || line.text.length > 80 || !line.text.endsWith(':')) return null
  const noun = /^\s*(?:the )?(?:current|plain|existing|original|old) (\w[\w-]{1,30}):$/i.exec(
    last.line.text.trimEnd(),
  )?.[1]
  return noun && line.text.trim().startsWith(`${noun} with `) ? 'after' : null
}

/** A paragraph that ends with a full stop ("Without the series a build takes 20 minutes.") right above a tool's output. */
function sentenceMarker(blocks: readonly TextBlock[], block: TextBlock, at: number): 'before' | 'after' | null {
  if (at !== block.lines.length - 1 || !/[a-z)]\.$/.test(block.lines[at]?.text.trim() ?? '')) return null
  const below = blocks[block.index + 1]
  if (!below || below.depth !== block.depth || below.part !== block.part) return null
  const rows = below.lines.filter((line) => /^\s*(?:real|user|sys)\s+\d/.test(line.text))
  if (rows.length < 2) return null
  const sentence = block.lines
    .slice(-3)
    .map((line) => line.text.trim())
    .join(' ')
    .split(/[.;!?]\s/)
    .pop()
  const isBefore = beforePhrase.test(sentence ?? '')
  return isBefore === afterPhrase.test(sentence ?? '') ? null : isBefore ? 'before' : 'after'
}

/** The side that a line announces, by its words, by the kernel it names, or as the sentence right above a tool's output. */
export function sideAnnounced(
  blocks: readonly TextBlock[],
  block: TextBlock,
  at: number,
  last: Marker | undefined,
): Marker['side'] | null {
  const line = block.lines[at]
  if (!line) return null
  return markerOf(block, at) ?? versionMarker(line, last) ?? nounMarker(line, last) ?? sentenceMarker(blocks, block, at)
}
