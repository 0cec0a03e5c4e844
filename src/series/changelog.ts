import type { Message } from '../model/message.ts'
import type { PatchVersion } from '../model/series.ts'

type Place = NonNullable<PatchVersion['changelog']>
type Heading = { line: number; versions: number[] }

const heading =
  /^[\s*•#=-]{0,6}(?:change ?s?(?:log|list)?|changed|changes|history|updates?|differences|delta|from|new|since|in|compared to|diff)?[\s:,]{0,3}(?:since|from|in|to|for|between|vs\.?|over|against|compared to|of)?\s{0,2}(?:the |patch ?(?:set|series)? |series |version )?\[?(?:rfc[- ]?|patch[- ]?)?v(\d{1,3})\b(?:\s{0,3}(?:->|=>|→|-->|to|\.\.)\s{0,3}(?:rfc[- ]?|patch )?v?(\d{1,3})\b)?([^.!?]{0,40})$/i

/** Lines of a part where notes may stand: below the first `---` of a patch up to its diff, or a letter's whole text. */
function noteLines(message: Message): { part: number; from: number; to: number }[] {
  const patch = message.patch
  if (patch === null) return message.parts.map((part) => ({ part: part.index, from: 0, to: part.lines.length }))
  const lines = message.parts[patch.part]?.lines ?? []
  const end = Math.min(lines.length, patch.startLine - 1)
  const dashes = lines.slice(0, end).findIndex((line) => /^---\s*$/.test(line))
  return [{ part: patch.part, from: dashes + 1, to: end }]
}

function findHeadings(lines: string[], from: number, to: number): Heading[] {
  const headings: Heading[] = []
  for (let index = from; index < Math.min(to, from + 4000); index += 1) {
    const text = lines[index] ?? ''
    if (text.length > 160 || /^\s{0,3}[>|]/.test(text)) continue
    const match = heading.exec(text.replace(/https?:\/\/\S{1,400}/, '').trimEnd())
    if (match === null) continue
    const versions = [Number(match[1])]
    if (match[2] !== undefined) versions.push(Number(match[2]))
    headings.push({ line: index, versions })
  }
  return headings
}

/** True where a heading opens the changes that led to `version`: `v2 -> v3`, `Changes in v3`, `v3:`, `since v2`. */
function leadsTo(text: string, versions: number[], version: number): boolean {
  const [first, second] = versions
  if (second !== undefined) return second === version || (first === version && second === version - 1)
  const isSince = /\b(?:since|from|over|against|vs|compared to)\b/i.test(text)
  return first === (isSince ? version - 1 : version)
}

/** Last line of a section: before the next heading, the diffstat, a rule or the signature. */
function sectionEnd(lines: string[], start: number, next: number, to: number): number {
  let end = start
  for (let index = start + 1; index < Math.min(next, to); index += 1) {
    const text = lines[index] ?? ''
    if (
      /^(?:---?\s*$|-- $|diff --git |\S.{0,300}\|\s{1,10}\d+ [+-]|\s\S.{0,300}\|\s{1,10}(?:\d+|Bin)\b|base-commit:|change-id:)/.test(
        text,
      )
    )
      break
    if (text.trim() !== '') end = index
  }
  return end
}

/**
 * The lines that say what changed since the version before, in the patch's notes below `---`, else in the cover
 * letter. Null where neither holds a heading for this version.
 */
export function findChangelog(message: Message, cover: Message | null, version: number): Place | null {
  for (const source of cover === null ? [message] : [message, cover])
    for (const { part, from, to } of noteLines(source)) {
      const lines = source.parts[part]?.lines ?? []
      const headings = findHeadings(lines, from, to)
      const at = headings.findIndex(({ line, versions }) => leadsTo(lines[line] ?? '', versions, version))
      const start = headings[at]?.line
      if (start === undefined) continue
      const next = headings[at + 1]?.line ?? to
      const end = sectionEnd(lines, start, next, to)
      return { messageId: source.id, part, startLine: start + 1, endLine: end + 1 }
    }
  return null
}
