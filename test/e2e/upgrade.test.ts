import knex from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid } from '../../server/db/ids.js'
import { migrate } from '../../server/db/migrate.js'
import { up as first } from '../../server/db/migrations/0001-first.js'
import { createDatabase } from '../support/database.js'

/** A database of an earlier version, with what was in it, becomes one of this version. */

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

test('what was stored before the first change of the schema is still found', async () => {
  const db = knex({ client: 'pg', connection: database.url, pool: { min: 0, max: 2 } })
  try {
    await db.raw(first)
    await db.raw(`
      create table schema_migrations (id serial primary key, name text, batch integer, migration_time timestamptz);
      insert into schema_migrations (name, batch, migration_time) values ('0001-first', 1, now())`)
    const [workspace, project, message, log] = [newUuid(), newUuid(), newUuid(), newUuid()]
    const of = { workspace_id: workspace, project_id: project, environment: 'live' }
    await db('workspaces').insert({ id: workspace, name: 'Old' })
    await db('projects').insert({ id: project, workspace_id: workspace, name: 'Live', environment: 'live' })
    await db('messages').insert({
      ...of,
      id: message,
      from_email: 'a@b.example',
      subject: 'Old',
      category: 'c',
    })
    await db('message_contents').insert({ workspace_id: workspace, message_id: message, text: 'Hello' })
    await db('message_logs').insert({
      ...of,
      id: log,
      message_id: message,
      recipient: 'Ada.Lovelace@example.com',
      status: 'queued',
      updated_at: new Date(),
    })
    await db('delivery_queue').insert({
      workspace_id: workspace,
      log_id: log,
      message_id: message,
      due_at: new Date(),
    })

    await db('events').insert({
      ...of,
      id: newUuid(),
      type: 'message.accepted',
      data: JSON.stringify({ message_id: 'x' }),
    })

    await migrate(db)
    await migrate(db)

    expect(await db('events').first()).toMatchObject({ data: { message_id: 'x', metadata: {} } })

    expect(await db('message_logs').first()).toMatchObject({
      address: 'ada.lovelace@example.com',
      category: 'c',
      kind: 'to',
      recipient_name: null,
    })
    expect(await db('messages').first()).toMatchObject({ metadata: {}, from_name: null, scheduled_at: null })
    expect(await db('message_contents').first()).toMatchObject({ headers: {}, reply_to: [], text: 'Hello' })
    expect(await db('delivery_queue').first()).toMatchObject({
      first_attempt_at: null,
      attempts: 0,
      destination: 'example.com',
      bulk: false,
    })
    expect(await db('workspaces').first()).toMatchObject({ halted_at: null })
  } finally {
    await db.destroy()
  }
})
