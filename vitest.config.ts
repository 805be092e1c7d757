import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { mergeConfig, type ViteUserConfig } from 'vitest/config'
import { LongFirst } from './test/support/run/long-first.js'
import { beginRun } from './test/support/run/run.js'

/**
 * Tests that replace the timers of their process, so that a service in it that begins to wait meanwhile waits for
 * ever: no other file may share the process.
 */
export const replacingTimers = [
  'test/sdk/**/*.test.ts',
  'test/operate/ledger/kept-compacted.unit.test.ts',
  'test/platform/db/batching/batcher.unit.test.ts',
  'test/platform/db/connection/silence.unit.test.ts',
  'test/platform/http/health.unit.test.ts',
  'test/platform/http/connection/listen.unit.test.ts',
  'test/platform/http/rate-limit/redis-outage.unit.test.ts',
  'test/base/concurrency/fair-semaphore.unit.test.ts',
  'test/platform/http/body/slow-bodies.unit.test.ts',
  'test/platform/http/errors/unavailable-log.unit.test.ts',
  'test/platform/log-search/search-index.heavy.test.ts',
  'test/platform/queue/{outcome-recorder,turns}.unit.test.ts',
  'test/platform/sandbox/sandbox-process.fault.test.ts',
  'test/product/delivery/bounce/alias-watch.unit.test.ts',
  'test/product/delivery/compose/composed.unit.test.ts',
  'test/product/delivery/queue/lease-extender.unit.test.ts',
  'test/product/delivery/smtp/deadline.test.ts',
  'test/product/webhooks/send/faults.test.ts',
]

/** Tests that replace modules, shift the clock or load other builds: each file has a process of its own. */
export const apart = [
  'test/**/*.mocked.test.ts',
  'test/package/**/*.test.ts',
  'test/platform/db/connection/database-clock.test.ts',
  'test/product/delivery/process-clock.test.ts',
]

/** Tests that need a database of many machines: see vitest.citus.config.ts. */
const onCitus = ['test/citus/**/*.test.ts']

/** Tests that come with the packages of test/packages/. */
const ofOthers = ['**/node_modules/**']

/** Tests that share one browser. */
const inBrowser = ['test/**/*.browser.test.ts']

/** Tests run the sources. Node does not run TypeScript, so what the sources start as a process is the built one. */
const builtPrograms = {
  name: 'built-programs',
  enforce: 'pre' as const,
  transform: (code: string, file: string) => {
    const [, folder] =
      /\/server\/(product\/(content\/rendering\/pool\/render-process|inbound\/parsing\/mail-parsing))\.ts$/.exec(
        file,
      ) ?? []
    return (
      folder &&
      code.replace(
        "'./process.js'",
        `'${path.posix.relative(path.posix.dirname(`server/${folder}`), 'dist')}/${path.posix.dirname(folder)}/process.js'`,
      )
    )
  },
}

const longKinds = ['e2e', 'fault', 'browser', 'release', 'heavy']
const checkers = ['test/contract-tools/**/*.test.ts', 'test/lint/*.test.ts']

/**
 * `npm test` leaves these out: they start processes and browsers, kill them, wait for them, install what a release
 * consists of, go to the limits of what is taken, or ask the checkers of `tools/`.
 */
const long = [`test/**/*.{${longKinds.join()}}.test.ts`, ...checkers]

/** Matches the files of all other kinds. */
const short = `test/**/!(${longKinds.map((kind) => `*.${kind}`).join('|')}).test.ts`

/** The short form of the fault campaign. */
const campaign = 'test/process/campaign.fault.test.ts'

/**
 * `npm test` asks these for one operation of eight, since one rule holds for all, or for one database of two. The rest
 * asks them for all.
 */
const sampled = [
  'test/any-instance/{requests,authorization}.test.ts',
  'test/platform/http/access/{matrix,tenants}.api.test.ts',
  'test/platform/http/lists/{list-spans,cursors}.api.test.ts',
  'test/platform/http/idempotency/idempotency-everywhere.api.test.ts',
  'test/platform/audit/every-mutation.api.test.ts',
  campaign,
]

/** Each operation as the first request of a new service. */
const cold = 'test/platform/http/operation/cold-operations.mocked.test.ts'

/** But for these, which hold what the README promises: nothing accepted is lost, and mail and webhooks arrive. */
const promises = [
  campaign,
  'test/process/roles/rolling-restart.fault.test.ts',
  'test/product/delivery/delivery.e2e.test.ts',
  'test/product/delivery/queue/kill-workers.fault.test.ts',
  'test/product/submission/submission.fault.test.ts',
  'test/product/webhooks/lifecycle.e2e.test.ts',
]

const run = { name: 'run', config: () => beginRun() }

/** The settings of every run of tests, those without a database too. */
export const shared: ViteUserConfig = {
  plugins: [builtPrograms, run],
  // As the examples import it: its source, whether it is built or not.
  resolve: {
    alias: {
      'postseal/webhooks': fileURLToPath(new URL('sdk-ts/src/webhooks/index.ts', import.meta.url)),
    },
  },
  test: {
    setupFiles: [
      'test/support/run/abandoned-files.ts',
      'test/support/run/end-processes.ts',
      'test/support/run/few-keys.ts',
      'test/support/placement/watch.ts',
    ],
    pool: 'forks',
    // One more than CI has cores, because many files wait for processes that they have killed.
    maxWorkers: 3,
    // Files make much garbage and keep little of it, and no embedded database in them lives long enough to be
    // compiled for speed.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32', '--liftoff-only'],
    // These only end what hangs. They run on while all processes are stopped for a minute, on a machine that sleeps, and
    // while others have the cores: no test is about them, and `until` tells sooner what is waited for.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 180_000 } },
  },
}

/** The settings of one project of the configuration: its name, its files, and further ones. */
type Project = NonNullable<ViteUserConfig['test']>

/**
 * Tests that leave nothing behind, and share a process for all that they import, which takes longer than most of
 * them.
 */
const together = {
  name: 'together',
  include: ['test/**/*.test.ts'],
  exclude: [...replacingTimers, ...apart, ...inBrowser, ...onCitus, ...ofOthers],
  isolate: false,
} satisfies Project

const inOneBrowser = {
  name: 'browser',
  include: inBrowser,
  isolate: false,
  globalSetup: ['test/support/console/chromium.ts'],
  // A test goes through all screens.
  testTimeout: 900_000,
} satisfies Project

const withTimers = { name: 'timers', include: replacingTimers, isolate: false } satisfies Project
const byThemselves = { name: 'apart', include: apart } satisfies Project

/** Runs these projects on one PostgreSQL. */
export function running(projects: readonly Project[]): ViteUserConfig {
  return mergeConfig<ViteUserConfig, ViteUserConfig>(shared, {
    test: {
      globalSetup: ['test/support/postgres/postgres.ts'],
      sequence: { sequencer: LongFirst },
      projects: projects.map((test) => ({ extends: true, test })),
    },
  })
}

/** The tests that `npm test` runs: all but the long ones. */
export const quick = [
  { ...together, include: [short, ...promises], exclude: [...together.exclude, ...checkers] },
  { ...withTimers, exclude: long },
  { ...byThemselves, exclude: [...long, cold] },
].map((project) => ({ ...project, env: { POSTSEAL_TEST_SAMPLE: '1' } }))

/** The tests that `npm run test:rest` runs: all that `npm test` leaves out. */
export const rest = [
  {
    ...together,
    include: [...long, ...sampled],
    exclude: [...together.exclude, ...promises.filter((file) => !sampled.includes(file))],
  },
  inOneBrowser,
  {
    ...withTimers,
    include: [
      ...replacingTimers.filter((file) => /\.(fault|heavy)\./.test(file)),
      'test/sdk/**/*.{e2e,heavy}.test.ts',
    ],
  },
  { ...byThemselves, include: ['test/package/**/*.release.test.ts', cold] },
]

export default running([together, inOneBrowser, withTimers, byThemselves])
