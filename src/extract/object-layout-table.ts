import type { ListingLine, PaholeListing } from './pahole-listing.ts'

/** `org.acme.Ring object internals:`, `Ring object internals:`: what JOL prints above its table. */
const title = /^\s*(?:#\s*)?([\w.$[\]<>]{1,160})\s+object internals:\s*$/
const head = /^\s*OFF(?:SET)?\s+(?:SZ|SIZE)\s+TYPE\b/
/** ` 16   8   long Ring.claimed   0`; a gap or a header stands in parentheses. */
const row = /^\s*(\d{1,9})\s{1,12}(\d{1,9})\s+(?:([^\s(]\S{0,159})\s{1,120})?(\([^)]{1,80}\)|[\w.$<>]{1,160})(?:\s.*)?$/
const total = /^\s*Instance size:\s*(\d{1,9})\s*bytes/
const maxRows = 2000

/** True where a line may be the title of a table of the Java Object Layout tool. */
export const isObjectLayoutTitle = (text: string): boolean => title.test(text)

const lastName = (text: string): string => text.replace(/<.*$/, '').split(/[.$]/).at(-1) ?? text

/**
 * A table of the Java Object Layout tool ("object internals") that begins at `lines[from]`: the class's last name,
 * its fields with offset and size, gaps as holes, the instance's size. `next` is the index behind it.
 */
export function parseObjectLayout(lines: ListingLine[], from: number): { listing: PaholeListing; next: number } | null {
  const first = lines[from]
  const named = title.exec(first?.text ?? '')
  if (!first || !named?.[1]) return null
  const listing: PaholeListing = {
    struct: lastName(named[1]),
    members: [],
    sizeBytes: null,
    sizeLine: null,
    holes: [],
    cachelineBytes: null,
    startLine: first.line,
    endLine: first.line,
  }
  let at = from + 1
  if (!head.test(lines[at]?.text ?? '')) return null
  for (at++; at < lines.length && at < from + maxRows; at++) {
    const { text, line } = lines[at] ?? { text: '', line: 0 }
    const size = total.exec(text)
    if (size?.[1]) {
      listing.sizeBytes = Number(size[1])
      listing.sizeLine = line
      listing.endLine = line
      at++
      break
    }
    const found = row.exec(text)
    if (!found?.[1] || !found[2] || !found[4]) break
    const [offsetBytes, sizeBytes] = [Number(found[1]), Number(found[2])]
    listing.endLine = line
    if (/gap|alignment|padding/i.test(found[4]))
      listing.holes.push({ offsetBytes, sizeBytes, kind: /object alignment/.test(found[4]) ? 'padding' : 'hole' })
    else if (!found[4].startsWith('(') && found[3])
      listing.members.push({
        name: lastName(found[4]),
        type: found[3],
        sizeBytes,
        offsetBytes,
        inferred: false,
        line,
      })
  }
  return listing.members.length > 0 ? { listing, next: at } : null
}
