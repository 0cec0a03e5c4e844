import { createHighlighterCoreSync, type Grammar, type HighlighterCore, type LanguageRegistration } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import c from 'shiki/langs/c.mjs'
import cpp from 'shiki/langs/cpp.mjs'
import go from 'shiki/langs/go.mjs'
import java from 'shiki/langs/java.mjs'
import rust from 'shiki/langs/rust.mjs'
import { buildLinePattern } from './line-patterns.ts'
import { tamePattern } from './tame-pattern.ts'

/** A run of one colour: `kind` names a class (`c-key`, `c-type`, `c-text`, `c-note`), null is plain ink. */
export type CodeToken = { text: string; kind: 'key' | 'type' | 'text' | 'note' | null }

const languages: Record<string, LanguageRegistration[]> = { c, cpp, go, java, rust }
const byEnding: Record<string, string> = {
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  go: 'go',
  java: 'java',
  rs: 'rust',
}
/** A theme of stand-ins: each colour stands for a class, so that no style attribute is made and both themes are CSS. */
const standIns = { key: '#000001', type: '#000002', text: '#000003', note: '#000004' } as const
const kindOf = new Map<string, CodeToken['kind']>([
  [standIns.key, 'key'],
  [standIns.type, 'type'],
  [standIns.text, 'text'],
  [standIns.note, 'note'],
])
const theme = {
  name: 'casebook',
  type: 'light' as const,
  fg: '#000000',
  bg: '#ffffff',
  settings: [
    { scope: ['comment'], settings: { foreground: standIns.note } },
    { scope: ['string', 'constant.numeric', 'constant.language'], settings: { foreground: standIns.text } },
    { scope: ['keyword', 'storage.modifier', 'keyword.control.directive'], settings: { foreground: standIns.key } },
    { scope: ['keyword.operator', 'string punctuation.definition'], settings: { foreground: '#000000' } },
    { scope: ['storage.type', 'support.type', 'entity.name.type'], settings: { foreground: standIns.type } },
  ],
}
/** Longer texts stay plain: colour is a help, and a diff of thousands of lines is not read for it. */
const MOST_LINES = 1500
const MOST_COLUMNS = 400

let highlighter: HighlighterCore | undefined
let colours: readonly string[] = []

function loadLanguage(language: string): HighlighterCore | undefined {
  const grammar = languages[language]
  if (!grammar) return undefined
  highlighter ??= createHighlighterCoreSync({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({
      forgiving: true,
      regexConstructor: (pattern) => buildLinePattern(tamePattern(pattern)),
    }),
  })
  if (!highlighter.getLoadedLanguages().includes(language)) highlighter.loadLanguageSync(grammar)
  return highlighter
}

type StateStack = ReturnType<Grammar['tokenizeLine2']>['ruleStack']
/** A line as it was read once: in which state, as what, and the state it left. */
type ReadLine = { before: StateStack | null; row: CodeToken[]; after: StateStack }
/** Both sides of a hunk, and all versions of a patch, hold the same lines again and again. */
const MOST_KNOWN_LINES = 20_000
const MOST_STATES = 8
/** A line that takes longer is left as it is from there on; far more than a line takes on a machine under load. */
const MOST_MS = 20_000
const knownLines = new Map<string, ReadLine[]>()

const isSameState = (one: StateStack | null, other: StateStack | null): boolean =>
  one === other || (one !== null && other !== null && one.equals(other))

/** The colour of a token, out of the bits that textmate packs what it says of a token in. */
const colourNumber = (metadata: number): number => (metadata & 0x00ff8000) >>> 15

/** Reads a line in a state; one that was read before in the same state is not read again. */
function readLine(grammar: Grammar, language: string, line: string, before: StateStack | null): ReadLine {
  const key = `${language} ${line}`
  const known = knownLines.get(key)
  const same = known?.find((each) => isSameState(each.before, before))
  if (same) return same
  const { tokens, ruleStack } = grammar.tokenizeLine2(line, before, MOST_MS)
  const row: CodeToken[] = []
  for (let at = 0; at < tokens.length; at += 2) {
    const [start = 0, end = line.length] = [tokens[at], tokens[at + 2]]
    if (start !== end)
      row.push({
        text: line.slice(start, end),
        kind: kindOf.get(colours[colourNumber(tokens[at + 1] ?? 0)] ?? '') ?? null,
      })
  }
  const read = { before, row, after: ruleStack }
  if (knownLines.size >= MOST_KNOWN_LINES) knownLines.clear()
  if (!known) knownLines.set(key, [read])
  else if (known.length < MOST_STATES) known.push(read)
  return read
}

/** The language of a path by its ending; undefined where it is none of ours. */
export function findLanguage(path: string): string | undefined {
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined
}

/**
 * Lines of code as coloured runs, by shiki. Null where the language is not known or the text is too long to colour.
 * The runs of a line join to the line, byte for byte.
 */
export function splitCode(lines: readonly string[], path: string): CodeToken[][] | null {
  const language = findLanguage(path)
  if (language === undefined || lines.length > MOST_LINES) return null
  if (lines.some((line) => line.length > MOST_COLUMNS || /[\r\u2028\u2029]/.test(line))) return null
  const loaded = loadLanguage(language)
  if (!loaded) return null
  colours = loaded.setTheme('casebook').colorMap
  const grammar = loaded.getLanguage(language)
  let state: StateStack | null = null
  return lines.map((line) => {
    if (line === '') return []
    const { row, after }: ReadLine = readLine(grammar, language, line, state)
    state = after
    return row
  })
}
