import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type pg from 'pg'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { fromTypeId, newUuid } from '../../../../server/platform/db/ids.js'
import { subscriptionLinks } from '../../../../server/product/audience/subscriptions/links/links.js'
import { inboundLinks } from '../../../../server/product/inbound/links/links.js'
import { call } from '../../../support/api/api.js'
import { insertInbound, insertRoute } from '../../../support/inbound/inbound-rows.js'
import { untilWaiting } from '../../../support/database/lock-waits.js'
import { send } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, firstTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { addressAt, createReceiver } from '../../../support/webhooks/webhook-receivers.js'

/** Tests that others are served while requests of one workspace wait in the database. */

const connections = 8

let service: TestService
let one: Tenant
let other: { readonly tenant: Tenant; readonly key: string; readonly session: string }
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api', POSTSEAL_DATABASE_CONNECTIONS: `${connections}` },
  })
  one = firstTenant(service)
  const tenant = await addTenant(service)
  other = { tenant, key: await tenant.key(), session: await tenant.session('owner') }
})
afterAll(() => service.stop())

let locker: pg.PoolClient
beforeEach(async () => void (locker = await service.sql.connect()))
afterEach(async () => {
  await locker.query('rollback')
  locker.release()
})

/**
 * Locks, sends a request many times at once, and has another workspace read and send while they wait.
 *
 * @param least the number of connections that wait for the lock, at least
 */
async function keepsNobodyOut(
  lock: string,
  ask: () => Promise<unknown>,
  least = (connections * 3) / 4,
): Promise<void> {
  await locker.query(`begin; ${lock}`)
  const waiting = Array.from({ length: 3 * connections }, ask)
  await untilWaiting(service.sql, 'requests', least)
  for (let times = 0; times < 3; times += 1) {
    expect((await call(service.url, 'GET', '/v1/projects', { key: other.session })).status).toBe(200)
    await send(service.url, other.key, other.tenant.testProject)
  }
  await locker.query('rollback')
  await Promise.all(waiting)
}

async function addContact(key: string): Promise<string> {
  const body = { project_id: one.testProject, email: `${newUuid()}@example.com` }
  return (await call(service.url, 'PUT', '/v1/contacts', { key, body })).body.id as string
}

test('one workspace whose requests wait in the database does not keep others from it', async () => {
  const key = service.credentials.project_key
  await locker.query('begin; lock table message_logs in access exclusive mode')
  const reads = Array.from({ length: 3 * connections }, () =>
    call(service.url, 'GET', '/v1/message-logs', { key }),
  )
  await untilWaiting(service.sql, 'reads', (connections * 3) / 4)
  for (let times = 0; times < 3; times += 1)
    expect((await call(service.url, 'GET', '/v1/projects', { key: other.session })).status).toBe(200)
  await locker.query('rollback')
  for (const reply of reads) expect((await reply).status).toBe(200)
})

test('nor do its changes of one contact', async () => {
  const key = await one.key()
  const id = await addContact(key)
  const lock = `select 1 from contacts where workspace_id = '${one.workspaceId}' for update`
  await keepsNobodyOut(lock, () =>
    call(service.url, 'PATCH', `/v1/contacts/${id}`, { key, body: { name: 'Ada' } }),
  )
})

test('nor do those under idempotency keys', async () => {
  const key = await one.key()
  const id = await addContact(key)
  const lock = `select 1 from contacts where workspace_id = '${one.workspaceId}' for update`
  await keepsNobodyOut(lock, () =>
    call(service.url, 'PATCH', `/v1/contacts/${id}`, {
      key,
      body: { name: 'Ada' },
      headers: { 'Idempotency-Key': newUuid() },
    }),
  )
})

test('nor do its exports, which read when they are sent', async () => {
  const key = service.credentials.project_key
  const lock = 'lock table contacts in access exclusive mode'
  await keepsNobodyOut(lock, () =>
    call(service.url, 'GET', '/v1/contacts/export', { key, headers: { Accept: 'text/csv' } }),
  )
})

test('nor do downloads of its inbound mail', async () => {
  const of = { workspaceId: one.workspaceId, projectId: fromTypeId('prj', one.liveProject) }
  const routeId = await insertRoute(service.sql, of)
  const { row } = await insertInbound(service.sql, { ...of, routeId })
  const keys = loadServiceKey(service.config).derive('subscription')
  const expiresAt = new Date(Date.now() + 3600_000)
  const path = inboundLinks(keys, '').rawUrl({
    workspaceId: one.workspaceId,
    messageId: row.id,
    expiresAt,
  })
  await keepsNobodyOut('lock table inbound_chunks in access exclusive mode', () => fetch(service.url + path))
})

test('nor do requests to its webhook receiver', async () => {
  const receiver = await createReceiver(service.url, await one.key())
  const lock = `select 1 from webhook_receivers where workspace_id = '${one.workspaceId}' for update`
  const ask = () => fetch(addressAt(service.url, receiver), { method: 'POST', body: 'hello' })
  // Requests to one receiver share a transaction.
  await keepsNobodyOut(lock, ask, 1)
})

test('nor do people who leave it', async () => {
  const contactId = fromTypeId('con', await addContact(await one.key()))
  const links = subscriptionLinks(loadServiceKey(service.config).derive('subscription'), '')
  const { workspaceId } = one
  const path = links.contactUnsubscribeUrl({ workspaceId, contactId, logId: newUuid() })
  const lock = `select 1 from contacts where workspace_id = '${workspaceId}' for update`
  await keepsNobodyOut(lock, () => fetch(service.url + path, { method: 'POST' }))
})

test('nor do deletions of one address', async () => {
  const key = await one.session('owner')
  const body = { email: 'gone@example.com' }
  await keepsNobodyOut('lock table deletions in share mode', () =>
    call(service.url, 'POST', '/v1/compliance/deletions', { key, body }),
  )
})
