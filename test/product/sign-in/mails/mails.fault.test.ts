import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUuid } from '../../../../server/platform/db/ids.js'
import { answerOf, command } from '../../../support/commands/cli.js'
import { createMigratedDatabase, type TestDatabase } from '../../../support/database/database.js'
import { heldPort } from '../../../support/network/ports.js'
import { serviceEnv, startProcess, type Env } from '../../../support/service/process.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { startScriptedServer } from '../../../support/mail-servers/scripted-smtp.js'
import { requestLink, tokensIn, useToken } from '../../../support/sign-in/sign-in.js'
import { startSmtpServer } from '../../../support/mail-servers/smtp.js'
import { until } from '../../../support/time/until.js'

/** Sign-in mails of processes that are killed, and of mail servers that refuse. */

let database: TestDatabase
let sql: pg.Pool
let env: Env
beforeAll(async () => {
  database = await createMigratedDatabase()
  sql = new pg.Pool({ connectionString: database.url, max: 2 })
  const secret = randomBytes(32).toString('base64')
  env = await serviceEnv({
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: secret,
    POSTSEAL_PUBLIC_URL: 'http://localhost:4000',
    POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.shop.example',
    POSTSEAL_HOSTNAME: 'mail.shop.example',
    POSTSEAL_SIGN_IN_FROM: 'door@shop.example',
  })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const quick = {
  delivery: { pollMs: 50 },
  // A killed process counts as dead by the end of its session: silence alone is none on a busy machine.
  leases: { heartbeatSeconds: 0.2, pauseSeconds: 0.6, endedSeconds: 1, expireSeconds: 3600 },
}
/** A process of the service, on ports of its own, whose mail goes to a port. */
async function processFor(roles: string, smtpPort: number) {
  const own = await serviceEnv({ ...env, POSTSEAL_DATA_DIR: newDataDir() })
  const { PORT: _one, POSTSEAL_SINK_PORT: _two, POSTSEAL_INBOUND_PORT: _three, ...shared } = env
  const ports = await serviceEnv({ ...shared, POSTSEAL_DATA_DIR: own['POSTSEAL_DATA_DIR'] ?? '' })
  return startProcess(
    {
      ...ports,
      POSTSEAL_ALLOW_HTTP: 'true',
      POSTSEAL_ROLES: roles,
      POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${smtpPort}?starttls=never`,
    },
    quick,
  )
}

async function addUser(email: string) {
  await sql.query(
    `insert into users (id, workspace_id, email, role) select $1, id, $2, 'owner' from workspaces limit 1`,
    [newUuid(), email],
  )
}

const bodyOf = (raw: Buffer) => raw.toString('latin1').replaceAll('=\r\n', '').replaceAll('=3D', '=')

describe('a mail comes', () => {
  test('where the process ends by kill -9 between the request and the mail', async () => {
    const port = await heldPort()
    const api = await processFor('api', port)
    await addUser('first@people.example')
    // Whichever workspace has verified the sender's domain, its key signs.
    await answerOf(command(env, 'domain', 'add', 'shop.example'))
    await sql.query(`update domains set status = 'verified'`)
    expect((await requestLink(api.url, 'first@people.example')).status).toBe(202)
    await api.kill('SIGKILL')
    const server = await startSmtpServer(port)
    const next = await processFor('api,delivery', port)
    const [mail] = await until(() => server.received.length > 0 && server.received, 'the mail')
    // SPF is about the return path's domain.
    const envelope = { from: 'sign-in@bounces.shop.example', to: ['first@people.example'] }
    expect(mail).toMatchObject(envelope)
    expect(mail?.raw.toString('latin1')).toMatch(/^From: Postseal <door@shop\.example>\r$/m)
    expect(mail?.raw.toString('latin1')).toMatch(/^DKIM-Signature: [^]*?\bd=shop\.example;/m)
    const [token = ''] = tokensIn(bodyOf(mail?.raw ?? Buffer.of()))
    expect((await useToken(next.url, token)).status).toBe(201)
    await next.stop()
    await server.close()
  })

  test('where the worker ends by kill -9 while it sends', async () => {
    const port = await heldPort()
    const silent = await startScriptedServer({ end: { says: 'nothing' } }, { port })
    const worker = await processFor('api,delivery', port)
    await addUser('second@people.example')
    await requestLink(worker.url, 'second@people.example')
    await until(() => silent.messages.length > 0 || silent.connections.flat().includes('DATA'), 'the sending')
    await worker.kill('SIGKILL')
    await silent.close()
    const server = await startSmtpServer(port)
    const next = await processFor('api,delivery', port)
    await until(() => server.received.length > 0, 'the mail')
    const [token = ''] = tokensIn(bodyOf(server.received[0]?.raw ?? Buffer.of()))
    expect((await useToken(next.url, token)).status).toBe(201)
    await until(async () => (await sql.query('select 1 from sign_in_mails')).rows.length === 0, 'its end')
    await next.stop()
    await server.close()
  })

  test('where the server takes it at the second attempt, and not where it refuses for good', async () => {
    const port = await heldPort()
    const server = await startScriptedServer(
      { rcpt: ['451 4.7.1 Come back', '250 2.1.5 OK', '550 5.1.1 No such user'] },
      { port },
    )
    const service = await processFor('api,delivery', port)
    await addUser('third@people.example')
    await requestLink(service.url, 'third@people.example')
    const attempts = () => server.connections.flat().filter((line) => line.startsWith('RCPT')).length
    await until(() => attempts() === 2, 'the second attempt')
    await until(async () => (await sql.query('select 1 from sign_in_mails')).rows.length === 0, 'its end')
    await addUser('fourth@people.example')
    await requestLink(service.url, 'fourth@people.example')
    await until(() => service.stdout().includes('a sign-in mail was refused'), 'the refusal')
    await until(async () => (await sql.query('select 1 from sign_in_mails')).rows.length === 0, 'its end')
    expect(attempts()).toBe(3)
    expect(service.stdout()).not.toMatch(/people\.example|console\/sign-in#/)
    await service.stop()
    await server.close()
  })
})

test('a mail that cannot be sent is given up when its links have ended', async () => {
  const service = await processFor('api,delivery', await heldPort())
  await addUser('fifth@people.example')
  await requestLink(service.url, 'fifth@people.example')
  await until(
    async () => (await sql.query('select 1 from sign_in_mails where attempts > 0')).rows.length,
    'an attempt',
  )
  // Its time is in its id.
  await sql.query(
    `update sign_in_mails set due_at = now(), lease = null,
       id = (lpad(to_hex((extract(epoch from now() - interval '16 minutes') * 1000)::bigint), 12, '0')
         || '70008000000000000001')::uuid`,
  )
  await until(async () => (await sql.query('select 1 from sign_in_mails')).rows.length === 0, 'its end')
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  expect(metrics).toContain('postseal_sign_in_mails_total{outcome="expired"} 1')
  await service.stop()
})
