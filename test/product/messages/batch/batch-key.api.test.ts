import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { messageFor } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** The idempotency key of a batch as a whole, in a header beside the keys of its items. */

let service: TestService
let beside: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await sharedApi()
  beside = await startTestService({ beside: service, env: { POSTSEAL_ROLES: 'api' } })
  tenant = await addTenant(service)
  key = await tenant.key()
})
afterAll(() => beside.stop())

const item = (fields: object = {}) => ({
  idempotency_key: randomUUID(),
  message: messageFor(tenant.liveProject, fields),
})
const send = (name: string, items: unknown[], { credential = key, at = service } = {}) =>
  call(at.url, 'POST', '/v1/messages/batch', {
    key: credential,
    body: { items },
    headers: { 'Idempotency-Key': name },
  })
const countOf = async (subject: string) =>
  (await service.sql.query('select 1 from messages where subject = $1', [subject])).rows.length
const isReplay = (reply: { headers: Record<string, unknown> }) =>
  reply.headers['idempotent-replayed'] === 'true'

test('the same batch gets the whole first reply, with what was rejected', async () => {
  const [name, subject] = [randomUUID(), randomUUID()]
  const own = await addTenant(service)
  const items = [
    { idempotency_key: 'good', message: messageFor(own.liveProject, { subject }) },
    {
      idempotency_key: 'sender',
      message: messageFor(own.testProject, { subject, from_email: 'x@y.example' }),
    },
    { idempotency_key: 'bad', message: messageFor(own.liveProject, { subject, to: [{ email: 'ada' }] }) },
  ]
  const credential = await own.key({ restrictions: { senderDomains: ['shop.example'] } })
  const first = await send(name, items, { credential })
  expect(first.body).toMatchObject({ accepted: 1, rejected: 2 })
  expect(isReplay(first)).toBe(false)
  // What was rejected would be accepted from now on, but the key stands for the first reply.
  await service.sql.query(`update api_keys set sender_domains = '{}' where workspace_id = $1`, [
    own.workspaceId,
  ])
  const again = await send(name, items, { credential: await own.key(), at: beside })
  expect([again.status, again.body, isReplay(again)]).toEqual([200, first.body, true])
  expect(await countOf(subject)).toBe(1)
  // Without the key, or under another one, rejected items are tried again and accepted ones replayed.
  const anew = await send(randomUUID(), items, { credential: await own.key() })
  expect(anew.body).toMatchObject({ accepted: 2, rejected: 1 })
  expect(anew.body.data[0]).toEqual({ ...first.body.data[0], replayed: true })
})

test('another batch under the key is a conflict, and nothing of it is sent', async () => {
  const [name, subject] = [randomUUID(), randomUUID()]
  const items = [item()]
  const replies = await Promise.all([
    send(name, items),
    send(name, items, { at: beside }),
    send(name, [item({ subject })]),
    send(name, [item({ subject })], { at: beside }),
  ])
  // One body or the other came first. Whichever it was, the other one has no effect.
  const statuses = replies.map(({ status }) => status)
  expect([[200, 200, 409, 409].join(), [409, 409, 200, 409].join(), [409, 409, 409, 200].join()]).toContain(
    statuses.join(),
  )
  expect(await countOf(subject)).toBe(statuses.slice(2).filter((status) => status === 200).length)
  const late = await send(name, [item({ subject: `${subject} late` })], { at: beside })
  expect([late.status, late.body.error.code]).toEqual([409, 'idempotency_conflict'])
  expect(await countOf(`${subject} late`)).toBe(0)
})

test('a batch that is refused as a whole releases the key', async () => {
  const name = randomUUID()
  const twice = item()
  expect((await send(name, [twice, twice])).status).toBe(422)
  expect((await send(name, [twice])).body).toMatchObject({ accepted: 1 })
})

test('after a crash in the middle the same batch is sent again, and another one is a conflict', async () => {
  const [name, subject] = [randomUUID(), randomUUID()]
  const items = [item({ subject }), item({ subject })]
  const first = await send(name, items)
  // What a process leaves that dies before it keeps the reply, with one of the items accepted.
  await service.sql.query(
    `update idempotency_keys set status = null, body = null, runs = 1 where workspace_id = $1 and key = $2`,
    [tenant.workspaceId, name],
  )
  await service.sql.query('delete from idempotency_keys where workspace_id = $1 and key = $2', [
    tenant.workspaceId,
    items[1]?.idempotency_key,
  ])
  expect((await send(name, [item()])).body.error.code).toBe('idempotency_conflict')
  const second = await send(name, items, { at: beside })
  expect(second.body).toMatchObject({ accepted: 2, rejected: 0 })
  expect(isReplay(second)).toBe(false)
  expect(second.body.data[0]).toEqual({ ...first.body.data[0], replayed: true })
  expect(isReplay(await send(name, items))).toBe(true)
})

test('a credential that may do less gets no reply of one that may do more', async () => {
  const name = randomUUID()
  const items = [item()]
  const first = await send(name, items)
  const narrow = await tenant.key({ restrictions: { senderDomains: ['shop.example'] } })
  const reply = await send(name, items, { credential: narrow })
  expect([reply.status, reply.body.error.code]).toEqual([409, 'idempotency_conflict'])
  const admin = await send(name, items, { credential: await tenant.session('admin') })
  expect([admin.status, admin.body.error.code]).toEqual([409, 'idempotency_conflict'])
  const equal = await send(name, items, { credential: await tenant.key() })
  expect([equal.body, isReplay(equal)]).toEqual([first.body, true])
})

test('keys belong to the project of the credential, and are apart from those of items', async () => {
  const name = randomUUID()
  const projectKey = await tenant.key({ project: tenant.liveProject })
  const named = { ...item(), idempotency_key: name }
  const replies = [
    await send(name, [named], { credential: projectKey }),
    await send(name, [{ ...item(), idempotency_key: randomUUID() }], { credential: await tenant.key() }),
    await send(name, [item()], { credential: await (await addTenant(service)).key() }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(replies.map(isReplay)).toEqual([false, false, false])
})
