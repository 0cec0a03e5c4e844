import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import ts from 'typescript'
import { readCases, readThread } from '../../scripts/read-content.ts'
import { listFiles } from './site-under-test.ts'

/** Files whose bytes are no text: fonts, pictures, the search's program and its tables of words by number. */
const binary = /\.(?:woff2|png|ico|pagefind|pf_index|pf_meta|pf_filter|zip)$/
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#64': '@', commat: '@' }

function readText(dir: string, file: string): string {
  const bytes = readFileSync(path.join(dir, file))
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** The text of a file as a reader or a program gets it: unpacked, entities and JSON's escapes undone. */
export const readPlain = (dir: string, file: string): string => undoEscapes(readText(dir, file), file)

function undoEscapes(text: string, file: string): string {
  return text
    .replace(/&(amp|lt|gt|quot|#39|#64|commat);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(file.endsWith('.csv') ? /""/g : /\\"/g, '"')
    .replace(/\.(?:json|pf_fragment|txt)$/.test(file) ? /\\\\/g : /(?!)/, '\\')
}

/** Every Message-ID a content folder knows by its place, lower case: they look like addresses and stay. */
export function listMessageIds(contentDir: string): Set<string> {
  const ids = readCases(contentDir).value.flatMap(({ record }) => {
    const thread = readThread(contentDir, record.slug).value
    const links = (thread?.messages ?? []).flatMap((message) =>
      message.parts.flatMap((part) => part.lines.join('\n').match(/https?:\/\/[^\s<>"]+/g) ?? []),
    )
    return [
      ...(thread?.messages ?? []).flatMap(({ id, inReplyTo, references }) => [id, inReplyTo ?? '', ...references]),
      ...(thread?.ghosts ?? []).map(({ id }) => id),
      ...record.postings,
      ...record.missing.map(({ messageId }) => messageId),
      ...record.versions.flatMap(({ messageIds }) => messageIds),
      record.previousVersion?.value ?? '',
      // Ids in the addresses of archives, in links of a record and of its mails.
      ...[...record.links, ...record.related, ...links].flatMap((link) => decode(link).split(/[/:?=#<>]/)),
    ]
  })
  // Pages and techniques written by hand link to archives too.
  const written = readdirSync(contentDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.mdx'))
    .flatMap(
      (entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8').match(/https?:\/\/[^\s<>")]+/g) ?? [],
    )
  ids.push(...written.flatMap((link) => decode(link).split(/[/:?=#<>]/)))
  return new Set(ids.filter((id) => id.includes('@')).map((id) => id.toLowerCase().replace(/[.,;)]+$/, '')))
}

function decode(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}

/** Plain, quoted and encoded. Wider than the rule that masks: it is judged here. */
const signed = [
  /(?:"[\w. ]{1,64}"|[\w.+%~-]{1,200})(?:@|%40|=40)(?:[\w-]+\.)+[a-z]{2,}\b/gi,
  /\bmailto:[^\s"'<>$]+/gi,
  /\b[\w.+-]+@localhost\b(?![:~ ]*[~/$#\]])/gi,
]
/** Words around a dotted host, and `name (at) host`: in code the same signs are a call of a function named `at`. */
const worded = [
  /\b[\w.+-]+ (?:AT|at) [\w-]+ (?:DOT|dot) (?:com|org|net|edu|de|uk)\b/g,
  /\b[\w.+-]+\s?[[(](?:at|@)[\])]\s?[\w.-]+\b/gi,
]

/** What a script says in words, one a line: its strings, the texts of its templates, its comments. */
function readScriptWords(script: string): string {
  const file = ts.createSourceFile('script.js', script, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS)
  const words: string[] = script.match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? []
  const open: ts.Node[] = [file]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) words.push(node.text)
    node.forEachChild((child) => void open.push(child))
  }
  return words.join('\n')
}

/** Addresses of people in the files of a built site, known Message-IDs left out, each with its file. */
export function findAddresses(dir: string, contentDir: string): string[] {
  const ids = [...listMessageIds(contentDir)]
  const known = new Map<string, boolean>()
  const isKnown = (word: string, found: string): boolean => {
    const key = `${found}\n${word}`
    const before = known.get(key)
    if (before !== undefined) return before
    const is = ids.some((id) => word.includes(id) && (id.includes(found) || found.includes(id)))
    known.set(key, is)
    return is
  }
  /** An id with quotes and brackets in it is no word: it is compared as it stands before the match's end. */
  const endsId = (text: string, match: RegExpMatchArray): boolean => {
    const end = (match.index ?? 0) + match[0].length
    return ids.some(
      (id) => id.endsWith(match[0].toLowerCase()) && text.slice(end - id.length, end).toLowerCase() === id,
    )
  }
  /** The search's lists of words hold ids without what hides, and pieces of those that are no word. */
  const odd = ids.filter((id) => /[^\w.+@-]/.test(id)).map((id) => id.replace(/[^\w.+@%=~-]/g, ''))
  const isPiece = (file: string, found: string): boolean =>
    /^search\/.*\/k\d+\.txt$/.test(file) && odd.some((id) => id.includes(found))
  return listFiles(dir)
    .filter((file) => !binary.test(file))
    .flatMap((file) => {
      const whole = readPlain(dir, file)
      const said = /\.m?js$/.test(file) ? undoEscapes(readScriptWords(readText(dir, file)), file) : whole
      const isAddress = (text: string, match: RegExpMatchArray): boolean => {
        const found = match[0].toLowerCase()
        return !isKnown(wordAround(text, match), decode(found)) && !endsId(text, match) && !isPiece(file, found)
      }
      const search = (text: string, patterns: readonly RegExp[]): RegExpMatchArray[] =>
        patterns.flatMap((pattern) => [...text.matchAll(pattern)].filter((match) => isAddress(text, match)))
      return [...search(whole, signed), ...search(said, worded)].map((match) => `${file}: ${match[0].slice(0, 120)}`)
    })
}

/** The text around a match up to blanks, quotes and brackets, as an id is compared. */
function wordAround(text: string, match: RegExpMatchArray): string {
  const start = match.index ?? 0
  const end = start + match[0].length
  const before = /[^\s"'(),;\t]*$/.exec(text.slice(Math.max(0, start - 260), start))?.[0] ?? ''
  const after = /^[\w.+@%=~-]*/.exec(text.slice(end, end + 100))?.[0] ?? ''
  return decode(before + match[0] + after).toLowerCase()
}
