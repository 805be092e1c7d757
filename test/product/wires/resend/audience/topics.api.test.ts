import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { wireCalls, type WireCall } from '../../../../support/wires/wire-calls.js'
import { addTenant } from '../../../../support/workspace/tenant.js'

/** Topics, as Resend's packages ask for them. */

let service: TestService
let key: string
let resend: WireCall

beforeAll(async () => {
  service = await sharedApi()
  const tenant = await addTenant(service)
  key = await tenant.key({ project: tenant.liveProject })
  const wire = wireCalls('resend', service.url)
  resend = (method, path, request = {}) => wire(method, path, { key, ...request })
})

const create = (fields: object, headers = {}) =>
  resend('POST', '/topics', { body: { default_subscription: 'opt_in', ...fields }, headers })
const keyOf = async (id: string) =>
  (await call(service.url, 'GET', `/v1/topics/${id}`, { key })).body.key as string

describe('a topic', () => {
  test('is created, read, changed, listed and deleted', async () => {
    const made = await create({ name: 'Sales', default_subscription: 'opt_out', visibility: 'public' })
    const { id } = made.body as { id: string }
    expect([made.status, made.body]).toEqual([201, { object: 'topic', id }])
    const topic = {
      id,
      name: 'Sales',
      default_subscription: 'opt_out',
      visibility: 'public',
      created_at: expect.any(String),
    }
    expect((await resend('GET', `/topics/${id}`)).body).toEqual({ object: 'topic', ...topic })
    const changes = { id, name: 'Big sales', description: 'Now and then' }
    expect((await resend('PATCH', `/topics/${id}`, { body: changes })).body).toEqual({ object: 'topic', id })
    const { body } = await resend('GET', '/topics?limit=1')
    expect(body).toEqual({ object: 'list', has_more: false, data: [{ ...topic, ...changes }] })
    expect((await resend('DELETE', `/topics/${id}`)).body).toEqual({ object: 'topic', id, deleted: true })
    expect((await resend('GET', `/topics/${id}`)).status).toBe(404)
  })

  test('gets a key from its name, and another one if the key is taken', async () => {
    const made = async (name: string, headers = {}) => {
      const { status, body, text } = await create({ name }, headers)
      expect(status, text).toBe(201)
      return keyOf(body.id as string)
    }
    expect(await made('¡Ofertas & más!')).toBe('ofertas-mas')
    expect(await made('お知らせ')).toMatch(/^topic-[0-9a-f]{6}$/)
    expect(await made('N'.repeat(50))).toBe('n'.repeat(50))
    const twice = { 'Idempotency-Key': 'twice' }
    const again = await made('Ofertas mas', twice)
    expect(again).toMatch(/^ofertas-mas-[0-9a-f]{6}$/)
    expect(await made('Ofertas mas', twice)).toBe(again)
    expect(await made('Ofertas mas')).not.toBe(again)
  })

  test.each<[string, object, string]>([
    ['no name', {}, 'name'],
    ['a name without letters that show', { name: '\u202e' }, 'name'],
    ['an unknown default', { name: 'A', default_subscription: 'maybe' }, 'default_subscription'],
    ['a visibility that Postseal lacks', { name: 'A', visibility: 'private' }, 'visibility'],
  ])('is refused with %s', async (_what, fields, field) => {
    const { status, body } = await create(fields)
    expect([status, body.message]).toEqual([422, expect.stringContaining(field)])
  })

  test.each(['GET', 'PATCH', 'DELETE'])('that is not there is not found by %s', async (method) => {
    for (const id of [toTypeId('top', newUuid()), 'd91cd9bd-1176-453e-8fc1-35364d380206']) {
      const { status, body } = await resend(
        method,
        `/topics/${id}`,
        method === 'PATCH' ? { body: { name: 'A' } } : {},
      )
      expect([status, body.name]).toEqual([404, 'not_found'])
    }
  })
})
