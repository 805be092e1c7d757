import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askForKey } from '../../cli/src/profiles/ask-key.js'
import { clientCommand } from '../support/commands/client-commands.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { json, startScriptedHttp, type ScriptedHttp } from '../support/network/scripted-http.js'

/** Profiles: which service and key a command uses, and how they are kept. Needs an HTTP server alone. */

const key = 'wk_live_the-key-is-secret'
const project = `prj_${'0'.repeat(26)}`
let server: ScriptedHttp
let home: string
beforeEach(async () => {
  home = newDataDir()
  server = await startScriptedHttp(json({ name: 'Shop', data: [], has_more: false, next_cursor: null }))
})
afterEach(() => server.close())

const file = () => path.join(home, 'postseal', 'profiles.json')
const run = (args: string, { stdin = '', env = {} }: { stdin?: string; env?: Record<string, string> } = {}) =>
  clientCommand({ XDG_CONFIG_HOME: home, POSTSEAL_DATA_DIR: home, ...env }, args.split(' '), { stdin })
const add = (name: string, others = '') =>
  run(`profile add ${name} --url ${server.url}${others}`, { stdin: `${key}\n` })

describe('keeping', () => {
  test('a profile is checked, kept for its owner alone, and used', async () => {
    const added = await add('shop')
    expect(added).toMatchObject({
      code: 0,
      stdout: `The profile shop is Shop at ${server.url}.\n`,
      stderr: '',
    })
    expect(server.asked).toMatchObject([
      { url: '/v1/workspace', headers: { authorization: `Bearer ${key}` } },
    ])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(file())).mode & 0o777).toBe(0o700)
    expect(await run('domains list')).toMatchObject({ code: 0 })
    expect(server.asked.at(-1)).toMatchObject({
      url: '/v1/domains',
      headers: { authorization: `Bearer ${key}` },
    })
  })

  test('they are listed, shown, used and forgotten, and no key is printed', async () => {
    await add('one')
    await add('two', ` --project ${project}`)
    const list = await run('profile list')
    expect(list.stdout).toMatch(
      /^NAME +URL +KEY +PROJECT_ID +IN_USE\none .* …cret +\*\ntwo .* …cret +prj_0+\n$/,
    )
    expect(await run('profile use tow')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean two?'),
    })
    await run('profile use two')
    expect(await run('profile show --json')).toMatchObject({
      stdout: `${JSON.stringify({ name: 'two', url: server.url, key: '…cret', project_id: project })}\n`,
    })
    await run('profile remove two')
    expect(await run('profile show')).toMatchObject({
      code: 2,
      stderr: 'error: No profile is in use: name one.\n',
    })
    expect(await run('profile show one')).toMatchObject({ code: 0 })
  })

  test.each([
    [
      json({ error: { code: 'invalid_credentials', message: 'Unknown.' } }, 401),
      'Unknown. (invalid_credentials, 401)',
    ],
    [json({ hello: 'world' }), 'is not a Postseal service'],
    [json({}, 404), 'is not a Postseal service'],
  ])('what does not know the key is not kept', async (answer, message) => {
    await server.close()
    server = await startScriptedHttp(answer)
    const refused = await add('shop')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain(message)
    expect(refused.stderr).not.toContain(key)
    expect(existsSync(file())).toBe(false)
  })

  test('a key that may not see the workspace is known, too', async () => {
    await server.close()
    server = await startScriptedHttp(json({ error: { code: 'insufficient_scope', message: 'No.' } }, 403))
    expect(await add('shop')).toMatchObject({ code: 0, stdout: `The profile shop is ${server.url}.\n` })
  })

  test.each([
    ['profile add ../x --url https://mail.example', 'The name of a profile'],
    ['profile add x --url https://me:secret@mail.example', 'without a user'],
    ['profile add x --url ftp://mail.example', '--url takes an address'],
    ['profile add x --url https://mail.example --project p', '--project takes the id'],
    ['profile add x --url https://mail.example --key abc', "unknown option '--key'"],
    ['profile add x', "required option '--url <url>' not specified"],
  ])('%s', async (args, message) => {
    const refused = await run(args, { stdin: 'key\n' })
    expect([1, 2]).toContain(refused.code)
    expect(refused.stderr).toContain(message)
    expect(existsSync(file())).toBe(false)
  })

  test('without a key nothing is kept', async () => {
    expect(await run(`profile add x --url ${server.url}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No key given'),
    })
  })

  test.each([
    [0o644, 0o700],
    [0o620, 0o700],
    [0o600, 0o777],
  ])('a file that others can read or replace is refused (%o in %o)', async (mode, folder) => {
    await add('shop')
    chmodSync(file(), mode)
    chmodSync(path.dirname(file()), folder)
    const refused = await run('domains list')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^error: Others can .*: chmod [67]00 /)
    expect(server.asked).toHaveLength(1)
  })

  test('a file of another form is told, and left', async () => {
    mkdirSync(path.dirname(file()), { mode: 0o700 })
    writeFileSync(file(), '{', { mode: 0o600 })
    expect(await add('shop')).toMatchObject({
      code: 1,
      stderr: `error: ${file()} is not a file of profiles.\n`,
    })
    expect(readFileSync(file(), 'utf8')).toBe('{')
  })
})

describe('choosing', () => {
  const asked = () => server.asked.at(-1)?.headers.authorization

  test('an option wins over a variable, and that over the one in use', async () => {
    for (const name of ['one', 'two', 'three'])
      await run(`profile add ${name} --url ${server.url}`, { stdin: `key-${name}\n` })
    await run('domains list')
    expect(asked()).toBe('Bearer key-one')
    await run('domains list', { env: { POSTSEAL_PROFILE: 'two' } })
    expect(asked()).toBe('Bearer key-two')
    await run('domains list --profile three', { env: { POSTSEAL_PROFILE: 'two' } })
    expect(asked()).toBe('Bearer key-three')
    await run('domains list --profile three', { env: { POSTSEAL_API_KEY: 'key-of-mine' } })
    expect(asked()).toBe('Bearer key-of-mine')
    expect(await run('domains list --profile tree')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('three?'),
    })
  })

  test('a key is never sent to another service than its own', async () => {
    await run('profile add other --url http://127.0.0.1:9 --no-check', { stdin: 'key-of-another\n' })
    const refused = await run('domains list', { env: { POSTSEAL_BASE_URL: server.url } })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('set POSTSEAL_API_KEY') })
    expect(server.asked).toEqual([])
  })

  test('the project of a profile is meant where one is needed', async () => {
    await add('shop', ` --project ${project}`)
    await run('messages send --to a@example.com --subject S --text T')
    expect(JSON.parse(server.asked.at(-1)?.body ?? '')).toMatchObject({ project_id: project })
    await run('messages list')
    expect(server.asked.at(-1)?.url).toBe('/v1/messages')
    const other = `prj_${'1'.repeat(26)}`
    await run(`messages send --to a@example.com --subject S --text T --project-id ${other}`)
    expect(JSON.parse(server.asked.at(-1)?.body ?? '')).toMatchObject({ project_id: other })
  })

  test('the first credentials of a service on this machine are enough', async () => {
    const credentials = { base_url: server.url, workspace_key: 'wk_local', test_project_id: project }
    writeFileSync(path.join(home, 'credentials.json'), JSON.stringify(credentials))
    await run('messages send --to a@example.com --subject S --text T')
    expect(asked()).toBe('Bearer wk_local')
    expect(JSON.parse(server.asked.at(-1)?.body ?? '')).toMatchObject({ project_id: project })
  })

  describe('with first credentials of a service that is public', () => {
    const publicUrl = 'https://mail.invalid'
    const port = () => new URL(server.url).port
    beforeEach(() =>
      writeFileSync(
        path.join(home, 'credentials.json'),
        JSON.stringify({ base_url: publicUrl, workspace_key: 'wk_local', test_project_id: project }),
      ),
    )

    test('this machine is asked at the port of the service, whatever becomes of its public address', async () => {
      expect(await run('message-logs list', { env: { PORT: port() } })).toMatchObject({ code: 0 })
      expect(server.asked.at(-1)?.headers.host).toBe(`127.0.0.1:${port()}`)
      expect(asked()).toBe('Bearer wk_local')
      const { stdout } = await run('message-logs list --dry-run')
      expect(stdout).toContain('http://127.0.0.1:4000/v1/message-logs')
    })

    test('either address is of the same service, so the key and the project go to both', async () => {
      for (const baseUrl of [publicUrl, server.url.replace('localhost', '127.0.0.1')]) {
        const env = { PORT: port(), POSTSEAL_BASE_URL: baseUrl }
        const { stdout, code } = await run(
          'messages send --to a@example.com --subject S --text T --dry-run',
          {
            env,
          },
        )
        expect(code).toBe(0)
        expect(stdout).toContain(`${baseUrl}/v1/messages`)
        expect(stdout).toContain(project)
      }
    })

    test.each([
      ['without the role api', { POSTSEAL_ROLES: 'delivery,inbound' }],
      ['with a port that is not known', { PORT: '0' }],
      ['with a port that is none', { PORT: 'http' }],
    ])('a service %s is asked by its public address', async (_case, env) => {
      const { stdout } = await run('message-logs list --dry-run', { env })
      expect(stdout).toContain(`${publicUrl}/v1/message-logs`)
    })

    test('the port of a variable that is another program’s is not asked in place of a local address', async () => {
      writeFileSync(
        path.join(home, 'credentials.json'),
        JSON.stringify({ base_url: server.url, workspace_key: 'wk_local' }),
      )
      expect(await run('message-logs list', { env: { PORT: '9' } })).toMatchObject({ code: 0 })
    })
  })

  test('a key that others can read on its way is warned of', async () => {
    const env = { POSTSEAL_API_KEY: key, POSTSEAL_BASE_URL: 'http://mail.invalid' }
    const { stderr } = await run('sessions list --timeout 5 --max 1', {
      env: { ...env, POSTSEAL_BASE_URL: server.url },
    })
    expect(stderr).toBe('There are none.\n')
    const warned = await run('users delete usr_1 --timeout 0.01', { env })
    expect(warned.stderr).toMatch(/^warning: the key goes to http:\/\/mail\.invalid unencrypted/)
  })
})

test('a terminal does not show the key', async () => {
  const modes: boolean[] = []
  const typed = Object.assign(
    Readable.from(['wk_1', 'x\u007f2', '3\rmore'].map((text) => Buffer.from(text))),
    {
      isTTY: true,
      setRawMode: (mode: boolean) => modes.push(mode),
    },
  )
  let shown = ''
  const stderr = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      shown += chunk.toString()
      done()
    },
  })
  expect(await askForKey({ stdin: typed, stderr })).toBe('wk_123')
  expect(modes).toEqual([true, false])
  expect(shown).toBe('API key, or the token of a session (it is not shown): \n')
})
