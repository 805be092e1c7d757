import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Limits } from '../../../platform/db/workspace-limits.js'
import { setQuota } from './quota.js'

const saveLimits = statement<[workspaceId: WorkspaceId, limits: string, longestRetention: number | null]>(
  'save_limits_of_workspace',
  `update workspaces set limits = $2::jsonb, retention_days = least(retention_days, $3::integer) where id = $1`,
)

/**
 * Sets the operator's limits of a workspace, in place of all that were set before. They hold in every process within
 * 5 seconds, and the remaining quota of a day and a month at once. A retention longer than the limit is shortened.
 *
 * @param trx a transaction
 */
export async function setLimits(trx: Knex, workspaceId: WorkspaceId, limits: Limits): Promise<void> {
  await saveLimits(trx, workspaceId, JSON.stringify(limits), limits.retention_days ?? null)
  await setQuota(trx, workspaceId, limits.recipients_per_day, limits.recipients_per_month)
}
