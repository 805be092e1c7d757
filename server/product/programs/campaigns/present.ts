import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { isHalted } from '../../workspace/halting/halting.js'
import { progressOf, type CampaignRow } from './rows.js'

type Schemas = components['schemas']

/** Campaigns of a workspace as the contract shows them. Those that send may be kept from it. */
export async function presentCampaigns(
  db: Knex,
  workspaceId: WorkspaceId,
  rows: readonly CampaignRow[],
): Promise<Schemas['Campaign'][]> {
  const halted = rows.some(({ status }) => status === 'sending') && (await isHalted(db, workspaceId))
  return rows.map((row) => present(row, halted))
}

/** One campaign as the contract shows it. */
export async function presentCampaign(db: Knex, row: CampaignRow): Promise<Schemas['Campaign']> {
  const halted = row.status === 'sending' && (await isHalted(db, row.workspace_id))
  return present(row, halted)
}

function present(row: CampaignRow, halted: boolean): Schemas['Campaign'] {
  const idOf = (prefix: 'lst' | 'seg', id: Uuid | null) => (id === null ? null : toTypeId(prefix, id))
  return {
    id: toTypeId('cmp', row.id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    name: row.name,
    status: row.status,
    pause_reason: row.pause_reason,
    blocked_by: row.status === 'sending' && halted ? 'sending_halted' : null,
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
    progress: progressOf(row),
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
