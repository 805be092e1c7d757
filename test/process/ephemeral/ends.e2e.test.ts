import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bin, startCommand, type EphemeralStart } from '../../support/service/ephemeral.js'
import { until } from '../../support/time/until.js'

const node = process.execPath

/** Waits until the database begins, which comes later than the end of what ends without a reason to go on. */
const untilStarting = (start: EphemeralStart) =>
  until(() => existsSync(path.join(start.serviceFolder() ?? 'none', 'db')), 'the database to begin')

test('a signal during the start ends it with 0, and nothing is left behind', async () => {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  const endings = signals.map(async (signal) => {
    const starting = startCommand(node, [bin, '--ephemeral'])
    await until(() => starting.serviceFolder(), 'its folder')
    expect(await starting.kill(signal), signal).toMatchObject({ code: 0, signal: null, stdout: '' })
    expect(starting.serviceFolder(), signal).toBeUndefined()
  })
  await Promise.all(endings)
})

test('a service whose starter has ended before does not start', async () => {
  // The shell ends at once; what it has started holds its output, which ends with it. Its session is its own: a
  // container's first process may have started these tests, and takes in what is left by a shell.
  const shell = startCommand('sh', ['-c', `"${node}" "${bin}" --ephemeral & :`], {
    stdin: 'ignore',
    ownSession: true,
  })
  expect(await shell.ended).toMatchObject({ stdout: '' })
  expect(shell.serviceFolder()).toBeUndefined()
})

test('it goes on without its starter where it is told to, until it gets a signal', async () => {
  const shell = startCommand('sh', ['-c', `"${node}" "${bin}" --ephemeral --outlive-parent & echo $!`])
  const pid = await until(() => Number(shell.stdout()) || undefined, 'its id')
  await untilStarting(shell)
  process.kill(pid, 'SIGTERM')
  await shell.ended
  expect(shell.serviceFolder()).toBeUndefined()
})

test('an input that is closed from the beginning means nothing', async () => {
  const starting = startCommand(node, [bin, '--ephemeral'], { stdin: 'pipe' })
  starting.closeInput()
  await untilStarting(starting)
  expect(await starting.kill('SIGTERM')).toMatchObject({ code: 0 })
})

test('what cannot be done is said in a sentence, with nothing on standard output', async () => {
  const sentences: [string, ...string[]][] = [
    ['--output takes a file that can be written: ENOENT', '--ephemeral', '--output', 'missing/keys.json'],
    ['--port takes a whole number from 0 to 65535, not "65536".\n', '--ephemeral', '--port', '65536'],
    ['--host takes an address such as 0.0.0.0, not "localhost".\n', '--ephemeral', '--host', 'localhost'],
    ["error: option '--outlive-parent' goes with --ephemeral\n", '--outlive-parent'],
    ["error: unknown option '--nonsense'\n", '--nonsense'],
    ['error: too many arguments.', 'nonsense'],
    // Without an option it is the service as the environment has it.
    ['POSTSEAL_SECRET_KEY is required with DATABASE_URL'],
  ]
  const endings = sentences.map(async ([sentence, ...args]) => {
    const started = startCommand(node, [bin, ...args])
    const { code, stdout, stderr } = await started.ended
    expect(stderr.slice(0, sentence.length)).toBe(sentence)
    expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({
      code: 2,
      stdout: '',
      lines: 1,
    })
    expect(started.serviceFolder()).toBeUndefined()
  })
  await Promise.all(endings)
})
