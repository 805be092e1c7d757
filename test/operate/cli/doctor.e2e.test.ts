import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resultText } from '../../../server/operate/cli/doctor/text.js'
import type { Result } from '../../../server/operate/cli/doctor/check.js'
import { command, commandEnv, commandProcess } from '../../support/cli.js'
import { createDatabase, createMigratedDatabase, type TestDatabase } from '../../support/database.js'
import { startDns, type TestDns, type Zone } from '../../support/dns.js'
import { freePort } from '../../support/postgres.js'
import { newDataDir, serviceEnv, startProcess, type Env } from '../../support/process.js'
import { startRedis } from '../../support/redis.js'
import { offers, startScriptedServer, type Script } from '../../support/scripted-smtp.js'
import { startTestService, type TestService } from '../../support/service.js'

/** What the doctor sees of a configuration that is right, and of each thing that is wrong with one. */

const hostname = 'mail.shop.example'
const rightZone = (): Zone => ({
  [hostname]: { A: ['11.22.33.44'] },
  'bounces.shop.example': { MX: [[10, hostname]], TXT: [`v=spf1 a:${hostname} -all`] },
  '44.33.22.11.in-addr.arpa': { PTR: [hostname] },
})

let service: TestService
let dns: TestDns
let right: Env
let mx: Awaited<ReturnType<typeof startScriptedServer>>

beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api,inbound', POSTSEAL_HOSTNAME: hostname } })
  dns = await startDns()
  mx = await startScriptedServer()
  chmodSync(service.dataDir, 0o700)
  right = {
    ...commandEnv(service),
    PORT: new URL(service.url).port,
    POSTSEAL_PUBLIC_URL: service.url,
    POSTSEAL_TRANSPORT: 'mx',
    POSTSEAL_HOSTNAME: hostname,
    POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.shop.example',
    POSTSEAL_DNS_SERVERS: dns.server,
    POSTSEAL_INBOUND_HOST: '127.0.0.1',
    POSTSEAL_INBOUND_PORT: String(service.inboundPort),
    POSTSEAL_INBOUND_TLS_CERT: tlsFile('leaf.pem'),
    POSTSEAL_INBOUND_TLS_KEY: tlsFile('leaf-key.pem'),
  }
})
beforeEach(() => {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name]
  Object.assign(dns.zone, rightZone())
})
afterAll(async () => {
  await Promise.all([service.stop(), dns.close(), mx.close()])
})

const tlsFile = (name: string) => path.join(import.meta.dirname, '../../support/tls', `mx-${name}`)

/** What the doctor finds with these variables in place of the right ones. */
async function find(changes: Env = {}, mxHosts = [`127.0.0.1:${mx.port}`]) {
  const env = { ...right, ...changes }
  const { code, stdout, stderr } = await command(env, 'doctor', '--json', '--mx-host', ...mxHosts)
  expect(stderr).toBe('')
  return { code, results: JSON.parse(stdout) as Result[] }
}

/** What one check finds. */
async function found(check: string, changes: Env = {}, mxHosts?: string[]): Promise<Result | undefined> {
  const { code, results } = await find(changes, mxHosts)
  const result = results.find((one) => one.check === check)
  if (result?.status === 'failed') expect(code).toBe(1)
  return result
}

test('a configuration that is right has nothing but remarks about what cannot be seen', async () => {
  const names = { POSTSEAL_HOSTNAME: 'mx1.shop.example' }
  dns.zone['mx1.shop.example'] = { A: ['11.22.33.44'] }
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
      ...['return path SPF', 'port 25', 'inbound port', 'public URL', 'Redis'],
    ]),
  )
  expect(fine.every(({ advice }) => advice === null)).toBe(true)
  expect(mx.connections.at(-1)).toEqual(['QUIT'])
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

test.each<[string, Zone, string, string, RegExp]>([
  ['host name', { [hostname]: {} }, 'failed', 'no address', /^Publish an A or AAAA record/],
  [
    'host name',
    { [hostname]: { A: ['10.0.0.1'] } },
    'warning',
    'not an address of the internet',
    /public address/,
  ],
  [
    'host name',
    { [hostname]: { fails: 'SERVFAIL' } },
    'failed',
    'ESERVFAIL',
    /See that the DNS servers answer/,
  ],
  ['reverse DNS', { '44.33.22.11.in-addr.arpa': {} }, 'failed', 'no reverse DNS', /provider of the address/],
  [
    'reverse DNS',
    { '44.33.22.11.in-addr.arpa': { PTR: ['vps7.host.example'] } },
    'failed',
    'does not lead back',
    /Publish 11\.22\.33\.44 as an address of vps7\.host\.example/,
  ],
  [
    'reverse DNS',
    {
      '44.33.22.11.in-addr.arpa': { PTR: ['vps7.host.example'] },
      'vps7.host.example': { A: ['11.22.33.44'] },
    },
    'warning',
    `not ${hostname}`,
    /set its reverse DNS to mail\.shop\.example/,
  ],
  [
    'return path MX',
    { 'bounces.shop.example': {} },
    'failed',
    'no MX record',
    /Expected: 10 mail\.shop\.example$/,
  ],
  [
    'return path MX',
    {
      'bounces.shop.example': { MX: [[10, 'mx.other.example']] },
      'mx.other.example': { A: ['11.22.33.55'] },
    },
    'failed',
    '10 mx.other.example',
    /bounces do not arrive here/,
  ],
  [
    'return path SPF',
    { 'bounces.shop.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] } },
    'failed',
    'ip4:192.0.2.1',
    /Add ip4:11\.22\.33\.44/,
  ],
])('%s, where the DNS says %j', async (check, zone, status, seen, advice) => {
  Object.assign(dns.zone, zone)
  expect(await found(check)).toMatchObject({
    status,
    seen: expect.stringContaining(seen) as string,
    advice: expect.stringMatching(advice) as string,
  })
})

test('DNS servers that are silent are named', async () => {
  const silent = `127.0.0.1:${await freePort()}`
  expect(await found('DNS servers', { POSTSEAL_DNS_SERVERS: `${dns.server},${silent}` })).toMatchObject({
    status: 'warning',
    seen: `no answer from ${silent}`,
  })
  expect(await found('DNS servers', { POSTSEAL_DNS_SERVERS: silent })).toMatchObject({
    status: 'failed',
    advice: 'Set POSTSEAL_DNS_SERVERS to servers that answer from this host.',
  })
})

test('port 25 is open where one of several servers answers, and a refusal is repeated', async () => {
  const closed = `127.0.0.1:${await freePort()}`
  expect(await found('port 25', {}, [closed])).toMatchObject({
    status: 'failed',
    seen: expect.stringContaining(closed) as string,
    advice: expect.stringContaining('relay') as string,
  })
  expect(await found('port 25', {}, [closed, `127.0.0.1:${mx.port}`])).toMatchObject({
    status: 'ok',
    seen: `127.0.0.1:${mx.port} answers: 220 mx.test ESMTP`,
  })
  const refusing = await startScriptedServer({ greeting: '554 Listed at dnsbl.example' })
  expect(await found('port 25', {}, [`127.0.0.1:${refusing.port}`])).toMatchObject({
    status: 'warning',
    seen: `127.0.0.1:${refusing.port} refuses this host: 554 Listed at dnsbl.example`,
  })
  await refusing.close()
})

const relay = async (script: Script, address: (port: number) => string) => {
  const server = await startScriptedServer(script)
  const result = await found('relay', { POSTSEAL_TRANSPORT: address(server.port) })
  await server.close()
  expect(server.messages).toEqual([])
  return result
}

test.each<[string, Script, string, string, RegExp]>([
  ['has no TLS', {}, '?starttls=required', 'does not offer STARTTLS', /NODE_EXTRA_CA_CERTS/],
  [
    'is not trusted',
    { ehlo: offers('STARTTLS') },
    '?starttls=required',
    'certificate is not valid',
    /authority of your own/,
  ],
  ['refuses the greeting', { greeting: '554 Go away' }, '', '554 Go away', /refuses this host/],
  ['is silent', { greeting: { thenCut: undefined } }, '', 'ended the connection', /host and the port/],
])('a relay that %s', async (_how, script, query, seen, advice) => {
  expect(await relay(script, (port) => `smtp://127.0.0.1:${port}${query}`)).toMatchObject({
    status: 'failed',
    seen: expect.stringContaining(seen) as string,
    advice: expect.stringMatching(advice) as string,
  })
})

test('a relay is asked for the login, and gets no mail', async () => {
  expect(await relay({}, (port) => `smtp://127.0.0.1:${port}`)).toMatchObject({
    status: 'warning',
    seen: expect.stringContaining('in clear') as string,
  })
  const ask = async (auth: string) => {
    const server = await startScriptedServer({ ehlo: offers('STARTTLS', 'AUTH PLAIN'), auth })
    const env = {
      ...right,
      POSTSEAL_TRANSPORT: `smtp://postseal:hunter2@localhost:${server.port}`,
      NODE_EXTRA_CA_CERTS: path.join(path.dirname(tlsFile('')), 'ca.pem'),
    }
    const { stdout } = await commandProcess(env, 'doctor', '--json')
    await server.close()
    expect(stdout).not.toContain('hunter2')
    expect(server.connections.flat().some((line) => /^MAIL/i.test(line))).toBe(false)
    return (JSON.parse(stdout) as Result[]).find(({ check }) => check === 'relay')
  }
  expect(await ask('235 2.7.0 Welcome')).toMatchObject({
    status: 'ok',
    seen: expect.stringMatching(/^localhost:\d+ answers over TLSv1\.3 and takes the login$/) as string,
  })
  expect(await ask('535 5.7.8 Not hunter2')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('user and the password') as string,
  })
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
  const { databaseUrl = '' } = service.config
  const closed = `postgres://u:hunter2@127.0.0.1:${await freePort()}/x`
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
    const DATABASE_URL = url.replace('postgres:postgres@', `${role}:pw@`)
    await sql.query(`create role ${role} login password 'pw' connection limit 21`)
    try {
      expect(await found('database role', { DATABASE_URL })).toMatchObject({
        status: 'failed',
        seen: `${role} may not use the tables`,
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
        seen: `${role} may not make tables in public`,
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

test('a port that another server has, with SMTP or without', async () => {
  const POSTSEAL_INBOUND_PORT = String(mx.port)
  expect(await found('inbound port', { POSTSEAL_INBOUND_PORT })).toMatchObject({
    status: 'failed',
    seen: `port ${mx.port} is taken by another server: 220 mx.test ESMTP`,
    advice: expect.stringContaining('Stop that mail server') as string,
  })
  const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await found('inbound port', { POSTSEAL_INBOUND_PORT: String(port) })).toMatchObject({
    status: 'failed',
    advice: expect.stringMatching(/^Port \d+ is taken: .* Set POSTSEAL_INBOUND_PORT/) as string,
  })
  other.close()
  await once(other, 'close')
  expect(await found('inbound port', { POSTSEAL_INBOUND_PORT: String(port) })).toMatchObject({
    status: 'ok',
    seen: expect.stringMatching(/is free.*whether others reach it cannot be seen/) as string,
  })
})

test('a public URL that leads elsewhere, and a clock that is wrong', async () => {
  let health = 'another page'
  const other = createHttpServer((_req, res) => {
    res.setHeader('Date', new Date(Date.now() + 60_000).toUTCString()).end(health)
  })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const POSTSEAL_PUBLIC_URL = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  expect(await found('public URL', { POSTSEAL_PUBLIC_URL })).toMatchObject({
    status: 'failed',
    seen: `${POSTSEAL_PUBLIC_URL}/healthz answers 200, which is not the service`,
    advice: expect.stringContaining('proxy') as string,
  })
  health = '{"status":"ok"}'
  expect(await found('clock', { POSTSEAL_PUBLIC_URL })).toMatchObject({
    status: 'warning',
    seen: expect.stringMatching(/^(59|60|61) seconds behind the public URL$/) as string,
  })
  other.close()
  const secure = POSTSEAL_PUBLIC_URL.replace('http:', 'https:')
  expect(await found('public URL', { POSTSEAL_PUBLIC_URL: secure })).toMatchObject({ status: 'failed' })
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
      'database ok embedded; no service runs on it now, so its content is not looked at',
      'secret ok the first start makes it in the data folder',
    ]),
  )
  expect(files()).toEqual(before)
  const missing = path.join(folder, 'not/yet')
  expect(await look({ POSTSEAL_DATA_DIR: missing })).toContain(
    `data folder ok ${missing} is not there yet, and can be made`,
  )
  expect(files()).toEqual(before)

  const running = await startProcess(env)
  const lines = await look()
  expect(lines).toContainEqual(
    expect.stringContaining(`database ok embedded, in use by the running service (process ${running.pid})`),
  )
  expect(lines).toContainEqual(
    expect.stringMatching(/^secret ok .*secret\.key opens the 10 keys of the database$/),
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
