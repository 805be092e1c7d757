import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import { markErased } from '../../../../support/erasure/erased.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { wireCalls, type WireCall } from '../../../../support/wires/wire-calls.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Suppressions, as Resend's packages ask for them. */

let service: TestService
let tenant: Tenant
let key: string
let resend: WireCall

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  const wire = wireCalls('resend', service.url)
  resend = (method, path, request = {}) => wire(method, path, { key, ...request })
})

const suppress = async (email: string, reason: string): Promise<string> => {
  const body = { email, reason }
  return (await call(service.url, 'POST', '/v1/suppressions', { key, body })).body.id as string
}

describe('a suppression', () => {
  test('is added, read by its id and its address, and deleted', async () => {
    const added = await resend('POST', '/suppressions', { body: { email: 'Ada@example.com' } })
    const { id } = added.body as { id: string }
    expect([added.status, added.body]).toEqual([201, { object: 'suppression', id }])
    for (const path of [id, 'ada@example.com', 'ada%40example.com']) {
      expect((await resend('GET', `/suppressions/${path}`)).body).toEqual({
        object: 'suppression',
        id,
        email: 'ada@example.com',
        origin: 'manual',
        source_id: null,
        created_at: expect.any(String),
      })
    }
    const deleted = await resend('DELETE', '/suppressions/ada@example.com')
    expect([deleted.status, deleted.body]).toEqual([200, { object: 'suppression', id, deleted: true }])
    expect((await resend('GET', `/suppressions/${id}`)).status).toBe(404)
  })

  test('is listed by its origin, and not if its address was erased', async () => {
    const ids = {
      hard: await suppress('hard@example.com', 'hard_bounce'),
      soft: await suppress('soft@example.com', 'soft_bounce'),
      complaint: await suppress('complaint@example.com', 'complaint'),
      import: await suppress('import@example.com', 'import'),
    }
    await markErased(service, tenant, 'erased@example.com')
    const list = async (query: string) => {
      const { body } = await resend('GET', `/suppressions${query}`)
      return (body.data as { id: string; origin: string }[]).map(({ id, origin }) => [id, origin])
    }
    expect(await list('?origin=bounce')).toEqual([
      [ids.soft, 'bounce'],
      [ids.hard, 'bounce'],
    ])
    expect(await list('?origin=complaint')).toEqual([[ids.complaint, 'complaint']])
    expect(await list('?origin=manual')).toEqual([[ids.import, 'manual']])
    expect((await list('')).map(([id]) => id)).toEqual([ids.import, ids.complaint, ids.soft, ids.hard])
    expect((await list(`?limit=1&after=${ids.complaint}`)).map(([id]) => id)).toEqual([ids.soft])
    const wrong = await resend('GET', '/suppressions?origin=other')
    expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringContaining('origin')])
  })

  test('that the recipient asked for is not deleted', async () => {
    await suppress('complained@example.com', 'complaint')
    const { status, body } = await resend('DELETE', '/suppressions/complained@example.com')
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/complaint.*force=true of Postseal's own API/),
    ])
  })

  test('is added and deleted with others', async () => {
    const emails = ['one@batch.example', 'two@batch.example']
    const added = await resend('POST', '/suppressions/batch/add', { body: { emails } })
    const ids = (added.body.data as { id: string }[]).map(({ id }) => id)
    expect([added.status, ids.length]).toEqual([201, 2])
    const remove = (body: object) => resend('POST', '/suppressions/batch/remove', { body })
    const byAddress = await remove({ emails: [emails[0], 'none@batch.example'] })
    expect(byAddress.body.data).toEqual([{ object: 'suppression', id: ids[0], deleted: true }])
    const byId = await remove({ ids: [ids[0], ids[1]] })
    expect(byId.body.data).toEqual([{ object: 'suppression', id: ids[1], deleted: true }])
    for (const body of [{}, { emails, ids }]) {
      const reply = await remove(body)
      expect([reply.status, reply.body.message]).toEqual([422, expect.stringContaining('ids')])
    }
    const wrong = await resend('POST', '/suppressions/batch/add', { body: { emails: ['a@b.example', 'b'] } })
    expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringContaining('emails[1]')])
    const many = Array.from({ length: 101 }, (_, index) => `${index}@batch.example`)
    expect((await resend('POST', '/suppressions/batch/add', { body: { emails: many } })).status).toBe(422)
  })

  test('is refused with a wrong address, and for a key of a project', async () => {
    const wrong = await resend('POST', '/suppressions', { body: { email: 'nobody' } })
    expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringContaining('email')])
    const ofProject = await tenant.key({ project: tenant.liveProject })
    const refused = await resend('GET', '/suppressions', { key: ofProject })
    expect([refused.status, refused.body.name]).toEqual([401, 'restricted_api_key'])
  })

  test.each(['GET', 'DELETE'])('that is not there is not found by %s', async (method) => {
    for (const id of [toTypeId('sup', newUuid()), 'd91cd9bd-1176-453e-8fc1-35364d380206', 'no@example.com']) {
      const { status, body } = await resend(method, `/suppressions/${id}`)
      expect([status, body.name]).toEqual([404, 'not_found'])
    }
  })
})
