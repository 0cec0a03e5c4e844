import { stripTypeScriptTypes } from 'node:module'

/** What counts in a file: where its code stands, and on which line each character is. */
export type CodeLines = {
  /** For each character: 1 where it is code that does something (no blank, comment, type or mere bracket). */
  isCode: Uint8Array
  /** Offset of each line's first character. */
  starts: number[]
}

/** A word, a text or a number: a line of brackets and commas alone has nothing to run. */
const word = /[\p{L}\p{N}_$"'`/]/u

/** Comments become blanks; a mark of a comment inside a text is left alone. */
const blankComments = (code: string): string =>
  code.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[(,=:[!&|?{;\n]\s*)\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/g,
    (found) => (/^\/[/*]/.test(found) ? found.replace(/[^\n]/g, ' ') : found),
  )

/** Imports are linked, not run, and so are exports of other files. */
const blankImports = (code: string): string =>
  code.replace(/^(?:import\b(?!\s*[.(])|export\s*(?:\*|\{))[^'"]*['"][^'"\n]*['"];?/gm, (found) =>
    found.replace(/[^\n]/g, ' '),
  )

/** Finds the code of a file; a TypeScript file's types are blanked, which moves nothing. */
export function findCodeLines(source: string, isTypeScript: boolean): CodeLines {
  const code = blankImports(blankComments(isTypeScript ? stripTypeScriptTypes(source) : source))
  const isCode = new Uint8Array(source.length)
  const starts: number[] = []
  let start = 0
  for (const line of code.split('\n')) {
    starts.push(start)
    if (word.test(line))
      for (let at = 0; at < line.length; at++) if (line.charAt(at).trim() !== '') isCode[start + at] = 1
    start += line.length + 1
  }
  return { isCode, starts }
}

/** How many lines of a file count, and which of them did not run. */
export type LineCount = { lines: number; missed: number[] }

/** Counts a file's lines against the characters that ran: a line is missed where nothing of it ran. */
export function countLines({ isCode, starts }: CodeLines, ran: Uint8Array): LineCount {
  const count: LineCount = { lines: 0, missed: [] }
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? isCode.length
    const isLine = isCode.subarray(start, end).includes(1)
    if (!isLine) continue
    count.lines++
    if (!ran.subarray(start, end).some((is, at) => is === 1 && isCode[start + at] === 1)) count.missed.push(index + 1)
  }
  return count
}
