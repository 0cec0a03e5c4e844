/** As much of a message as inner headers need: the model's Message fits. */
type Carrier = { parts: { rawLines: string[] }[]; patch: { part: number; startLine: number } | null }

/** Longest description looked through for the headers above it, in lines. */
const maxLines = 200

/**
 * `Subject:` and `From:` that a sender writes above a patch in the middle of an answer, without a scissors line
 * (`---`, `Subject: ring: move the lock`, `From: …`, description, diff). Null where no subject stands there. The
 * title comes without its `[PATCH]` tags; the address without its brackets.
 */
export function findInnerHeaders(
  message: Carrier,
): { title: string; author: { name: string; address: string | null } | null } | null {
  const { patch } = message
  if (patch === null) return null
  const lines = message.parts[patch.part]?.rawLines ?? []
  const first = Math.max(0, patch.startLine - 1 - maxLines)
  for (let index = patch.startLine - 2; index >= first; index -= 1) {
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
