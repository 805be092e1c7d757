import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, nilUuid, type Uuid } from '../../../server/platform/db/ids.js'
import { recordForContacts, type ContactHit } from '../../../server/product/tracking/contact-events.js'
import { engagementsOf } from '../../../server/product/tracking/engagement.js'
import { engagementsTask } from '../../../server/product/tracking/purge.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { expectBounded } from '../../support/database/expect-bounded.js'

/** Opens and clicks are found by keys, however much there is of a workspace, of a contact and of its runs. */

let database: ConnectedDatabase
let db: Knex
const workspaceId = newWorkspaceId()
const [projectId, busy, automationId, messageId] = [newUuid(), newUuid(), newUuid(), newUuid()]
const batch = 20
let logs: readonly Uuid[]

beforeAll(async () => {
  database = await openMigratedDatabase(3)
  db = database.db
  const values = { workspaceId, projectId, busy, automationId, messageId }
  await db.raw(
    `insert into contacts (workspace_id, id, project_id, environment, email, address)
     select cast(:workspaceId as uuid), case n when 1 then cast(:busy as uuid) else gen_random_uuid() end,
       cast(:projectId as uuid), 'live', n || '@example.com', n || '@example.com'
     from generate_series(1, 5000) n`,
    values,
  )
  await db.raw(
    `with event as (
       insert into contact_events (workspace_id, contact_id, id, name, at)
       select workspace_id, case when n <= 2000 then cast(:busy as uuid) else id end, gen_random_uuid(),
         'message.opened', now() + make_interval(secs => n)
       from (select workspace_id, id, row_number() over () as n from contacts) contact
       returning contact_id, id, at
     )
     insert into engagements
       (workspace_id, log_id, kind, position, machine, times, first_at, last_at, contact_id, contact_event_id,
        contact_event_at)
     select cast(:workspaceId as uuid), gen_random_uuid(), 'open', -1, false, 1, now(), now(), contact_id, id, at
     from event`,
    values,
  )
  await db.raw(
    `insert into automation_runs
       (workspace_id, id, automation_id, version, project_id, environment, contact_id, status, trigger_kind, since,
        started_at, step_started_at)
     select cast(:workspaceId as uuid), gen_random_uuid(), cast(:automationId as uuid), 1,
       cast(:projectId as uuid), 'live', cast(:busy as uuid), 'completed', 'manual', now(), now(), now()
     from generate_series(1, 3000)`,
    values,
  )
  await db.raw(
    `insert into automation_run_steps
       (workspace_id, run_id, number, step_key, kind, outcome, message_id, started_at, ended_at)
     select workspace_id, id, n, 'welcome', 'send', 'done', gen_random_uuid(), now(), now()
     from automation_runs cross join generate_series(1, 3) n`,
    values,
  )
  logs = (await db('engagements').orderBy('log_id').limit(batch).select('log_id')).map(
    ({ log_id: id }: { log_id: Uuid }) => id,
  )
})
afterAll(() => database.drop())

test('what is known of a page of logs', async () => {
  await expectBounded(db, (trx) => engagementsOf(trx, workspaceId, logs), batch)
})

test('hits of a contact that had many runs', async () => {
  const hits = Array.from({ length: batch }, (): ContactHit => {
    const data = { message_id: 'msg', category: null }
    const of = { contact_id: busy, project_id: projectId, automation_id: automationId, message_id: messageId }
    return { ...of, event_id: newUuid(), type: 'message.opened', first_at: new Date(), data }
  })
  const work = async (trx: Knex.Transaction) => {
    const tx = { sql: trx, afterCommit: () => undefined }
    const store = () => Promise.resolve(new Set(hits.map((hit) => hit.event_id)))
    expect(await recordForContacts(tx, workspaceId, hits, store)).toBe(false)
  }
  // Of each hit the newest 100 runs are looked at, with their three steps.
  await expectBounded(db, work, batch * 100 * 4)
})

test('a purge', async () => {
  const scope = { workspaceId, before: new Date('9999-12-31') }
  await expectBounded(db, (trx) => engagementsTask.purge(trx, scope, nilUuid, batch), 2 * batch)
  await expectBounded(db, (trx) => engagementsTask.workspaces(trx, nilUuid, 1000), 5)
})
