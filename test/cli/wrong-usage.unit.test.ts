import { Readable, Writable } from 'node:stream'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { runClientCommand } from '../../cli/src/client-command.js'
import { ownCatalog } from '../../server/operate/cli/own-catalog.js'
import { Invocation } from '../../server/operate/cli/invocation.js'
import { commandLine } from '../../server/operate/cli/operator-command.js'
import { command } from '../support/commands/cli.js'

/**
 * Tests that typing mistakes end with code 2 everywhere, so that a script tells them from a refusal. Nothing is
 * opened.
 */

interface Ended {
  readonly code: number
  readonly stderr: string
}

async function client(...args: string[]): Promise<Ended> {
  let stderr = ''
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      stderr += String(chunk)
      done()
    },
  })
  const process = { env: {}, stdin: Readable.from([]), stdout: output, stderr: output }
  const code = await runClientCommand(args, process, { version: '1.0.0', catalog: ownCatalog() })
  return { code, stderr }
}

/** The paths of all commands that do something, such as `queue list`. */
function pathsOf(program: Command, before: readonly string[] = []): string[][] {
  return program.commands.flatMap((each) => {
    const path = [...before, each.name()]
    return each.commands.length === 0 ? [path] : pathsOf(each, path)
  })
}

const { stdin, stdout, stderr } = process
const operators = pathsOf(commandLine(new Invocation({ env: {}, stdin, stdout, stderr })))
const groups = ownCatalog().groups.map(({ name }) => name)

describe('the command line of the server', () => {
  test.each([
    'mesages list',
    'messages lst',
    'messages frobnicate',
    'user creat',
    'user create --role owner',
    'import',
    'import mailman contacts.csv',
    'import listmonk',
    'queue list --foo',
    'queue list --workspace',
    'queue empty',
    'domain',
    'domain check',
    'domain check shop.example other.example',
    'session',
    'workspace host chek links.customer.example',
    'help nonsense',
    'doctor --jsn',
    'listen',
    'listen --forward ftp://x',
    'listen --forward http://localhost:3000 --since yesterday',
    'init --domain x --yes',
    'nonsense',
    '--verison',
    '',
    'send',
    'list',
    'profile',
    'profile add',
    'completion tcsh',
    'mcp --lvie',
    'templates puhs',
    'templates push --publsh',
    'move',
    'move resnd --dry-run',
    'move resend --dry-run',
    'move resend --only webhoks',
    'messages send --subjct Hello',
    'messages list --limit many',
    'messages retrieve',
  ])('"%s"', async (line) => {
    const ended = await command({}, ...line.split(' ').filter(Boolean))
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).not.toBe('')
  })

  test.each(operators.map((path) => [path.join(' '), path] as const))(
    '%s with an unknown option',
    async (_, path) => {
      const ended = await command({}, ...path, '--no-such-option')
      expect(ended).toMatchObject({ code: 2, stdout: '' })
    },
  )

  test('help is none', async () => {
    for (const args of [
      ['--help'],
      ['help'],
      ['queue', '--help'],
      ['help', 'queue'],
      ['messages', 'send', '--help'],
    ])
      expect(await command({}, ...args), args.join(' ')).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('the command line of the package of the client', () => {
  test.each([
    'mesages list',
    'messages frobnicate',
    'messages send --subjct Hello',
    'nonsense',
    'send',
    '',
    'queue list',
    'profile remvoe x',
    '--verison',
    ...groups,
    ...groups.map((group) => `${group} no-such-command`),
  ])('"%s"', async (line) => {
    const ended = await client(...line.split(' ').filter(Boolean))
    expect(ended.code).toBe(2)
    expect(ended.stderr).not.toBe('')
  })
})

test.each([
  ['send', 'inbound send or messages send'],
  ['halt', 'workspace halt'],
  ['rotate-key', 'domain rotate-key'],
  ['mesages', 'messages'],
])('%s is told as %s', async (given, meant) => {
  expect((await command({}, given)).stderr).toContain(`(Did you mean ${meant}?)`)
})
