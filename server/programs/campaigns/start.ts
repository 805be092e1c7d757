import { loadRules, resolveStored } from '../../audience/segments/resolve.js'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { Transaction } from '../../db/transaction.js'
import { insertEvent } from '../../events/insert-event.js'
import { refusedValue } from '../../http/errors.js'
import type { Wakes } from '../../queue/wakes.js'
import { campaignEvent } from './events.js'
import { pauseCampaign } from './pause.js'
import type { CampaignRow, CampaignRules } from './rows.js'

/** The max number of campaigns of a workspace that send at once. Further ones wait. */
export const maxSending = 20

/** How long one that waits for others is left alone, in milliseconds. */
const waitMs = 5_000

const countSending = statement<[workspaceId: Uuid, max: number], { count: number }>(
  'count_sending_campaigns',
  `select count(*)::integer as count from (
     select from campaigns where workspace_id = $1 and status = 'sending' limit $2
   ) sending`,
)

const begin = statement<[workspaceId: Uuid, id: Uuid, rules: string], CampaignRow>(
  'begin_campaign',
  `update campaigns set status = 'sending', started_at = now(), phase = 'walk', rules = $3::jsonb,
     walk_position = null, release_position = null, updated_at = now()
   where workspace_id = $1 and id = $2
   returning *`,
)

/**
 * Starts a scheduled campaign, which the transaction has locked: its rules are copied, so that its audience
 * does not change with its segments. One that missed its time is paused.
 *
 * @returns how long to leave it alone, in milliseconds; null where it was paused
 * @throws ApiError 422 `validation_failed` where a rule of its segments does not hold any more
 */
export async function startCampaign(
  tx: Transaction,
  row: CampaignRow & { readonly now: Date },
  wakes: Pick<Wakes, 'webhooks'>,
): Promise<number | null> {
  const { workspace_id: workspaceId, id, scheduled_at: scheduledAt, max_delay_seconds: maxDelay } = row
  const late = row.now.getTime() - (scheduledAt ?? row.now).getTime()
  if (late > maxDelay * 1000) {
    await pauseCampaign(tx, row, 'missed_schedule', wakes)
    return null
  }
  const [sending] = await countSending(tx.sql, workspaceId, maxSending)
  if (sending !== undefined && sending.count >= maxSending) return waitMs
  const rules = await rulesOf(tx, row)
  const [started] = await begin(tx.sql, workspaceId, id, JSON.stringify(rules))
  if (started === undefined) throw new Error('a campaign that was locked is gone')
  await insertEvent(tx.sql, workspaceId, campaignEvent(started, 'campaign.started'))
  tx.afterCommit(wakes.webhooks)
  return 0
}

/** The rules of a campaign's segments, with those of other segments in them, as they are now. */
async function rulesOf({ sql }: Transaction, row: CampaignRow): Promise<CampaignRules> {
  const place = { workspaceId: row.workspace_id, projectId: row.project_id }
  const ruleOf = async (id: Uuid | null) => {
    if (id === null) return null
    const rule = (await loadRules(sql, place, [id])).get(id)
    if (rule === undefined) throw refusedValue('/audience', 'not_found', 'names a segment that is gone')
    return resolveStored(sql, place, rule)
  }
  return { include: await ruleOf(row.segment_id), exclude: await ruleOf(row.exclude_segment_id) }
}
