import type { Knex } from 'knex'
import { afterAll, beforeAll, test } from 'vitest'
import type { Erasure } from '../../../../server/product/audience/erasure/erasure.js'
import { redactorOf } from '../../../../server/product/audience/erasure/redact.js'
import {
  eraseInboundByAddress,
  eraseInboundOfContacts,
} from '../../../../server/product/inbound/erasure/erase-inbound.js'
import { deleteInboundMessages } from '../../../../server/product/inbound/erasure/delete-inbound.js'
import {
  minUuidAt,
  newUuid,
  newWorkspaceId,
  nilUuid,
  toTypeId,
  type Uuid,
} from '../../../../server/platform/db/ids.js'
import type { Visibility } from '../../../../server/platform/auth/principal.js'
import { examinedAtMost } from '../../../../server/platform/http/lists/bounded-walk.js'
import {
  findAttachment,
  findInboundMessage,
  findInboundSize,
} from '../../../../server/product/inbound/messages/find.js'
import { listInboundMessages } from '../../../../server/product/inbound/messages/list.js'
import { readRaw } from '../../../../server/product/inbound/messages/download.js'
import { inboundTasks } from '../../../../server/product/inbound/purge.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { wholeWorkspace } from '../../../support/workspace/whole-workspace.js'

/**
 * Tests the cost of reading, purging and erasing with very much mail, without the statistics of the planner and with
 * them.
 */

const messages = 12_000
const day = 24 * 3600 * 1000

let database: ConnectedDatabase
let db: Knex
let oldest: Uuid
const [workspaceId, other, projectId, routeId] = [newWorkspaceId(), newWorkspaceId(), newUuid(), newUuid()]
const [contactId, messageId] = [newUuid(), newUuid()]

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  for (const id of [workspaceId, other])
    await db('workspaces').insert({ id, name: 'One', retention_days: 30 })
  const from = Date.now() - 29 * day
  oldest = minUuidAt(new Date(from))
  // One in 200 is by Bob, a contact, and answers a message; half of them are of another project and route.
  await db.raw(
    `insert into inbound_messages (workspace_id, id, route_id, project_id, environment, envelope_sender,
       envelope_recipients, sender, subject, automatic, metadata, headers, reply_message_id, reply_match, contact_id, size,
       stored_bytes, received_at, expires_at)
     select ?, id::uuid, case when n % 2 = 0 then cast(? as uuid) else ? end,
       case when n % 2 = 0 then cast(? as uuid) else ? end, 'live', '', '[]',
       case when n % 200 = 0 then 'bob@example.com' else 'ada@example.com' end, 'Hi', 'none', '{"from": [], "to": [], "cc": [], "replyTo": [], "attachments": [], "auth": {}}', '[]',
       case when n % 200 = 0 then cast(? as uuid) end, case when n % 200 = 0 then 'header' end,
       case when n % 200 = 0 then cast(? as uuid) end, 1, 1, at, at + interval '15 days'
     from (
       select n, at, left(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 8) || '-' ||
         substr(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0') as id
       from (
         select n, cast(? as timestamptz) + n * interval '200 seconds' as at from generate_series(0, ?::integer - 1) n
       ) times
     ) made`,
    [workspaceId, routeId, newUuid(), projectId, newUuid(), messageId, contactId, new Date(from), messages],
  )
  await db.raw(`insert into inbound_addresses select workspace_id, sender, id from inbound_messages`)
  await db.raw(`insert into inbound_chunks select workspace_id, id, 0, 'x' from inbound_messages`)
  await db.raw(
    `insert into inbound_uploads
     select ?, id, case when random() < 0.1 then now() - interval '2 hours' else now() end from inbound_messages limit 2000`,
    [other],
  )
  await db.raw(
    `insert into inbound_receipts select workspace_id, sha256(uuid_send(id)), received_at from inbound_messages limit 3000`,
  )
  await db.raw(
    `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
       trigger_kind, inbound_message_id, since, started_at, step_started_at)
     select workspace_id, id, ?, 1, project_id, 'live', coalesce(contact_id, gen_random_uuid()), 'completed', 'inbound', id,
       received_at, received_at, received_at
     from inbound_messages limit 3000`,
    [newUuid()],
  )
  await db.raw('insert into inbound_storage values (?, ?, ?)', [workspaceId, messages, messages])
})
afterAll(() => database.drop())

const window = { since: new Date(Date.now() - 30 * day), until: null }
const list =
  (query: object, visibility: Visibility = wholeWorkspace(workspaceId)) =>
  (trx: Knex) =>
    listInboundMessages(trx, visibility, { limit: 20, ...query }, window)

const erasure = (address: string): Erasure => ({
  ...{ id: newUuid(), workspaceId, projectId: null, address, token: '#x', contactIds: [contactId] },
  redactor: redactorOf(address),
})

async function expectAllBounded(): Promise<void> {
  const rare = {
    email: 'bob@example.com',
    contact_id: toTypeId('con', contactId),
    message_id: toTypeId('msg', messageId),
  }
  const common = {
    project_id: toTypeId('prj', projectId),
    route_id: toTypeId('inr', routeId),
    email: 'ada@example.com',
    subject: 'H',
  }
  await expectBounded(db, list({}), 100)
  const limited = { workspaceId, projectId, environment: 'live' } as const
  await expectBounded(db, list({}, limited), 100)
  await expectBounded(db, list({ automatic: 'list' }, limited), examinedAtMost + 1)
  for (const [name, value] of [...Object.entries(rare), ...Object.entries(common)]) {
    await expectBounded(db, list({ [name]: value }), 100)
    await expectBounded(db, list({ [name]: value, until: '2026-01-01T00:00:00Z' }), 100)
  }
  for (const none of [
    { automatic: 'list' },
    { subject: 'nobody writes so' },
    { ...common, automatic: 'list' },
  ])
    await expectBounded(db, list(none), examinedAtMost + 1)
  await expectBounded(db, list({ ...common, ...rare }), 200)

  const key = { ...limited, messageId: oldest }
  await expectBounded(db, (trx) => findInboundMessage(trx, key).catch(() => undefined), 5)
  await expectBounded(db, (trx) => findInboundSize(trx, key).catch(() => undefined), 5)
  await expectBounded(db, (trx) => findAttachment(trx, key, nilUuid).catch(() => undefined), 5)
  await expectBounded(db, (trx) => readRaw(trx, key, 0, 1).next(), 5)
  await expectBounded(db, (trx) => deleteInboundMessages(trx, workspaceId, [oldest]), 5)

  for (const { workspaces } of inboundTasks)
    await expectBounded(db, (trx) => workspaces(trx, nilUuid, 1000), 10)
  for (const id of [workspaceId, other])
    for (const { purge } of inboundTasks)
      for (const before of [new Date(0), new Date()])
        await expectBounded(db, (trx) => purge(trx, { workspaceId: id, before }, nilUuid, 100), 1000)

  for (const step of [eraseInboundByAddress, eraseInboundOfContacts])
    for (const address of ['ada@example.com', 'bob@example.com', 'nobody@example.com'])
      await expectBounded(db, (trx) => step.run(trx, erasure(address), null, 100), 300)
}

test('where the planner knows nothing of the tables', expectAllBounded)

test('where it has looked at them', async () => {
  await db.raw('vacuum analyze')
  await expectAllBounded()
})
