import { decodeEncodedWords } from './encoded-words.ts'

export type Person = { name: string; address: string | null }

/**
 * The first mailbox of a From value (RFC 5322 section 3.4, and as people write it): `Name <a@b>`, `"Last, First" <a@b>`,
 * `a@b (Name)`, a bare name. Without a name the local part stands for it, never the address.
 */
export function parsePerson(value: string): Person {
  // Archives of mailman print "ada at example.org (Ada Example)".
  const text = value
    .slice(0, 2000)
    .trim()
    .replace(/^(\S{1,100}) at (\S{1,200}\.[A-Za-z]{2,20})(?= \(|$)/, '$1@$2')
  const angle = /<([^<>]*)>/.exec(text)
  const address = angle
    ? (angle[1] ?? '').trim()
    : (/[^\s<>"(),;:]{1,200}@[^\s<>"(),;:]{1,200}/.exec(text)?.[0] ?? null)
  const comment = /\(([^()]*)\)/.exec(text)?.[1] ?? ''
  const before = angle ? text.slice(0, angle.index) : address === null ? text : ''
  const name = cleanName(before) || cleanName(comment) || (address ?? '').replace(/@.*$/, '')
  return { name, address: address?.includes('@') ? address : null }
}

function cleanName(raw: string): string {
  const quoted = /^\s*"((?:[^"\\]|\\.)*)"/.exec(raw)
  const bare = quoted ? (quoted[1] ?? '').replace(/\\(.)/g, '$1') : trimQuotes(raw)
  const decoded = decodeEncodedWords(bare).replace(/\s+/g, ' ').trim()
  // A name that is an address is none to show.
  return /^\S+@\S+$/.test(decoded) ? decoded.replace(/@.*$/, '') : decoded
}

function trimQuotes(raw: string): string {
  const text = raw.replace(/^[",\s]+|[",\s]+$/g, '')
  return /^'.*'$/s.test(text) ? text.slice(1, -1).trim() : text
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const zones: Record<string, number> = {
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
}
const rfcDate =
  /^(?:[A-Za-z]{3,9},?\s{0,5})?(\d{1,2})[\s-]{1,5}([A-Za-z]{3})[a-z]{0,7}\.?[\s-]{1,5}(\d{2,4})\s{1,5}(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})?\s{0,5}([+-]\d{3,4}|[A-Za-z]{1,5})?/
const asctimeDate =
  /^(?:[A-Za-z]{3},?\s{1,5})?([A-Za-z]{3})\s{1,5}(\d{1,2})\s{1,5}(\d{1,2}):(\d{2})(?::(\d{2}))?\s{1,5}(?:([+-]\d{4})\s{1,5})?(\d{4})(?:\s{1,5}([+-]\d{4}|[A-Z]{1,5}))?/
const isoDate = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})?\s?(Z|[+-]\d{2}:?\d{2})?/

/** A Date value (RFC 5322 section 3.3 and 4.3, asctime, ISO 8601) as ISO 8601 in UTC; null where unreadable. */
export function parseDate(value: string): string | null {
  const text = value.trim().slice(0, 200)
  const rfc = rfcDate.exec(text)
  if (rfc) return toIso(fullYear(rfc[3]), monthOf(rfc[2]), rfc[1], rfc[4], rfc[5], rfc[6], rfc[7])
  const asctime = asctimeDate.exec(text)
  if (asctime) {
    const [, month, day, hour, minute, second, zone, year, lateZone] = asctime
    return toIso(Number(year), monthOf(month), day, hour, minute, second, zone ?? lateZone)
  }
  const iso = isoDate.exec(text)
  return iso ? toIso(Number(iso[1]), Number(iso[2]) - 1, iso[3], iso[4], iso[5], iso[6], iso[7]) : null
}

function monthOf(name: string | undefined): number {
  return months.indexOf((name ?? '').toLowerCase())
}

/** RFC 5322 section 4.3: two digits from 50 on are 19xx, three digits count from 1900. */
function fullYear(text: string | undefined): number {
  const year = Number(text)
  if ((text ?? '').length >= 4) return year
  return (text ?? '').length === 2 && year < 50 ? 2000 + year : 1900 + year
}

function toIso(
  year: number,
  month: number,
  day: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  zone: string | undefined,
): string | null {
  const [d, h, m, s] = [Number(day), Number(hour), Number(minute), Math.min(Number(second ?? 0), 59)]
  const inRange = month >= 0 && month < 12 && d >= 1 && d <= 31 && h < 24 && m < 60 && year >= 1970 && year < 2100
  if (!inRange) return null
  const ms = Date.UTC(year, month, d, h, m, s) - zoneMinutes(zone) * 60_000
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

function zoneMinutes(zone: string | undefined): number {
  const match = /^([+-])(\d{1,2}):?(\d{2})$/.exec(zone ?? '')
  if (match) return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]))
  return zones[(zone ?? '').toUpperCase()] ?? 0
}
