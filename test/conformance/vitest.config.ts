import { defineConfig } from 'vitest/config'

/** For a run against an instance that was named. Without one the files here are among all tests. */
export default defineConfig({
  test: {
    include: ['test/conformance/**/*.test.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // It may be far away, and busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
