import { mergeConfig, type ViteUserConfig } from 'vitest/config'
import { shared } from './vitest.config.js'

/** The tests that need neither a database nor a build: what `npm run test:unit` runs. */
export default mergeConfig<ViteUserConfig, ViteUserConfig>(shared, {
  test: { include: ['test/**/*.unit.test.ts'], isolate: false },
})
