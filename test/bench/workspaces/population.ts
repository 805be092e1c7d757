import type { Knex } from 'knex'
import { newUuid } from '../../../server/platform/db/ids.js'
import { fillOwners } from '../../../server/platform/db/migrations/0006-queue-owners.js'

/** Adds so many workspaces that have nothing. */
export async function addWorkspaces(db: Knex, count: number): Promise<void> {
  await db.raw(
    `insert into workspaces (id, name) select gen_random_uuid(), 'Customer ' || n from generate_series(1, ?::int) n`,
    [count],
  )
  await db.raw('analyze')
}

/**
 * Gives each workspace what one has that is used now and then: mail for tomorrow, a webhook that is tried again in an
 * hour, an automation that waits, and some history that is kept for long.
 */
export async function fillWorkspaces(db: Knex): Promise<void> {
  const id = newUuid()
  const each = (table: string, columns: string, values: string) =>
    db.raw(
      `insert into ${table} (workspace_id, ${columns}) select workspaces.id, ${values.replaceAll(':id', `'${id}'`)} from workspaces`,
    )
  await each(
    'messages',
    'id, project_id, environment, from_email, subject',
    `:id, :id, 'live', 'a@a.example', 'A'`,
  )
  await each(
    'message_logs',
    'id, message_id, project_id, environment, recipient, address, status, updated_at',
    `:id, :id, :id, 'live', 'b@b.example', 'b@b.example', 'scheduled', now()`,
  )
  await each(
    'delivery_queue',
    'log_id, message_id, destination, due_at',
    `:id, :id, 'b.example', now() + interval '1 day'`,
  )
  await each('webhook_subscriptions', 'id, url, events', `:id, 'https://a.example/', '{}'`)
  await each(
    'webhook_queue',
    'delivery_id, webhook_id, event_id, due_at, attempts',
    `:id, :id, :id, now() + interval '1 hour', 1`,
  )
  await each(
    'automation_runs',
    'id, automation_id, version, project_id, environment, contact_id, status, trigger_kind, since, started_at, step_started_at, due_at',
    `:id, :id, 1, :id, 'live', :id, 'waiting', 'event', now(), now(), now(), now() + interval '1 day'`,
  )
  await each(
    'events',
    'id, project_id, environment, type, data',
    `:id, :id, 'live', 'message.accepted', '{}'`,
  )
  await each(
    'audit_events',
    'id, actor_kind, operation, outcome',
    `:id, 'workspace_key', 'createProject', 'succeeded'`,
  )
  await db.raw(
    `insert into statistics (workspace_id, level, project_id, category, destination, at, accepted, counts)
     select id, level, id, '', '', date_trunc('day', now()), 1, '{"accepted": 1}'
     from workspaces cross join generate_series(0, 7) level`,
  )
  await db.raw(fillOwners)
  await db.raw('vacuum analyze')
}
