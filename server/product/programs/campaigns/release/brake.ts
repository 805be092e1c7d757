import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../../platform/db/transaction/transaction.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { pauseCampaign } from '../course/pause.js'
import { topicColumn, type CampaignRow, type PauseReason } from '../campaign-rows.js'

/**
 * Limits of the brake. It pauses a campaign whose mail bounces, is complained about or cannot be rendered too often,
 * before its workspace is halted, so that the workspace's single sends go on. It counts outcomes since the campaign
 * was last resumed. The rates are those at which a workspace is halted (product/workspace/halting/halt-by-rate.ts).
 * Below 500 outcomes they are computed as if there were 500, so that a bad campaign stops as soon as even 500
 * outcomes could not mend its rate.
 */
const minSettled = 500
const maxBounced = 0.05
const maxComplained = 0.003
const minFailed = 50
const maxFailed = 0.05

/** The counts of a campaign's outcomes that the brake needs. */
export interface BrakeCounts {
  readonly delivered: number
  readonly bounced: number
  readonly complained: number
  readonly failed: number
}

/** Returns the reason to pause a campaign; undefined if it may go on. */
export function brakeReason({
  delivered,
  bounced,
  complained,
  failed,
}: BrakeCounts): PauseReason | undefined {
  const settled = Math.max(minSettled, delivered + bounced)
  if (bounced > settled * maxBounced) return 'bounce_rate'
  if (complained > settled * maxComplained) return 'complaint_rate'
  if (tooManyFailures(failed, delivered + bounced + failed)) return 'render_failures'
  return undefined
}

/** Returns true if too many of the mails to be made could not be made. */
export function tooManyFailures(failed: number, all: number): boolean {
  return failed >= minFailed && failed > all * maxFailed
}

type BrakeRow = CampaignRow & BrakeCounts

/** Returns SQL of the number of a campaign's mails that could not be made, at their release or at their delivery. */
export const failedBeforeHandOver = (campaign: string) => `${campaign}.failed + (
       select count(*)::integer from (
         select from message_logs
         where workspace_id = $1 and campaign_id = ${campaign}.id and status = 'failed'
           and attempts -> -1 ->> 'reply' is null limit 10000
       ) log)`

const select = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], BrakeRow>(
  'select_campaigns_to_brake',
  `select campaign.*, ${topicColumn('campaign')}, total.bounced - brake_bounced as bounced,
     total.complained - brake_complained as complained,
     total.delivered - (brake_settled - brake_bounced) as delivered,
     ${failedBeforeHandOver('campaign')} - brake_failed as failed
   from campaigns campaign cross join lateral (
     select coalesce(sum(delivered), 0)::integer as delivered, coalesce(sum(bounced), 0)::integer as bounced,
       coalesce(sum(complained), 0)::integer as complained
     from campaign_hours where workspace_id = $1 and campaign_id = campaign.id
   ) total
   where workspace_id = $1 and id = any($2::uuid[]) and status = 'sending'
   order by id`,
)

const lock = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid }>(
  'lock_sending_campaign',
  `select id from campaigns where workspace_id = $1 and id = $2 and status = 'sending' for no key update`,
)

/** Pauses those of a workspace's campaigns that have had too many bounces, complaints or failures. */
export type Brake = (workspaceId: WorkspaceId, campaignIds: readonly Uuid[]) => Promise<void>

/**
 * Makes the brake. It never throws, since the outcomes are recorded, and the next bounce or complaint runs it again.
 */
export function campaignBrake(db: Knex, wakes: Pick<Wakes, 'webhooks'>, log: Logger): Brake {
  return async (workspaceId, campaignIds) => {
    try {
      for (const row of await select(db, workspaceId, campaignIds)) {
        const reason = brakeReason(row)
        if (reason !== undefined) await pauseSending(db, row, { reason, wakes, log })
      }
    } catch (error) {
      log.warn(
        { workspace_id: toTypeId('ws', workspaceId), err: error },
        'could not decide whether to pause a campaign',
      )
    }
  }
}

async function pauseSending(
  db: Knex,
  { workspace_id: workspaceId, id }: CampaignRow,
  {
    reason,
    wakes,
    log,
  }: { readonly reason: PauseReason; readonly wakes: Pick<Wakes, 'webhooks'>; readonly log: Logger },
): Promise<void> {
  const paused = await inTransaction(db, async (tx) => {
    const [sending] = await lock(tx.sql, workspaceId, id)
    if (sending === undefined) return false
    await pauseCampaign(tx, { workspace_id: workspaceId, id }, reason, wakes)
    return true
  })
  if (paused) log.warn({ campaign_id: toTypeId('cmp', id), reason }, 'a campaign was paused by its limits')
}
