import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { createKey, workspaceKeyFields, type KeyFields } from '../../../support/workspace/api-keys.js'
import { send } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, firstTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Mail knows the key that it was sent with, and a key that has leaked is stopped in one step. */

let service: TestService
let tenant: Tenant
let owner: string
let admin: string

// Nothing leaves the queue.
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  tenant = firstTenant(service)
  owner = await tenant.session('owner')
  admin = await tenant.session('admin')
})
afterAll(() => service.stop())

interface Key {
  readonly id: string
  readonly secret: string
}

async function issue(
  fields: KeyFields = { scopes: ['messages:send', 'reports:read'] },
  as = owner,
): Promise<Key> {
  const { body } = await createKey(service.url, tenant, as, { fields })
  return { id: body.api_key.id as string, secret: body.secret as string }
}

const ofTestProject = () => ({ project_id: tenant.testProject, scopes: ['messages:send', 'reports:read'] })
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const stop = (id: string, key = admin, body?: object, headers: Record<string, string> = {}) =>
  call(service.url, 'POST', `/v1/api-keys/${id}/stop`, { key, body, headers })
const read = (path: string, key = admin) => call(service.url, 'GET', path, { key })
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

/** Sends as a key and returns the id of the message. */
function sent(secret: string, fields: Parameters<typeof send>[3] = {}): Promise<string> {
  return send(service.url, secret, tenant.testProject, fields)
}

const statusOf = async (id: string) => (await read(`/v1/messages/${id}`)).body.status as string

test('mail has the key that it was sent with, and lists are narrowed to it', async () => {
  const [key, other] = [await issue(ofTestProject()), await issue(ofTestProject())]
  const first = await sent(key.secret)
  const batch = await call(service.url, 'POST', '/v1/messages/batch', {
    key: key.secret,
    body: {
      items: [
        {
          idempotency_key: randomUUID(),
          message: {
            project_id: tenant.testProject,
            from_email: 'no-reply@shop.example',
            to: [{ email: 'ada@example.com' }],
            subject: 'One of many',
            text: 'x',
          },
        },
      ],
    },
  })
  const second = batch.body.data[0].message.id as string
  const others = [await sent(other.secret), await sent(owner)]
  expect((await read(`/v1/messages/${first}`)).body.api_key_id).toBe(key.id)
  expect((await read(`/v1/messages/${others[1]}`)).body.api_key_id).toBeNull()
  expect(idsOf(await read(`/v1/messages?api_key_id=${key.id}`))).toEqual([second, first])
  const logs = await read(`/v1/message-logs?api_key_id=${key.id}`)
  expect(logs.body.data).toMatchObject([
    { message_id: second, api_key_id: key.id },
    { message_id: first, api_key_id: key.id },
  ])
  const csv = await read(`/v1/message-logs/export?api_key_id=${other.id}`)
  expect(csv.status, csv.text).toBe(200)
  expect(csv.text).toContain(others[0])
  expect(csv.text).toContain(`,${other.id},`)
  expect(csv.text).not.toContain(first)
})

test('a repetition of an idempotency key leaves the key of the first request', async () => {
  const [key, other] = [await issue(ofTestProject()), await issue(ofTestProject())]
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = {
    project_id: tenant.testProject,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Once',
    text: 'x',
  }
  const first = await call(service.url, 'POST', '/v1/messages', { key: key.secret, body, headers })
  const again = await call(service.url, 'POST', '/v1/messages', { key: other.secret, body, headers })
  expect(again.body.id).toBe(first.body.id)
  expect((await read(`/v1/messages/${first.body.id as string}`)).body.api_key_id).toBe(key.id)
})

test('the mail that asks to confirm a subscription has the key that asked for it', async () => {
  const key = await issue({ project_id: tenant.testProject, scopes: ['messages:send', 'contacts:*'] })
  const list = await call(service.url, 'POST', '/v1/subscriber-lists', {
    key: key.secret,
    body: { project_id: tenant.testProject, name: randomUUID(), from_email: 'no-reply@shop.example' },
  })
  const asked = await call(
    service.url,
    'POST',
    `/v1/subscriber-lists/${list.body.id as string}/subscriptions`,
    {
      key: key.secret,
      body: { email: 'grace@example.com' },
    },
  )
  expect(asked.status, asked.text).toBe(202)
  expect((await read(`/v1/messages/${asked.body.message_id as string}`)).body.api_key_id).toBe(key.id)
})

test('stopping a key revokes it, cancels its mail, and leaves that of others', async () => {
  const [key, other] = [await issue(ofTestProject()), await issue(ofTestProject())]
  const own = [await sent(key.secret), await sent(key.secret, { scheduled_at: tomorrow() })]
  const two = await sent(key.secret, { to: [{ email: 'a@example.com' }, { email: 'b@example.com' }] })
  const kept = [await sent(other.secret), await sent(owner, { scheduled_at: tomorrow() })]
  const { status, body } = await stop(key.id)
  expect(status).toBe(200)
  expect(body).toMatchObject({ issued_keys: [], cancelled: 4, in_flight: 0, complete: true })
  expect(body.api_key).toMatchObject({ id: key.id, revoked_at: expect.any(String) })
  expect(body.changes).toMatchObject([{ operation: 'sendMessage', count: 3 }])
  expect((await read('/v1/messages', key.secret)).status).toBe(401)
  for (const id of [...own, two]) expect(await statusOf(id)).toBe('cancelled')
  expect(await statusOf(kept[0] ?? '')).toBe('queued')
  expect(await statusOf(kept[1] ?? '')).toBe('scheduled')
  const events = await read(`/v1/events?message_id=${two}&type=message.cancelled`)
  expect(events.body.data).toMatchObject([{ data: { recipients: [{}, {}] } }])
  const audit = await read(`/v1/audit-events?operation=stopApiKey&resource_id=${key.id}`)
  expect(audit.body.data).toMatchObject([{ outcome: 'succeeded', count: 4 }])

  const again = (await stop(key.id)).body
  expect(again).toMatchObject({ cancelled: 0, complete: true })
  expect(again.api_key.revoked_at).toBe(body.api_key.revoked_at)
})

test('mail that was put off is cancelled, and what a worker has in hand is counted', async () => {
  const key = await issue(ofTestProject())
  const [deferred, taken] = [await sent(key.secret), await sent(key.secret)]
  const change = (set: string, message: string) =>
    service.sql.query(`update delivery_queue set ${set} where message_id = $1`, [fromTypeId('msg', message)])
  await change(`attempts = 1, first_attempt_at = now(), due_at = now() + interval '1 hour'`, deferred)
  await change(`lease = (select gen_random_uuid()), due_at = now() + interval '1 hour'`, taken)
  expect((await stop(key.id)).body).toMatchObject({ cancelled: 1, in_flight: 1, complete: false })
  expect(await statusOf(deferred)).toBe('cancelled')
  await change('lease = null', taken)
  expect((await stop(key.id)).body).toMatchObject({ cancelled: 1, in_flight: 0, complete: true })
})

test('with keep_mail the mail waits on, and a later request cancels it', async () => {
  const key = await issue(ofTestProject())
  const id = await sent(key.secret)
  expect((await stop(key.id, admin, { keep_mail: true })).body).toMatchObject({
    cancelled: 0,
    complete: true,
  })
  expect(await statusOf(id)).toBe('queued')
  expect((await stop(key.id)).body.cancelled).toBe(1)
})

test('of a workspace key the keys that it issued are stopped, too', async () => {
  const thief = await issue(workspaceKeyFields(['messages:send', 'reports:read']))
  const second = await issue(ofTestProject(), thief.secret)
  const bystander = await issue(ofTestProject())
  await sent(second.secret)
  expect((await stop(thief.id, admin)).status).toBe(403)
  const { body } = await stop(thief.id, owner)
  expect(body.issued_keys).toMatchObject([{ id: second.id, revoked_at: expect.any(String) }])
  expect(body.cancelled).toBe(1)
  expect(body.changes).toMatchObject([{ operation: 'createApiKey' }, { operation: 'sendMessage' }])
  expect((await read('/v1/messages', second.secret)).status).toBe(401)
  expect((await read('/v1/messages', bystander.secret)).status).toBe(200)
})

test('a repetition of the idempotency key has the first reply', async () => {
  const key = await issue(ofTestProject())
  await sent(key.secret)
  const headers = { 'Idempotency-Key': randomUUID() }
  const first = await stop(key.id, admin, undefined, headers)
  expect((await stop(key.id, admin, undefined, headers)).body).toEqual(first.body)
})

test('only who may revoke a key may stop it', async () => {
  const key = await issue(ofTestProject())
  const other = await addTenant(service)
  expect((await stop(key.id, await tenant.session('member'))).status).toBe(403)
  expect((await stop(key.id, key.secret)).status).toBe(403)
  expect((await stop(key.id, await other.session('owner'))).status).toBe(404)
  expect((await stop(key.id, await other.key())).status).toBe(404)
  expect((await stop(key.id, await tenant.key({ scopes: ['reports:read'] }))).status).toBe(403)
  // It has less than the key that it is to stop.
  expect((await stop(key.id, await tenant.key({ scopes: ['contacts:*'] }))).status).toBe(403)
  expect((await read('/v1/messages', key.secret)).status).toBe(200)
  expect((await stop(key.id, await tenant.key({ scopes: ['messages:send', 'reports:read'] }))).status).toBe(
    200,
  )
})

test('a process that has not heard of it accepts no mail and issues no key', async () => {
  const key = await issue(workspaceKeyFields(['messages:send', 'reports:read']))
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = {
    project_id: tenant.testProject,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Too late',
    text: 'x',
  }
  await sent(key.secret)
  // As another process does it: this one still remembers the key.
  await service.sql.query('update api_keys set revoked_at = now() where id = $1', [fromTypeId('key', key.id)])
  expect((await read('/v1/messages', key.secret)).status).toBe(200)
  const single = await call(service.url, 'POST', '/v1/messages', { key: key.secret, body, headers })
  expect(single.status, single.text).toBe(401)
  const items = [{ idempotency_key: randomUUID(), message: body }]
  const batch = await call(service.url, 'POST', '/v1/messages/batch', { key: key.secret, body: { items } })
  expect(batch.body.data).toMatchObject([{ status: 'rejected', error: { code: 'invalid_credentials' } }])
  const issued = await createKey(service.url, tenant, key.secret, { fields: ofTestProject() })
  expect(issued.status, issued.text).toBe(401)
})
