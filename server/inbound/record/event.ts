import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { NewEvent } from '../../events/event-types.js'

const insert = statement<
  [workspaceId: Uuid, id: Uuid, projectId: Uuid, environment: string, type: string, data: string]
>(
  'insert_returned_event',
  `insert into events (workspace_id, id, project_id, environment, type, data)
   values ($1, $2, $3, $4, $5, $6::jsonb)`,
)

export async function insertEvent(
  trx: Knex.Transaction,
  event: NewEvent & { readonly workspaceId: Uuid },
): Promise<void> {
  const { workspaceId, id, projectId, environment, type, data } = event
  await insert(trx, workspaceId, id, projectId, environment, type, JSON.stringify(data))
}
