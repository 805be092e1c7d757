import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { sendingBlock } from '../../workspace/limits/quota.js'
import { progressOf, type CampaignRow } from './campaign-rows.js'

type Schemas = components['schemas']

/** Returns campaigns of a workspace in the form of the API contract. Those that are sending may be blocked. */
export async function presentCampaigns(
  db: Knex,
  workspaceId: WorkspaceId,
  rows: readonly CampaignRow[],
): Promise<Schemas['Campaign'][]> {
  const blocks = new Map<Environment, Block>()
  for (const { status, environment } of rows) {
    if (status === 'sending' && !blocks.has(environment))
      blocks.set(environment, await sendingBlock(db, workspaceId, environment))
  }
  return rows.map((row) => present(row, blocks.get(row.environment) ?? null))
}

/** Returns one campaign in the form of the API contract. */
export async function presentCampaign(db: Knex, row: CampaignRow): Promise<Schemas['Campaign']> {
  const sends = row.status === 'sending'
  return present(row, sends ? await sendingBlock(db, row.workspace_id, row.environment) : null)
}

type Block = Schemas['Campaign']['blocked_by']

/**
 * @param block the block that keeps campaigns from sending; null if there is none
 */
function present(row: CampaignRow, block: Block): Schemas['Campaign'] {
  const progress = progressOf(row)
  const idOf = (prefix: 'lst' | 'seg', id: Uuid | null) => (id === null ? null : toTypeId(prefix, id))
  return {
    id: toTypeId('cmp', row.id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    name: row.name,
    status: row.status,
    pause_reason: row.pause_reason,
    blocked_by:
      row.status === 'sending' && (block !== 'quota_exceeded' || progress.pending > 0) ? block : null,
    template: { template_id: toTypeId('tpl', row.template_id), version: row.template_version },
    from_email: row.from_email,
    from_name: row.from_name,
    reply_to: row.reply_to.map((each) => ({ ...each })),
    variables: { ...row.variables },
    audience: {
      list_id: idOf('lst', row.list_id),
      segment_id: idOf('seg', row.segment_id),
      exclude_segment_id: idOf('seg', row.exclude_segment_id),
    },
    rate_per_hour: row.rate_per_hour,
    category: row.category,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    max_delay_seconds: row.max_delay_seconds,
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    audience_total: row.audience_total,
    progress,
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
    topic: row.topic,
  }
}
