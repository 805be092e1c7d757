import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/support/long-first.js'

/**
 * Folders whose files leave nothing behind in the process: they share one for all that they import, which takes longer
 * than most of the tests. Files that replace modules or globals stand elsewhere: in mocked/, sdk/ and the like.
 */
const together = [
  'conformance',
  'contract',
  'contract-check',
  'docs',
  'domains-check',
  'e2e',
  'examples',
  'faults',
  'inbound',
  'plans',
  'sink',
  'smtp',
  'unit',
  'webhooks',
].map((folder) => `test/${folder}/**/*.test.ts`)

export default defineConfig({
  // As the examples import it: its source, whether it is built or not.
  resolve: {
    alias: {
      'postseal/webhooks': fileURLToPath(new URL('sdk-ts/src/webhooks/index.ts', import.meta.url)),
    },
  },
  test: {
    globalSetup: ['test/support/postgres.ts'],
    setupFiles: ['test/support/end-processes.ts'],
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    // Two cores: more files at once would only wait for each other.
    maxWorkers: 2,
    // Files make much garbage and keep little of it.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'together', include: together, isolate: false } },
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: together } },
    ],
  },
})
