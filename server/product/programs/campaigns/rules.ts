import type { Knex } from 'knex'
import { resolveStored } from '../../audience/segments/rules/resolve.js'
import { toTypeId, type Uuid } from '../../../platform/db/ids.js'
import type { CampaignRow, CampaignRules } from './campaign-rows.js'

/**
 * Reads the rules of a campaign's segments, with those of other segments in them: as they are now or, if the campaign
 * has started, as they were then.
 *
 * @throws ApiError 422 `validation_failed` if a rule names something that no longer exists
 */
export async function rulesOf(db: Knex, row: CampaignRow): Promise<CampaignRules> {
  if (row.rules !== null) return row.rules
  const place = { workspaceId: row.workspace_id, projectId: row.project_id }
  const ruleOf = async (id: Uuid | null) =>
    id === null ? null : resolveStored(db, place, { segment: { segment_id: toTypeId('seg', id) } })
  return { include: await ruleOf(row.segment_id), exclude: await ruleOf(row.exclude_segment_id) }
}

/** Returns true if there is a rule, whose cost can be too high. */
export function hasRule({ include = null, exclude = null }: Partial<CampaignRules>): boolean {
  return include !== null || exclude !== null
}
