import type { Labels } from './line-labels.ts'
import { mark } from './line-labels.ts'
import { patchMarker } from './line-shapes.ts'

/** PGP armour in the text: its first lines are no prose, its signature block is no trailer. */
export function markArmour(lines: string[], labels: Labels): void {
  for (let index = 0; index < lines.length; index++) {
    if (labels[index] || !(lines[index] ?? '').startsWith('-----BEGIN PGP ')) continue
    const isSignature = /SIGNATURE|PUBLIC KEY/.test(lines[index] ?? '')
    let end = index + 1
    if (isSignature) while (end < lines.length && !/^-----END PGP /.test(lines[end - 1] ?? '')) end++
    else while (end < lines.length && /^Hash: /.test(lines[end] ?? '')) end++
    mark(labels, index, end, 'signature')
  }
}

/** What mailing lists append: a rule of underscores or `--`, then how to unsubscribe. */
export function markListFooter(lines: string[], labels: Labels): void {
  for (let index = Math.max(0, lines.length - 25); index < lines.length; index++) {
    if (labels[index] || !/^(?:_{20,}|-{1,2}|-{20,}|={20,})\s*$/.test(lines[index] ?? '')) continue
    // `-- ` is a signature unless the list's words follow at once.
    const isRule = (lines[index] ?? '').length > 3
    const next = lines.slice(index + 1, index + (isRule ? 6 : 2)).join('\n')
    if (!/unsubscribe|mailing list\b|listinfo|mailman|list archives/i.test(next)) continue
    mark(labels, index, lines.length, 'list-footer')
    return
  }
}

/** `-- ` and what follows (RFC 3676 section 4.3), up to a quote, a diff or the end; `--` only close to the end. */
export function markSignatures(lines: string[], labels: Labels): void {
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (labels[index] || !line.startsWith('--') || !/^-- {0,2}\r?$/.test(line)) continue
    let end = index + 1
    while (end < lines.length && !labels[end]) end++
    const filled = lines.slice(index + 1, end).filter((line) => line.trim() !== '').length
    const isAtEnd = lines.slice(end).every((_line, offset) => labels[end + offset]?.kind !== 'diff')
    const limit = /^--\s/.test(line) ? 20 : 4
    if (filled > limit || !isAtEnd || lines.slice(index + 1, end).some((line) => patchMarker.test(line))) continue
    mark(labels, index, end, 'signature')
    index = end - 1
  }
}
