/** `npm run bench`: speeds as ratios against named references measured in the same run. One file a subject in scripts/bench/. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'bench')
const subjects = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) => /^export (?:async )?function bench\b/m.test(readFileSync(path.join(folder, name), 'utf8')))
      .map((name) => name.slice(0, -3))
      .sort()
  : []

/** What a subject measures: the comment of its `bench`, first sentence. */
function readPurpose(subject: string): string {
  const text = readFileSync(path.join(folder, `${subject}.ts`), 'utf8')
  const before = text.slice(0, text.search(/^export (?:async )?function bench\b/m))
  const comment = before.slice(before.lastIndexOf('/**') + 3, before.lastIndexOf('*/'))
  return (
    comment
      .replace(/\n \* ?/g, ' ')
      .trim()
      .split(/[.;](?: |$)/)[0] ?? ''
  )
}

const help = `npm run bench [-- SUBJECT…]
Prints speeds as ratios against named references that are measured in the same run.
Without a subject: all of them.
${subjects.map((subject) => `${subject.padEnd(8)} ${readPurpose(subject)}`).join('\n')}`

const args = process.argv.slice(2).filter((arg) => arg !== '--')
if (args.includes('--help') || args.includes('-h')) {
  console.log(help)
  process.exit(0)
}
const unknown = args.filter((arg) => !subjects.includes(arg))
if (unknown.length > 0) {
  console.error(
    `bench: no subject ${unknown.map((name) => JSON.stringify(name)).join(', ')}; there are: ${subjects.join(', ')}`,
  )
  process.exit(2)
}
let failed = false
for (const subject of args.length > 0 ? args : subjects) {
  console.log(`\n== ${subject}`)
  const module: unknown = await import(path.join(folder, `${subject}.ts`))
  const run = typeof module === 'object' && module !== null && 'bench' in module ? module.bench : undefined
  if (typeof run !== 'function') throw new Error(`scripts/bench/${subject}.ts: expected an exported function \`bench\``)
  try {
    const held: unknown = await run()
    if (held === false) failed = true
  } catch (error) {
    console.error(`bench: ${subject} could not be measured: ${error instanceof Error ? error.message : String(error)}`)
    failed = true
  }
}
process.exit(failed ? 1 : 0)
