import { expect, expectTypeOf, test } from 'vitest'
import type { Contact, ContactBatchItemError, PropertyValue } from '../../../sdk-ts/src/index.js'
import { clientOf, json, listOf, respond, serve } from '../support.js'

test('properties arrive as they are, and null removes one', async () => {
  const { client, seen } = await serve((_, reply) =>
    respond(reply, 200, { id: 'con_1', properties: { seats: 5 } }),
  )
  const contact = { project_id: 'prj_1', email: 'ada@example.com', name: null }
  const properties = { plan: null, seats: 5, vip: true, city: 'Zürich' }
  const saved = await client.contacts.upsert({ ...contact, properties, unsubscribed: true })
  expectTypeOf(saved.unsubscribed_at).toEqualTypeOf<string | null>()
  expectTypeOf(saved.properties['plan']).toEqualTypeOf<PropertyValue | undefined>()
  await client.contacts.recordEvent('con_1', { name: 'order_placed', properties })
  await client.contacts.recordEventByAddress({
    project_id: 'prj_1',
    email: 'ada@example.com',
    name: 'seen',
    properties,
  })
  await client.subscriptions.request('lst_1', { email: 'ada@example.com', properties })
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['PUT', '/v1/contacts', { ...contact, properties, unsubscribed: true }],
    ['POST', '/v1/contacts/con_1/events', { name: 'order_placed', properties }],
    [
      'POST',
      '/v1/contacts/events',
      { project_id: 'prj_1', email: 'ada@example.com', name: 'seen', properties },
    ],
    ['POST', '/v1/subscriber-lists/lst_1/subscriptions', { email: 'ada@example.com', properties }],
  ])
})

test('the lists of one thing stay with it from page to page', async () => {
  const turns = [json(listOf(['cev_1'], 'c1')), json(listOf(['cev_2']))]
  const { client, seen } = clientOf([...turns, ...turns])
  const ids: string[] = []
  for await (const { id } of client.contacts.listEvents('con_1', { name: 'order_placed' })) ids.push(id)
  for await (const { id } of client.subscriptions.list('lst_1', { status: 'pending' })) ids.push(id)
  expect(ids).toEqual(['cev_1', 'cev_2', 'cev_1', 'cev_2'])
  const paths = seen.map(({ url }) => url.replace('http://localhost:4000/v1/', ''))
  expect(paths).toEqual([
    'contacts/con_1/events?name=order_placed',
    'contacts/con_1/events?name=order_placed&cursor=c1',
    'subscriber-lists/lst_1/subscriptions?status=pending',
    'subscriber-lists/lst_1/subscriptions?status=pending&cursor=c1',
  ])
})

test('changes a contact by its id, and many at once', async () => {
  const { client, seen } = clientOf([
    json({ id: 'con_1', email: 'ada@example.org' }),
    json({
      data: [
        { index: 0, status: 'created', contact: { id: 'con_2' } },
        { index: 1, status: 'rejected', error: { status: 409, code: 'invalid_state', message: 'Erased.' } },
      ],
      created: 1,
      updated: 0,
      rejected: 1,
    }),
  ])
  await client.contacts.update('con_1', { email: 'ada@example.org', properties: { plan: null } })
  const body = { project_id: 'prj_1', contacts: [{ email: 'a@example.com' }, { email: 'b@example.com' }] }
  const { data } = await client.contacts.upsertBatch(body)
  const told = data.map((result) => {
    if (result.status === 'rejected') {
      expectTypeOf(result.error).toEqualTypeOf<ContactBatchItemError>()
      return result.error.code
    }
    expectTypeOf(result.contact).toEqualTypeOf<Contact>()
    return result.contact.id
  })
  expect(told).toEqual(['con_2', 'invalid_state'])
  expect(
    seen.map(({ method, url, body }) => [method, url.replace('http://localhost:4000', ''), body]),
  ).toEqual([
    ['PATCH', '/v1/contacts/con_1', { email: 'ada@example.org', properties: { plan: null } }],
    ['POST', '/v1/contacts/batch', body],
  ])
})
