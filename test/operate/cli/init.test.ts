import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runOperatorCommand } from '../../../server/operate/cli/operator-command.js'
import type { CommandProcess } from '../../../server/operate/cli/invocation.js'
import { readConfig } from '../../../server/platform/config/config.js'
import { command } from '../../support/commands/cli.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { runs } from '../../support/run/sampled.js'

/** The operator makes a configuration by options or on a terminal. */

const newFile = () => path.join(newDataDir(), 'postseal.env')
const textOf = (file: string) => readFileSync(file, 'utf8')

/** As `docker --env-file` reads a file: what stands behind the first "=" of a line, quotes and all. */
function asDocker(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]))
}

/**
 * Matches characters that systemd does not take literally in an unquoted value (systemd.exec(5), EnvironmentFile=),
 * or that a shell expands.
 */
const special = /[\s"'\\`$#]/

test('options and defaults make a file that is for its owner only, and a list of what to publish', async () => {
  const file = newFile()
  const { code, stdout, stderr } = await command(
    {},
    'init',
    '--domain',
    'Shop.Example',
    '--yes',
    '--output',
    file,
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readConfig(parseEnv(textOf(file)) as Record<string, string>)).toMatchObject({
    databaseUrl: undefined,
    secretKey: expect.stringMatching(/^[\w+/]{43}=$/) as string,
    transport: { kind: 'mx' },
    hostname: 'mail.shop.example',
    returnPathDomain: 'bounces.shop.example',
    signInFrom: 'no-reply@shop.example',
    publicUrl: 'https://mail.shop.example',
    inboundPort: 25,
  })
  for (const record of [
    'mail.shop.example  A, AAAA\n',
    'bounces.shop.example  TXT (SPF)\n  v=spf1 a:mail.shop.example -all\n',
    'bounces.shop.example  MX\n  10 mail.shop.example\n',
    '_dmarc.shop.example  TXT\n  v=DMARC1; p=none; rua=mailto:',
    '"postseal domain add shop.example" prints it',
    `postseal user create --role owner --email 'admin@shop.example'`,
  ])
    expect(stdout).toContain(record)
  expect(stdout).not.toContain(parseEnv(textOf(file))['POSTSEAL_SECRET_KEY'])
  // The first names the file.
  const [, ...lines] = stdout.split('\n')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80)
})

test('a file that is there stays, and is replaced by force without a loss of its secret', async () => {
  const file = newFile()
  const make = (...more: string[]) =>
    command({}, 'init', '--domain', 'shop.example', '--yes', '--output', file, ...more)
  await make()
  const before = textOf(file)
  expect(await make('--transport', 'sink')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${file} already exists. --force replaces it and keeps its secret.\n`,
  })
  expect(textOf(file)).toBe(before)
  expect(await make('--transport', 'sink', '--force')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('with the secret that it had') as string,
  })
  const [old, now] = [parseEnv(before), parseEnv(textOf(file))]
  expect(now['POSTSEAL_SECRET_KEY']).toBe(old['POSTSEAL_SECRET_KEY'])
  expect(now['POSTSEAL_TRANSPORT']).toBe('sink')
  expect(readdirSync(path.dirname(file))).toEqual(['postseal.env'])
})

test.each([
  [['--yes'], /^There is no terminal to ask on: give --domain/],
  [['--domain', 'shop.example'], /give --hostname, --database, --transport, --owner/],
  [['--domain', 'localhost', '--yes'], /^--domain: "localhost" is not a domain/],
  [
    ['--domain', 'shop.example', '--hostname', '192.0.2.1', '--yes'],
    /^--hostname: POSTSEAL_HOSTNAME takes a domain/,
  ],
  [['--domain', 'shop.example', '--database', 'mysql://x', '--yes'], /^--database: DATABASE_URL takes/],
  [['--domain', 'shop.example', '--database', 'postgres://u:50%@db/x', '--yes'], /% is %25/],
  [['--domain', 'shop.example', '--transport', 'relay', '--yes'], /^--transport: POSTSEAL_TRANSPORT takes/],
  [['--domain', 'shop.example', '--owner', 'ada', '--yes'], /^--owner: "ada" is not an address/],
])('%j is refused, and nothing is written', async (options, message) => {
  const file = newFile()
  const ended = await command({}, 'init', '--output', file, ...options)
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) as string })
  expect(readdirSync(path.dirname(file))).toEqual([])
})

test('a folder that is not there or cannot be written to is said', async () => {
  const folder = newDataDir()
  const make = (file: string) =>
    command({}, 'init', '--domain', 'shop.example', '--yes', '--output', path.join(folder, file))
  expect(await make('no/file')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--output') as string,
  })
  writeFileSync(path.join(folder, 'file'), '')
  expect(await make('file/below')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot be written') as string,
  })
})

test('any password means the same to Node, Docker and systemd, and to the service', async () => {
  const folder = newDataDir()
  const file = path.join(folder, 'postseal.env')
  // These end a password in an address, so only encoded ones can be meant.
  const password = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .map((text) => text.replace(/[\s/?#@:%[\]\\]/g, encodeURIComponent))
  await fc.assert(
    fc.asyncProperty(password, password, async (database, relay) => {
      const options = {
        domain: 'shop.example',
        database: `postgres://postseal:${database}@db.example/postseal`,
        transport: `smtp://postseal:${relay}@relay.example`,
      }
      const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
      const { code, stderr } = await command({}, 'init', '--yes', '--force', '--output', file, ...args)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      const text = textOf(file)
      const variables = asDocker(text)
      expect({ ...parseEnv(text) }).toEqual(variables)
      for (const value of Object.values(variables)) expect(value).not.toMatch(special)
      const { transport, databaseUrl = '' } = readConfig(variables)
      expect(decodeURIComponent(new URL(databaseUrl).password)).toBe(decodeURIComponent(database))
      expect(transport).toMatchObject({ credentials: { password: decodeURIComponent(relay) } })
    }),
    { numRuns: runs(50) },
  )
})

/** A terminal on which each prompt is answered by the next of these lines. */
function terminal(answers: readonly string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const stdout = new PassThrough()
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 200 })
  const rest = [...answers]
  const shown: string[] = []
  stderr.on('data', (chunk: Buffer) => {
    shown.push(chunk.toString())
    if (/: (\u001b\[\d+G)?$/.test(chunk.toString()) && rest.length > 0) stdin.write(rest.shift())
  })
  stdout.resume()
  const process: CommandProcess = { env: {}, stdin, stdout, stderr }
  return { process, shown: () => shown.join('') }
}

test('on a terminal it asks, and asks again where an answer makes no sense', async () => {
  const file = newFile()
  const { process, shown } = terminal([
    'shop\r',
    'shop.example\r',
    '\r',
    'postgres://u:p#w@db/x\r',
    'sink\r',
    '\r',
  ])
  expect(await runOperatorCommand(['init', '--output', file], process)).toBe(0)
  expect(shown()).toContain('"shop" is not a domain such as shop.example.')
  expect(shown()).toContain('[mail.shop.example]')
  expect(parseEnv(textOf(file))).toMatchObject({
    DATABASE_URL: 'postgres://u:p%23w@db/x',
    POSTSEAL_HOSTNAME: 'mail.shop.example',
    POSTSEAL_TRANSPORT: 'sink',
  })
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s ends the questions, and nothing is written', async (_key, pressed) => {
  const file = newFile()
  const { process, shown } = terminal(['shop.example\r', pressed])
  expect(await runOperatorCommand(['init', '--output', file], process)).toBe(1)
  expect(shown()).toContain('Stopped. Nothing was written.')
  expect(existsSync(file)).toBe(false)
})
