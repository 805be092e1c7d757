import { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { runOperatorCommand } from '../../../server/operate/cli/operator-command.js'
import { version } from '../../../server/platform/config/version.js'
import { command } from '../../support/commands/cli.js'

/** The command line as a function: what it prints and answers, and that it leaves its process alone. */

test('help and version are printed and end with 0; without a command the help is an error', async () => {
  const help = await command({}, '--help')
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(help.stdout).toMatch(/^Usage: postseal \[options\]/)
  expect(await command({}, '--version')).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
  expect(await command({})).toMatchObject({ code: 2, stdout: '', stderr: help.stdout })
})

test('calls at once have exit codes and outputs of their own', async () => {
  const before = process.exitCode
  const secretKey = { POSTSEAL_SECRET_KEY: 'too short' }
  const [good, wrong, refused] = await Promise.all([
    command({}, 'queue', 'drop', '--help'),
    command({}, 'queue', 'empty'),
    command(secretKey, 'queue'),
  ])
  expect(good).toMatchObject({ code: 0, stderr: '' })
  expect(wrong).toMatchObject({ code: 2, stdout: '' })
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(/^POSTSEAL_SECRET_KEY takes .*\n$/)
  expect(process.exitCode).toBe(before)
})

test('a reader that has gone is no failure', async () => {
  const gone = () =>
    new Writable({ write: (_chunk, _encoding, done) => setImmediate(done, new Error('EPIPE')) })
  const run = (...args: string[]) =>
    runOperatorCommand(args, { env: {}, stdin: Readable.from([]), stdout: gone(), stderr: gone() })
  expect(await run('--help')).toBe(0)
  expect(await run('nonsense')).toBe(2)
  // An error event that nobody listens to would come by now.
  await new Promise((resolve) => setTimeout(resolve, 20))
})
