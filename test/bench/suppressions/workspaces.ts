import type { Knex } from 'knex'
import { newWorkspaceId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { insertApiKey } from '../../../server/product/workspace/keys/api-keys.js'

export interface Workspace {
  readonly id: WorkspaceId
  /** A key that may read and change its suppressions. */
  readonly key: string
}

export async function addWorkspace(db: Knex): Promise<Workspace> {
  const id = newWorkspaceId()
  await db('workspaces').insert({ id, name: 'Suppressions' })
  const { secret } = await insertApiKey(db, id, {
    name: 'Benchmark',
    scopes: ['suppressions:*'],
    restrictions: { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null },
  })
  return { id, key: secret }
}

/** Suppresses so many addresses, as a service has after some years. */
export async function suppressMany({ id }: Workspace, many: number, db: Knex): Promise<void> {
  await db.raw(
    `insert into suppressions (workspace_id, id, address, reason, note, suppressed_at)
     select ?, gen_random_uuid(), 'customer' || n || '@mail' || n % 1000 || '.example',
       (array['hard_bounce', 'complaint', 'unsubscribe', 'manual'])[n % 4 + 1],
       case when n % 4 = 3 then 'Asked by phone, ticket ' || n end, timestamptz '2025-01-01' + n * interval '10 s'
     from generate_series(1, ?::int) n`,
    [id, many],
  )
  await db.raw('analyze suppressions')
}
