/**
 * A Message-ID as two mails must share it to mean one message: a domain has no case (RFC 5321 section 2.4), and quotes
 * around a local part, a comment or a full stop behind the id are no part of it (RFC 5322 section 3.6.4).
 */
export function foldId(id: string): string {
  const bare = id.replace(/\([^()]{0,200}\)$/, '').replace(/[.,;:!?]{1,20}$/, '')
  const at = bare.lastIndexOf('@')
  if (at < 0) return bare
  const local = bare.slice(0, at)
  const isQuoted = local.length > 2 && local.startsWith('"') && local.endsWith('"')
  return `${isQuoted ? local.slice(1, -1) : local}@${bare.slice(at + 1).toLowerCase()}`
}
