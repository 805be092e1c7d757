import { randomBytes } from 'node:crypto'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Result } from '../../../../server/operate/cli/doctor/check.js'
import { resultText } from '../../../../server/operate/cli/doctor/text.js'
import { commandProcess } from '../../../support/commands/command-process.js'
import {
  createDatabase,
  createMigratedDatabase,
  type TestDatabase,
} from '../../../support/database/database.js'
import { startPatient, type Patient } from '../../../support/commands/doctor.js'
import { heldPort } from '../../../support/network/ports.js'
import { serviceEnv, startProcess, type Env } from '../../../support/service/process.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { startRedis } from '../../../support/network/redis.js'

/** Tests the doctor's view of a right configuration, and of faults of the database and this host. */

let patient: Patient

beforeAll(async () => {
  patient = await startPatient()
})
beforeEach(() => patient.heal())
afterAll(() => patient.close())

const found: Patient['found'] = (...given) => patient.found(...given)
const find: Patient['find'] = (...given) => patient.find(...given)

test('a configuration that is right has nothing but remarks about what cannot be seen', async () => {
  const names = { POSTSEAL_HOSTNAME: 'mx1.shop.example' }
  patient.dns.zone['mx1.shop.example'] = { A: ['11.22.33.44'] }
  expect(await found('inbound TLS', names)).toMatchObject({ status: 'ok' })

  const redis = await startRedis()
  const { code, results } = await find({ REDIS_URL: redis.url })
  await redis.close()
  expect(code).toBe(0)
  const fine = results.filter(({ status }) => status === 'ok')
  expect(fine.map(({ check }) => check)).toEqual(
    expect.arrayContaining([
      ...['configuration', 'data folder', 'open files', 'database', 'schema', 'database role', 'connections'],
      ...['pooler', 'secret', 'clock', 'DNS servers', 'host name', 'reverse DNS', 'return path MX'],
      ...['return path SPF', 'sources', 'port 25', 'inbound port', 'public URL', 'Redis'],
    ]),
  )
  expect(fine.every(({ advice }) => advice === null)).toBe(true)
  expect(patient.mx.connections.at(-1)).toEqual(['QUIT'])
})

test('each mistake of the configuration has its sentence, and no secret is shown', async () => {
  const { code, results } = await find({
    PORT: 'http',
    DATABASE_URL: 'mysql://u:hunter2@db/x',
    POSTSEAL_SECRET_KEY: 'hunter2',
    POSTSEAL_TRANSPORT: 'smtp://u:hunter2/@relay.example',
    POSTSEAL_HOSTNAME: 'localhost',
    POSTSEAL_ROLES: 'apo',
    POSTSEAL_INBUOND_PORT: '25',
  })
  expect(code).toBe(1)
  const lines = results.map(({ check, status, seen, advice }) => `${check} ${status} ${seen} ${advice}`)
  expect(lines).toEqual([
    expect.stringMatching(/^configuration failed PORT cannot be used PORT takes a whole number/),
    expect.stringMatching(
      /^configuration failed DATABASE_URL cannot be used DATABASE_URL takes a PostgreSQL/,
    ),
    expect.stringMatching(
      /^configuration failed POSTSEAL_SECRET_KEY cannot be used .*openssl rand -base64 32/,
    ),
    expect.stringMatching(/^configuration failed POSTSEAL_TRANSPORT cannot be used .*Percent-encode/),
    expect.stringMatching(/^configuration failed POSTSEAL_HOSTNAME cannot be used .*takes a domain/),
    expect.stringMatching(/^configuration failed POSTSEAL_ROLES cannot be used .*not "apo"/),
    expect.stringMatching(/^variables warning .*Did you mean POSTSEAL_INBOUND_PORT\?/),
    'everything else skipped the configuration cannot be read null',
  ])
  expect(lines.join()).not.toContain('hunter2')
})

async function withDatabase(
  made: Promise<TestDatabase>,
  look: (url: string, sql: pg.Client) => Promise<void>,
) {
  const database = await made
  const sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  try {
    await look(database.url, sql)
  } finally {
    await sql.end()
    await database.drop()
  }
}

test('what keeps the database from being used is told apart', async () => {
  const { databaseUrl = '' } = patient.service.config
  const closed = `postgres://u:hunter2@127.0.0.1:${await heldPort()}/x`
  const checks: [string, string][] = [
    [closed, 'cannot be reached (ECONNREFUSED)'],
    [databaseUrl.replace(/[^/]*$/, 'nowhere'), 'has no database of this name (3D000)'],
    [databaseUrl.replace(/\/\/[^@]*@/, '//nobody:hunter2@'), 'does not let this user in (28000)'],
  ]
  for (const [DATABASE_URL, seen] of checks) {
    const { results } = await find({ DATABASE_URL })
    const of = (check: string) => results.find((one) => one.check === check)
    expect(of('database')).toMatchObject({
      status: 'failed',
      seen: expect.stringContaining(seen) as string,
      advice: expect.stringContaining('see DATABASE_URL') as string,
    })
    expect(of('schema')).toMatchObject({ status: 'skipped' })
    expect(JSON.stringify(results)).not.toContain('hunter2')
  }
})

test('an empty database, an older and a newer schema, and another secret', async () => {
  const secret = { POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64') }
  await withDatabase(createDatabase(), async (DATABASE_URL, sql) => {
    expect(await found('schema', { DATABASE_URL, ...secret })).toMatchObject({ status: 'ok' })
    const { rows } = await sql.query(`select tablename from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([])
  })
  await withDatabase(createMigratedDatabase(), async (DATABASE_URL, sql) => {
    expect(await found('secret', { DATABASE_URL, ...secret })).toMatchObject({
      status: 'ok',
      seen: expect.stringContaining('no keys yet') as string,
    })
    expect((await sql.query('select from service_keys')).rowCount).toBe(0)
    await sql.query(`delete from schema_migrations where name like '0008%'`)
    expect(await found('schema', { DATABASE_URL, ...secret })).toMatchObject({
      status: 'warning',
      advice: expect.stringContaining('Make a backup') as string,
    })
    await sql.query(`insert into schema_migrations (name) values ('9999-later')`)
    expect(await found('schema', { DATABASE_URL, ...secret })).toMatchObject({
      status: 'failed',
      advice: expect.stringContaining('9999-later') as string,
    })
  })
  expect(await found('secret', secret)).toMatchObject({
    status: 'failed',
    seen: 'POSTSEAL_SECRET_KEY cannot be used',
    advice: expect.stringContaining('is not the secret of this database') as string,
  })
})

test('roles that may do too little or too much, and too few connections', async () => {
  await withDatabase(createMigratedDatabase(), async (url, sql) => {
    const role = `doctor_${randomBytes(4).toString('hex')}`
    const DATABASE_URL = Object.assign(new URL(url), { username: role, password: 'pw' }).href
    await sql.query(`create role ${role} login password 'pw' connection limit 21`)
    try {
      expect(await found('database role', { DATABASE_URL })).toMatchObject({
        status: 'failed',
        seen: `${role} cannot use the tables`,
        advice: expect.stringContaining('POSTSEAL_MIGRATION_DATABASE_URL') as string,
      })
      expect(await found('connections', { DATABASE_URL })).toMatchObject({
        status: 'warning',
        seen: expect.stringContaining('up to 22; ') as string,
        advice: expect.stringContaining('POSTSEAL_DATABASE_CONNECTIONS') as string,
      })
      const two = { DATABASE_URL, POSTSEAL_MIGRATION_DATABASE_URL: url }
      expect(await found('database role', two)).toMatchObject({
        status: 'ok',
        seen: `${role} uses the tables, postgres makes them`,
      })
      expect(
        await found('database role', { DATABASE_URL: url, POSTSEAL_MIGRATION_DATABASE_URL: url }),
      ).toMatchObject({
        status: 'failed',
        seen: 'postgres can change the audit log',
        advice: expect.stringContaining('docs/operate/audit.md') as string,
      })
      await sql.query('drop table schema_migrations')
      expect(await found('database role', { DATABASE_URL })).toMatchObject({
        status: 'failed',
        seen: `${role} cannot create tables in public`,
        advice: expect.stringContaining('grant create') as string,
      })
    } finally {
      await sql.query(`drop role ${role}`)
    }
  })
})

test('a data folder that cannot be used, or that others can read', async () => {
  const folder = newDataDir()
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  expect(await found('data folder', { POSTSEAL_DATA_DIR: file })).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('Set POSTSEAL_DATA_DIR') as string,
  })
  chmodSync(folder, 0o755)
  expect(await found('data folder', { POSTSEAL_DATA_DIR: folder })).toMatchObject({
    status: 'warning',
    advice: expect.stringContaining(`chmod 700 ${folder}`) as string,
  })
})

test('an embedded database is not touched without a service, and looked at beside one', async () => {
  const env = await serviceEnv({ POSTSEAL_ROLES: 'api,inbound' })
  const folder = env['POSTSEAL_DATA_DIR'] ?? ''
  const files = () => readdirSync(folder, { recursive: true }).sort()
  const look = async (more: Env = {}) => {
    const { code, stdout } = await commandProcess({ ...env, ...more }, 'doctor', '--json')
    expect(code).toBe(0)
    return (JSON.parse(stdout) as Result[]).map(({ check, status, seen }) => `${check} ${status} ${seen}`)
  }
  const before = files()
  expect(await look()).toEqual(
    expect.arrayContaining([
      'database ok embedded; no service uses it now, so its content is not checked',
      'secret ok the first start makes it in the data folder',
    ]),
  )
  expect(files()).toEqual(before)
  const missing = path.join(folder, 'not/yet')
  expect(await look({ POSTSEAL_DATA_DIR: missing })).toContain(
    `data folder ok ${missing} does not exist yet, and can be created`,
  )
  expect(files()).toEqual(before)

  const running = await startProcess(env)
  const lines = await look()
  expect(lines).toContainEqual(
    expect.stringContaining(`database ok embedded, in use by the running service (process ${running.pid})`),
  )
  expect(lines).toContainEqual(
    expect.stringMatching(/^secret ok .*secret\.key opens the \d+ keys of the database$/),
  )
  await running.stop()
})

test('on a terminal the lines are broken to its width, and elsewhere they are whole', () => {
  const result: Result = {
    check: 'return path SPF',
    status: 'warning',
    seen: 'some words '.repeat(30).trim(),
    advice: 'and more words '.repeat(30).trim(),
  }
  const lines = (isTTY: boolean) =>
    resultText(result, { isTTY, columns: 80 } as unknown as NodeJS.WriteStream).split('\n')
  expect(Math.max(...lines(true).map(({ length }) => length))).toBeLessThanOrEqual(80)
  expect(lines(false)).toHaveLength(2)
})
