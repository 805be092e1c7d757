import { mergeConfig, type ViteUserConfig } from 'vitest/config'
import { shared } from './vitest.config.js'

/**
 * What `npm run test:citus` runs on the Citus of POSTSEAL_CITUS_URL: the tests that reach the service from outside, and
 * those that kill parts of it. What is about one PostgreSQL or the embedded database stays out.
 */
export default mergeConfig<ViteUserConfig, ViteUserConfig>(shared, {
  test: {
    globalSetup: ['test/support/citus.ts'],
    include: ['test/**/*.{api,e2e,fault}.test.ts', 'test/citus/**/*.test.ts'],
    exclude: ['test/db/**', 'test/package/**', 'test/console/**', 'test/mocked/**'],
    isolate: false,
  },
})
