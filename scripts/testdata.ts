import { existsSync } from 'node:fs'
import path from 'node:path'

const projectFolder = new URL('..', import.meta.url).pathname

/**
 * Folder of the extra test data (threads, gold files, catalogue), or null where it is missing: `CASEBOOK_TESTDATA`,
 * by default `../shared`. A check that needs it is skipped with {@link testDataMissing} then.
 */
export function testData(): string | null {
  const folder = path.resolve(projectFolder, process.env['CASEBOOK_TESTDATA'] ?? '../shared')
  return existsSync(path.join(folder, 'gold')) ? folder : null
}

/** What a skipped check says. */
export const testDataMissing =
  'skipped: no test data (set CASEBOOK_TESTDATA to the folder that holds gold/ and threads/)'
