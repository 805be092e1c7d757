import { afterEach, expect, test } from 'vitest'
import { newUuid } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { startDns, type Zone } from '../../../support/domains/dns.js'
import { mxEnv, startDeafHost } from '../../../support/mail-servers/mx.js'
import {
  offers,
  silence,
  startScriptedServer,
  type Script,
  type ScriptedServer,
} from '../../../support/mail-servers/scripted-smtp.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addUser, requestLink } from '../../../support/sign-in/sign-in.js'
import { addTenant, firstTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Users at servers that take connections and say nothing: nobody else's sign-in may wait for them. */

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const silentDomains = Array.from({ length: 10 }, (_, index) => `d${index}.silent.example`)

/** @param signInSeconds how long an attempt may take; nobody gives one up where no test is about that */
async function startInternet(silentScript: Script, signInSeconds = 3600) {
  const deaf = await startDeafHost('127.0.5.3')
  closers.push(() => deaf.close())
  const { port } = deaf
  const zone: Zone = { 'deaf.example': { A: ['127.0.5.3'] } }
  const startHost = async (script: Script, host: string, domains: readonly string[]) => {
    const server = await startScriptedServer(script, { host, port })
    closers.push(() => server.close())
    zone[`mx-${host}.example`] = { A: [host] }
    for (const domain of domains) zone[domain] = { MX: [[10, `mx-${host}.example`]] }
    return server
  }
  const healthy = await startHost({}, '127.0.5.1', ['healthy.example'])
  zone['half.example'] = {
    MX: [
      [10, 'deaf.example'],
      [20, 'mx-127.0.5.1.example'],
    ],
  }
  const silent = await startHost(silentScript, '127.0.5.2', silentDomains)
  const dns = await startDns(zone)
  closers.push(() => dns.close())
  const service = await startTestService({
    env: mxEnv(dns, '127.0.5.0/24'),
    delivery: { mxPort: port, drainSeconds: 0, signInSeconds, pollMs: 50 },
  })
  closers.push(() => service.stop())
  return { service, healthy, silent }
}

async function invite(service: TestService, tenant: Tenant, emails: readonly string[]) {
  const key = await tenant.session('admin')
  for (const email of emails) {
    const headers = { 'Idempotency-Key': newUuid() }
    const body = { email, role: 'member' }
    expect((await call(service.url, 'POST', '/v1/users', { key, body, headers })).status).toBe(201)
  }
}

const arrived = ({ messages }: ScriptedServer, count: number, what: string) =>
  until(() => messages.length === count, what)

test('invitations to a silent server hold up no sign-in mail, of this workspace or another', async () => {
  const { service, healthy, silent } = await startInternet({ greeting: silence })
  const tenant = firstTenant(service)
  const other = await addTenant(service)
  await invite(
    service,
    tenant,
    Array.from({ length: 12 }, (_, index) => `${index}@d0.silent.example`),
  )
  await until(() => silent.connections.length > 0, 'the silence')
  for (const [index, workspaceId] of [tenant.workspaceId, other.workspaceId].entries()) {
    const user = await addUser(service, workspaceId, 'owner', `${index}@healthy.example`)
    await requestLink(service.url, user.email)
    await arrived(healthy, index + 1, 'the sign-in mail')
  }
  await invite(service, other, ['new@healthy.example'])
  await arrived(healthy, 3, 'the invitation')
  // A destination that has not answered has one connection.
  expect(silent.connections).toHaveLength(1)
})

test('nor do a hundred users at ten silent domains, who are invited and ask for links', async () => {
  const { service, healthy, silent } = await startInternet({ greeting: silence })
  const tenant = firstTenant(service)
  const other = await addTenant(service)
  const users = Array.from({ length: 100 }, (_, index) => `${index}@${silentDomains[index % 10]}`)
  await invite(service, tenant, users)
  await Promise.all(users.map((email) => requestLink(service.url, email)))
  // The invitations have five slots, and the workspace has ten.
  await until(() => silent.connections.length >= 10, 'the silence')
  const user = await addUser(service, other.workspaceId, 'owner', 'ada@healthy.example')
  await requestLink(service.url, user.email)
  await arrived(healthy, 1, 'the sign-in mail')
  expect(silent.connections).toHaveLength(10)
  const { rows } = await service.sql.query<{ readable: number }>(
    `select count(*)::int as readable from sign_in_mails where destination like '%example%'`,
  )
  expect(rows).toEqual([{ readable: 0 }])
})

test('a workspace has ten slots for those who ask for links', async () => {
  const { service, healthy, silent } = await startInternet({ greeting: silence })
  const { workspaceId } = firstTenant(service)
  const own = await addUser(service, workspaceId, 'owner', 'own@healthy.example')
  for (const domain of silentDomains) {
    const user = await addUser(service, workspaceId, 'member', `ada@${domain}`)
    await requestLink(service.url, user.email)
  }
  await until(() => silent.connections.length === 10, 'the silence')
  await requestLink(service.url, own.email)
  const waiting = async () => {
    const { rows } = await service.sql.query<{ n: number }>(
      'select count(*)::int as n from sign_in_mails where lease is null and attempts > 0',
    )
    return rows[0]?.n === 1
  }
  await until(waiting, 'the mail that is given back')
  const other = await addUser(service, (await addTenant(service)).workspaceId, 'owner', 'o@healthy.example')
  await requestLink(service.url, other.email)
  await arrived(healthy, 1, 'the mail of the other workspace')
  expect(healthy.connections.flat()).toContain('RCPT TO:<o@healthy.example>')
})

test('an attempt is given up after its time, and made again without a second mail at once', async () => {
  const { service, silent } = await startInternet(
    { ehlo: offers('8BITMIME'), mail: ['250 OK', silence, '250 OK'] },
    2,
  )
  const { workspaceId } = firstTenant(service)
  // A destination that has answered is tried again soon.
  const first = await addUser(service, workspaceId, 'owner', `first@${silentDomains[0]}`)
  await requestLink(service.url, first.email)
  await arrived(silent, 1, 'the first mail')
  const user = await addUser(service, workspaceId, 'owner', `ada@${silentDomains[0]}`)
  await requestLink(service.url, user.email)
  await until(() => service.logs.join('').includes('a sign-in mail could not be sent yet'), 'the end')
  await arrived(silent, 2, 'the mail')
  await until(async () => (await service.sql.query('select 1 from sign_in_mails')).rowCount === 0, 'its end')
  expect(silent.messages).toHaveLength(2)
  expect(service.logs.join('\n')).not.toContain(user.email)
})

test('a domain whose first host takes no connection gets its mail by the second', async () => {
  const { service, healthy } = await startInternet({})
  const user = await addUser(service, firstTenant(service).workspaceId, 'owner', 'ada@half.example')
  await requestLink(service.url, user.email)
  await until(() => healthy.messages.length === 1, 'the mail')
  const { rows } = await service.sql.query<{ attempts: number }>('select attempts from sign_in_mails')
  expect(rows.every(({ attempts }) => attempts === 1)).toBe(true)
})
