import { mergeConfig, type ViteUserConfig } from 'vitest/config'
import { shared } from './vitest.config.js'

/** These start the embedded database, or none: on Citus they would prove nothing else. */
const withoutPostgres = [
  'test/content/paused-service.fault.test.ts',
  'test/content/renderer.fault.test.ts',
  'test/inbound/{heavy,hostile}-mail.fault.test.ts',
  'test/inbound/parsing/**',
  'test/process/{demo,ephemeral,ephemeral-ends,first-start,npm-start}.e2e.test.ts',
  'test/run/**',
  'test/webhooks/embedded-webhooks.e2e.test.ts',
]

/** These are about one PostgreSQL: what the commands say where there is no Citus, and roles that own its tables. */
const onOnePostgres = ['test/cli/database.e2e.test.ts', 'test/audit/append-only.e2e.test.ts']

/**
 * What `npm run test:citus` runs on the Citus of POSTSEAL_CITUS_URL: the tests that reach the service from outside, and
 * those that kill parts of it. What is about one PostgreSQL or the embedded database stays out.
 */
export default mergeConfig<ViteUserConfig, ViteUserConfig>(shared, {
  test: {
    globalSetup: ['test/support/citus.ts'],
    include: ['test/**/*.{api,e2e,fault}.test.ts', 'test/{any-instance,citus}/**/*.test.ts'],
    exclude: [
      ...['test/db/**', 'test/package/**', 'test/console/**', 'test/mocked/**'],
      ...withoutPostgres,
      ...onOnePostgres,
    ],
    isolate: false,
  },
})
