/** The unpatched side, the patched one, or something else, in the words of headers and row names. */
export type Side = 'before' | 'after' | 'change' | 'stddev' | 'unit' | 'runs' | 'ignore' | null

const without =
  /\b(?:without|w\/o|wo|no[- ]?patch|un-?patched|unmodified|before|base|baseline|vanilla|orig|original|old|stock|mainline|upstream|pre|current|control|master|linus|parent|pristine|unaligned|base_kernel|default|plain|reference|ref|prior|previously|reverted)\b/i
const withPatch =
  /(?:\b(?:after|patched|with|patch|patches|patchset|series|new|post|fixed|fix|optimi[sz]ed|modified|proposed|this|now|align(?:ed)?|padded|percpu|per-cpu|improved|applied|this_(?:series|patch|patchset|change))\b|\bw\/|\+\s?(?:patch|fix|series|this|v\d)|\+$)/i
const change =
  /\b(?:changed?|changes|delta|diff|difference|improv\w*|gains?|speed-?up|regression|reduction|increase|impact|imp)\b|^compare\s?%?$|^(?:Δ|ratio|[([]?\s?\+?\/?-?%\s?[)\]]?|imprv|%chg|chg%?|pct|percent|percentage)$|\bratio$/i
const spread =
  /\b(?:std|stddev|stdev|std-dev|cv|error|rsd|sigma|var|variance|stderr|noise|spread|range|std%|%std)\b|±|\+\/-|%stddev/i

/** What a header or row name says of its numbers; null where it names no side (a test, a metric, a variant). */
export function sideOf(text: string): Side {
  const name = text.trim().replace(/^[-*#=[(\s]+|[\])=:\s-]+$/g, '')
  if (name === '') return /%/.test(text) ? 'change' : null
  const bare = name.replace(/\([^)]*\)?|\[[^\]]*\]?/g, ' ').trim()
  if (spread.test(bare === '' ? name : bare)) return 'stddev'
  if (/^p(?:-val(?:ue)?)?$|^p=|significan/i.test(name)) return 'ignore'
  if (/^(?:runs|samples|n)$/i.test(name)) return 'runs'
  if (/^units?$/i.test(name)) return 'unit'
  if (/^(?:HEAD|head|main|trunk)$/.test(name)) return 'before'
  const place = /^(pre|post)[- ]?(?:patch|fix|change|series|commit)/i.exec(name)?.[1]
  if (place !== undefined) return place.toLowerCase() === 'pre' ? 'before' : 'after'
  if (/^(?:w\/o|without|no[- ]?patch|no (?=\w)|un-?patched|before|not )/i.test(name)) return 'before'
  if (change.test(bare === '' ? name : bare)) return 'change'
  // "Baseline (v5.17+)": what stands in parentheses speaks only where the name itself does not
  const told = bare !== '' && (withPatch.test(bare) || without.test(bare)) ? bare : name
  const isAfter = withPatch.test(told)
  const isBefore = without.test(told)
  if (/^(?:no|non|not)[-_]\w/i.test(told)) return 'before'
  if (isAfter && isBefore)
    return /\b(?:without|w\/o|before|unpatched|no[- ]?patch|unmodified)\b/i.test(name) ? 'before' : 'after'
  if (isAfter) return 'after'
  if (isBefore) return 'before'
  return null
}

/** Whether a name is that of a kernel or a version: `6.5-rc1`, `v2`, `next-20240101`, a short hash. */
export function isVersionName(text: string): boolean {
  return /^(?:linux[- ])?v?\d{1,2}\.\d{1,3}(?:[.-][\w.+-]{1,40})?(?:\+)?$|^v\d{1,2}$|^next-\d+$|^[0-9a-f]{7,16}$|^tip\b/i.test(
    text.trim(),
  )
}

/** What is left of a header cell without its side words: the metric or variant it names; null where nothing. */
export function withoutSideWords(text: string): string | null {
  const outside = text.replace(/\([^)]*\)/g, ' ').trim()
  const side = sideOf(outside)
  // "default (irqdebug)", "no-pause": the whole name is the side's
  if (/^[\w+/-]+$/.test(outside) && (side === 'before' || side === 'after')) return null
  const left = text
    .replace(
      /\b(?:without|w\/o|un-?patched|before|baseline|base|vanilla|original|orig|old|stock|upstream|mainline|unmodified|default|pre|post|after|patched|with|this|the|patch(?:es|ed)?|new|kernel|applied|change|delta|diff|improvement|avg|mean)\b/gi,
      ' ',
    )
    .replace(/\bv\d{1,2}\b|\bv?\d+\.\d+[\w.+-]*/gi, ' ')
    .replace(/[()[\]:%+=|*]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return /[a-z]/i.test(left) && left.length > 1 ? left : null
}
