import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { sourceAt } from '../text/source-at.ts'
import { findArchiveLinks } from './archive-links.ts'

/** An earlier version that a mail links to; `version` null where the line does not say which. */
export type PreviousLink = { id: string; version: number | null; sources: Source[] }

type Label = { from: number | null; to: number | null; footnote: string | null }

const range = /\b(?:rfc[- ]?)?v(\d{1,3})\s{0,3}(?:->|=>|→|-->|to|\.\.)\s{0,3}(?:rfc[- ]?)?v?(\d{1,3})\b/i
const since =
  /^(?:changes?|changed|change ?log|delta|diff(?:erences)?|updates?|new)?\s{0,3}(?:since|from|vs\.?|against|over)\s{1,3}(?:the\s)?(?:patch(?:set|series)?\s)?(?:rfc[- ]?)?v(?:ersion)?\s?(\d{1,3})\b/i
const within =
  /^(?:changes?|changed|change ?log|new|updates?)\s{0,3}(?:in|for)\s{1,3}(?:patch(?:set)?\s)?(?:rfc[- ]?)?v(?:ersion)?\s?(\d{1,3})\b/i
const named =
  /^(?:link to\s|previous\s|prior\s|(?:patch|series|version|posting|posted|link)\s)?\(?\[?(?:rfc[ -]?)?(?:patch[ -]?)?(?:rfc[ -]?|resend[ -]?)?v(?:ersion )?(\d{1,3})\b/i
const bare =
  /^(?:link to )?(?:the )?(?:previous|prior|last|old|earlier|first|original)\s(?:version|posting|patch(?:set)?|series|submission|rfc|thread)\b|^(?:link to )?(?:rfc|prev(?:ious)?)\b/i
const footnote = /\[(\d{1,2})\]/

/** What a line says about versions; null where it says nothing. `from` is the older of two, or the one it names. */
function parseLabel(text: string): Label | null {
  const line = text.replace(/^[\s*•>-]{0,8}/, '').slice(0, 200)
  const note = footnote.exec(line)?.[1] ?? null
  const both = range.exec(line)
  if (both && both.index < 30) return { from: Number(both[1]), to: Number(both[2]), footnote: note }
  const inside = within.exec(line)
  if (inside) return { from: Number(inside[1]) - 1, to: Number(inside[1]), footnote: note }
  const older = since.exec(line) ?? named.exec(line)
  if (older) return { from: Number(older[1]), to: null, footnote: note }
  if (bare.test(line)) return { from: null, to: null, footnote: note }
  return null
}

/** True where nothing but the label stands before the link: `v1: https…`, not `as said for v1 in https…`. */
function isOnlyLabel(before: string): boolean {
  return before.trim().length <= 60 && !/[.!?]\s/.test(before.trim().replace(/^\W+/, ''))
}

type Found = { id: string; label: Label; source: Source }

function findLinks(message: Message): Found[] {
  const found: Found[] = []
  const waiting = new Map<string, Label>()
  for (const part of message.parts) {
    let open: { label: Label; line: number } | null = null
    let end = part.rawLines.length
    if (message.patch !== null && message.patch.part === part.index) end = Math.min(end, message.patch.startLine - 1)
    for (let index = 0; index < Math.min(end, 3000); index += 1) {
      const text = part.rawLines[index] ?? ''
      if (/^\s{0,3}[>|]/.test(text)) continue
      const links = findArchiveLinks(text)
      const first = links[0]
      if (first === undefined) {
        const label = parseLabel(text)
        if (label?.footnote) waiting.set(label.footnote, label)
        // A label alone on its line names the link on the next one.
        if (label && /[:)\]]\s*$|^\W*v\d{1,3}\s*$/.test(text)) open = { label, line: index }
        else if (text.trim() !== '' && open !== null && index - open.line > 0) open = null
        continue
      }
      const before = text.slice(0, first.startColumn - 1)
      const marker = footnote.exec(before.trim())?.[1]
      const isAlone = before.trim().replace(/^(?:-|\*|link:?|\[\d{1,2}\]:?|<)\s*/i, '') === ''
      let label = isOnlyLabel(before) ? parseLabel(before) : null
      if (label === null && isAlone && marker !== undefined) label = waiting.get(marker) ?? null
      if (label === null && isAlone && open !== null && index - open.line <= 2) label = open.label
      open = null
      if (label === null) continue
      const { id, startColumn, endColumn } = first
      const source = sourceAt(message, part.index, index + 1, startColumn, index + 1, endColumn)
      found.push({ id, label, source })
    }
  }
  return found
}

/**
 * Earlier versions that a patch or cover letter of version `current` links to, the nearest last: `v1: <link>`,
 * `Link to v1: <link>` (b4), `Changes since v1: <link>`, `v1 -> v2: <link>`, `From v1[0]:` with `[0]: <link>` below.
 * Where a line names two versions the link is the older one if the newest pair has a link too (the current version
 * had none when the line was written), else the newer.
 */
export function findPreviousVersions(message: Message, current: number): PreviousLink[] {
  const found = findLinks(message)
  const linksOlder = found.some(({ label }) => label.to !== null && label.to >= current)
  const links: PreviousLink[] = []
  for (const { id, label, source } of found) {
    if (id === message.id) continue
    const version = label.to === null || linksOlder ? label.from : label.to
    if (version !== null && (version >= current || version < 1) && current > 1) continue
    const known = links.find((other) => other.id === id)
    if (known) known.sources.push(source)
    else if (links.length < 100) links.push({ id, version, sources: [source] })
  }
  return links.sort((a, b) => (a.version ?? 0) - (b.version ?? 0))
}
