/** As much of a message as inner headers need: the model's Message fits. */
type Carrier = {
  parts: { rawLines: string[]; regions: { kind: string; startLine: number; endLine: number }[] }[]
  patch: { part: number; startLine: number } | null
}

/** Longest description looked through for the headers above it, in lines. */
const maxLines = 200

/**
 * `Subject:` and `From:` that a sender writes above a patch in the middle of an answer, without a scissors line
 * (`---`, `Subject: ring: move the lock`, `From: …`, description, diff). Null where no subject stands there. The
 * title comes without its `[PATCH]` tags; the address without its brackets.
 */
export function findInnerHeaders(message: Carrier): InnerHeaders | null {
  const { patch } = message
  if (patch === null) return null
  const part = message.parts[patch.part]
  const lines = part?.rawLines ?? []
  const first = Math.max(0, patch.startLine - 1 - maxLines)
  // Headers on top of the body are the patch's own; a description below may quote others.
  const top = part?.regions.find((region) => region.kind === 'in-body-header' && region.startLine < patch.startLine)
  const own = top === undefined ? null : readHeaders(lines, top.endLine - 1, top.startLine - 1)
  return own ?? readHeaders(lines, patch.startLine - 2, first)
}

type InnerHeaders = { title: string; author: { name: string; address: string | null } | null }

/** The last subject from index `last` up to `first`, with the sender beside it. */
function readHeaders(lines: string[], last: number, first: number): InnerHeaders | null {
  for (let index = last; index >= first; index -= 1) {
    const subject = /^Subject:\s+(\S.{0,400})$/.exec(lines[index] ?? '')?.[1]
    if (subject === undefined) continue
    const near = lines.slice(Math.max(0, index - 3), index + 4)
    const from = near
      .map((line) => /^From:\s+([^<]{0,200}?)\s*(?:<([^<>\s]{1,200})>)?\s*$/.exec(line))
      .find((match) => match)
    const author = from ? { name: (from[1] ?? '').replace(/^"|"$/g, ''), address: from[2] ?? null } : null
    return { title: subject.replace(/^(?:re:\s*)?\[[^\]]{0,80}\]\s*/i, '').trim(), author }
  }
  return null
}
