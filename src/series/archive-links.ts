/** A Message-ID that an archive link in a text names, and where in the line it stands (columns from 1, end exclusive). */
export type ArchiveLink = { id: string; startColumn: number; endColumn: number }

const link = /https?:\/\/[^\s<>()[\]"']{1,600}/g

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // `%` that is no escape: the id is taken as it stands.
    return segment
  }
}

/**
 * Ids in the archive links of one line: lore, lkml.kernel.org/r, patch.msgid.link and every other archive whose path
 * has a segment with an `@`. Links with a fragment or a query keep their id.
 */
export function findArchiveLinks(line: string): ArchiveLink[] {
  const found: ArchiveLink[] = []
  for (const match of line.slice(0, 4000).matchAll(link)) {
    const url = (match[0] ?? '').replace(/[.,;:!?]+$/, '')
    const path = url.replace(/^https?:\/\/[^/]{1,200}\/?/, '').split(/[?#]/)[0] ?? ''
    const id = path
      .split('/')
      .map(decode)
      .find((segment) => /^[^@\s]{2,400}@[^@\s]{1,400}$/.test(segment))
    if (id === undefined) continue
    found.push({ id, startColumn: match.index + 1, endColumn: match.index + 1 + url.length })
  }
  return found
}

/** The part of an id before its `@`: what stays when an archive masks the rest. */
export function idStem(id: string): string {
  return id.split('@')[0] ?? id
}
