import type pg from 'pg'
import type { Uuid, WorkspaceId } from '../../../server/platform/db/ids.js'

/** The logs of a workspace, spread evenly over a time. */
export interface SeededLogs {
  readonly workspaceId: WorkspaceId
  readonly project: Uuid
  readonly logs: number
  /** In milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

const together = 100_000

const uuid = (seed: string) =>
  `(lpad(to_hex(ms), 12, '0') || '7' || substr(md5('${seed}' || n), 1, 3) || '8' || substr(md5('${seed}' || n), 4, 15))::uuid`

/** Logs and messages without what comes with them: a third are of orders with a number of their own. */
const insertRange = `
  with message as materialized (
    select n, ${uuid('message')} as id, ${uuid('log')} as log_id, to_timestamp(ms / 1000.0) as at,
      'user' || (n % greatest(1, $3::bigint / 20)) || case when n % 200000 = 11 then '@mail.rare.example'
        when n % 4 = 0 then '@mail.example.com' else '@example.com' end as address,
      case when n % 5000 = 7 then 'Your quarterly statement ' || n
        when n % 3 = 0 then 'Your Order A-' || n || ' has shipped'
        when n % 3 = 1 then 'Reset your password' else 'Welcome aboard' end as subject,
      case when n % 200000 = 13 then jsonb_build_object('rare_key', 'x')
        when n % 3 = 0 then jsonb_build_object('order_id', 'A-' || n, 'plan',
        (array['free', 'pro', 'pro'])[1 + n % 9 / 3]) else '{}' end as metadata
    from (
      select n, ($6::bigint + (($7::bigint - $6::bigint) * n) / $3::bigint) as ms
      from generate_series($4::bigint, $5::bigint) n
    ) numbered
  ), messages as (
    insert into messages (workspace_id, id, project_id, environment, from_email, subject, category, metadata)
    select $1::uuid, id, $2::uuid, 'live', 'no-reply@shop.example', subject, null, metadata from message order by n
  ), pairs as (
    insert into message_metadata (workspace_id, key, value, log_id)
    select $1::uuid, key, value, log_id from message cross join lateral jsonb_each_text(metadata)
  )
  insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
    delivered_at, updated_at)
  select $1::uuid, log_id, id, $2::uuid, 'live', address, address, 'delivered', at, at from message order by n`

/** Writes the logs as fast as the database takes them. */
export async function seedLogs(
  sql: pg.Pool,
  { workspaceId, project, logs, from, to }: SeededLogs,
  progress: (done: number) => void,
): Promise<void> {
  for (let first = 1; first <= logs; first += together) {
    const last = Math.min(logs, first + together - 1)
    await sql.query(insertRange, [workspaceId, project, logs, first, last, from, to])
    progress(last)
  }
}
