import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Vitest } from 'vitest/node'
import { cleanUp } from '../../test/support/instance/clean-up.js'
import type { Instance } from '../../test/support/instance/instance.js'
import { prepareInstance } from '../../test/support/instance/prepare.js'
import { readOptions, usage, UsageError, type Options } from './options.js'
import { reach } from './reach.js'

/** The output that the lines of a run go to. */
export interface Output {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/**
 * Runs the tests in test/any-instance against an instance that is there already.
 *
 * @param args of the command line
 * @returns the exit code: see the usage
 */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { out, err }: Output,
): Promise<number> {
  try {
    const options = readOptions(args, env)
    if (options === undefined) {
      out(usage)
      return 0
    }
    return await testInstance(options, (line) => out(`${line}\n`))
  } catch (error) {
    err(`${(error as Error).message}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function testInstance(options: Options, say: (line: string) => void): Promise<number> {
  const { url, workspaceKey, session } = options
  const version = await reach(url)
  const instance = await prepareInstance({ url, workspaceKey, ...(session !== undefined && { session }) })
  say(`Tests of version ${version} of the contract against ${url}. What they make is called ${instance.run}.`)
  if (session === undefined) {
    say(
      'There is no session, so what takes one is left out: issuing workspace keys, what may not be issued, and domains.',
    )
  }
  if (instance.suppressionsKey === undefined) {
    say('The workspace key is held to an environment or lacks suppressions:*, so suppressions are left out.')
  }
  try {
    return await runTests(options, instance, say)
  } finally {
    const { webhooks, domains, keys } = await cleanUp(instance)
    say(
      `Deleted ${webhooks} webhook subscriptions and ${domains} sending domains, and revoked ${keys} API keys of this run.`,
    )
  }
}

async function runTests(
  { junit, name, words }: Options,
  instance: Instance,
  say: (line: string) => void,
): Promise<number> {
  // Loaded now: whoever mistypes an option need not wait for it.
  const { startVitest } = await import('vitest/node')
  const vitest = await startVitest('test', [...words], {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    // That of the whole suite starts a PostgreSQL.
    config: false,
    include: ['test/any-instance/**/*.test.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // It may be far away, and busy, and have a test wait for the next minute of a limit.
    testTimeout: 150_000,
    hookTimeout: 60_000,
    watch: false,
    reporters: ['default', ...(junit === undefined ? [] : ['junit'])],
    ...(junit !== undefined && { outputFile: { junit: path.resolve(junit) } }),
    ...(name !== undefined && { testNamePattern: name }),
    provide: { instance },
  })
  for (const line of leftOut(vitest)) say(line)
  await vitest.close()
  // Set where a test has failed, and where there was none.
  return Number(process.exitCode ?? 0)
}

/** Says which tests the instance had no room for, by the reason that they gave. */
function leftOut(vitest: Vitest): string[] {
  const counts = new Map<string, number>()
  for (const file of vitest.state.getTestModules()) {
    for (const test of file.children.allTests('skipped')) {
      const result = test.result()
      const why = result.state === 'skipped' ? result.note : undefined
      if (why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1)
    }
  }
  return [...counts].map(
    ([why, tests]) => `Left out ${tests === 1 ? 'a test' : `${tests} tests`} of signing in: ${why}.`,
  )
}
