import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('where a language is not installed, the tests of its client are left out, in a line', () => {
  const args = ['--import', './scripts/typescript/register.mjs', 'scripts/test-clients/main.ts']
  const run = spawnSync(process.execPath, args, {
    cwd: root,
    env: { PATH: '/nowhere' },
    encoding: 'utf8',
    timeout: 180_000,
  })
  expect(run.stdout.split('\n')).toEqual([
    'There is no Go 1.24 or newer: the Go client is not tested.',
    'There is no PHP 8.1 or newer: the PHP client is not tested.',
    '',
  ])
  expect([run.status, run.stderr]).toEqual([0, ''])
})
