import { createHighlighterCoreSync, type HighlighterCore, type LanguageRegistration } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import c from 'shiki/langs/c.mjs'
import cpp from 'shiki/langs/cpp.mjs'
import go from 'shiki/langs/go.mjs'
import java from 'shiki/langs/java.mjs'
import rust from 'shiki/langs/rust.mjs'

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

function loadLanguage(language: string): HighlighterCore | undefined {
  const grammar = languages[language]
  if (!grammar) return undefined
  highlighter ??= createHighlighterCoreSync({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  if (!highlighter.getLoadedLanguages().includes(language)) highlighter.loadLanguageSync(grammar)
  return highlighter
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
  const rows = loaded.codeToTokensBase(lines.join('\n'), { lang: language, theme: 'casebook' })
  if (rows.length !== lines.length) return null
  return rows.map((row) => row.map(({ content, color }) => ({ text: content, kind: kindOf.get(color ?? '') ?? null })))
}
