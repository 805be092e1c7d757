import { afterAll, beforeAll, expect, test } from 'vitest'
import knex, { type Knex } from 'knex'
import {
  newUuid,
  newWorkspaceId,
  toTypeId,
  type Prefix,
  type Uuid,
} from '../../../../server/platform/db/ids.js'
import type { EventType } from '../../../../server/platform/events/event-types.js'
import type { EventRow } from '../../../../server/platform/events/present-event.js'
import { noSubjects, subjectsOf } from '../../../../server/product/webhooks/formats/subjects.js'
import { createMigratedDatabase, type TestDatabase } from '../../../support/database/database.js'
import { capture, findings } from '../../../support/database/explain.js'

/** Tests that events' subjects are found at the cost of the events alone, and in their own workspace only. */

const count = 20_000
/** The events of a large claim. */
const claimed = 50

const kinds = ['messages', 'contacts', 'domains', 'logs', 'streams'] as const

let database: TestDatabase
let db: Knex
const own = newWorkspaceId()
const other = newWorkspaceId()
const ids: Record<'messages' | 'contacts' | 'domains' | 'message_logs', Uuid[]> = {
  messages: [],
  contacts: [],
  domains: [],
  message_logs: [],
}

beforeAll(async () => {
  database = await createMigratedDatabase()
  db = knex({ client: 'pg', connection: database.url, pool: { min: 0, max: 2 } })
  await db('workspaces').insert([
    { id: own, name: 'A' },
    { id: other, name: 'B' },
  ])
  const project_id = newUuid()
  for (const workspace of [own, other]) {
    const values = [workspace, project_id, count]
    await db.raw(
      `insert into messages (workspace_id, id, project_id, environment, from_email, subject)
       select ?, gen_random_uuid(), ?, 'live', 'no-reply@shop.example', 'Hello' from generate_series(1, ?)`,
      values,
    )
    await db.raw(
      `insert into contacts (workspace_id, id, project_id, environment, email, address)
       select ?, gen_random_uuid(), ?, 'live', n || '@example.com', n || '@example.com' from generate_series(1, ?) n`,
      values,
    )
    await db.raw(
      `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status, updated_at)
       select ?, gen_random_uuid(), gen_random_uuid(), ?, 'live', 'a@b.example', 'a@b.example', 'delivered', now()
       from generate_series(1, ?)`,
      values,
    )
    await db.raw(
      `insert into domains (workspace_id, id, name, status)
       select ?, gen_random_uuid(), n || '.example', 'verified' from generate_series(1, 500) n`,
      [workspace],
    )
  }
  await db.raw('analyze')
  for (const table of Object.keys(ids) as (keyof typeof ids)[]) {
    const rows = await db(table).where({ workspace_id: own }).limit(claimed).pluck<Uuid[]>('id')
    ids[table] = rows
  }
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

function eventsOf(type: EventType, name: string, prefix: Prefix, about: readonly Uuid[]): EventRow[] {
  return about.map((id) => ({
    id: newUuid(),
    workspace_id: own,
    project_id: null,
    environment: null,
    type,
    data: { [name]: toTypeId(prefix, id) },
  }))
}
const events = () => [
  ...eventsOf('message.delivered', 'message_id', 'msg', ids.messages),
  ...eventsOf('contact.unsubscribed', 'contact_id', 'con', ids.contacts),
  ...eventsOf('domain.failed', 'domain_id', 'dom', ids.domains),
  ...eventsOf('suppression.added', 'log_id', 'log', ids.message_logs),
]

test('each kind is found with one statement, which reads no more rows than there are events', async () => {
  const sent = await capture(db, async () => {
    const found = await subjectsOf(db, own, events(), kinds)
    for (const kind of kinds) expect(found[kind].size, kind).toBe(claimed)
    const [first] = ids.messages
    expect(found.messages.get(toTypeId('msg', first ?? ''))).toMatchObject({
      id: first,
      from_email: 'no-reply@shop.example',
      subject: 'Hello',
      metadata: {},
    })
  })
  expect(sent).toHaveLength(kinds.length)
  for (const statement of sent) expect(await findings(db, statement, 3 * claimed), statement.sql).toEqual([])
})

test('another workspace finds none of them, and events about nothing of the kind ask for nothing', async () => {
  expect(await subjectsOf(db, other, events(), kinds)).toEqual(noSubjects)
  const sent = await capture(db, async () => {
    const unrelated = eventsOf('campaign.sent', 'message_id', 'msg', ids.messages)
    const bare = eventsOf('suppression.added', 'log_id', 'log', ids.message_logs.slice(0, 1))
    expect(await subjectsOf(db, own, [...unrelated, { ...bare[0]!, data: { log_id: null } }], kinds)).toEqual(
      noSubjects,
    )
  })
  expect(sent).toEqual([])
})
