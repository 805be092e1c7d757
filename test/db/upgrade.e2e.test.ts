import knex, { type Knex } from 'knex'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newUuid, nilUuid, timeOf, toTypeId, type Uuid } from '../../server/db/ids.js'
import { migrate } from '../../server/db/migrate.js'
import { up as first } from '../../server/db/migrations/0001-first.js'
import { up as messaging } from '../../server/db/migrations/0002-messaging.js'
import { up as delivery } from '../../server/db/migrations/0003-delivery.js'
import { up as webhooks } from '../../server/db/migrations/0004-webhooks.js'
import { up as domains } from '../../server/db/migrations/0005-domains.js'
import { up as audience } from '../../server/db/migrations/0006-audience.js'
import { createDatabase } from '../support/database.js'

/** A database of an earlier version, with what was in it, becomes one of this version. */

const migrations = {
  '0001-first': first,
  '0002-messaging': messaging,
  '0003-delivery': delivery,
  '0004-webhooks': webhooks,
  '0005-domains': domains,
  '0006-audience': audience,
}

/** Makes the schema of the version whose last migration this was. */
async function migrateTo(db: Knex, last: keyof typeof migrations): Promise<void> {
  await db.raw(
    'create table schema_migrations (id serial primary key, name text, batch integer, migration_time timestamptz)',
  )
  for (const [name, up] of Object.entries(migrations)) {
    await db.raw(up)
    await db('schema_migrations').insert({ name, batch: 1, migration_time: new Date() })
    if (name === last) return
  }
}

let database: Awaited<ReturnType<typeof createDatabase>>
beforeEach(async () => {
  database = await createDatabase()
})
afterEach(() => database.drop())

test('what was stored before the first change of the schema is still found', async () => {
  const db = knex({ client: 'pg', connection: database.url, pool: { min: 0, max: 2 } })
  try {
    await migrateTo(db, '0001-first')
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

test('suppressions get ids of the time when they were made', async () => {
  const db = knex({ client: 'pg', connection: database.url, pool: { min: 0, max: 2 } })
  try {
    await migrateTo(db, '0005-domains')
    const times = ['2025-03-01T10:20:30.456Z', '2026-10-05T00:00:00.000Z'].map((time) => new Date(time))
    for (const workspace_id of [newUuid(), newUuid()]) {
      const rows = times.map((created_at, index) => ({
        workspace_id,
        address: `${index}@example.com`,
        reason: 'hard_bounce',
        created_at,
      }))
      await db('suppressions').insert(rows)
    }

    await migrate(db)

    const rows = await db('suppressions').orderBy(['suppressed_at', 'id'])
    expect(rows.map((row: { suppressed_at: Date }) => row.suppressed_at)).toEqual(
      times.flatMap((time) => [time, time]),
    )
    const ids = rows.map((row: { id: Uuid }) => row.id)
    expect(ids.map(timeOf)).toEqual(times.flatMap((time) => [time, time]))
    expect(new Set(ids).size).toBe(4)
    // RFC 9562, section 5.7.
    for (const id of ids) expect(id).toMatch(/^.{8}-.{4}-7.{3}-8.{3}-/)
  } finally {
    await db.destroy()
  }
})

test('the key of a send becomes its project’s, whichever credential it came with', async () => {
  const db = knex({ client: 'pg', connection: database.url, pool: { min: 0, max: 2 } })
  try {
    await migrateTo(db, '0006-audience')
    const workspace_id = newUuid()
    const message = async () => {
      const row = { workspace_id, id: newUuid(), project_id: newUuid() }
      await db('messages').insert({ ...row, environment: 'live', from_email: 'a@b.example', subject: 'Old' })
      return row
    }
    const key = (operation: string, key: string, project_id: Uuid, body: object) =>
      db('idempotency_keys').insert({
        ...{ workspace_id, project_id, operation, key, status: 202 },
        ...{ fingerprint: Buffer.from('same'), body: JSON.stringify(body) },
      })
    const messages = await Promise.all(Array.from({ length: 20 }, message))
    for (const [index, { id }] of messages.entries()) {
      const operation = index % 2 === 0 ? 'sendMessage' : 'sendMessageBatch'
      await key(operation, `sent-${index}`, nilUuid, { id: toTypeId('msg', id) })
    }
    const [sent] = messages
    if (sent === undefined) throw new Error('there is a message')
    await key('sendMessage', 'of both', sent.project_id, { id: toTypeId('msg', sent.id) })
    await key('sendMessage', 'of both', nilUuid, { id: toTypeId('msg', sent.id) })
    await key('createProject', 'of the workspace', nilUuid, { id: toTypeId('prj', newUuid()) })

    await migrate(db)

    const projectsOf = (name: string) => db('idempotency_keys').where({ key: name }).pluck('project_id')
    for (const [index, { project_id }] of messages.entries()) {
      expect(await projectsOf(`sent-${index}`)).toEqual([project_id])
    }
    expect((await projectsOf('of both')).sort()).toEqual([nilUuid, sent.project_id].sort())
    expect(await projectsOf('of the workspace')).toEqual([nilUuid])
  } finally {
    await db.destroy()
  }
})
