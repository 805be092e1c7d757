import knex from 'knex'
import { fromTypeId, newUuid } from '../../../server/platform/db/ids.js'
import type { ServiceProcess } from '../../support/service/process.js'

/** Adds routes, and a contact for none of the senders. Returns the routes' addresses. */
export async function addRoutes(
  databaseUrl: string,
  { credentials }: Pick<ServiceProcess, 'credentials'>,
  routes: number,
): Promise<string[]> {
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 1, max: 1 } })
  try {
    const workspace_id = fromTypeId('ws', credentials.workspace_id)
    await db('inbound_domains').insert({ name: 'in.shop.example', workspace_id })
    const recipients = Array.from({ length: routes }, (_, index) => `desk-${index}@in.shop.example`)
    const project_id = fromTypeId('prj', credentials.project_id)
    const settings = { enabled: true, automatic: 'keep', require_dmarc: false, block: '[]' }
    const own = { workspace_id, project_id, environment: 'live', domain: 'in.shop.example', ...settings }
    await db('inbound_routes').insert(
      recipients.map((recipient) => ({ ...own, id: newUuid(), name: recipient, recipient })),
    )
    return recipients
  } finally {
    await db.destroy()
  }
}
