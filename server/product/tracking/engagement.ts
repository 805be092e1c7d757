import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'

type Engagement = NonNullable<components['schemas']['Engagement']>

interface EngagementRow {
  log_id: Uuid
  opens: number
  first_opened_at: Date | null
  clicks: number
  first_clicked_at: Date | null
  machine_opens: number
  machine_clicks: number
}

const selectEngagements = statement<[workspaceId: WorkspaceId, logIds: readonly Uuid[]], EngagementRow>(
  'select_engagements',
  `select engagement.* from unnest($2::uuid[]) as asked (id)
   cross join lateral (
     select log_id, coalesce(sum(times) filter (where kind = 'open' and not machine), 0)::integer as opens,
       min(first_at) filter (where kind = 'open' and not machine) as first_opened_at,
       coalesce(sum(times) filter (where kind = 'click' and not machine), 0)::integer as clicks,
       min(first_at) filter (where kind = 'click' and not machine) as first_clicked_at,
       coalesce(sum(times) filter (where kind = 'open' and machine), 0)::integer as machine_opens,
       coalesce(sum(times) filter (where kind = 'click' and machine), 0)::integer as machine_clicks
     from engagements where workspace_id = $1 and log_id = asked.id and position = -1 group by log_id
   ) engagement`,
)

const nothing: Engagement = {
  opens: 0,
  first_opened_at: null,
  clicks: 0,
  first_clicked_at: null,
  machine_opens: 0,
  machine_clicks: 0,
}

/** Returns the opens and clicks of deliveries, by their logs. */
export async function engagementsOf(
  db: Knex,
  workspaceId: WorkspaceId,
  logIds: readonly Uuid[],
): Promise<(logId: Uuid) => Engagement> {
  const rows = logIds.length === 0 ? [] : await selectEngagements(db, workspaceId, logIds)
  const found = new Map(
    rows.map(({ log_id: id, first_opened_at: opened, first_clicked_at: clicked, ...counts }) => [
      id,
      {
        ...counts,
        first_opened_at: opened?.toISOString() ?? null,
        first_clicked_at: clicked?.toISOString() ?? null,
      },
    ]),
  )
  return (logId) => found.get(logId) ?? nothing
}
