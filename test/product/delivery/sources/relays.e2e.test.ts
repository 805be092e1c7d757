import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { answerOf, command } from '../../../support/commands/cli.js'
import { commandProcess } from '../../../support/commands/command-process.js'
import { createMigratedDatabase, type TestDatabase } from '../../../support/database/database.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { send, untilLog } from '../../../support/messages/mail.js'
import { mxEnv } from '../../../support/mail-servers/mx.js'
import { heldPort } from '../../../support/network/ports.js'
import { serviceEnv, startProcess, type Env, type ServiceProcess } from '../../../support/service/process.js'
import { addUser, requestLink } from '../../../support/sign-in/sign-in.js'
import { startSmtpServer, type TestSmtpServer } from '../../../support/mail-servers/smtp.js'
import { tlsFile } from '../../../support/commands/doctor.js'
import { until } from '../../../support/time/until.js'

/** The relay of a pool, which demands TLS and a login, beside a mail exchange that takes the mail of other pools. */

const password = 'kept-to-itself'
const relayed = (port: number, secret = password) => `smtps://postseal:${secret}@localhost:${port}`

let database: TestDatabase
let sql: pg.Pool
let dns: TestDns
let exchange: TestSmtpServer
let relay: TestSmtpServer & { readonly port: number }
let env: Env
let service: ServiceProcess
/** Who has logged in at the relays. */
const logins: (string | undefined)[] = []
const printed: string[] = []

async function startRelay() {
  const port = await heldPort()
  const [key, cert] = ['key', 'pem'].map((end) => readFileSync(tlsFile(`localhost.${end}`)))
  const server = await startSmtpServer(port, undefined, {
    secure: true,
    key,
    cert,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password: given }, _session, done) => {
      if (given !== password) return done(new Error(`${given} is wrong`))
      logins.push(username)
      return done(null, { user: username })
    },
  })
  return { ...server, port }
}

async function cli(...args: string[]): Promise<string> {
  const answer = await answerOf(command(env, ...args))
  printed.push(answer)
  return answer
}

beforeAll(async () => {
  const mxPort = await heldPort()
  dns = await startDns({
    'shop.example': { MX: [[10, 'mx.shop.example']] },
    'mx.shop.example': { A: ['127.0.2.1'] },
  })
  exchange = await startSmtpServer(mxPort, undefined, {}, '127.0.2.1')
  relay = await startRelay()
  database = await createMigratedDatabase()
  sql = new pg.Pool({ connectionString: database.url, max: 2 })
  env = await serviceEnv({
    ...mxEnv(dns, '127.0.2.0/24'),
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_PUBLIC_URL: 'http://localhost:4000',
    NODE_EXTRA_CA_CERTS: tlsFile('ca.pem'),
  })
  service = await startProcess(env, { delivery: { pollMs: 50, mxPort, sourcesMs: 0 } })
})
afterAll(async () => {
  await service.stop()
  await relay.close()
  await exchange.close()
  await dns.close()
  await sql.end()
  await database.drop()
})

const delivered = async (to: string, stream: 'bulk' | 'transactional' = 'bulk') =>
  untilLog(
    service,
    await send(service, to, { stream }),
    ({ status }) => status === 'delivered',
    'the delivery',
  )
const recipients = ({ received }: TestSmtpServer) => received.flatMap(({ to }) => to)

test('mail of a pool goes to its relay with a login, and all else by the mail exchange', async () => {
  const set = await cli('pool', 'relay', 'bulk', relayed(relay.port))
  expect(set).toContain(`goes to the relay postseal at localhost:${relay.port}`)
  await cli('pool', 'assign', 'bulk', '--stream', 'bulk')
  const log = await delivered('ada@shop.example')
  expect(log.attempts).toMatchObject([
    { source: null, server: { name: 'localhost', port: relay.port }, tls: { version: 'TLSv1.3' } },
  ])
  expect(logins).toEqual(['postseal'])
  await delivered('bert@shop.example', 'transactional')
  expect(recipients(relay)).toEqual(['ada@shop.example'])
  expect(recipients(exchange)).toEqual(['bert@shop.example'])
  expect(await cli('pool', 'list')).toContain(`to the relay postseal at localhost:${relay.port}.`)
  expect(JSON.parse(await cli('pool', 'list', '--json'))).toMatchObject({
    data: [
      { name: 'bulk', relay: { host: 'localhost', port: relay.port, tls: 'implicit', user: 'postseal' } },
    ],
  })
})

test('sign-in mail goes to the relay of its pool', async () => {
  await cli('pool', 'assign', 'bulk', '--domain', 'bounces.sender.example')
  await addUser({ sql }, fromTypeId('ws', service.credentials.workspace_id), 'member', 'carl@shop.example')
  await requestLink(service.url, 'carl@shop.example')
  await until(() => recipients(relay).includes('carl@shop.example'), 'the sign-in mail')
  await cli('pool', 'unassign', '--domain', 'bounces.sender.example')
})

test('a relay is changed and taken away while the service runs', async () => {
  const other = await startRelay()
  await cli('pool', 'relay', 'bulk', relayed(other.port))
  await delivered('dora@shop.example')
  expect(recipients(other)).toEqual(['dora@shop.example'])
  await other.close()
  const refused = await command(env, 'pool', 'relay', 'bulk', '--none')
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.stderr).toContain('has no source, and mail is assigned to it')
  await cli('pool', 'unassign', '--stream', 'bulk')
  await cli('pool', 'relay', 'bulk', '--none')
  await delivered('emil@shop.example')
  expect(recipients(exchange)).toContain('emil@shop.example')
})

test('a login that is refused defers mail, and no password is in a log, an answer, an entry or a column', async () => {
  const wrong = 'also-kept-to-itself'
  await cli('pool', 'relay', 'bulk', relayed(relay.port, wrong))
  await cli('pool', 'assign', 'bulk', '--stream', 'bulk')
  const log = await untilLog(
    service,
    await send(service, 'fred@shop.example', { stream: 'bulk' }),
    ({ attempts }) => attempts.length > 0,
    'the attempt',
  )
  expect(log.attempts[0]).toMatchObject({ outcome: 'deferred' })
  expect(log.attempts[0]?.error).toContain('postseal pool relay')
  const doctor = await commandProcess(env, 'doctor', '--json')
  const checks = JSON.parse(doctor.stdout) as { check: string; status: string; advice: string }[]
  expect(checks.find(({ check }) => check === 'pool relays')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('"postseal pool relay"') as string,
  })
  const bad = await command(
    env,
    'pool',
    'relay',
    'bulk',
    `smtp://postseal:${wrong}@localhost:25?starttls=never`,
  )
  expect(bad).toMatchObject({ code: 1, stdout: '' })
  expect(bad.stderr).toContain('only over TLS')
  const { rows } = await sql.query('select * from audit_events')
  const { rows: stored } = await sql.query<{ sealed: string }>(
    `select encode(sealed, 'escape') as sealed from pool_relays`,
  )
  expect(stored).toHaveLength(1)
  const everything = [
    service.stdout(),
    service.stderr(),
    ...printed,
    doctor.stdout,
    doctor.stderr,
    bad.stderr,
    JSON.stringify([rows, stored]),
  ].join('\n')
  expect(rows.length).toBeGreaterThan(3)
  for (const secret of [password, wrong]) expect(everything).not.toContain(secret)
})
