import type { Message } from '../model/message.ts'
import type { Role } from '../model/names.ts'
import type { Source } from '../model/source.ts'
import { sourceOfLine } from '../text/source-at.ts'
import type { DiffFile, DiffLine } from './diff-line.ts'
import { parseMembers } from './member-declaration.ts'

/** A member that a cacheline group or a documentation table gives a role, and the line that does. */
export type GroupedMember = { struct: string | null; name: string; role: Role; note: string; source: Source }

const maxFound = 600
const assertion = /\bCACHELINE_ASSERT_GROUP_MEMBER\s*\(\s*struct\s+(\w{1,80})\s*,\s*(\w{1,80})\s*,\s*([\w.]{1,80})\s*\)/
const begin = /\b__cacheline_group_begin\w*\s*\(\s*(\w{1,80})\s*\)/
const end = /\b__cacheline_group_end\w*\s*\(/
/** Documentation/networking/net_cachelines: type, name, access on the transmit and on the receive path, functions. */
const tableRow =
  /^\s*\S{1,80}\s+([a-z_]\w{0,80})(?:\[\w{0,40}\])?(?::\d+)?\s.*?\b(read_mostly|read_write|read_only|write_mostly|write_only)\b/
const opening = /^\s*struct\s+(\w{1,80})\s*\{/

/** The role that a group's or a cell's name says: `tcp_sock_read_tx`, `read_write`; null where it says none. */
function roleOfName(name: string): Role | null {
  const words = name.toLowerCase().split('_')
  if (words.some((word) => /^(?:write|rw|readwrite|wr)$/.test(word))) return 'write-hot'
  return words.some((word) => /^(?:read|ro|readmostly|rd)$/.test(word)) ? 'read-mostly' : null
}

/** A call broken over lines as one text. */
function joinedCall(lines: readonly DiffLine[], at: number): string {
  const first = lines[at]?.code ?? ''
  return first.includes(')') ? first : `${first} ${lines[at + 1]?.code.trim() ?? ''}`
}

/**
 * Members whose role a patch writes down as code or documentation: `CACHELINE_ASSERT_GROUP_MEMBER`, members between
 * `__cacheline_group_begin` and `_end`, rows of the kernel's `net_cachelines` tables. Removed lines say nothing.
 */
export function findGroupedMembers(message: Message, files: readonly DiffFile[]): GroupedMember[] {
  const found: GroupedMember[] = []
  const part = message.patch?.part ?? 0
  const add = (line: DiffLine, struct: string | null, name: string, group: string) => {
    const role = roleOfName(group)
    if (role === null || line.mailLine === 0 || found.length >= maxFound) return
    const source = sourceOfLine(message, part, line.mailLine)
    found.push({ struct, name: name.replace(/^.*\./, ''), role, note: line.text.trim().slice(0, 240), source })
  }
  for (const file of files) {
    const table = /\/net_cachelines\/(\w{1,80})\.rst$/.exec(file.path)?.[1] ?? null
    for (const hunk of file.hunks) {
      const lines = hunk.lines.filter((line) => line.side !== '-')
      let group: string | null = null
      let struct = /\bstruct\s+(\w{1,80})/.exec(hunk.section)?.[1] ?? null
      for (const [at, line] of lines.entries()) {
        const row = table !== null && line.side === '+' ? tableRow.exec(line.text) : null
        if (row?.[1] && row[2]) add(line, table, row[1], row[2])
        struct = opening.exec(line.code)?.[1] ?? struct
        const call = line.code.includes('CACHELINE_ASSERT_GROUP_MEMBER') ? assertion.exec(joinedCall(lines, at)) : null
        if (call?.[1] && call[2] && call[3]) add(line, call[1], call[3], call[2])
        const start = begin.exec(line.code)
        if (start?.[1]) group = start[1]
        else if (end.test(line.code)) group = null
        else if (group !== null)
          for (const member of parseMembers(line.code, file.language)) add(line, struct, member.name, group)
      }
    }
  }
  return found
}
