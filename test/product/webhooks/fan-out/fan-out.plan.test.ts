import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, toTypeId } from '../../../../server/platform/db/ids.js'
import { insertEvent } from '../../../../server/platform/events/insert-event.js'
import { newMessage } from '../../../../server/product/messages/admit/new-message.js'
import { storeTogether } from '../../../../server/product/messages/accept/store.js'
import { unitOf } from '../../../../server/product/messages/accept/unit.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { messageFor } from '../../../support/messages/messages.js'
import { capture, findings } from '../../../support/database/explain.js'
import { projectOf } from '../../../support/workspace/projects.js'

/**
 * Handing events on costs as much as the workspace's subscriptions, read once a statement: not what was handed on
 * before, nor what others have.
 */

const subscriptions = 100
const messages = 500

let database: ConnectedDatabase
let db: Knex
const workspaceId = newWorkspaceId()
const project = projectOf(newUuid())

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  await db.raw(
    `insert into workspaces (id, name) select gen_random_uuid(), 'B' from generate_series(1, 2000)`,
  )
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
  await subscribe(subscriptions, `id = '${workspaceId}'`)
  await subscribe(200, `id = '${workspaceId}'`, 'now()')
  await subscribe(10, `id <> '${workspaceId}'`)
  // A history, half of which still waits.
  await db.raw(`with delivery as (
      insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type)
      select workspace_id, gen_random_uuid(), id, gen_random_uuid(), 'message.accepted'
      from webhook_subscriptions cross join generate_series(1, 200) n where workspace_id = '${workspaceId}'
      returning *
    )
    insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at)
    select workspace_id, id, webhook_id, event_id, now() from delivery where random() < 0.5`)
  await db.raw('analyze')
})
afterAll(() => database.drop())

/** Subscriptions of each workspace, for two types in turn. */
async function subscribe(many: number, workspaces: string, deletedAt = 'null'): Promise<void> {
  await db.raw(`insert into webhook_subscriptions (workspace_id, id, url, events, deleted_at)
    select id, gen_random_uuid(), 'https://shop.example/' || n,
      case n % 2 when 0 then array['message.accepted'] else array['message.complained'] end, ${deletedAt}
    from workspaces cross join generate_series(1, ${many}) n where ${workspaces}`)
}

async function expectBounded(
  work: (trx: Knex.Transaction) => Promise<unknown>,
  handedOn: number,
): Promise<void> {
  const sent = await capture(db, async () => {
    const trx = await db.transaction()
    const before = await count(trx)
    await work(trx)
    expect((await count(trx)) - before).toBe(handedOn)
    await trx.rollback()
  })
  const recording = sent.filter(({ sql }) => sql.includes('recorded_events'))
  expect(recording).toHaveLength(1)
  // What it inserts counts as well.
  for (const statement of recording) expect(await findings(db, statement, messages)).toEqual([])
}

async function count(trx: Knex.Transaction): Promise<number> {
  const [row] = await trx('webhook_queue').count<{ count: string }[]>()
  return Number(row?.count)
}

test('of a batch to a hundred subscriptions', async () => {
  const units = Array.from({ length: messages }, () =>
    unitOf(newMessage(project, messageFor(toTypeId('prj', project.id)), '/message'), {}, {}, true),
  )
  await expectBounded(
    (trx) => storeTogether(trx, workspaceId, units, () => undefined),
    (messages * subscriptions) / 2,
  )
})

test('of one event', async () => {
  const event = {
    id: newUuid(),
    projectId: project.id,
    environment: project.environment,
    type: 'message.complained' as const,
    data: {
      message_id: toTypeId('msg', newUuid()),
      log_id: toTypeId('log', newUuid()),
      recipient: 'ada@example.com',
      category: null,
      campaign_id: null,
      automation_id: null,
      feedback_type: 'abuse',
      user_agent: null,
      suppressed: false,
    },
  }
  await expectBounded((trx) => insertEvent(trx, workspaceId, event), subscriptions / 2)
})
