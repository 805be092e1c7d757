import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { linesIn } from '../../../server/platform/ledger/read.js'
import { call } from '../../support/api/api.js'
import { commandProcess } from '../../support/commands/command-process.js'
import { inbox } from '../../support/messages/mail.js'
import { run, serviceEnv, startProcess, type Env } from '../../support/service/process.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { createMigratedDatabase } from '../../support/database/database.js'
import { sendOrder } from '../../support/messages/senders.js'
import { until } from '../../support/time/until.js'

/** A backup, what is taken away after it, and services that start on what was restored. */

const answered = async (env: Env, ...args: string[]) => {
  const ended = await commandProcess(env, ...args)
  expect(ended, args.join(' ')).toMatchObject({ code: 0 })
  return ended.stdout
}

test('what was taken away after the backup is taken away again before anything is sent', async () => {
  const env = await serviceEnv({ POSTSEAL_LOG_LEVEL: 'warn' })
  const service = await startProcess(env)
  const owner = (await answered(env, 'session', 'create')).trim()
  const asOwner = (method: string, url: string, body?: object) =>
    call(service.url, method, url, { key: owner, ...(body && { body }) })
  const { project_id: projectId } = service.credentials
  const fields = { kind: 'project', project_id: projectId, name: 'Shop', scopes: ['reports:read'] }
  const made = await asOwner('POST', '/v1/api-keys', fields)
  const [leaked, keyId] = [made.body.secret as string, (made.body.api_key as { id: string }).id]
  const user = await asOwner('POST', '/v1/users', {
    email: 'ida@example.com',
    role: 'member',
    send_link: false,
  })
  const program = (await answered(env, 'session', 'create', '--email', 'ida@example.com')).trim()
  const read = (key: string, url: string) => call(url, 'GET', '/v1/message-logs', { key })
  expect((await read(leaked, service.url)).status).toBe(200)

  const file = path.join(newDataDir(), 'backup.tar.gz')
  await answered(env, 'backup', file)
  expect((await asOwner('DELETE', `/v1/api-keys/${keyId}`)).status).toBe(204)
  expect((await asOwner('DELETE', `/v1/users/${String(user.body.id)}`)).status).toBe(204)
  // Whoever is killed now has told them so, and the ledger has it.
  await service.kill('SIGKILL')
  const ledger = path.join(service.dataDir, 'ledger')
  expect(readdirSync(ledger)).toHaveLength(1)

  const restored = { ...env, POSTSEAL_DATA_DIR: newDataDir(), POSTSEAL_START_HELD_NEW: 'true' }
  const without = await commandProcess(restored, 'restore', file)
  expect(without.stdout).toContain('There is no ledger at POSTSEAL_LEDGER')
  const held = { ...restored, POSTSEAL_LEDGER: ledger }

  // A start that is killed before it has read the ledger to its end does it again.
  let end = false
  for (const ms of [100, 500, 900]) {
    const started = run('main.js', [], held)
    await Promise.race([started.ended, new Promise((resolve) => setTimeout(resolve, ms))])
    await started.kill()
    end = end || readdirSync(ledger).some((name) => name.startsWith('replayed-'))
  }
  const again = await startProcess(held)
  if (!end)
    expect(again.stdout()).toContain('the ledger was applied to the restored database: revoked API keys')
  expect(await read(leaked, again.url)).toMatchObject({ status: 401 })
  expect(await read(program, again.url)).toMatchObject({ status: 401 })
  const users = await call(again.url, 'GET', '/v1/users', { key: owner })
  expect((users.body.data as { email: string }[]).map(({ email }) => email)).toEqual([
    'owner@postseal.localhost',
  ])
  expect(existsSync(path.join(held.POSTSEAL_DATA_DIR, 'restored.json'))).toBe(false)

  // New mail waits as well, until somebody releases it.
  const order = { recipient: 'new@example.com', idempotencyKey: randomBytes(8).toString('hex') }
  expect((await sendOrder(again, order)).status).toBe(202)
  const warnings = async () =>
    ((await (await fetch(`${again.url}/readyz`)).json()) as { warnings: string[] }).warnings
  await until(
    async () => (await warnings()).some((text) => text.includes('is held')),
    'the new mail to be held',
  )
  const logs = await call(again.url, 'GET', '/v1/message-logs', { key: again.credentials.workspace_key })
  expect(logs.body.data).toMatchObject([{ waiting_for: 'release', next_attempt_at: null }])
  expect(await inbox(again.url)).toEqual([])
  expect(JSON.parse(await answered(held, 'queue', 'release', '--json'))).toEqual({
    deliveries: 1,
    webhooks: 0,
  })
  await until(async () => (await inbox(again.url)).length === 1, 'the released mail')
  await until(async () => (await warnings()).length === 0, 'nothing to be held')
  const order2 = { recipient: 'newer@example.com', idempotencyKey: randomBytes(8).toString('hex') }
  expect((await sendOrder(again, order2)).status).toBe(202)
  await until(async () => (await inbox(again.url)).length === 2, 'mail that goes as usual')
  await again.stop()
  const next = await startProcess(held)
  expect(next.stdout()).not.toContain('the ledger was applied to')
  await next.stop()
})

test('a ledger that cannot be written keeps the service from starting, and says so', async () => {
  const env = await serviceEnv({ POSTSEAL_LOG_LEVEL: 'warn' })
  const file = path.join(newDataDir(), 'file')
  writeFileSync(file, '')
  const refused = await run('main.js', [], { ...env, POSTSEAL_LEDGER: path.join(file, 'ledger') }).ended
  expect(refused.code).toBe(2)
  expect(refused.stdout + refused.stderr).toContain('The ledger cannot be written to')
})

test('a replay on PostgreSQL that meets a damaged line says so, and does all others', async () => {
  const database = await createMigratedDatabase()
  const ledger = path.join(newDataDir(), 'ledger')
  const env = await serviceEnv({
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_LOG_LEVEL: 'warn',
    POSTSEAL_LEDGER: ledger,
  })
  const service = await startProcess(env)
  const owner = (await answered(env, 'session', 'create')).trim()
  const ids: string[] = []
  const fields = { kind: 'project', project_id: service.credentials.project_id, scopes: ['reports:read'] }
  for (const name of ['a', 'b', 'c']) {
    const { body } = await call(service.url, 'POST', '/v1/api-keys', {
      key: owner,
      body: { ...fields, name },
    })
    const { id } = body.api_key as { id: string }
    ids.push(id)
    expect((await call(service.url, 'DELETE', `/v1/api-keys/${id}`, { key: owner })).status).toBe(204)
  }
  await service.stop()
  const other = path.join(newDataDir(), 'other')
  mkdirSync(other)
  for (const name of readdirSync(ledger)) {
    const lines = readFileSync(path.join(ledger, name), 'utf8').split('\n')
    // The first key's line is damaged.
    writeFileSync(
      path.join(other, name),
      lines.map((line, at) => (at === 1 ? `0${line.slice(1)}x` : line)).join('\n'),
    )
  }
  const client = new Client(database.url)
  await client.connect()
  await client.query('update api_keys set revoked_at = null')
  const held = { ...env, POSTSEAL_LEDGER: other, POSTSEAL_START_HELD: '2030-01-31' }
  const again = await startProcess(held)
  expect(again.stdout()).toContain('the ledger has a fault')
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from api_keys where revoked_at is not null',
  )
  expect(rows).toEqual([{ count: '2' }])
  await client.end()
  expect(await commandProcess(held, 'ledger', 'verify')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('line 2: the line does not match its checksum') as string,
  })
  await again.stop()
  await database.drop()
})

test('whenever the service is killed, the ledger has each key that the database has as revoked', async () => {
  const database = await createMigratedDatabase()
  const ledger = path.join(newDataDir(), 'ledger')
  const env = await serviceEnv({
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_LOG_LEVEL: 'warn',
    POSTSEAL_LEDGER: ledger,
  })
  const client = new Client(database.url)
  await client.connect()
  let revoked = 0
  for (let round = 0; round < 3; round += 1) {
    const service = await startProcess(env)
    const owner = (await answered(env, 'session', 'create')).trim()
    const fields = { kind: 'project', project_id: service.credentials.project_id, scopes: ['reports:read'] }
    const ask = (method: string, url: string, body?: object) =>
      call(service.url, method, url, { key: owner, ...(body && { body }) })
    const ids: string[] = []
    while (ids.length < 40) {
      const { body } = await ask('POST', '/v1/api-keys', { ...fields, name: 'x' })
      ids.push((body.api_key as { id: string }).id)
    }
    // Some of the requests have been answered, some are at any point between.
    let answers = 0
    const asked = ids.map((id) =>
      ask('DELETE', `/v1/api-keys/${id}`).then(
        () => (answers += 1),
        () => undefined,
      ),
    )
    await until(() => answers > round * 12, 'some answers')
    await service.kill('SIGKILL')
    await Promise.all(asked)

    const known = new Set<string>()
    for await (const line of linesIn(ledger, ({ kind }) => expect(kind).toBe('torn')))
      if (line.kind === 'api_key_revoked') known.add(line.id ?? '')
    const { rows } = await client.query<{ id: string }>(
      'select id from api_keys where revoked_at is not null',
    )
    expect(rows.length).toBeGreaterThanOrEqual(revoked + answers)
    expect(rows.filter(({ id }) => !known.has(id))).toEqual([])
    revoked = rows.length
  }
  await client.end()
  await database.drop()
})
