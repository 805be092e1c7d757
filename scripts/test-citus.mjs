/** Runs the tests on a database that is spread over machines, where there is one to run them on. */
import { spawnSync } from 'node:child_process'

if (process.env['POSTSEAL_CITUS_URL'] === undefined) {
  process.stdout.write('POSTSEAL_CITUS_URL names no Citus: the tests on one are left out.\n')
} else {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.citus.config.ts']
  const { status } = spawnSync(process.execPath, [...vitest, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
