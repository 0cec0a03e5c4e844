import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, in that order. */
const longest = ['every-page', 'accessible', 'without-script', 'crawl', 'warm-build', 'import-kill', 'find-command']

/** Begins with the longest: one that begins last leaves the other cores with nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at < 0 ? longest.length : at
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

/** Set by `npm run coverage`: Node runs the files as they are, so that V8 counts their own lines. */
const isMeasured = process.env['NODE_V8_COVERAGE'] !== undefined

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  cacheDir: '.cache/vitest',
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    // All cores but no more than four: by itself one of two would stand still.
    maxWorkers: Math.min(availableParallelism(), 4),
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    reporters: ['default'],
    ...(isMeasured ? { setupFiles: ['tests/take-coverage.ts'], experimental: { viteModuleRunner: false } } : {}),
  },
})
