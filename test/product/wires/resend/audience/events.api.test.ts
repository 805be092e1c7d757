import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import { contactCalls } from '../../../../support/audience/contact-calls.js'
import type { TestService } from '../../../../support/service/service.js'
import type { WireCall } from '../../../../support/wires/wire-calls.js'
import { addWireTenant } from '../../../../support/wires/wire-tenant.js'
import type { Tenant } from '../../../../support/workspace/tenant.js'

/** Events of contacts, as Resend's packages send them. */

let service: TestService
let tenant: Tenant
let key: string
let resend: WireCall

beforeAll(async () => {
  ;({ service, tenant, key, ask: resend } = await addWireTenant('resend'))
})

const { contact } = contactCalls(() => ({ service, tenant, key }))
const send = (body: object, headers = {}) => resend('POST', '/events/send', { body, headers })

describe('an event', () => {
  test('is recorded for a contact, by its id and by its address', async () => {
    const { id } = await contact('ada@example.com')
    const byId = await send({ event: 'order_placed', contact_id: id, payload: { total: 49.9, paid: true } })
    expect([byId.status, byId.body]).toEqual([202, { object: 'event', event: 'order_placed' }])
    const once = { 'Idempotency-Key': 'once' }
    expect((await send({ event: 'visited', email: 'ADA@example.com' }, once)).status).toBe(202)
    expect((await send({ event: 'visited', email: 'ADA@example.com' }, once)).status).toBe(202)
    const { body } = await call(service.url, 'GET', `/v1/contacts/${id}/events`, { key })
    const events = body.data as { name: string; properties: object }[]
    expect(events.map(({ name, properties }) => [name, properties])).toEqual([
      ['visited', {}],
      ['order_placed', { total: 49.9, paid: true }],
    ])
  })

  test.each<[string, object, string]>([
    ['no name', { email: 'ada@example.com' }, 'event'],
    ['a name with a space', { event: 'a b', email: 'ada@example.com' }, 'event'],
    ['no contact', { event: 'a' }, 'contact_id'],
    ['two contacts', { event: 'a', contact_id: 'x', email: 'ada@example.com' }, 'contact_id'],
    ['a list in its payload', { event: 'a', email: 'ada@example.com', payload: { a: [1] } }, 'payload'],
  ])('is refused with %s', async (_what, body, field) => {
    const reply = await send(body)
    expect([reply.status, reply.body.message]).toEqual([422, expect.stringContaining(field)])
  })

  test('of a contact that is not there is not found', async () => {
    for (const who of [{ email: 'no@example.com' }, { contact_id: toTypeId('con', newUuid()) }]) {
      const { status, body } = await send({ event: 'a', ...who })
      expect([status, body.name]).toEqual([404, 'not_found'])
    }
  })
})
