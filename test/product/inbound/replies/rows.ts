import type { Knex } from 'knex'
import { newUuid, type Uuid, type WorkspaceId } from '../../../../server/platform/db/ids.js'

/** Inserts mail as inbound routes take it, without the receiver. */

interface Place {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
}

/** Stores a route of a domain of its own, and answers its id. */
export async function addRoute(
  db: Knex,
  { workspaceId, projectId }: Place,
  fields: { readonly domain?: string; readonly enabled?: boolean } = {},
): Promise<Uuid> {
  const id = newUuid()
  const { domain = `${id}.in.example`, enabled = true } = fields
  await db('inbound_routes').insert({
    ...{
      workspace_id: workspaceId,
      id,
      project_id: projectId,
      environment: 'test',
      name: 'Support',
      domain,
      enabled,
    },
    ...{ recipient: `support@${domain}`, automatic: 'keep', require_dmarc: false, block: '[]' },
  })
  return id
}

/** The row of a mail that a route has taken; the fields are columns. */
export function mailRow({ workspaceId, projectId }: Place, fields: Readonly<Record<string, unknown>> = {}) {
  const day = 86_400_000
  return {
    ...{
      workspace_id: workspaceId,
      id: newUuid(),
      route_id: newUuid(),
      project_id: projectId,
      environment: 'test',
    },
    ...{ envelope_sender: '', envelope_recipients: '[]', sender: '', subject: '', automatic: 'none' },
    ...{ metadata: '{}', headers: '[]', size: 1, stored_bytes: 1 },
    ...{ received_at: new Date(), expires_at: new Date(Date.now() + 30 * day) },
    ...fields,
  }
}

/** Stores a mail that a route has taken, and answers its id. */
export async function addMail(
  db: Knex,
  place: Place,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Uuid> {
  const row = mailRow(place, fields)
  await db('inbound_messages').insert(row)
  return row.id
}
