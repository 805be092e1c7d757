import { until } from '../../../support/time/until.js'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../../support/database/database.js'
import { inbox, read, send, untilLog } from '../../../support/messages/mail.js'
import { heldPort } from '../../../support/network/ports.js'
import { run, serviceEnv, startProcess, type Env } from '../../../support/service/process.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'

let shared: Env
let database: { url: string; drop(): Promise<void> }
let sql: pg.Pool
beforeAll(async () => {
  database = await createDatabase()
  sql = new pg.Pool({ connectionString: database.url, max: 1 })
  shared = { DATABASE_URL: database.url, POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64') }
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

test('processes that start at the same moment on an empty database make one workspace', async () => {
  const envs = await Promise.all([1, 2, 3].map(() => serviceEnv(shared)))
  const services = await Promise.all(envs.map((env) => startProcess(env)))
  for (const service of services) expect((await fetch(`${service.url}/readyz`)).status).toBe(200)

  const one = async (query: string) => (await sql.query<{ n: number }>(query)).rows[0]?.n
  expect(await one('select count(*)::int as n from workspaces')).toBe(1)
  expect(await one('select count(*)::int as n from users')).toBe(1)
  expect(await one('select count(*)::int as n from projects')).toBe(2)
  expect(await one('select count(*)::int as n from api_keys')).toBe(3)
  expect(await one(`select count(*)::int as n from schema_migrations where name = '0001-version-1'`)).toBe(1)
  const withFile = services.filter(({ dataDir }) => existsSync(path.join(dataDir, 'credentials.json')))
  expect(withFile).toHaveLength(1)
  expect(services.filter(({ dataDir }) => existsSync(path.join(dataDir, 'credentials.json.new')))).toEqual([])

  // The credentials are good at each of them.
  const { credentials } = withFile[0]!
  for (const { url } of services) {
    await untilLog(
      { url, credentials },
      await send({ url, credentials }, 'a@example.com'),
      ({ status }) => status === 'delivered',
      'the delivery',
    )
  }
  for (const ended of await Promise.all(services.map((service) => service.stop()))) {
    expect(ended).toMatchObject({ code: 0, stderr: '' })
  }
})

test('a message that one process accepts is delivered by another', async () => {
  const own = await createDatabase()
  const sinkPort = String(await heldPort())
  const env = { ...shared, DATABASE_URL: own.url, POSTSEAL_SINK_PORT: sinkPort }
  const [front, worker] = await Promise.all([
    serviceEnv({ ...env, POSTSEAL_ROLES: 'api,sink' }),
    serviceEnv({ ...env, POSTSEAL_ROLES: 'delivery' }),
  ])
  const api = await startProcess(front)
  const first = await send(api, ['a@example.com', 'b@example.com'])
  // Nobody delivers yet, and what was accepted waits.
  expect((await read(api, `/v1/messages/${first.id}`)).body).toMatchObject({ status: 'queued' })
  const delivery = await startProcess(worker)
  await untilLog(api, first, ({ status }) => status === 'delivered', 'the waiting message')
  const second = await send(api, 'c@example.com')
  await untilLog(api, second, ({ status }) => status === 'delivered', 'the next message')
  for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) {
    expect(await inbox(api.url, to)).toHaveLength(1)
  }

  // A process answers for its roles only: its health, and no operation that takes a credential.
  const ready = await fetch(`${delivery.url}/readyz`)
  expect(await ready.json()).toEqual({ status: 'ready', roles: ['delivery'], warnings: [] })
  const refused = await fetch(`${delivery.url}/v1/messages`, {
    headers: { Authorization: `Bearer ${api.credentials.project_key}` },
  })
  expect(refused.status).toBe(404)
  expect((await fetch(`${delivery.url}/sink/messages`)).status).toBe(404)

  expect(await delivery.stop()).toMatchObject({ code: 0 })
  expect(await api.stop()).toMatchObject({ code: 0 })
  await own.drop()
})

test('without a secret key a start with DATABASE_URL ends with 2', async () => {
  const { POSTSEAL_SECRET_KEY: _, ...env } = await serviceEnv(shared)
  const ended = await run('main.js', [], env).ended
  expect(ended.code).toBe(2)
  expect(ended.stderr.trim()).toBe(
    'POSTSEAL_SECRET_KEY is required with DATABASE_URL, the same for every process: make one with "openssl rand -base64 32".',
  )
})

test('a database that cannot be reached is waited for, and the log says why', async () => {
  const env = await serviceEnv({
    ...shared,
    // Port 1 is never bound on a machine that runs tests.
    DATABASE_URL: 'postgres://postgres:hunter2@127.0.0.1:1/postseal',
    POSTSEAL_DATA_DIR: newDataDir(),
  })
  const started = run('main.js', [], env)
  const line = await until(
    () =>
      started
        .stdout()
        .split('\n')
        .find((each) => each.includes('waiting for it')),
    'the line in the log',
  )
  expect(line).toContain('ECONNREFUSED')
  expect(line).not.toContain('hunter2')
  expect((await started.kill('SIGTERM')).code).not.toBe(2)
})
