import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `npm run test:python` where no program is found. */
function runWithout(env: Record<string, string>) {
  const args = ['--import', './scripts/typescript/register.mjs', 'scripts/test-python/main.ts']
  return spawnSync(process.execPath, args, {
    cwd: root,
    env: { PATH: '/nowhere', ...env },
    encoding: 'utf8',
    timeout: 180_000,
  })
}

test.each([
  ['left out', {}, 0],
  ['an error where they are required', { POSTSEAL_REQUIRE_PYTHON: '1' }, 1],
])('without Python, the tests of its client are %s', (_, env, status) => {
  const run = runWithout(env)
  expect(run.stdout).toBe('There is no Python 3.11 or newer: the Python client is not tested.\n')
  expect([run.status, run.stderr]).toEqual([status, ''])
})

test('a POSTSEAL_PYTHON that is none is an error that names it', () => {
  const run = runWithout({ POSTSEAL_PYTHON: process.execPath })
  expect(run.stdout).toBe(
    `POSTSEAL_PYTHON, ${process.execPath}, is no Python. It has to be Python 3.11 or newer.\n`,
  )
  expect(run.status).toBe(1)
})
