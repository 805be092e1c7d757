import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../../server/platform/db/ids.js'

/** When the first of many contacts was made. */
const firstMs = 1_700_000_000_000

/**
 * Makes contacts, a millisecond after each other, with ids whose last bytes are as random as real ones'. Every
 * tenth is on the plan `pro`; all have the same number of events.
 */
export async function makeContacts(
  db: Knex,
  { workspaceId, projectId }: { readonly workspaceId: WorkspaceId; readonly projectId: Uuid },
  many: number,
  events: number,
): Promise<void> {
  await db.raw(
    `insert into contacts (workspace_id, id, project_id, environment, email, address, properties)
     select :workspaceId,
       (lpad(to_hex(${firstMs} + n), 12, '0') || '7' || substr(random, 1, 3) || '8' || substr(random, 4, 15))::uuid,
       :projectId, 'live', 'n' || n || '@example.com', 'n' || n || '@example.com',
       jsonb_build_object('plan', case n % 10 when 0 then 'pro' else 'free' end, 'seats', n)
     from generate_series(1, ${many}::integer) n, md5(n::text || :projectId) random`,
    { workspaceId, projectId },
  )
  if (events === 0) return
  await db.raw(
    `insert into contact_events (workspace_id, contact_id, id, name, at, properties)
     select workspace_id, id, gen_random_uuid(), case when n % 2 = 0 then 'login' else 'order_placed' end,
       now() - make_interval(days => n), jsonb_build_object('total', n * 10)
     from contacts cross join generate_series(1, ${events}::integer) n
     where workspace_id = :workspaceId and project_id = :projectId`,
    { workspaceId, projectId },
  )
}
