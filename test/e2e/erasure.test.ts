import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../generated/api-types.js'
import { erasedAddress } from '../../server/audience/erasure/redact.js'
import { fromTypeId, toTypeId } from '../../server/db/ids.js'
import { call } from '../support/api.js'
import { dump, found, leaveTraces, other, suppressPerson, type Person } from '../support/erasure.js'
import { inbox } from '../support/mail.js'
import { startReceiver, type Receiver } from '../support/receiver.js'
import { startTestService, type TestService } from '../support/service.js'
import { addTenant, type Tenant } from '../support/tenant.js'
import { until } from '../support/until.js'
import { subscribe } from '../support/webhooks.js'

/** Nothing of who was erased is left, and everything of the others. */

type Deletion = components['schemas']['Deletion']

let service: TestService
let endpoint: Receiver
beforeAll(async () => {
  endpoint = await startReceiver()
  // Says back what it was told, as an endpoint that fails might.
  endpoint.answer = ({ body }) => ({ status: 200, body: body.toString().replaceAll('"', "'") })
  service = await startTestService({
    env: { POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8' },
    delivery: { backoffSeconds: [0.02], pollMs: 20 },
    webhooks: { pollMs: 20 },
    purge: { everySeconds: 0.1 },
    erasures: { everySeconds: 0.05, batch: 3, lookAgainSeconds: 0.1 },
  })
})
afterAll(async () => {
  await service.stop()
  await endpoint.close()
})

async function erase(key: string, email: string, fields: { project_id?: string } = {}): Promise<Deletion> {
  const reply = await call(service.url, 'POST', '/v1/compliance/deletions', {
    key,
    body: { email, ...fields },
  })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.text.toLowerCase()).not.toContain(email.toLowerCase())
  return reply.body as Deletion
}

/** Until it has looked once more, and the address is not even kept sealed. */
const untilOver = (deletion: Deletion) =>
  until(async () => {
    const { rows } = await service.sql.query('select sealed_address from deletions where id = $1', [
      fromTypeId('del', deletion.id),
    ])
    return rows[0]?.sealed_address === null
  }, 'the second look')

const logsOf = async (key: string, message: string) =>
  (await call(service.url, 'GET', `/v1/message-logs?message_id=${message}`, { key })).body
    .data as components['schemas']['MessageLog'][]

const rowsOfOthers = (dumped: Map<string, string[]>, person: Person) =>
  [...dumped].flatMap(([table, rows]) =>
    rows
      .filter((row) => row.includes(other.email) && !row.toLowerCase().includes(person.email))
      .map((row) => `${table}: ${row}`),
  )

let tenant: Tenant
let person: Person
let erased: Deletion

test('a dump of the whole database has neither the address nor the name', async () => {
  tenant = await addTenant(service)
  await subscribe(service.url, await tenant.key(), { url: endpoint.url })
  person = await leaveTraces(service, tenant, 'defer@ada.example')
  await suppressPerson(service.sql, tenant, person.email)
  const before = await dump(service.sql)
  const tables = [
    'contacts',
    'contact_events',
    'subscriptions',
    'consents',
    'message_logs',
    'messages',
    'message_contents',
    'message_attachments',
    'message_metadata',
    'events',
    'webhook_deliveries',
    'suppressions',
    'soft_bounces',
    'idempotency_keys',
  ]
  for (const table of tables)
    expect(found(new Map([[table, before.get(table) ?? []]]), [person.email]), table).not.toEqual([])

  const key = await tenant.key()
  erased = await erase(key, 'DEFER@Ada.Example')

  expect(erased).toMatchObject({ state: 'completed', project_id: null })
  // What another recipient waits for is all that is left.
  const shared = fromTypeId('msg', person.shared)
  const after = await dump(service.sql)
  expect(found(after, traces()).filter((row) => !row.includes(shared))).toEqual([])
  const kept = [...after].flatMap(([table, rows]) => rows.map((row) => `${table}: ${row}`))
  expect(kept).toEqual(expect.arrayContaining(rowsOfOthers(before, person)))
})

/** The address, encoded as in an address of the web, and what would be its bytes; and the name. */
const traces = () => [
  person.email,
  person.email.replace('@', '%40'),
  Buffer.from(person.email).toString('hex'),
  person.name,
]
