import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import canonicalize from 'canonicalize'
import { Webhook } from 'standardwebhooks'
import { sealer } from '../../../../server/platform/auth/sealed.js'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { fromTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { sealedSecretPlace } from '../../../../server/product/webhooks/signatures/secrets.js'
import { call } from '../../../support/api/api.js'
import { send } from '../../../support/messages/messages.js'
import { heldPort } from '../../../support/network/ports.js'
import { startReceiver, type Received, type Receiver } from '../../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'
import { toThisMachine, type Delivery } from '../../../support/webhooks/webhook-deliveries.js'
import { subscribe } from '../../../support/webhooks/webhooks.js'

/** The header of each attempt is shown as it was sent, and makes a request that a receiver takes. */

/** As the client has it, whose types need a compiler's settings of their own. */
type Verify = (
  request: Readonly<{ payload: string; headers: Record<string, string>; secret: string }>,
) => Promise<unknown>

let verifyWebhook: Verify
let service: TestService
let receiver: Receiver
beforeAll(async () => {
  const client = new URL('../../../../sdk-ts/src/webhooks/index.ts', import.meta.url)
  ;({ verifyWebhook } = (await import(client.href)) as { verifyWebhook: Verify })
  receiver = await startReceiver()
  service = await startTestService({
    env: toThisMachine,
    webhooks: { pollMs: 20, backoffSeconds: [0.05, 600], openMs: 5, maxOpenMs: 10 },
  })
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

let tenant: Tenant
let key: string
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key()
  receiver.received.length = 0
  receiver.answer = 200
})

const ask = (method: string, path: string, body?: unknown) =>
  call(service.url, method, `/v1/webhooks/status${path}`, { key, ...(body !== undefined && { body }) })

const retrieve = async ({ webhook_id, id }: Pick<Delivery, 'webhook_id' | 'id'>): Promise<Delivery> =>
  (await ask('GET', `/${webhook_id}/deliveries/${id}`)).body as Delivery

/** A test that is sent to a subscription, once it has ended. */
async function tested(id: string): Promise<Delivery> {
  const begun = (await ask('POST', `/${id}/test`)).body as Delivery
  return until(async () => {
    const now = await retrieve(begun)
    return now.ended_at !== null && now
  }, 'the end of the test')
}

/** Returns the fields of a request, without those about the connection. */
const fieldsOf = ({ fields }: Received) => fields.filter(({ name }) => name !== 'connection')

/** The body of a delivery as somebody makes it who did not get it. */
async function bodyOf({ event_id }: Delivery): Promise<string> {
  const event = await call(service.url, 'GET', `/v1/events/${event_id}`, { key })
  return canonicalize(event.body) ?? ''
}

/** Puts another secret in the place of a subscription's only one, sealed as it was. */
async function storeSecret(id: string, secret: string): Promise<void> {
  const webhookId = fromTypeId('whk', id)
  const { rows } = await service.sql.query<{ id: Uuid }>(
    'select id from webhook_secrets where workspace_id = $1 and webhook_id = $2',
    [tenant.workspaceId, webhookId],
  )
  expect(rows).toHaveLength(1)
  const place = sealedSecretPlace(tenant.workspaceId, webhookId, rows[0]!.id)
  const sealed = sealer(loadServiceKey(service.config).derive('webhook')).seal(Buffer.from(secret), place)
  await service.sql.query(
    'update webhook_secrets set secret = $3 where workspace_id = $1 and webhook_id = $2',
    [tenant.workspaceId, webhookId, sealed],
  )
}

interface Request {
  readonly payload: string
  readonly headers: Record<string, string>
}

/** Returns a request in the form that verifiers take. */
const requestOf = ({ body, headers }: Received): Request => ({
  payload: body.toString(),
  headers: headers as Record<string, string>,
})

const shownIn = ({ attempts }: Delivery, place = 0) => attempts[place]?.request_headers ?? []

test('the header is shown to the byte, and verifies with the body, by each secret', async () => {
  const { id, secret } = await subscribe(service.url, key, { url: `${receiver.url}?a=b`, events: ['*'] })
  const rotated = await ask('POST', `/${id}/rotate-secret`, {})
  const newest = rotated.body.secret as string
  const delivery = await tested(id)
  const [received] = receiver.received
  expect(shownIn(delivery)).toEqual(fieldsOf(received!))
  expect(shownIn(delivery).map(({ name }) => name)).toEqual([
    ...['host', 'Content-Type', 'User-Agent', 'Service-Signature', 'Service-Delivery'],
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-length'],
  ])
  const payload = await bodyOf(delivery)
  expect(payload).toBe(received!.body.toString())
  const headers = Object.fromEntries(shownIn(delivery).map(({ name, value }) => [name, value]))
  for (const one of [newest, secret]) {
    await expect(verifyWebhook({ payload, headers, secret: one })).resolves.toMatchObject({
      id: delivery.event_id,
    })
  }
  await expect(verifyWebhook({ payload: `${payload} `, headers, secret })).rejects.toMatchObject({
    code: 'signature_mismatch',
  })
})

test('a library for Standard Webhooks verifies it, by each secret of a rotation, and nothing else', async () => {
  const { id, secret } = await subscribe(service.url, key, { url: receiver.url, events: ['*'] })
  const first = await tested(id)
  const rotated = await ask('POST', `/${id}/rotate-secret`, {})
  const newest = rotated.body.secret as string
  const second = await tested(id)
  const [before, after] = receiver.received.map(requestOf)
  expect(before?.headers['webhook-id']).toBe(first.event_id)
  expect(after?.headers['webhook-id']).toBe(second.event_id)
  expect(after?.headers['webhook-signature']?.split(' ')).toHaveLength(2)

  const verified = (by: string, { payload, headers }: Request, changes = {}) =>
    new Webhook(by).verify(payload, { ...headers, ...changes })
  expect(verified(secret, before!)).toMatchObject({ id: first.event_id, type: 'webhook.test' })
  for (const one of [newest, secret])
    expect(verified(one, after!)).toMatchObject({ id: second.event_id, type: 'webhook.test' })
  // What the history shows does as well.
  const shown = Object.fromEntries(shownIn(second).map(({ name, value }) => [name, value]))
  const payload = await bodyOf(second)
  expect(verified(newest, { payload, headers: shown })).toMatchObject({ id: second.event_id })

  expect(() => verified(newest, before!)).toThrow('No matching signature found')
  expect(() => verified(newest, { ...after!, payload: `${after!.payload} ` })).toThrow('No matching')
  const timestamp = after!.headers['webhook-timestamp']
  for (const changes of [
    { 'webhook-id': first.event_id },
    { 'webhook-timestamp': String(Number(timestamp) - 1) },
    { 'webhook-signature': before!.headers['webhook-signature'] },
  ])
    expect(() => verified(newest, after!, changes)).toThrow('No matching signature found')
})

test('a secret of version 0.1.0 signs by what it stands for, and a rotation makes one for libraries', async () => {
  const { id } = await subscribe(service.url, key, { url: receiver.url })
  const old = `whsec_${Buffer.from(Array.from({ length: 32 }, (_, n) => 255 - n)).toString('base64url')}`
  await storeSecret(id, old)
  const delivery = await tested(id)
  const { payload, headers } = requestOf(receiver.received[0]!)
  await expect(verifyWebhook({ payload, headers, secret: old })).resolves.toMatchObject({
    id: delivery.event_id,
  })
  expect(() => new Webhook(old)).toThrow()
  const decoded = Buffer.from(old.slice('whsec_'.length), 'base64url')
  expect(new Webhook(decoded, { format: 'raw' }).verify(payload, headers)).toMatchObject({
    id: delivery.event_id,
  })

  const newest = (await ask('POST', `/${id}/rotate-secret`, {})).body.secret as string
  await tested(id)
  const after = receiver.received[1]!
  expect(new Webhook(newest).verify(after.body, requestOf(after).headers)).toEqual(after.json)
  for (const one of [newest, old]) expect(after.verify([one])).toBe('ok')
})

test('each attempt keeps its own header, whatever the subscription becomes', async () => {
  const { id } = await subscribe(service.url, key, { url: receiver.url, events: ['message.accepted'] })
  receiver.answer = 503
  await send(service.url, key, tenant.liveProject)
  const delivery = await until(async () => {
    const [found] = (await ask('GET', '/deliveries')).body.data as Delivery[]
    return found?.attempts.length === 2 && found
  }, 'two attempts')
  const other = await startReceiver()
  try {
    expect((await ask('PATCH', '', { id, url: other.url })).status).toBe(200)
    await ask('POST', `/${id}/rotate-secret`, {})
    await ask('DELETE', `/${id}/previous-secrets`)
    expect((await ask('POST', `/${id}/deliveries/${delivery.id}/replay`)).status).toBe(202)
    await other.count(1)
    const after = await until(async () => {
      const now = await retrieve(delivery)
      return now.attempts.length === 3 && now
    }, 'the third attempt')
    const sent = [...receiver.received, ...other.received]
    expect(after.attempts.map(({ request_headers }) => request_headers)).toEqual(sent.map(fieldsOf))
    expect(new Set(after.attempts.map(({ request_headers }) => request_headers?.[0]?.value)).size).toBe(2)
    // What makes the request idempotent: attempts and replays are of one event.
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery.event_id]))
  } finally {
    await other.close()
  }
})

test('an attempt that never connected has what would have been sent', async () => {
  const url = `http://127.0.0.1:${await heldPort()}/hook`
  const { id, secret } = await subscribe(service.url, key, { url })
  const delivery = await tested(id)
  expect(delivery.attempts).toMatchObject([{ status: null, error: { code: 'connection_failed' } }])
  const headers = Object.fromEntries(shownIn(delivery).map(({ name, value }) => [name, value]))
  const payload = await bodyOf(delivery)
  expect(headers).toMatchObject({
    host: new URL(url).host,
    'Service-Delivery': delivery.id,
    'content-length': String(Buffer.byteLength(payload)),
  })
  await expect(verifyWebhook({ payload, headers, secret })).resolves.toMatchObject({ type: 'webhook.test' })
})

test('where no request was made, and where an earlier version made it, there is no header', async () => {
  const { id } = await subscribe(service.url, key, { url: receiver.url })
  const delivery = await tested(id)
  const { rowCount } = await service.sql.query(
    `update webhook_deliveries set attempts = attempts #- '{0,request}'
     where workspace_id = $1 and attempts -> 0 ? 'request'`,
    [tenant.workspaceId],
  )
  expect(rowCount).toBe(1)
  expect((await retrieve(delivery)).attempts).toEqual([{ ...delivery.attempts[0], request_headers: null }])
})

test('an attempt that was made before there was a second signature is shown without it', async () => {
  const { id } = await subscribe(service.url, key, { url: receiver.url })
  const delivery = await tested(id)
  await service.sql.query(
    `update webhook_deliveries set attempts = attempts #- '{0,request,standard_signature}' where workspace_id = $1`,
    [tenant.workspaceId],
  )
  const before = shownIn(delivery).filter(({ name }) => !name.startsWith('webhook-'))
  expect(before).toHaveLength(6)
  expect(shownIn(await retrieve(delivery))).toEqual(before)
})

test('an erasure takes the signature of what it changes, and no other', async () => {
  const { id } = await subscribe(service.url, key, { url: receiver.url, events: ['message.accepted'] })
  receiver.answer = { status: 200, body: 'taken' }
  for (const email of ['ada@erased.example', 'bob@kept.example'])
    await send(service.url, key, tenant.liveProject, { to: [{ email }] })
  const all = async () => (await ask('GET', `/deliveries?webhook_id=${id}`)).body.data as Delivery[]
  const [kept, erased] = await until(async () => {
    const found = await all()
    return found.length === 2 && found.every(({ status }) => status === 'delivered') && found
  }, 'both deliveries')
  expect([kept, erased].map((one) => shownIn(one!).length)).toEqual([9, 9])
  const { body } = await call(service.url, 'POST', '/v1/compliance/deletions', {
    key,
    body: { email: 'ada@erased.example' },
  })
  expect(body).toMatchObject({ status: 'completed', erased: { webhook_deliveries: 1 } })
  expect(await all()).toEqual([
    kept,
    { ...erased, attempts: [{ ...erased!.attempts[0], response_body: null, request_headers: null }] },
  ])
})
