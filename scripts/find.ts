import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { escapeHidden, showHidden } from '../src/text/visible-text.ts'

const cacheFolder = path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled')

/** `npm run find`: gives back the exit code. `print` takes one line. */
export async function runFind(
  list: string[],
  print: (line: string) => void,
  warn: (line: string) => void,
): Promise<number> {
  enableCompileCache(cacheFolder) // a third of a short scan was compiling; a folder that cannot be written does no harm
  const { findCandidates } = await import('./find/run-find.ts')
  return findCandidates(list, print, warn)
}

if (import.meta.main)
  process.exitCode = await runFind(
    process.argv.slice(2),
    (line) => process.stdout.write(`${escapeHidden(line)}\n`),
    (line) => process.stderr.write(`${showHidden(line)}\n`),
  )
