import type { Language } from './diff-line.ts'

/** A member as its line declares it. `type` without attributes; `attributes` as printed. */
export type MemberDeclaration = { name: string; type: string; attributes: string[]; arrayOf: string | null }

const attribute =
  /\b_{2,4}cacheline\w*aligned\w*(?:\([^)]{0,60}\))?|\b[a-z]\w{0,20}_cache_?line_?aligned\b|\b__rte_cache_\w*aligned\b|\b__rte_aligned\s*\([^)]{0,60}\)|\b__aligned\w*\s*\([^;]{0,60}\)(?=\s*(?:;|$|,|=|_))|\b__attribute__\s*\(\([^;]{0,80}\)\)|\b_?_?[aA]lignas\s*\([^;]{0,80}?\)(?=\s*\w)|\b__declspec\s*\([^)]{0,60}\)|\b\w*(?:CACHE|THREAD|FOLLY|ATTR)_?\w*ALIGN\w*(?:\s*\([^)]{0,60}\))?|\bALIGNED\s*\([^)]{0,60}\)|@(?:[\w.]{1,80}\.)?Contended(?:\([^)]{0,60}\))?|\b__(?:rcu|percpu|user|iomem|private|read_mostly|ro_after_init|randomize_layout|packed|maybe_unused|bitwise|guarded_by\w*)\b(?:\s*\([^)]{0,60}\))?/g

const qualifiers =
  /\b(?:public|private|protected|internal|static|final|volatile|transient|mutable|readonly|inline|extern|constexpr|const|pub(?:\([a-z]{1,12}\))?)\b(?!\s*(?:[;,[=)]|$))\s*/g

/** The members one line declares: several for `int a, b;`, none where the line is no declaration of a member. */
export function parseMembers(code: string, language: Language): MemberDeclaration[] {
  const line = code.trim()
  if (line === '' || line.length > 400) return []
  if (language === 'go') return parseGoMember(line)
  if (language === 'rust') return parseRustMember(line)
  return parseCMember(line, language)
}

function parseCMember(line: string, language: Language): MemberDeclaration[] {
  const attributes: string[] = []
  let bare = line.replace(attribute, (found) => {
    attributes.push(found)
    return ' '
  })
  if (
    !bare.includes(';') ||
    /^(?:return|goto|break|continue|case|else|if|for|while|do|typedef|using|friend|#|\})/.test(bare.trim())
  )
    return []
  bare = bare.slice(0, bare.indexOf(';')).replace(/\s+/g, ' ').trim()
  const pointer = /^(.{1,160}?)\(\s*\*\s*(\w+)(?:\[[^\]]{0,40}\])?\s*\)\s*\(/.exec(bare)
  if (pointer?.[1] && pointer[2])
    return [{ name: pointer[2], type: `${pointer[1].trim()} (*)()`, attributes, arrayOf: null }]
  const macro = /^(?:DECLARE_\w+|DEFINE_\w+)\s*\(\s*([\w\s*,]{1,160}?)\s*\)$/.exec(bare)
  if (macro?.[1]) return [parseMacroMember(bare, macro[1], attributes)]
  const equals = bare.search(/[^=!<>]=[^=]/)
  if (equals >= 0) {
    if (language === 'c' && !/^\s*[\w:<>,\s*&]{2,120}\s\w+(?:\[[^\]]*\])?\s*$/.test(bare.slice(0, equals + 1)))
      return []
    bare = bare.slice(0, equals + 1).trim()
  }
  const declared = bare.replace(/\{.*$/, '').replace(qualifiers, '')
  if (/[()]/.test(declared.replace(/\[[^\]]*\]/g, ''))) return []
  return splitDeclarators(declared.trim(), attributes)
}

function parseMacroMember(bare: string, inside: string, attributes: string[]): MemberDeclaration {
  const words = inside.split(',').map((word) => word.trim())
  const name = bare.startsWith('DECLARE_BITMAP') || words.length < 2 ? words[0] : words[words.length - 1]
  return { name: name ?? '', type: bare.slice(0, bare.indexOf('(')).trim(), attributes, arrayOf: null }
}

function splitDeclarators(declared: string, attributes: string[]): MemberDeclaration[] {
  const pieces = splitTopLevel(declared)
  // A width in bits, `wet : 1`, comes off first: it would be read as the name.
  const whole = (pieces[0] ?? '').replace(/(?<![:\s])\s{0,80}:\s*\w+$/, '')
  const first = /^(.*[\s*&>])(\w+)\s*((?:\[[^\]]{0,80}\]\s*)*)$/.exec(whole)
  if (!first?.[1] || !first[2]) return []
  const type = first[1].replace(/\s+/g, ' ').trim()
  if (!/[A-Za-z_]/.test(type) || /[=+?"'!|]/.test(type) || /^\d/.test(first[2])) return []
  const out = [{ name: first[2], type, attributes, arrayOf: first[3]?.trim() || null }]
  for (const piece of pieces.slice(1, 40)) {
    const more = /^[\s*&]*(\w+)\s*((?:\[[^\]]{0,80}\]\s*)*)(?::\s*\w+)?$/.exec(piece)
    if (!more?.[1]) return []
    out.push({ name: more[1], type, attributes, arrayOf: more[2]?.trim() || null })
  }
  return out
}

/** Splits at commas outside of `<…>` and `[…]`. */
function splitTopLevel(text: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '<' || char === '[') depth++
    else if (char === '>' || char === ']') depth--
    else if (char === ',' && depth <= 0) {
      pieces.push(text.slice(start, at))
      start = at + 1
    }
  }
  pieces.push(text.slice(start))
  return pieces
}

function parseGoMember(line: string): MemberDeclaration[] {
  const found = /^([\w]+(?:\s*,\s*\w+){0,12})\s+([\w.*[\]()<>{},\-+/% ]{1,160}?)(?:\s+`[^`]*`)?$/.exec(line)
  if (!found?.[1] || !found[2] || /^(?:return|var|func|type|package|import|if|for|case|go|defer|const)\b/.test(line))
    return []
  const type = found[2]
  return found[1].split(',').map((name) => ({
    name: name.trim(),
    type,
    attributes: /CacheLinePad/.test(type) ? [type] : [],
    arrayOf: /^\[/.test(type) ? type : null,
  }))
}

function parseRustMember(line: string): MemberDeclaration[] {
  const found = /^(?:pub(?:\([a-z]{1,12}\))?\s+)?(\w+)\s*:\s*([^=;{}]{1,160}?),?$/.exec(line)
  if (!found?.[1] || !found[2] || /^(?:let|fn|use|return|match|where)\b/.test(line)) return []
  const attributes = /Cache(?:Line)?(?:Padded|Aligned)/i.exec(found[2])
  return [{ name: found[1], type: found[2], attributes: attributes ? [attributes[0]] : [], arrayOf: null }]
}
