import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../db/ids.js'
import { statement } from '../db/statements/statement.js'
import { recordEvents } from './fan-out.js'
import type { NewEvent } from './event-types.js'

const insert = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    projectId: Uuid | null,
    environment: string | null,
    type: string,
    data: string,
  ]
>(
  'insert_event',
  `with ${recordEvents(
    `select $2::uuid as id, $3::uuid as project_id, $4::text as environment, $5::text as type, $6::jsonb as data`,
  )}
   select`,
)

/** Records one event and queues it for the subscriptions that want it, in the caller's transaction. */
export async function insertEvent(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  event: NewEvent,
): Promise<void> {
  const { id, projectId, environment, type, data } = event
  await insert(trx, workspaceId, id, projectId, environment, type, JSON.stringify(data))
}

const insertMany = statement<[workspaceId: WorkspaceId, events: string], { webhooks: boolean }>(
  'insert_events',
  `with ${recordEvents(
    `select * from json_to_recordset($2::json) as e(id uuid, project_id uuid, environment text, type text, data jsonb)`,
  )}
   select exists (select from wanted_event) as webhooks`,
)

/**
 * Records events and queues them for the subscriptions that want them, in the caller's transaction.
 *
 * @returns whether any subscription wants one, so that the caller wakes the webhooks
 */
export async function insertEvents(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  events: readonly NewEvent[],
): Promise<boolean> {
  if (events.length === 0) return false
  const rows = events.map(({ id, projectId, environment, type, data }) => ({
    id,
    project_id: projectId,
    environment,
    type,
    data,
  }))
  return (await insertMany(trx, workspaceId, JSON.stringify(rows)))[0]?.webhooks === true
}
