import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const sketchesFile = 'content/techniques/sketches.json'
const root = path.resolve(import.meta.dirname, '..')

/** A word of the project's prose and where it stands. */
export type ProseWord = { word: string; file: string; line: number }

const listFolder = (folder: string): string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.mdx'))
    .sort()
    .map((name) => `${folder}/${name}`)

/** Stories that a person wrote: those with words below their front matter. */
function listStories(): string[] {
  const slugs = readdirSync(path.join(root, 'content/cases')).sort()
  return slugs
    .map((slug) => `content/cases/${slug}/index.mdx`)
    .filter((file) => {
      try {
        const body = readFileSync(path.join(root, file), 'utf8').split(/^---$/m).slice(2).join('')
        return /^##+ /m.test(body)
      } catch {
        return false // No story.
      }
    })
}

/** The files whose every word was written here; of the diagrams' file the sentences. */
export function listProse(): string[] {
  return [
    'README.md',
    '.github/CONTRIBUTING.md',
    ...listFolder('content/pages'),
    ...listFolder('content/techniques'),
    ...listStories(),
    sketchesFile,
  ]
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** Text without what is no prose (code, tags, addresses, keys), each character of it a blank: lines keep their numbers. */
export function blankCode(text: string): string {
  return text
    .replace(/^(```|~~~)[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/<\/?[A-Za-z][^>]*>/g, blank)
    .replace(/\]\([^)\s]*\)/g, blank)
    .replace(/https?:\/\/[^\s)>]+/g, blank)
    .replace(/[\w.-]*\/[\w./-]*\w|\b\w+\.(?:c|h|js|mdx|rst|ts|txt)\b/g, blank)
    .replace(/^ *[A-Za-z]+:(?= |$)/gm, blank)
    .replace(/^ +- \{(.*)\}$/gm, (line) => blank(line.split('note: ')[0] ?? '') + (line.split('note: ')[1] ?? ''))
}

/** Capitals alone (RCU, CPUs, JEP) are names of things; so is what holds a digit or an underscore. */
const isName = (word: string): boolean => /[\d_]/.test(word) || /^\p{Lu}+(?:s|ed)?$/u.test(word)

/** The words of one text. A hyphen parts words; an apostrophe stays, a possessive `'s` goes. */
export function findWords(file: string, text: string): ProseWord[] {
  return blankCode(text)
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/[\p{L}\d_]+(?:['’]\p{L}+)*/gu)]
        .map(([word]) => word.replace('’', "'").replace(/'s$/, ''))
        .filter((word) => word.length > 1 && !isName(word))
        .map((word) => ({ word, file, line: index + 1 })),
    )
}

/** A file's text; of the diagrams' file only what its `says` say, on their lines. */
export function readProse(file: string): string {
  const text = readFileSync(path.join(root, file), 'utf8')
  if (file !== sketchesFile) return text
  return text
    .split('\n')
    .map((line) => /"says": "(.*)"/.exec(line)?.[1] ?? '')
    .join('\n')
}
