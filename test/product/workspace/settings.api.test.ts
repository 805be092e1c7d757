import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { messageFor } from '../../support/messages/messages.js'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

let service: TestService
let tenant: Tenant
let owner: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  owner = await tenant.session('owner')
})

const get = (key: string) => call(service.url, 'GET', '/v1/workspace', { key })
const update = (key: string, body: object) => call(service.url, 'PATCH', '/v1/workspace', { key, body })

describe('the workspace', () => {
  test('shows its settings and the limits to keys and members', async () => {
    const { sendsPerMinute, requestsPerMinute, rateLimits } = service.config
    for (const key of [
      owner,
      await tenant.session('member'),
      await tenant.key({ scopes: ['reports:read'] }),
    ]) {
      expect((await get(key)).body).toMatchObject({
        name: 'Another',
        retention_days: 30,
        limits: {
          sends_per_minute: sendsPerMinute,
          requests_per_minute: requestsPerMinute,
          checks_per_minute: rateLimits.checksPerMinute,
        },
      })
    }
  })

  test('gets a name of one line, by the owner, and stays as it is otherwise', async () => {
    const own = await addTenant(service)
    const ownOwner = await own.session('owner')
    const named = await update(ownOwner, { name: ' Shop\u2067  EU ' })
    expect(named.body).toMatchObject({ name: 'Shop EU', retention_days: 30 })
    expect((await get(ownOwner)).body).toEqual(named.body)
    expect((await get(owner)).body.name).toBe('Another')
    const refused = await update(await own.session('admin'), { name: 'x' })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
    const empty = await update(ownOwner, { name: '\u202e' })
    expect(empty.body.error.details).toMatchObject([{ path: '/body/name', code: 'empty' }])
  })

  test('shows what the retention allows from the next request on', async () => {
    const own = await addTenant(service)
    const [session, key] = [await own.session('owner'), await own.key()]
    const list = async () => {
      const { body } = await call(service.url, 'GET', '/v1/messages', { key })
      return {
        ids: (body.data as { id: string }[]).map(({ id }) => id),
        since: Date.parse(body.window.since as string),
      }
    }
    const daysBack = (since: number) => Math.round((Date.now() - since) / 86_400_000)
    await call(service.url, 'POST', '/v1/messages', { key, body: messageFor(own.liveProject) })
    const before = await list()
    expect([before.ids.length, daysBack(before.since)]).toEqual([1, 30])
    expect((await update(session, { retention_days: 90 })).body).toMatchObject({
      retention_days: 90,
      name: 'Another',
    })
    expect(daysBack((await list()).since)).toBe(90)
    await update(session, { retention_days: 1 })
    expect(daysBack((await list()).since)).toBe(1)
  })
})
