import type { DiffLine } from './diff-line.ts'

/** Lines of one side of a hunk (or file), to be asked many times: each question costs one look-up, however many lines. */
export type LineIndex = {
  size: number
  codes: Set<string>
  /** Code without `const`, of the lines that have none. */
  plain: Set<string>
  closes: DiffLine[] // lines that begin with a closing brace
  byWord: Map<string, DiffLine[]>
  byNames: Map<string, DiffLine[]>
  has: (pattern: RegExp) => boolean
}

const maxLinesOfWord = 8

const isAttributeName = (word: string) =>
  /aligned|ALIGN|^__|^alignas$|^sizeof$|^static$|^extern$|^const$|^struct$|^unsigned$|^volatile$/.test(word)

/** The words of a line of code that are no attributes, keywords or numbers. */
export const namesOf = (code: string) =>
  code.split(/[^\w]+/).filter((word) => word.length > 1 && !/^\d+$/.test(word) && !isAttributeName(word))

/** The words of a line as one key: two lines with the same key differ in attributes alone. */
export const nameKey = (code: string) => namesOf(code).join(' ')

type Names = { byWord: Map<string, DiffLine[]>; byNames: Map<string, DiffLine[]> }

function indexNames(lines: DiffLine[]): Names {
  const byWord = new Map<string, DiffLine[]>()
  const byNames = new Map<string, DiffLine[]>()
  const add = (map: Map<string, DiffLine[]>, key: string, line: DiffLine) => {
    const known = map.get(key)
    if (!known) map.set(key, [line])
    else if (known.length < maxLinesOfWord) known.push(line)
  }
  for (const line of lines) {
    const names = namesOf(line.code)
    for (const name of new Set(names)) add(byWord, name, line)
    add(byNames, names.join(' '), line)
  }
  return { byWord, byNames }
}

export function buildLineIndex(lines: DiffLine[]): LineIndex {
  // words are asked for by few hunks: what nobody asks is not built
  let names: Names | null = null
  let codes: Set<string> | null = null
  let plain: Set<string> | null = null
  let closes: DiffLine[] | null = null
  const answers = new Map<RegExp, boolean>()
  return {
    size: lines.length,
    get codes() {
      codes ??= new Set(lines.map((line) => line.bare))
      return codes
    },
    get plain() {
      plain ??= new Set(lines.filter((line) => !/\bconst\b/.test(line.code)).map((line) => line.bare))
      return plain
    },
    get closes() {
      closes ??= lines.filter((line) => line.bare.startsWith('}'))
      return closes
    },
    get byWord() {
      names ??= indexNames(lines)
      return names.byWord
    },
    get byNames() {
      names ??= indexNames(lines)
      return names.byNames
    },
    has: (pattern) => {
      const known = answers.get(pattern)
      if (known !== undefined) return known
      const found = lines.some((line) => pattern.test(line.code))
      answers.set(pattern, found)
      return found
    },
  }
}

/** True where the other side declares the same thing without what `pattern` finds. */
export function hasWithout(index: LineIndex, code: string, pattern: RegExp): boolean {
  if (code.includes('}')) return index.closes.some((line) => !pattern.test(line.code))
  return namesOf(code).some((name) => index.byWord.get(name)?.some((line) => !pattern.test(line.code)) ?? false)
}

/** True where the other side has the same line but for its attributes, with one that `pattern` finds. */
export function hasSameNames(index: LineIndex, code: string, pattern: RegExp): boolean {
  return index.byNames.get(nameKey(code))?.some((line) => pattern.test(line.code)) ?? false
}

/** The variable that a line declares, not its type; all names of a line, without its marks, where the form is another. */
export function declaredNames(code: string): string[] {
  const name = /\w[\s*]+(\w+)\s*(?:\[[^\]]{0,80}\]\s*)?(?:=|;|$)/.exec(code)?.[1]
  return name ? [name] : namesOf(code)
}
