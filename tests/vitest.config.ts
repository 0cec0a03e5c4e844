import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Set by `npm run coverage`: Node runs the files as they are, so that V8 counts their own lines. */
const isMeasured = process.env['NODE_V8_COVERAGE'] !== undefined

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  cacheDir: '.cache/vitest',
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    // All cores but no more than four: by itself one of two would stand still.
    maxWorkers: Math.min(availableParallelism(), 4),
    testTimeout: 30_000,
    reporters: ['default'],
    ...(isMeasured ? { setupFiles: ['tests/take-coverage.ts'], experimental: { viteModuleRunner: false } } : {}),
  },
})
