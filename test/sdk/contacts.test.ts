import { expect, expectTypeOf, test } from 'vitest'
import type { PropertyValue } from '../../sdk-ts/src/index.js'
import { clientOf, json, listOf, respond, serve } from './support.js'

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
