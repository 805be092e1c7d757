import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import {
  document,
  eventFindings,
  invalid,
  resolve,
  type ContractOperation,
  type ContractParameter,
} from '../../support/api/contract.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { eventCauses, isCaused, type Caused } from '../../support/api/event-causes.js'
import { deliveryId } from '../../support/webhooks/handed-on.js'
import { startReceiver, type Received, type Receiver } from '../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'
import { subscribe, toThisMachine } from '../../support/webhooks/webhook-deliveries.js'

/** Every webhook of the contract is caused, and what an endpoint gets then is held against it. */

type Event = components['schemas']['OtherEvent']

let service: TestService
let receiver: Receiver
let dns: TestDns
let causes: ReturnType<typeof eventCauses>
/** Secret of the subscription to everything. */
let secret: string
let subscription: string

beforeAll(async () => {
  receiver = await startReceiver()
  receiver.answer = ({ path }) => (path === '/gone' ? 410 : 200)
  dns = await startDns()
  service = await startTestService({
    // The second attempt is the last one, however slow the run is: the one after it would come after the end.
    delivery: { backoffSeconds: [0.05, 172_800], giveUpSeconds: 86_400 },
    env: { ...toThisMachine, POSTSEAL_DNS_SERVERS: dns.server },
  })
  ;({ id: subscription, secret } = await subscribe(service, receiver.url))
  for (const type of subscribable) {
    const { status, text } = await call(service.url, 'PUT', '/v1/webhooks/status', {
      key: service.credentials.workspace_key,
      body: { url: `${receiver.url}${byName(type)}`, events: [type] },
    })
    expect(status, text).toBe(201)
  }
  causes = eventCauses(service, receiver, dns)
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
  await dns.close()
})

const webhooks = Object.entries(document.webhooks)
const subscribable = webhooks.map(([type]) => type).filter((type) => type !== 'webhook.test')
/** The URL path of the subscription for this one event type. */
const byName = (type: string) => `/by-name/${type}`

test('each type of event is a webhook of the contract, and has a cause', () => {
  const { enum: types } = document.components['schemas']?.['EventType'] as { enum: string[] }
  const names = webhooks.map(([name]) => name).sort()
  expect(names).toEqual([...types].sort())
  expect(Object.keys(causes).sort()).toEqual(names)
})

test.each(webhooks)('%s is delivered as the contract has it', async (type, item) => {
  expect(Object.keys(item)).toEqual(['post'])
  const operation = item['post'] as unknown as ContractOperation
  const caused = await causes[type]!()
  const request = await until(() => receiver.received.find((one) => isOf(one, type, caused)), type)

  expect(request.method).toBe('POST')
  expect(request.headers['content-type']).toBe('application/json')
  expect(eventFindings(request.json as Event)).toBeUndefined()
  expect(headerFindings(operation, request)).toEqual([])
  expect(request.json).toMatchObject(caused)

  const listed = await eventAsListed(request.json as Event)
  expect(request.json).toEqual(listed)
  expect(request.body.toString('utf8')).toBe(canonical(listed))

  // A test event goes only to the tested subscription. Any other event goes to the subscription for all events, and to
  // the one for its type.
  if (type !== 'webhook.test') {
    const named = await until(
      () =>
        receiver.received.find(
          ({ path, json }) => path.endsWith(byName(type)) && isCaused(json as Event, caused),
        ),
      `${type} by its name`,
    )
    expect(named.json).toEqual(request.json)
    const others = receiver.received.filter(({ path }) => path.endsWith(byName(type)))
    expect(new Set(others.map(({ json }) => (json as Event).type))).toEqual(new Set([type]))
    expect(new URL(receiver.url).pathname).toBe(request.path)
    expect(request.verify([secret])).toBe('ok')
    expect(request.verify([`${secret}0`])).toBe('signature_mismatch')
    const ids = [fromTypeId('evt', listed.id), fromTypeId('whk', subscription)] as const
    expect(fromTypeId('whd', request.deliveryId)).toBe(deliveryId({ id: ids[0] }, { id: ids[1] }))
  }
})

test('a test is signed with the secret of the subscription that is tested', async () => {
  const url = `${receiver.url}/another`
  const { id, secret: own } = await subscribe(service, url, { events: ['message.cancelled'] })
  await call(service.url, 'POST', `/v1/webhooks/status/${id}/test`, {
    key: service.credentials.workspace_key,
  })
  const request = await until(
    () => receiver.received.find(({ path }) => path.endsWith('/another')),
    'the test',
  )
  expect(request.json).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } })
  expect(request.verify([own])).toBe('ok')
  expect(request.verify([secret])).toBe('signature_mismatch')
})

/** Each event comes once to each endpoint; `/gone` and the like get others. */
function isOf({ json, path }: Received, type: string, caused: Caused): boolean {
  const event = json as Event
  return event.type === type && isCaused(event, caused) && path !== '/gone' && !path.includes('/by-name/')
}

/** Lists the faults of the headers that the contract names, and the service's headers that it does not name. */
function headerFindings(operation: ContractOperation, { headers }: Received): string[] {
  const parameters = operation.parameters.map(
    (parameter) => resolve(parameter as object) as ContractParameter,
  )
  expect(parameters.map((parameter) => parameter.in)).toEqual(parameters.map(() => 'header'))
  expect(parameters.length).toBeGreaterThan(0)
  const known = new Set(parameters.map(({ name }) => name.toLowerCase()))
  const unknown = Object.keys(headers).filter((name) => name.startsWith('service-') && !known.has(name))
  return [
    ...unknown.map((name) => `${name} is not in the contract`),
    ...parameters.flatMap(({ name, required, schema }) => {
      const value = headers[name.toLowerCase()]
      if (value === undefined) return required === true ? [`${name} is missing`] : []
      return invalid(schema, value, name) ?? []
    }),
  ]
}

async function eventAsListed({ id, type }: Event): Promise<Event> {
  const reply = await call(service.url, 'GET', `/v1/events?type=${type}&limit=100`, {
    key: await service.session('member'),
  })
  const found = (reply.body.data as Event[]).find((event) => event.id === id)
  if (found === undefined) throw new Error(`GET /v1/events does not have ${id}`)
  return found
}

/** RFC 8785: names by their UTF-16 code units, no white space; strings and numbers as ECMAScript writes them. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1))
  const members = names.map(
    (name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`,
  )
  return `{${members.join()}}`
}
