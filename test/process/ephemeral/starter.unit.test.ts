import { describe, expect, test } from 'vitest'
import type { LookUp, ProcessEntry } from '../../../server/process/ephemeral/process-table.js'
import { chainToStarter, isIntact } from '../../../server/process/ephemeral/starter.js'

/** A process table: ids with their parent, session and command. */
function table(entries: Record<number, [number, number | undefined, string]>): LookUp {
  return (pid) => {
    const found = entries[pid]
    return found && ({ parent: found[0], session: found[1], command: found[2] } satisfies ProcessEntry)
  }
}

/** A service under one process, which has another one above it. */
const under = (command: string) =>
  table({
    90: [80, 50, 'node /app/node_modules/.bin/postseal-server --ephemeral'],
    80: [70, 50, command],
    70: [60, 50, 'node test.js'],
    60: [50, 50, 'npm test'],
  })

describe('who asked for it', () => {
  test.each([
    'npm exec postseal-server --ephemeral   ',
    'npm run mail',
    'npx postseal-server --ephemeral',
    '/usr/local/bin/npx postseal-server',
    'node /usr/lib/node_modules/npm/bin/npx-cli.js postseal-server --ephemeral',
    '/usr/bin/node --no-warnings /usr/bin/npx postseal-server',
    'node /root/.local/share/pnpm/pnpm.cjs exec postseal-server',
    '/usr/bin/node /repo/.yarn/releases/yarn-4.9.1.cjs run mail',
    'bunx postseal-server',
    "sh -c 'postseal-server' --ephemeral",
    '/bin/sh -c cd app && npx postseal-server --ephemeral',
    'bash -ec npx postseal-server',
    'bash --noprofile -l -c npx postseal-server',
  ])('is beyond "%s"', (command) => {
    expect(chainToStarter(90, under(command))).toEqual([90, 80, 70])
  })

  test.each([
    'node /app/node_modules/vitest/vitest.mjs run',
    'node (vitest 1)',
    'node /app/npm/tests.js',
    'node /app/test-npx.js',
    '-bash',
    '/usr/bin/zsh',
    'bash --noprofile --norc -e -o pipefail /tmp/step.sh',
    'sh /app/run.sh -c',
    'python -m pytest -c pytest.ini',
    '',
  ])('is "%s"', (command) => {
    expect(chainToStarter(90, under(command))).toEqual([90, 80])
  })

  test('can be beyond several', () => {
    const lookUp = table({
      90: [80, 50, 'postseal-server'],
      80: [70, 50, 'sh -c postseal-server'],
      70: [60, 50, 'npm exec postseal-server'],
      60: [50, 50, 'bash step.sh'],
    })
    expect(chainToStarter(90, lookUp)).toEqual([90, 80, 70, 60])
  })

  test('cannot be told where it is outside of the container, and needs no watch then', () => {
    expect(chainToStarter(90, table({ 90: [0, 0, 'postseal-server'] }))).toEqual([90])
    expect(chainToStarter(1, table({ 1: [0, 1, 'postseal-server'] }))).toEqual([1])
  })

  test('is known by its id alone where it is hidden', () => {
    expect(chainToStarter(90, table({ 90: [80, 50, 'postseal-server'] }))).toEqual([90, 80])
  })
})

describe('an orphan', () => {
  test.each<[string, LookUp]>([
    ['that init has taken in', table({ 90: [1, 50, 'postseal-server'], 1: [0, 1, '/sbin/init'] })],
    [
      'that a supervisor of the user has taken in',
      table({
        90: [30, 50, 'postseal-server'],
        30: [1, 30, '/lib/systemd/systemd --user'],
        1: [0, 1, 'init'],
      }),
    ],
    [
      'whose npx init has taken in',
      table({ 90: [80, 50, 'postseal-server'], 80: [1, 50, 'npm exec postseal-server'], 1: [0, 1, 'init'] }),
    ],
    [
      'on a system without sessions',
      table({ 90: [1, undefined, 'postseal-server'], 1: [0, undefined, 'launchd'] }),
    ],
  ])('%s has nobody who asked for it', (_what, lookUp) => {
    expect(chainToStarter(90, lookUp)).toBeUndefined()
  })

  test.each<[string, LookUp]>([
    [
      'a script as the first process of a container',
      table({ 9: [1, 1, 'server'], 1: [0, 1, 'sh /start.sh'] }),
    ],
    ['a supervisor that gives it a session', table({ 9: [1, 9, 'server'], 1: [0, 1, '/sbin/init'] })],
  ])('is not one that has been started by %s', (_what, lookUp) => {
    expect(chainToStarter(9, lookUp)).toEqual([9, 1])
  })
})

test('a chain is broken when anybody in it has another parent, or is gone', () => {
  const parents = (entries: Record<number, number>) => (pid: number) => entries[pid]
  expect(isIntact([90, 80, 70], parents({ 90: 80, 80: 70 }))).toBe(true)
  expect(isIntact([90, 80, 70], parents({ 90: 80, 80: 1 }))).toBe(false)
  expect(isIntact([90, 80, 70], parents({ 90: 1, 80: 70 }))).toBe(false)
  expect(isIntact([90, 80, 70], parents({ 90: 80 }))).toBe(false)
  expect(isIntact([90], parents({ 90: 0 }))).toBe(true)
})
