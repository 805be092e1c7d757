import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUuid, nilUuid, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { recordInboundSignal } from '../../../../../server/product/inbound/replies/signal.js'
import { actOn } from '../../../../../server/product/programs/automations/inbox/act.js'
import { dataOfMails } from '../../../../../server/product/programs/automations/inbox/mails.js'
import type { InboxDependencies } from '../../../../../server/product/programs/automations/inbox/work.js'
import {
  dueWorkspaces,
  postponeSignal,
  takeDue,
  takeOne,
} from '../../../../../server/product/programs/automations/inbox/take.js'
import { findTriggered } from '../../../../../server/product/programs/automations/inbox/triggered.js'
import { triggerAutomation } from '../../../../../server/product/programs/automations/start/trigger.js'
import {
  addOwner,
  contactsOf,
  openTestEngine,
  type TestAutomation,
  type TestEngine,
} from '../../../../support/automations/automation-engine.js'
import { inboxDependencies } from '../../../../support/automations/automation-inbox.js'
import type { Owner } from '../../../../support/campaigns/campaign-owner.js'
import { mailRow } from '../../../inbound/replies/rows.js'
import { expectBounded } from '../../../../support/database/expect-bounded.js'
import { noteAllOwners } from '../../../../support/messages/queue-owners.js'

/**
 * Tests that the reads of acting on the inbox depend on its batch, and not on what waits, on other runs or on what
 * contacts did.
 */

const contactCount = 4000
const eventsOfEach = 25
const batch = 10
/**
 * For each row of a batch: itself, its contact, its event, ten runs of the contact, and as many again for
 * joins.
 */
const maxRows = 30 * batch

let engine: TestEngine
let db: Knex
let dependencies: InboxDependencies
let owner: Owner
let automation: TestAutomation
let contact: Uuid
let mails: Uuid[]
beforeAll(async () => {
  engine = await openTestEngine()
  ;({ db } = engine)
  ;({ dependencies } = inboxDependencies(db, engine.engine.config))
  owner = await addOwner(db, contactCount)
  contact = (await contactsOf(db, owner))[0] as Uuid
  automation = await engine.addAutomation(owner, {
    trigger: { event: { name: 'order_placed', where: [{ name: 'total', op: 'gte', value: 1 }] } },
    entry_rule: { property: { name: 'plan', op: 'eq', value: 'pro' } },
    reentry: { mode: 'always', key: 'order' },
    exit_on: [{ event: { name: 'bought' } }],
    steps: [{ key: 'order', wait: { for: 'P1D' } }],
  })
  const values = {
    ...{ workspaceId: owner.workspaceId, projectId: owner.projectId, automationId: automation.id },
  }
  await db.raw(
    `insert into automations (workspace_id, id, project_id, environment, name, status, latest_version)
     select workspace_id, gen_random_uuid(), project_id, environment, name, 'active', 1
     from automations cross join generate_series(1, 3000)`,
  )
  await db.raw(
    `insert into automation_triggers (workspace_id, project_id, kind, name, automation_id)
     select workspace_id, project_id, 'event', case when id = :automationId then 'order_placed' else id::text end, id
     from automations`,
    values,
  )
  await db.raw(
    `insert into contact_events (workspace_id, id, contact_id, name, properties, at)
     select workspace_id,
       (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7'
       || substr(md5(id::text || n), 1, 3) || '8' || substr(md5(id::text || n), 4, 15))::uuid, id, 'order_placed', '{"total": 5, "order": "A"}', now()
     from contacts cross join generate_series(1, ${eventsOfEach}) n where workspace_id = :workspaceId`,
    values,
  )
  // Each event waits to be acted on. Some had failed before, and are not due.
  await db.raw(
    `insert into automation_inbox (workspace_id, id, project_id, contact_id, kind, name, contact_event_id, occurred_at, due_at)
     select workspace_id, id, :projectId, contact_id, 'event', name, id, at,
       now() + case when right(id::text, 1) < '2' then interval '1 hour' else - interval '1 second' * random() end
     from contact_events where workspace_id = :workspaceId`,
    values,
  )
  await db.raw(
    `insert into automation_inbox (workspace_id, id, project_id, contact_id, kind, name, occurred_at, due_at)
     select md5((n / 3)::text)::uuid, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'event', 'x', now(),
       now() - interval '1 minute'
     from generate_series(1, 300) n`,
  )
  await noteAllOwners(db)
  const first = mailRow(owner, { contact_id: contact })
  await db('inbound_messages').insert(first)
  await db.raw(
    `insert into inbound_messages (workspace_id, id, route_id, project_id, environment, envelope_sender,
       envelope_recipients, sender, subject, automatic, metadata, headers, contact_id, size, stored_bytes, received_at,
       expires_at)
     select workspace_id, gen_random_uuid(), route_id, project_id, environment, envelope_sender, envelope_recipients,
       sender, subject, automatic, metadata, headers, contact_id, size, stored_bytes, received_at, expires_at
     from inbound_messages cross join generate_series(1, 3000)`,
  )
  mails = (await db('inbound_messages').limit(batch).select('id')).map(({ id }: { id: Uuid }) => id)
  await db('automation_triggers').insert({
    ...{ workspace_id: owner.workspaceId, project_id: owner.projectId, automation_id: newUuid() },
    ...{ kind: 'inbound', name: '' },
  })
  await db.raw(
    `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
       trigger_kind, since, started_at, step_started_at, step_key, due_at)
     select contact.workspace_id, gen_random_uuid(), :automationId, 1, contact.project_id, 'live', contact.id, 'waiting',
       'event', now(), now() - n * interval '20 hours', now(), 'order', now() + interval '1 day'
     from contacts contact cross join generate_series(1, 8) n where contact.workspace_id = :workspaceId`,
    values,
  )
  await db.raw(
    `insert into automation_waits (workspace_id, contact_id, kind, name, run_id, is_exit)
     select workspace_id, contact_id, 'event', case when id::text < '2' then 'order_placed' else 'bought' end, id, true
     from automation_runs`,
  )
  await db.raw(
    `insert into automation_entries (workspace_id, automation_id, contact_id, entry_key, run_id, entered_at)
     select workspace_id, :automationId, contact_id, key, id, started_at
     from (select distinct on (contact_id) * from automation_runs) run cross join (values ('A'), ('B')) keys (key)`,
    values,
  )
})
afterAll(() => engine.close())

const tx = (sql: Knex.Transaction) => ({ sql, afterCommit: () => undefined })

async function act(trx: Knex.Transaction): Promise<void> {
  const { workspaceId } = owner
  const rows = await takeDue(trx, workspaceId, batch)
  expect(rows).toHaveLength(batch)
  const context = { workspaceId, now: engine.clock.now(), retainedSince: new Date(0) }
  expect(await actOn(tx(trx), dependencies, context, rows)).toBe(batch)
}

const inboxRow = () => ({
  ...{
    id: newUuid(),
    project_id: owner.projectId,
    contact_id: contact,
    kind: 'inbound' as const,
    depth: 0,
    attempts: 0,
  },
  ...{ name: toTypeId('inr', newUuid()), contact_event_id: null, occurred_at: new Date() },
})

const works: Record<string, [work: (trx: Knex.Transaction) => Promise<unknown>, maxRows: number]> = {
  'whose turn it is': [
    async (trx) => expect(await dueWorkspaces(trx, nilUuid)).toHaveLength(50),
    // It looks at each workspace's first row alone.
    120,
  ],
  'whose turn it is behind the last one': [
    (trx) => dueWorkspaces(trx, 'fffffffe-0000-7000-8000-000000000000'),
    120,
  ],
  'one that is acted on alone': [
    async (trx) => {
      const [row] = await takeDue(trx, owner.workspaceId, 1)
      return takeOne(trx, owner.workspaceId, row?.id ?? newUuid())
    },
    1,
  ],
  'one that is left for later': [(trx) => postponeSignal(trx, owner.workspaceId, newUuid()), 1],
  'mails of a batch': [
    async (trx) => {
      const rows = mails.map((id) => ({ ...inboxRow(), inbound_message_id: id }))
      expect((await dataOfMails(trx, owner.workspaceId, rows)).size).toBe(batch)
    },
    batch,
  ],
  'which automations mails of many routes trigger': [
    async (trx) => {
      const rows = mails.map((id) => ({ ...inboxRow(), inbound_message_id: id }))
      await findTriggered(trx, dependencies.versions, owner.workspaceId, rows)
    },
    batch,
  ],
  'a mail that is wanted': [
    async (trx) => {
      const isWanted = await recordInboundSignal(tx(trx), {
        ...{
          workspaceId: owner.workspaceId,
          projectId: owner.projectId,
          contactId: contact,
          routeId: newUuid(),
        },
        ...{
          inboundMessageId: newUuid(),
          automatic: 'none',
          handling: 'keep',
          dmarc: 'pass',
          receivedAt: new Date(),
        },
      })
      expect(isWanted).toBe(true)
    },
    1,
  ],
  'a start by hand': [
    async (trx) => {
      const asked = { contact_id: toTypeId('con', contact), data: { order: 'A' } }
      const key = { workspaceId: owner.workspaceId, id: automation.id }
      const outcome = await triggerAutomation(tx(trx), dependencies, key, {
        retainedSince: new Date(0),
        asked,
      })
      expect(outcome.reason).toBeNull()
    },
    12,
  ],
}

test('each event of the batch starts a run', async () => {
  const trx = await db.transaction()
  await act(trx)
  const begun = (await trx('automation_runs').where({ status: 'running' }).select('entry_key')) as object[]
  await trx.rollback()
  expect(begun).toEqual(Array.from({ length: batch }, () => ({ entry_key: 'A' })))
})

describe.each([false, true])('with statistics: %s', (analyzed) => {
  beforeAll(async () => {
    if (analyzed) await db.raw('vacuum analyze')
  })

  test('a batch is taken and acted on by its keys', () => expectBounded(db, act, maxRows))
  test.each(Object.entries(works))('%s', (_what, [work, most]) => expectBounded(db, work, most))
})
