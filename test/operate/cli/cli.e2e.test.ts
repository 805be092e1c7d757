import { PGlite } from '@electric-sql/pglite'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { command, commandEnv } from '../../support/commands/cli.js'
import { commandProcess } from '../../support/commands/command-process.js'
import { createDatabase } from '../../support/database/database.js'
import { send, untilLog } from '../../support/messages/mail.js'
import { serviceEnv, startProcess, type Env } from '../../support/service/process.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { startTestService } from '../../support/service/service.js'

const cli = (args: string[], env: Env) => command(env, ...args)

async function createSession(args: string[], env: Env, run = command): Promise<Record<string, string>> {
  const ended = await run(env, 'session', 'create', '--json', ...args)
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return JSON.parse(ended.stdout) as Record<string, string>
}

/** A key that only an owner's session may issue. */
function issueWorkspaceKey(url: string, token: string | undefined) {
  return call(url, 'post', '/v1/api-keys', {
    key: token,
    headers: { 'Idempotency-Key': randomBytes(8).toString('hex') },
    body: { kind: 'workspace', name: 'From a session', scopes: ['messages:send', 'reports:read'] },
  })
}

let env: Env
beforeAll(async () => {
  env = await serviceEnv()
})

test(
  'sessions are minted beside a running service, without one, and after its crash',
  { timeout: 400_000 },
  async () => {
    const nowhere = path.join(newDataDir(), 'nothing-here')
    expect(await cli(['session', 'create'], { ...env, POSTSEAL_DATA_DIR: nowhere })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `There is no database in ${nowhere} yet: start the service once.\n`,
    })
    expect(existsSync(nowhere)).toBe(false)
    const emptyDir = newDataDir()
    await (await PGlite.create({ dataDir: path.join(emptyDir, 'db') })).close()
    const empty = await commandProcess({ ...env, POSTSEAL_DATA_DIR: emptyDir }, 'session', 'create')
    expect(empty).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'This database is empty: start the service once to set it up.\n',
    })

    const service = await startProcess(env)
    // A process of its own finds the service's socket, and so does this one below.
    const bare = await commandProcess(env, 'session', 'create')
    expect(bare).toMatchObject({ code: 0, stderr: '' })
    expect(bare.stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)

    const before = Date.now()
    const owner = await createSession(['--minutes', '5'], env)
    expect(owner).toMatchObject({
      email: 'owner@postseal.localhost',
      role: 'owner',
      workspace_id: service.credentials.workspace_id,
      user_id: expect.stringMatching(/^usr_/) as string,
    })
    const minutes = (Date.parse(owner['expires_at'] ?? '') - before) / 60_000
    expect(minutes).toBeGreaterThan(4.9)
    expect(minutes).toBeLessThan(5.5)

    // The tokens work, and what they issue works in its turn.
    expect((await issueWorkspaceKey(service.url, bare.stdout.trim())).status).toBe(201)
    const issued = await issueWorkspaceKey(service.url, owner['token'])
    expect(issued.status).toBe(201)
    const { secret } = issued.body as { secret: string }
    const credentials = { ...service.credentials, project_key: secret }
    await send({ url: service.url, credentials }, 'ada@example.com')

    // --role makes a user where there is none, and only there.
    const email = 'Lin@Example.com'
    expect(await cli(['session', 'create', '--email', email], env)).toMatchObject({
      code: 1,
      stderr: 'There is no user lin@example.com. Give --role to create one.\n',
    })
    const member = await createSession(['--email', email, '--role', 'member'], env)
    expect(member).toMatchObject({ email: 'lin@example.com', role: 'member' })
    const again = await createSession(['--email', email], env)
    expect(again).toMatchObject({ user_id: member['user_id'], role: 'member' })
    expect(await cli(['session', 'create', '--email', email, '--role', 'owner'], env)).toMatchObject({
      code: 1,
      stderr: 'lin@example.com is member, not owner.\n',
    })
    const refused = await issueWorkspaceKey(service.url, member['token'])
    expect(refused.status).toBe(403)

    // The service was not disturbed by any of it, and after its crash its data is still there to work on.
    const message = await send(service, 'grace@example.com')
    await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
    await service.kill('SIGKILL')
    const afterCrash = await createSession([], env, commandProcess)
    expect(afterCrash).toMatchObject({ user_id: owner['user_id'] })

    const restarted = await startProcess({ ...env, POSTSEAL_ROLES: 'api' })
    expect((await issueWorkspaceKey(restarted.url, afterCrash['token'])).status).toBe(201)
    expect(await restarted.stop()).toMatchObject({ code: 0 })
    const afterStop = await createSession([], env, commandProcess)
    expect(afterStop).toMatchObject({ user_id: owner['user_id'] })
  },
)

test('on PostgreSQL sessions are minted from any folder that has the secret key', async () => {
  const database = await createDatabase()
  const nowhere = () => path.join(newDataDir(), 'nothing-here')
  const secret = { POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64') }
  const empty = { ...secret, DATABASE_URL: database.url, POSTSEAL_DATA_DIR: nowhere() }
  expect(await cli(['session', 'create'], empty)).toMatchObject({
    code: 1,
    stderr: 'This database is empty: start the service once to set it up.\n',
  })
  await database.drop()

  const service = await startTestService()
  const beside = commandEnv(service)
  const owner = await createSession([], { ...beside, POSTSEAL_DATA_DIR: nowhere() })
  expect((await issueWorkspaceKey(service.url, owner['token'])).status).toBe(201)

  const errors: [string[], string, code?: number][] = [
    [
      ['--workspace', 'ws_00000000000000000000000000'],
      'There is no workspace ws_00000000000000000000000000.',
      1,
    ],
    [['--minutes', '0'], '--minutes takes a whole number from 1 to 1440.'],
    [['--minutes', 'soon'], '--minutes takes a whole number from 1 to 1440.'],
    [['--email', 'no address', '--role', 'member'], '--email takes an e-mail address.'],
    [['--email', 'x@example.com', '--role', 'king'], '--role takes owner, admin or member.'],
    [['--nonsense'], "error: unknown option '--nonsense'"],
  ]
  await Promise.all(
    errors.map(async ([args, sentence, code = 2]) => {
      // The last by the program itself, which prints and ends as the function does.
      const run = args[0] === '--nonsense' ? commandProcess : command
      const ended = await run(beside, 'session', 'create', ...args)
      expect(ended).toMatchObject({ code, stdout: '' })
      expect(ended.stderr.split('\n')[0]).toContain(sentence)
      // A sentence for the operator, not a stack.
      expect(ended.stderr).not.toMatch(/^\s+at /m)
    }),
  )
  await service.stop()
})

test('a configuration that makes no sense ends with 2', async () => {
  const ended = await commandProcess({ DATABASE_URL: 'postgres://localhost/postseal' }, 'session', 'create')
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(/^POSTSEAL_SECRET_KEY is required/)
})

test('a database that cannot be reached is said in a sentence', async () => {
  const ended = await cli(['session', 'create'], {
    // Port 1 is never bound on a machine that runs tests.
    DATABASE_URL: 'postgres://postgres@127.0.0.1:1/postseal',
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_DATABASE: 'mail',
  })
  expect(ended).toMatchObject({
    // That passes, so a supervisor should try again.
    code: 1,
    stdout: '',
    stderr:
      'Unknown variable POSTSEAL_DATABASE (ignored). Did you mean DATABASE_URL?\n' +
      'The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED). See DATABASE_URL.\n',
  })
})
