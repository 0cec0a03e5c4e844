/** Ends of hosts that people write where " at " could be prose, or a member of a struct. */
const commonEnd = /\.(?:com|org|net|edu|gov|info|io|dev|eu|de|uk|fr|jp|cn|kr|ru|cz|pl|ch|se|fi|nl|br|ca|au)$/i
/** A host with its dots as they are, in brackets, or as words; sticky. Each turn takes a dot and a label. */
const wordedHost =
  /[\p{L}\p{N}-]{1,63}(?:(?:\s{0,2}[[({<]\s?(?:dot|\.)\s?[\])}>]\s{0,2}|\s{1,2}dot\s{1,2}|_dot_|\.)[\p{L}\p{N}-]{1,63}){1,6}/iuy
const dotWord = /\s{0,2}[[({<]\s?(?:dot|\.)\s?[\])}>]\s{0,2}|\s{1,2}dot\s{1,2}|_dot_/gi
const personLine = /^[>|\s]{0,40}(?:From|To|Cc|Bcc|Reply-To|Sender|Author|[A-Za-z-]{2,30}-[Bb]y)\s{0,2}:/

/**
 * Where an address in words ends ("ada at example dot org", "ada [at] example.org", "ada_at_example_dot_org"), its
 * name before `start`; undefined where the words are prose ("look at kernel.org", "a lock at node.next").
 */
export function findWorded(
  line: string,
  sign: { text: string; start: number; end: number },
  start: number,
): number | undefined {
  wordedHost.lastIndex = sign.end
  const written = wordedHost.exec(line)?.[0]
  if (written === undefined) return undefined
  const host = written.replace(dotWord, '.')
  if (!/\.\p{L}{2,}$/u.test(host)) return undefined
  const end = sign.end + written.length
  // "Look at the dot product" is prose: words alone need a common end.
  const isProse = /^\s+at\s+$/.test(sign.text) && /\sdot\s/.test(written)
  if (host !== written) return isProse && !commonEnd.test(host) ? undefined : end
  // Plain dots: the way " at " is written has to say that it is an address.
  if (/[[({<]/.test(sign.text)) return commonEnd.test(host) ? end : undefined
  if (!/^\s/.test(sign.text)) return undefined
  if (/AT|@/.test(sign.text)) return commonEnd.test(host) ? end : undefined
  const isBracketed = line.charAt(start - 1) === '<' && line.charAt(end) === '>'
  const isNamed =
    personLine.test(line.slice(0, 80)) || /^From $/.test(line.slice(0, start)) || /^ \(/.test(line.slice(end))
  return isBracketed || isNamed ? end : undefined
}
