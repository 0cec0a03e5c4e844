import type { Message, MessagePart } from '../model/message.ts'
import { footerLine } from './line-shapes.ts'

/** What git and b4 put below a patch: base commit, change id, prerequisites, version of git. */
export function findFooters(
  parts: MessagePart[],
): Pick<Message, 'baseCommit' | 'changeId' | 'prerequisites' | 'gitVersion'> {
  const found: ReturnType<typeof findFooters> = {
    baseCommit: null,
    changeId: null,
    prerequisites: [],
    gitVersion: null,
  }
  for (const part of parts)
    for (const region of part.regions) {
      if (region.kind !== 'footer' && region.kind !== 'signature') continue
      for (let line = region.startLine; line <= region.endLine; line++) {
        const text = part.rawLines[line - 1] ?? ''
        if (region.kind === 'signature')
          found.gitVersion ??= /^\d{1,3}(?:\.[\w-]{1,20}){1,6}(?: \(.{1,40}\))?$/.exec(text)?.[0] ?? null
        else takeFooter(found, text, part.index, line)
      }
    }
  return found
}

function takeFooter(found: ReturnType<typeof findFooters>, text: string, part: number, line: number): void {
  const match = footerLine.exec(text)
  const name = match?.[1] ?? ''
  const value = (match?.[2] ?? '').trim()
  if (name === 'base-commit') {
    const sha = /^[0-9a-f]{7,64}\b/.exec(value)?.[0]
    if (sha !== undefined) found.baseCommit ??= { sha, part, line }
  } else if (name === 'change-id') found.changeId ??= value
  else if (name.startsWith('prerequisite') && found.prerequisites.length < 1000) found.prerequisites.push(value)
}
