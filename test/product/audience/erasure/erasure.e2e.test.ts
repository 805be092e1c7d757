import knex, { type Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { addressTokens } from '../../../../server/platform/auth/address-tokens.js'
import { beginDeletion } from '../../../../server/product/audience/erasure/begin.js'
import type { Step } from '../../../../server/product/audience/erasure/erasure.js'
import { erasedAddress } from '../../../../server/product/audience/erasure/redact.js'
import { referencingTables } from '../../../../server/product/audience/erasure/references/tables.js'
import { erasureSteps } from '../../../../server/process/erasure-steps.js'
import { claimDeletion, deletionsInHand, workOn } from '../../../../server/product/audience/erasure/work.js'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { recordBounce } from '../../../../server/product/inbound/record/bounce.js'
import { recordComplaint } from '../../../../server/product/inbound/record/complaint.js'
import { sealer } from '../../../../server/platform/auth/sealed.js'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { call } from '../../../support/api/api.js'
import { notSearched } from '../../../support/erasure/erasure-columns.js'
import { erasureCalls } from '../../../support/erasure/erasure-calls.js'
import {
  dump,
  found,
  leaveTraces,
  other,
  suppressPerson,
  type Person,
} from '../../../support/erasure/erasure.js'
import { inbox } from '../../../support/messages/mail.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'
import { subscribe } from '../../../support/webhooks/webhooks.js'

/** Tests that nothing of an erased person is left, and everything of the others. */

type Deletion = components['schemas']['Deletion']

let service: TestService
let endpoint: Receiver
let db: Knex
beforeAll(async () => {
  endpoint = await startReceiver()
  // Says back what it was told, as an endpoint that fails might: sometimes without the address.
  endpoint.answer = ({ json, body }) => ({ body: String(json.data.subject ?? body).replaceAll('"', "'") })
  service = await startTestService({
    env: { POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8' },
    delivery: { backoffSeconds: [0.02], pollMs: 20 },
    webhooks: { pollMs: 20 },
    purge: { everySeconds: 0.1 },
    erasures: { everySeconds: 0.05, batch: 3 },
  })
  db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 2 } })
})
afterAll(async () => {
  await db.destroy()
  await service.stop()
  await endpoint.close()
})

const { erase, lookAgain, logsOf } = erasureCalls(() => service)

const rowsOfOthers = (dumped: Map<string, string[]>, person: Person) =>
  [...dumped].flatMap(([table, rows]) =>
    // What others are found by goes with the mail that names the person as well.
    (table === 'inbound_addresses' ? [] : rows)
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
    'attempt_conversations',
    'messages',
    'message_contents',
    'message_attachments',
    'message_metadata',
    'events',
    'webhook_deliveries',
    'suppressions',
    'soft_bounces',
    'idempotency_keys',
    'inbound_messages',
    'inbound_addresses',
    'inbound_chunks',
    'inbound_routes',
  ]
  for (const table of tables)
    expect(found(new Map([[table, before.get(table) ?? []]]), [person.email]), table).not.toEqual([])

  const conversations = async () => {
    const { rows } = await service.sql.query<{ theirs: number; mentioning: number; others: number }>(
      `select count(*) filter (where recipient <> $2)::integer as theirs,
         count(*) filter (where conversation ~ 'S: 250 OK, as for')::integer as mentioning,
         count(*) filter (where recipient = $2)::integer as others
       from attempt_conversations conversation
       join message_logs log on log.workspace_id = $1 and log.id = log_id
       where conversation.workspace_id = $1`,
      [tenant.workspaceId, other.email],
    )
    return rows[0]
  }
  const said = await conversations()
  expect(said?.theirs).toBeGreaterThan(0)
  expect(said?.mentioning).toBeGreaterThan(0)

  const key = await tenant.key()
  const preview = { key, body: { email: 'DEFER@Ada.Example' } }
  const previewed = await call(service.url, 'POST', '/v1/compliance/deletions/preview', preview)
  expect(previewed.body.project_id).toBeNull()
  expect(rowsOfOthers(await dump(service.sql), person)).toEqual(rowsOfOthers(before, person))
  erased = await erase(key, 'DEFER@Ada.Example')
  // What the deletion then finds.
  expect(erased.erased).toMatchObject(previewed.body.found)
  // Of others all that was said stays, without the address.
  expect(await conversations()).toEqual({ ...said, theirs: 0 })

  expect(erased).toMatchObject({ status: 'completed', project_id: null })
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

test('the reply counts what was erased, by kind', async () => {
  expect(erased.erased).toEqual({
    contacts: 1,
    contact_events: 1,
    subscriptions: 1,
    consents: 2,
    // Four that were sent to them, and the opt-in mail.
    message_logs: 5,
    message_bodies: 5,
    attachments: 4,
    cancelled: 2,
    events: expect.any(Number),
    webhook_deliveries: expect.any(Number),
    suppressions: 1,
    soft_bounces: 1,
    // Of the contact, its event, the subscription, two sends, a batch, and one whose key names the address.
    kept_replies: 7,
    inbound_messages: 3,
    topic_consents: 1,
  })
  expect(erased.erased.events).toBeGreaterThan(10)
  const read = await call(service.url, 'GET', `/v1/compliance/deletions/${erased.id}`, {
    key: await tenant.key(),
  })
  expect(read.body).toEqual(erased)
})

test('what stays is readable, and says nothing of them', async () => {
  const key = await tenant.key()
  const [log] = await logsOf(key, person.single)
  expect(log).toMatchObject({
    recipient: erasedAddress,
    recipient_name: null,
    status: 'delivered',
    subject: '',
    metadata: {},
  })
  expect(log?.attempts.map(({ reply }) => [reply?.code, reply?.text])).toEqual([
    [451, ''],
    [451, ''],
    [250, ''],
    [550, ''],
  ])
  const content = await call(service.url, 'GET', `/v1/messages/${person.single}/content`, { key })
  expect(content.status).toBe(404)
  const search = await call(service.url, 'GET', `/v1/message-logs?recipient=${person.email}`, { key })
  expect(search.body.data).toEqual([])
  const events = await call(service.url, 'GET', '/v1/events?limit=100', { key })
  expect(events.body.data.filter(({ type }: { type: string }) => type === 'message.cancelled')).toMatchObject(
    [
      { data: { recipients: [{ email: erasedAddress }] } },
      { data: { recipients: [{ email: erasedAddress }] } },
    ],
  )
  const { rows } = await service.sql.query(
    'select at is not null as at, source, ip_address, user_agent, token from consents order by id',
  )
  const token = expect.stringMatching(/^#[\w-]{43}$/) as string
  expect(rows).toEqual([
    { at: true, source: null, ip_address: null, user_agent: null, token },
    { at: true, source: 'page', ip_address: null, user_agent: null, token },
  ])
  const [about] = await logsOf(key, person.mentioning)
  expect(about?.metadata).toEqual({ about: erasedAddress })
  const byValue = await call(
    service.url,
    'GET',
    `/v1/message-logs?metadata_key=about&metadata_value=${erasedAddress}`,
    { key },
  )
  expect(byValue.body.data).toEqual([about])
})

test('the other recipient gets the message that waited, without them, and then it is erased as well', async () => {
  const shared = fromTypeId('msg', person.shared)
  await service.sql.query('update delivery_queue set due_at = now() where message_id = $1', [shared])
  const mail = await until(
    async () => (await inbox(service.url, other.email)).find(({ text }) => text?.includes(erasedAddress)),
    'the mail',
  )
  expect(mail.headers).toMatchObject({
    cc: expect.stringContaining(other.email),
    'x-customer': erasedAddress,
  })
  expect(mail.headers).not.toHaveProperty('to')
  expect(JSON.stringify({ ...mail, subject: '' }).toLowerCase()).not.toContain(person.email)
  await until(async () => found(await dump(service.sql), traces()).length === 0, 'the end of what waited')
})

test('what was under way meanwhile is found by the second look', async () => {
  const [workspaceId, message] = [tenant.workspaceId, fromTypeId('msg', person.single)]
  await service.sql.query(
    `update message_logs set attempts = attempts || $3::jsonb where workspace_id = $1 and message_id = $2`,
    [workspaceId, message, JSON.stringify([{ reply: { text: `${person.name}: no` }, error: person.email }])],
  )
  await service.sql.query(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, recipient_name,
       address, status, updated_at)
     select workspace_id, gen_random_uuid(), message_id, project_id, environment, $3, $4,
       lower($3), 'delivered', now()
     from message_logs where workspace_id = $1 and message_id = $2`,
    [workspaceId, message, person.email, person.name],
  )
  await service.sql.query('update webhook_deliveries set attempts = $2 where workspace_id = $1', [
    workspaceId,
    JSON.stringify([{ status: 200, response_body: `${person.name} <${person.email}>` }]),
  ])
  await lookAgain(erased)
  expect(found(await dump(service.sql), traces())).toEqual([])
})

test('a report that comes much later brings nothing back', async () => {
  const { workspaceId } = tenant
  const { rows } = await service.sql.query<{ id: string }>(
    `select id from message_logs where workspace_id = $1 and message_id = $2 and status = 'delivered' limit 1`,
    [workspaceId, fromTypeId('msg', person.single)],
  )
  const delivery = { workspaceId, logId: rows[0]?.id ?? '' }
  await service.sql.query(`delete from suppressions where workspace_id = $1 and reason = 'erasure'`, [
    workspaceId,
  ])
  const reply = { code: 550, enhanced_code: '5.1.1', text: `${person.name} <${person.email}>`, host: 'mx' }
  expect(await recordBounce(db, delivery, { reply, isOwn: true }, newUuid())).toMatchObject({
    kind: 'recorded',
  })
  await service.sql.query('update message_logs set complained_at = null where id = $1', [delivery.logId])
  const report = { type: 'abuse', userAgent: null }
  expect(await recordComplaint(db, delivery, report, newUuid())).toMatchObject({ kind: 'recorded' })
  expect(found(await dump(service.sql), traces())).toEqual([])
  const suppressed = await service.sql.query('select from suppressions where workspace_id = $1', [
    workspaceId,
  ])
  expect(suppressed.rows).toHaveLength(1)
  await erase(await tenant.key(), person.email)
})

test('nothing is sent to the address any more, however it is written', async () => {
  const key = await tenant.key()
  const message = {
    project_id: tenant.liveProject,
    from_email: 'no-reply@shop.example',
    subject: 'Again',
    text: 'Again',
  }
  const reply = await call(service.url, 'POST', '/v1/messages', {
    key,
    body: { ...message, to: [{ email: 'dEFER@aDA.example' }] },
  })
  expect(reply.body.status).toBe('failed')
  const [log] = await logsOf(key, reply.body.id as string)
  expect(log).toMatchObject({ status: 'suppressed', suppression_reason: 'erasure' })
})

test('killed at any batch, it comes to the same end', async () => {
  const next = await addTenant(service)
  await subscribe(service.url, await next.key(), { url: endpoint.url })
  const grace = await leaveTraces(service, next, 'defer@grace.example')
  await suppressPerson(service.sql, next, grace.email)
  const seen = new Set<string>()
  // Each batch is done and then lost, once.
  const steps = erasureSteps.map((step): Step => ({
    name: step.name,
    run: async (trx, erasure, position, max) => {
      const batch = await step.run(trx, erasure, position, max)
      const place = `${step.name} ${position}`
      if (seen.has(place)) return batch
      seen.add(place)
      throw new Error('killed')
    },
  }))
  const serviceKey = loadServiceKey(service.config)
  const keys = {
    tokens: addressTokens(serviceKey.derive('erasure')),
    sealer: sealer(serviceKey.derive('deletion')),
  }
  const config = service.config.scheduler.erasures
  const lease = newUuid()
  const inHand = deletionsInHand({
    db,
    lease,
    leaseSeconds: config.leaseSeconds,
    log: pino({ level: 'silent' }),
  })
  const options = { db, lease, steps, sealer: keys.sealer, config, inHand }
  const { workspaceId } = next
  const id = await db.transaction((trx) =>
    beginDeletion(trx, keys, { workspaceId, projectId: null, environment: null }, grace.email),
  )
  let kills = 0
  for (;;) {
    const claimed = await claimDeletion(options, workspaceId, id)
    if (claimed === undefined) break
    await workOn(options, claimed, () => true, true).catch((error: Error) => {
      expect(error.message).toBe('killed')
      kills += 1
    })
  }
  expect(kills).toBe(seen.size)
  expect(kills).toBeGreaterThan(erasureSteps.length)
  const done = await call(service.url, 'GET', `/v1/compliance/deletions/${toTypeId('del', id)}`, {
    key: await next.key(),
  })
  expect(done.body).toMatchObject({ status: 'completed', erased: erased.erased })
  const shared = fromTypeId('msg', grace.shared)
  const left = found(await dump(service.sql, workspaceId), [grace.email, grace.name])
  expect(left.filter((row) => !row.includes(shared))).toEqual([])
})

test('every column that can hold words is searched, or it is known why not', async () => {
  const { rows } = await service.sql.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and data_type not in ('uuid', 'integer', 'bigint', 'smallint', 'boolean', 'date', 'timestamp with time zone')`,
  )
  const searched = referencingTables.flatMap(({ table, columns, searchedKey = [] }) =>
    [...Object.keys(columns), ...searchedKey].map((column) => `${table}.${column}`),
  )
  const decided = [...searched, ...Object.values(notSearched).flat()]
  expect(rows.map(({ column }) => column).sort()).toEqual(decided.sort())
})
