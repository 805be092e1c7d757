import { expect, test } from 'vitest'
import { NotFoundError, RateLimitError, type ListDmarcSourcesRequest } from '../../../sdk-ts/src/index.js'
import { clientOf, json, listOf, refusal, respond, serve } from '../support.js'

test('a domain is added, checked and rotated under a key of the caller’s, and a deletion is nothing', async () => {
  const domain = { id: 'dom_1', status: 'verified', since_version_2: true }
  const { client, seen } = await serve((request, reply) =>
    request.method === 'DELETE' ? reply.writeHead(204).end() : respond(reply, 200, domain),
  )
  const { domains } = client
  const body = { name: 'Bücher.example', ed25519: true }
  expect(await domains.create(body, { idempotencyKey: 'signup-7' })).toEqual(domain)
  expect(await domains.check('dom_1', { idempotencyKey: 'check-7' })).toEqual(domain)
  expect(await domains.rotateDkim('dom_1', { idempotencyKey: 'spring' })).toEqual(domain)
  expect(await domains.delete('dom_1', { idempotencyKey: 'bye' })).toBeUndefined()
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/v1/domains', body],
    ['POST', '/v1/domains/dom_1/check', undefined],
    ['POST', '/v1/domains/dom_1/rotate-dkim', undefined],
    ['DELETE', '/v1/domains/dom_1', undefined],
  ])
  const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toEqual(['signup-7', 'check-7', 'spring', 'bye'])
})

test('sources are filtered as they are asked for, on every page', async () => {
  const { client, seen } = clientOf([
    json({ data: [{ id: 'dms_2' }], has_more: true, next_cursor: 'c' }),
    json(listOf(['dms_1'])),
  ])
  const query: ListDmarcSourcesRequest = {
    ...{ domain_id: 'dom_1', address: '2001:db8::1', header_from: 'shop.example', kind: 'forwarded' },
    ...{ ours: false, review: 'none', since: '2026-01-01T00:00:00.000Z', limit: 1 },
  }
  const ids: string[] = []
  for await (const { id } of client.dmarc.listSources(query)) ids.push(id)
  expect(ids).toEqual(['dms_2', 'dms_1'])
  const asked = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const queries = seen.map(({ url }) => Object.fromEntries(new URL(String(url)).searchParams))
  expect(queries).toEqual([asked, { ...asked, cursor: 'c' }])
})

test('a review is given, and taken back by null', async () => {
  const { client, seen } = await serve((_, reply) => respond(reply, 200, { id: 'dms_1' }))
  await client.dmarc.reviewSource('dms_1', { review: 'unauthorized', note: 'Not us' })
  await client.dmarc.reviewSource('dms_1', { review: null })
  const path = '/v1/deliverability/dmarc/sources/dms_1'
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['PATCH', path, { review: 'unauthorized', note: 'Not us' }],
    ['PATCH', path, { review: null }],
  ])
})

test('a ramp is a domain’s, or there is a list of all', async () => {
  const { client, seen } = await serve((_, reply) => respond(reply, 200, listOf([])))
  await client.dmarc.retrieveRamp('dom_1')
  await client.dmarc.listRamps({ limit: 5 })
  expect(seen.map(({ url }) => url)).toEqual([
    '/v1/domains/dom_1/dmarc-ramp',
    '/v1/domains/dmarc-ramp?limit=5',
  ])
})

test('too many checks say when to come back, and a domain that is gone is told', async () => {
  const { client } = clientOf([
    refusal(429, 'rate_limited', { 'Retry-After': '61' }),
    refusal(404, 'not_found'),
  ])
  await expect(client.domains.check('dom_1')).rejects.toMatchObject({ retryAfter: 61 })
  await expect(client.domains.check('dom_1')).rejects.toThrow(NotFoundError)
  const { client: limited } = clientOf([refusal(429, 'rate_limited', { 'Retry-After': '61' })])
  await expect(limited.domains.check('dom_1')).rejects.toThrow(RateLimitError)
})
