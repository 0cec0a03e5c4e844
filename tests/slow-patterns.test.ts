import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  createSourceFile,
  forEachChild,
  isRegularExpressionLiteral,
  type Node,
  ScriptKind,
  ScriptTarget,
} from 'typescript'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
/** Code that meets outside text: all but what a person's own keys or our own files feed. */
const folders = [
  'src/mail',
  'src/thread',
  'src/series',
  'src/extract',
  'src/case',
  'src/text',
  'src/review',
  'src/search',
  'src/render',
  'src/client',
]

type Pattern = { place: string; source: string; flags: string }

/** Every pattern written as a literal in the code, with its place. */
function listPatterns(): Pattern[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => findPatterns(path.join(folder, name))),
  )
}

function findPatterns(file: string): Pattern[] {
  const source = createSourceFile(
    file,
    readFileSync(path.join(root, file), 'utf8'),
    ScriptTarget.Latest,
    true,
    ScriptKind.TS,
  )
  const patterns: Pattern[] = []
  const open: Node[] = [source]
  for (let node = open.pop(); node; node = open.pop()) {
    if (isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      patterns.push({ place: `${file}:${line + 1}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    forEachChild(node, (child) => void open.push(child))
  }
  return patterns
}

/**
 * Runs in a process of its own, so that a pattern that never ends can be stopped: each pattern over texts made of its
 * own characters, and how long the slowest took. Prints the slow ones.
 */
const runner = `
const patterns = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const common = [' ', '\\t', 'a', '1', '.', '-', '_', '>', '(', '[', '<', '"', '=', 'a ', '1 ', 'a.', '> ', '-a', '1.', 'a=', '@', '/a', ', ']
const length = 2000
for (const { place, source, flags } of patterns) {
  process.stderr.write(place + '\\n')
  const pattern = new RegExp(source, flags.replace('y', '') + (flags.includes('g') ? '' : 'g'))
  const plain = source.replace(/\\\\[bBdDsSwWpP](?:\\{[^}]*\\})?|\\(\\?[:=!<]+|[\\\\^$*+?{}()|[\\]]/g, ' ')
  const own = [...new Set(plain.split(' ').filter((piece) => piece !== ''))].slice(0, 12)
  for (const piece of [...common, ...own, ...own.map((one) => one + ' ')]) {
    const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + '\\n!'
    const started = process.cpuUsage()
    let found = 0
    for (const match of text.matchAll(pattern)) if (++found > 50000) break
    const spent = process.cpuUsage(started)
    if (spent.user > 1000000) { console.log(place + ' ' + JSON.stringify(piece) + ' /' + source.slice(0, 120) + '/'); break }
  }
}`

/**
 * Lines are cut to 2,000 characters before patterns meet them: a square of that is milliseconds. A second of work is a
 * cube or worse, fifty times what the slowest takes; whole mails of such texts are tried in the tests of the stages.
 */
test.skipIf(process.env['CASEBOOK_ALL'] !== '1')(
  'patterns: each over long texts made of its own characters -> ends',
  () => {
    const patterns = listPatterns()
    expect(patterns.length).toBeGreaterThan(500)
    const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', runner], {
      input: JSON.stringify(patterns),
      encoding: 'utf8',
      timeout: 240_000,
    })
    expect({
      slow: stdout.split('\n').filter((line) => line !== ''),
      status,
      last: status === 0 ? '' : stderr.trim().split('\n').at(-1),
    }).toEqual({
      slow: [],
      status: 0,
      last: '',
    })
  },
  300_000,
)
