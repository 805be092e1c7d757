import { mergeConfig, type ViteUserConfig } from 'vitest/config'
import { shared } from './vitest.config.js'

/** Tests that start the embedded database, or none: on Citus they would prove nothing else. */
const withoutPostgres = [
  'test/product/content/rendering/pool/paused-service.fault.test.ts',
  'test/product/content/rendering/pool/renderer.fault.test.ts',
  'test/product/inbound/{heavy,hostile}-mail.fault.test.ts',
  'test/product/inbound/parsing/**',
  'test/process/{demo,first-start,npm-start}.e2e.test.ts',
  'test/process/ephemeral/**',
  'test/operate/backup/**',
  'test/run/**',
  'test/product/webhooks/embedded-webhooks.e2e.test.ts',
]

/** Tests about one PostgreSQL: what the commands say where there is no Citus, and roles that own its tables. */
const onOnePostgres = [
  'test/operate/cli/database.e2e.test.ts',
  'test/platform/audit/append-only.e2e.test.ts',
  // It breaks a stop off by a trigger, which Citus has on no distributed table.
  'test/product/messages/scheduling/stop-key.e2e.test.ts',
]

/**
 * The configuration of `npm run test:citus`, which runs tests on the Citus of POSTSEAL_CITUS_URL: those that reach the
 * service from outside, and those that kill parts of it. Tests about one PostgreSQL or the embedded database stay out.
 */
export default mergeConfig<ViteUserConfig, ViteUserConfig>(shared, {
  test: {
    globalSetup: ['test/support/postgres/citus.ts'],
    include: ['test/**/*.{api,e2e,fault}.test.ts', 'test/{any-instance,citus}/**/*.test.ts'],
    exclude: [
      ...[
        'test/platform/db/**',
        'test/embedded/**',
        'test/package/**',
        'test/console/**',
        'test/**/*.mocked.test.ts',
      ],
      ...withoutPostgres,
      ...onOnePostgres,
    ],
    isolate: false,
  },
})
