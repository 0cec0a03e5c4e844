import type { FileDiff } from '../model/diff.ts'
import { diffPath } from '../model/diff-path.ts'
import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { sourceOfLine } from '../text/source-at.ts'

/** A line of a diff: its side, its code without comments, the comment text, where it stands in the mail (0: nowhere). */
export type DiffLine = {
  side: ' ' | '+' | '-'
  text: string
  code: string
  /** The code without blanks; empty on a line that did not change. */
  bare: string
  comment: string
  mailLine: number
}

export type DiffHunk = { section: string; lines: DiffLine[] }
export type DiffFile = { path: string; language: Language; isNew: boolean; hunks: DiffHunk[] }
export type Language = 'c' | 'java' | 'go' | 'rust' | 'asm' | 'script' | 'text'

const maxLines = 60_000
const maxLineLength = 1000
const languages: [RegExp, Language][] = [
  [/\.(?:c|h|cc|cpp|cxx|hpp|hh|hxx|inc|inl|ipp|m|cs|tcc)(?:\.(?:in|S))?$/i, 'c'],
  [/\.(?:java|scala|kt)$/, 'java'],
  [/\.go$/, 'go'],
  [/\.rs$/, 'rust'],
  [/\.(?:s|S|asm)$/, 'asm'],
  [/\.(?:py|pl|sh|mk|cmake|build|awk)$|(?:^|\/)(?:Makefile|Kconfig|Kbuild|meson\.build|CMakeLists\.txt)/, 'script'],
  [/\.(?:rst|txt|md|yml|yaml|json|adoc|html|csv|xml)$|(?:^|\/)(?:README|CHANGES|MAINTAINERS|ChangeLog)/, 'text'],
]

/** The language of a path, from its ending; C where it tells nothing. */
export function findLanguage(path: string): Language {
  return languages.find(([ending]) => ending.test(path))?.[1] ?? 'c'
}

/** The diff as lines with comments taken off, at most 60,000 of them. */
export function splitDiff(files: FileDiff[]): DiffFile[] {
  let left = maxLines
  const out: DiffFile[] = []
  for (const file of files) {
    const path = diffPath(file)
    const language = findLanguage(path)
    const hunks: DiffHunk[] = []
    for (const hunk of file.hunks) {
      if (left <= 0) break
      const lines = splitHunk(hunk.lines.slice(0, left), hunk.mailLine, language)
      left -= hunk.lines.length
      hunks.push({ section: hunk.section, lines })
    }
    out.push({ path, language, isNew: file.status === 'added', hunks })
  }
  return out
}

/** A line of code without its blanks. */
export const squeeze = (code: string) => code.replace(/\s+/g, '')

function splitHunk(lines: string[], mailLine: number, language: Language): DiffLine[] {
  const inComment = { ' ': false, '+': false, '-': false }
  const out: DiffLine[] = []
  for (const [index, line] of lines.entries()) {
    const mark = line.charAt(0)
    const side = mark === '+' || mark === '-' ? mark : ' '
    if (mark === '\\') continue
    const text = line.slice(1, maxLineLength)
    const open = side === ' ' ? inComment['+'] || inComment['-'] : inComment[side]
    const { code, comment, isOpen } = splitComment(text, open, language)
    if (side === ' ') inComment['+'] = inComment['-'] = isOpen
    else inComment[side] = isOpen
    const bare = side === ' ' ? '' : squeeze(code)
    out.push({ side, text, code, bare, comment, mailLine: mailLine > 0 ? mailLine + 1 + index : 0 })
  }
  return out
}

/** Takes the comments off a line. A line that begins with ` * ` counts as inside one: its opening may be above the hunk. */
function splitComment(
  text: string,
  isInside: boolean,
  language: Language,
): { code: string; comment: string; isOpen: boolean } {
  if (language === 'text') return { code: '', comment: text, isOpen: false }
  if (language === 'script' || language === 'asm') {
    const hash = text.indexOf('#')
    const isComment = hash >= 0 && language === 'script'
    return {
      code: isComment ? text.slice(0, hash) : text,
      comment: isComment ? text.slice(hash + 1) : '',
      isOpen: false,
    }
  }
  if (!isInside && !text.includes('*') && !text.includes('//')) return { code: text, comment: '', isOpen: false }
  let code = ''
  let comment = ''
  let inside = isInside
  let at = 0
  if (!inside && /^\s*\*(?:\s|$|\/)/.test(text) && !/^\s*\*\w/.test(text)) inside = true
  while (at < text.length) {
    if (inside) {
      const end = text.indexOf('*/', at)
      if (end < 0) {
        comment += text.slice(at)
        return { code, comment: cleanComment(comment), isOpen: true }
      }
      comment += `${text.slice(at, end)} `
      at = end + 2
      inside = false
      continue
    }
    const block = text.indexOf('/*', at)
    const line = text.indexOf('//', at)
    if (line >= 0 && (block < 0 || line < block)) {
      code += text.slice(at, line)
      comment += text.slice(line + 2)
      break
    }
    if (block < 0) {
      code += text.slice(at)
      break
    }
    code += `${text.slice(at, block)} `
    at = block + 2
    inside = true
  }
  return { code, comment: cleanComment(comment), isOpen: inside }
}

const cleanComment = (comment: string) => comment.replace(/^[\s*!/]+/, '').trim()

/** The source of a diff line; null where the diff stands in no mail, or the line is empty. */
export function sourceOfDiffLine(message: Message, line: DiffLine): Source | null {
  const part = message.patch?.part
  if (part === undefined || line.mailLine === 0) return null
  const text = message.parts[part]?.lines[line.mailLine - 1]
  if (text === undefined || text.trim() === '') return null
  return sourceOfLine(message, part, line.mailLine, 'context')
}
