import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { receivedQuota, receivedUnits } from '../../../../server/platform/http/rate-limit/rate-limits.js'
import { keptBytes, keptRequests } from '../../../../server/product/webhooks/receivers/received.js'
import { maxReceivedBytes } from '../../../../server/product/webhooks/receivers/router.js'
import { maxReceivers } from '../../../../server/product/webhooks/receivers/receiver-rows.js'
import { signatureHeader } from '../../../../server/product/webhooks/signatures/sign.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import {
  addressAt,
  createReceiver,
  receivedBy,
  type Receiver,
} from '../../../support/webhooks/webhook-receivers.js'
import { failureIn, refusedIn, subscribe } from '../../../support/webhooks/webhooks.js'

/** Receivers to try webhooks with: what is said of them, and what they do with whatever anybody sends. */

const path = '/v1/webhook-receivers'

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await sharedApi()
})
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key()
})

const ask = (method: string, at: string, body?: object): Promise<ApiReply> =>
  call(service.url, method, path + at, { key, ...(body && { body }) })
const create = (body = {}) => createReceiver(service.url, key, body)
const received = ({ id }: Receiver) => receivedBy(service.url, key, id)
const send = (receiver: Receiver, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(addressAt(service.url, receiver), { method: 'POST', body: Buffer.from(body), headers })

/** Does a request many times, 20 at once. */
async function inTurns(times: number, ask: () => Promise<number>): Promise<readonly number[]> {
  const statuses: number[] = []
  let left = times
  const lane = async () => {
    while (left-- > 0) statuses.push(await ask())
  }
  await Promise.all(Array.from({ length: 20 }, lane))
  return statuses
}

describe('a receiver', () => {
  test('is made, shown with the same address again, changed and deleted', async () => {
    const made = await ask('POST', '')
    expect(made.status, made.text).toBe(201)
    const receiver = made.body as Receiver
    const publicUrl = `http://localhost:${new URL(service.url).port}`
    expect(receiver.url.replace(/[\w-]{43}$/, '')).toBe(`${publicUrl}/webhook-receivers/`)
    expect([receiver.reply_status, receiver.environment]).toEqual([204, null])
    const days = (Date.parse(receiver.expires_at) - Date.parse(receiver.created_at)) / 86_400_000
    expect(days).toBe(7)
    expect((await ask('GET', `/${receiver.id}`)).body).toEqual(receiver)
    expect((await ask('GET', '')).body.data).toEqual([receiver])

    const changed = await ask('PATCH', `/${receiver.id}`, { reply_status: 503 })
    expect(changed.body).toEqual({ ...receiver, reply_status: 503 })
    expect((await ask('GET', `/${receiver.id}`)).body).toEqual(changed.body)

    await send(receiver, 'something')
    expect((await ask('DELETE', `/${receiver.id}`)).status).toBe(204)
    expect(failureIn(await ask('GET', `/${receiver.id}`))).toBe('404 not_found')
    expect(failureIn(await ask('GET', `/${receiver.id}/requests`))).toBe('404 not_found')
    expect((await send(receiver, 'late')).status).toBe(404)
    const { rows } = await service.sql.query(
      'select from webhook_receiver_requests where workspace_id = $1',
      [tenant.workspaceId],
    )
    expect(rows).toEqual([])
  })

  test('has a token that the database does not have', async () => {
    const token = (await create()).url.slice(-43)
    const { rows } = await service.sql.query<{ stored: string }>(
      `select encode(token_hash, 'escape') || encode(token, 'escape') as stored from webhook_receivers
       where workspace_id = $1`,
      [tenant.workspaceId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.stored).not.toContain(token)
  })

  test.each([199, 600, 204.5, '204', null])('is not made with the status %s', async (reply_status) => {
    expect(failureIn(await ask('POST', '', { reply_status }))).toBe('422 validation_failed')
  })

  test('is one of five at most, of which one that has expired is none', async () => {
    const replies = await Promise.all(Array.from({ length: maxReceivers + 3 }, () => ask('POST', '')))
    const made = replies.filter(({ status }) => status === 201)
    expect(made).toHaveLength(maxReceivers)
    for (const refused of replies.filter(({ status }) => status !== 201))
      expect(refusedIn(refused)).toBe('/body too_many')

    const [oldest] = made.map(({ body }) => body as Receiver)
    await expire(oldest!)
    expect((await ask('POST', '')).status).toBe(201)
  })

  test('that has expired is not there any more', async () => {
    const receiver = await create()
    await expire(receiver)
    expect(failureIn(await ask('GET', `/${receiver.id}`))).toBe('404 not_found')
    expect(failureIn(await ask('PATCH', `/${receiver.id}`, { reply_status: 200 }))).toBe('404 not_found')
    expect((await ask('GET', '')).body.data).toEqual([])
    expect((await send(receiver, 'late')).status).toBe(404)
  })

  test('of a key that is held to an environment is seen by such keys and by those that are not', async () => {
    const held = await tenant.key({ restrictions: { environment: 'test' } })
    const own = await createReceiver(service.url, held)
    const everybodys = await create()
    expect([own.environment, everybodys.environment]).toEqual(['test', null])
    const seen = async (by: string) =>
      (await call(service.url, 'GET', path, { key: by })).body.data.map(({ id }: Receiver) => id) as string[]
    expect(await seen(held)).toEqual([own.id])
    expect(await seen(key)).toEqual([everybodys.id, own.id])
    const live = await tenant.key({ restrictions: { environment: 'live' } })
    expect(await seen(live)).toEqual([])
  })
})

async function expire({ id }: Receiver): Promise<void> {
  await service.sql.query(`update webhook_receivers set expires_at = now() where id = $1`, [
    fromTypeId('whr', id),
  ])
}

describe('a request', () => {
  test('is kept with its fields, its body and its reply', async () => {
    const receiver = await create({ reply_status: 418 })
    const reply = await send(receiver, '{"a": "ä\0\u202e"}\r\n', {
      'Content-Type': 'application/json',
      'X-Test': 'one',
    })
    expect([reply.status, await reply.text()]).toEqual([418, 'This receiver replies 418.\n'])
    const [kept, ...others] = await received(receiver)
    expect(others).toEqual([])
    expect(kept).toMatchObject({
      headers: { 'content-type': 'application/json', 'x-test': 'one' },
      body: '{"a": "ä\ufffd\u202e"}\r\n',
      body_cut: false,
      replied_status: 418,
      webhook_id: null,
      signature: 'unknown',
    })
  })

  test('leaves no credentials and no fields of its connection', async () => {
    const receiver = await create()
    const headers = {
      ...{ Authorization: 'Bearer s3cret', Cookie: 'session=s3cret', 'Proxy-Authorization': 'Basic s3cret' },
      ...{ Connection: 'close, X-Hop', 'X-Hop': 's3cret', TE: 'trailers', 'Keep-Alive': 's3cret' },
      ...{ 'X-Kept': ['one', 'two'], 'Transfer-Encoding': 'chunked' },
    }
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(addressAt(service.url, receiver), { method: 'POST', headers }, (reply) => {
        reply.resume().once('end', () => resolve(reply.statusCode))
      })
        .once('error', reject)
        .end('body')
    })
    expect(status).toBe(204)
    const [kept] = await received(receiver)
    expect(Object.keys(kept!.headers).sort()).toEqual(['host', 'x-kept'])
    expect(kept!.headers['x-kept']).toBe('one, two')
  })

  test.each([200, 204, 205, 304, 301, 404, 410, 503, 599])('is replied to with %s', async (reply_status) => {
    const receiver = await create({ reply_status })
    const reply = await fetch(addressAt(service.url, receiver), { method: 'POST', redirect: 'manual' })
    expect(reply.status).toBe(reply_status)
    await reply.text()
    expect((await received(receiver)).map((one) => [one.replied_status, one.body])).toEqual([
      [reply_status, ''],
    ])
  })

  test('is the first of fifty: the oldest goes', async () => {
    const receiver = await create()
    for (let count = 0; count <= keptRequests; count += 1) await send(receiver, `${count}`)
    const bodies = (await received(receiver)).map(({ body }) => Number(body))
    expect(bodies).toEqual(Array.from({ length: keptRequests }, (_, index) => keptRequests - index))
  })

  test('never makes them more, whoever sends at the same time', async () => {
    const receiver = await create()
    const rounds = Array.from({ length: 80 }, (_, index) => send(receiver, `${index}`))
    expect((await Promise.all(rounds)).map(({ status }) => status)).toEqual(Array(80).fill(204))
    const { rows } = await service.sql.query<{ count: number }>(
      'select count(*)::int as count from webhook_receiver_requests where receiver_id = $1',
      [fromTypeId('whr', receiver.id)],
    )
    expect(rows[0]?.count).toBe(keptRequests)
  })

  test('is answered among thousands, and the rest of the workspace keeps what comes to it', async () => {
    const [receiver, other] = [await create(), await create()]
    const { secret } = await subscribe(service.url, key, { url: receiver.url })
    const event = Buffer.from('{"type":"message.delivered"}')
    const signed = { 'Service-Signature': signatureHeader([secret], event, new Date()) }
    const most = receivedQuota.max / receivedUnits.ofRequest
    const statuses = await inTurns(most + 500, async () => (await send(receiver, event, signed)).status)
    expect(new Set(statuses)).toEqual(new Set([204]))
    expect((await received(receiver)).map(({ signature }) => signature)).toEqual(
      Array(keptRequests).fill('valid'),
    )
    expect((await send(receiver, 'one too many')).status).toBe(204)
    expect((await received(receiver)).map(({ body }) => body)).not.toContain('one too many')
    expect((await send(other, 'kept')).status).toBe(204)
    expect((await received(other)).map(({ body }) => body)).toEqual(['kept'])
  })

  test('is answered while a stranger sends large ones, which do not crowd out another workspace', async () => {
    const [receiver, neighbour] = [await create(), await addTenant(service)]
    const neighbourKey = await neighbour.key()
    const theirs = await createReceiver(service.url, neighbourKey)
    const large = Buffer.alloc(900_000, 'x')
    const flood = inTurns(100, async () => (await send(receiver, large)).status)
    const own = inTurns(50, async () => (await send(receiver, 'an event')).status)
    const others = inTurns(20, async () => (await send(theirs, 'theirs')).status)
    for (const statuses of await Promise.all([flood, own, others]))
      expect(new Set(statuses)).toEqual(new Set([204]))
    const kept = await receivedBy(service.url, neighbourKey, theirs.id)
    expect(kept.map(({ body }) => body)).toEqual(Array(20).fill('theirs'))
  })

  test('with a large body is kept in part, and with a huge one not at all', async () => {
    const receiver = await create()
    // The last character that would be kept is cut in half.
    const large = `x${'ä'.repeat(maxReceivedBytes / 2 - 1)}`
    expect((await send(receiver, large)).status).toBe(204)
    const huge = await send(receiver, 'x'.repeat(maxReceivedBytes + 1))
    expect(huge.status).toBe(413)
    const [kept, ...others] = await received(receiver)
    expect(others).toEqual([])
    expect(kept?.body_cut).toBe(true)
    expect(kept?.body).toBe(large.slice(0, keptBytes / 2))
    expect((await send(receiver, 'x'.repeat(keptBytes))).status).toBe(204)
    expect((await received(receiver))[0]).toMatchObject({ body_cut: false })
  })

  test('with a bomb as its body is refused', async () => {
    const { gzipSync } = await import('node:zlib')
    const receiver = await create()
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    expect((await send(receiver, bomb, { 'Content-Encoding': 'gzip' })).status).toBe(413)
    expect(await received(receiver)).toEqual([])
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  })

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('by %s is refused', async (method) => {
    const receiver = await create()
    const reply = await fetch(addressAt(service.url, receiver), { method })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await received(receiver)).toEqual([])
  })

  test.each([
    ['an unknown token', randomBytes(32).toString('base64url')],
    ['a short one', 'a'],
    ['none', ''],
    ['one with a path behind it', `${'A'.repeat(43)}/x`],
    ['one with an encoded slash', `${'A'.repeat(20)}%2F${'A'.repeat(22)}`],
    ['one that is not text', '%00'],
  ])('to %s finds nothing', async (_, token) => {
    const reply = await fetch(`${service.url}/webhook-receivers/${token}`, { method: 'POST', body: 'x' })
    expect([reply.status, ((await reply.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'not_found',
    ])
  })
})

describe('a signature', () => {
  const body = Buffer.from('{"type":"webhook.test"}')
  const signed = (secret: string, at = new Date()) => ({
    'Service-Signature': signatureHeader([secret], body, at),
  })
  const verdicts = async (receiver: Receiver) =>
    (await received(receiver)).map(({ signature, webhook_id }) => [signature, webhook_id]).reverse()

  test('is judged by the secrets of the subscription that has the address', async () => {
    const receiver = await create()
    await send(receiver, body)
    const { id, secret } = await subscribe(service.url, key, { url: receiver.url })
    await send(receiver, body, signed(secret))
    await send(receiver, body)
    await send(receiver, `${body.toString()} `, signed(secret))
    await send(receiver, body, signed('whsec_another'))
    await send(receiver, body, signed(secret, new Date(Date.now() - 310_000)))
    await send(receiver, body, { 'Service-Signature': 't=,v1=' })
    expect(await verdicts(receiver)).toEqual([
      ['unknown', null],
      ['valid', id],
      ['invalid', id],
      ['invalid', id],
      ['invalid', id],
      ['invalid', id],
      ['invalid', id],
    ])
  })

  test('may be by either secret in a rotation, and by none once the subscription is deleted', async () => {
    const receiver = await create()
    const { id, secret } = await subscribe(service.url, key, { url: receiver.url })
    const at = `/v1/webhooks/status/${id}`
    const rotated = await call(service.url, 'POST', `${at}/rotate-secret`, { key })
    await send(receiver, body, signed(secret))
    await send(receiver, body, signed(rotated.body.secret as string))
    await call(service.url, 'DELETE', at, { key })
    await send(receiver, body, signed(secret))
    expect(await verdicts(receiver)).toEqual([
      ['valid', id],
      ['valid', id],
      ['unknown', null],
    ])
  })

  test('is not judged by the subscription of another workspace', async () => {
    const receiver = await create()
    const other = await addTenant(service)
    const { secret } = await subscribe(service.url, await other.key(), { url: receiver.url })
    await send(receiver, body, signed(secret))
    expect(await verdicts(receiver)).toEqual([['unknown', null]])
  })
})

test('only an address of a receiver is let in besides the public internet', async () => {
  const { url } = await create()
  const put = (to: string) =>
    call(service.url, 'PUT', '/v1/webhooks/status', { key, body: { url: to, events: ['*'] } })
  for (const other of [
    url.slice(0, -1),
    `${url}x`,
    `${url}/`,
    `${url}?a`,
    url.replace('/webhook-receivers/', '/webhook-receivers/../webhook-receivers/x/'),
    `${new URL(url).origin}/v1/messages`,
    url.replace(/:\d+/, ':1'),
    url.replace('localhost', '127.0.0.1'),
  ])
    expect(refusedIn(await put(other)), other).toBe('/body/url address_refused')
  expect(refusedIn(await put(url.replace('http://', 'http://me@')))).toBe('/body/url credentials')
  expect((await put(url)).body.webhook.url).toBe(url)
})
