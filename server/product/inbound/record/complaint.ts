import type { Knex } from 'knex'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { programIn } from '../../../platform/events/program-of-mail.js'
import type { ReturnedDelivery } from '../../delivery/bounce/return-path.js'
import type { Feedback } from '../reports/feedback.js'
import type { RecordedBounce } from './bounce.js'
import { countReturned, countReturnedOf } from './count.js'
import { lockLog } from '../../mail/record/returned-log.js'
import { keepUnverifiedComplaint, markComplained } from '../../mail/record/returned.js'
import { suppressFor } from './suppress.js'
import type { components } from '../../../../generated/api-types.js'

/** Makes concurrent complaints from one address wait for each other, so that the second sees the first. */
const lockAddress = statement<[workspaceId: WorkspaceId, address: string]>(
  'lock_complaining_address',
  `select pg_advisory_xact_lock(hashtextextended('complaint ' || $1::text || $2::text, 0))`,
)

const selectComplained = statement<[workspaceId: WorkspaceId, address: string], { complained: boolean }>(
  'select_complained_in_a_day',
  `select exists(
     select from message_logs
     where workspace_id = $1 and address = $2 and complained_at > now() - interval '24 hours'
       and environment = 'live'
   ) as complained`,
)

/**
 * Records that a recipient complained, once and in one transaction: the log, the event, the count for
 * halting, and the suppression. The outcome of the delivery does not change. For halting, an address counts
 * once in 24 hours, because the owner of a mailbox can report every message in it.
 *
 * @param countedBy this process's own id in the totals
 */
export function recordComplaint(
  db: Knex,
  delivery: ReturnedDelivery,
  feedback: Pick<Feedback, 'type' | 'userAgent'>,
  countedBy: Uuid,
): Promise<RecordedBounce> {
  const { workspaceId, logId } = delivery
  return inTransaction(db, async ({ sql: trx }) => {
    const log = await lockLog(trx, workspaceId, logId)
    if (log === undefined || log.complained_at !== null) return { kind: 'known' }
    const live = log.environment === 'live'
    let suppressed = false
    if (live) {
      await lockAddress(trx, workspaceId, log.address)
      const [before] = await selectComplained(trx, workspaceId, log.address)
      if (before?.complained !== true)
        await countReturned(trx, workspaceId, countedBy, { settled: 0, bounced: 0, complained: 1 })
    }
    await markComplained(trx, workspaceId, logId)
    if (live) {
      suppressed = await suppressFor(trx, workspaceId, log.address, { fault: 'complaint', logId })
    }
    await countReturnedOf(trx, workspaceId, countedBy, {
      campaignId: log.campaign_id,
      bounced: 0,
      complained: 1,
    })
    await insertEvent(trx, workspaceId, {
      id: newUuid(),
      projectId: log.project_id,
      environment: log.environment,
      type: 'message.complained',
      data: {
        message_id: toTypeId('msg', log.message_id),
        log_id: toTypeId('log', logId),
        recipient: log.recipient,
        category: log.category,
        ...programIn({ campaignId: log.campaign_id, automationId: log.automation_id }),
        feedback_type: feedback.type,
        user_agent: feedback.userAgent,
        suppressed,
      },
    })
    return { kind: 'recorded', live, campaignId: log.campaign_id }
  })
}

type UnverifiedComplaint = NonNullable<components['schemas']['UnverifiedComplaint']>

/**
 * Keeps an unverified complaint in the delivery's log, for people to see. The complaint has no other effect.
 * Only the first one is kept, so that strangers cannot fill the database.
 *
 * @returns whether the complaint was kept; false if the log already has an unverified or a verified one, or
 *   is gone
 */
export async function recordUnverifiedComplaint(
  db: Knex,
  { workspaceId, logId }: ReturnedDelivery,
  complaint: Omit<UnverifiedComplaint, 'received_at'>,
): Promise<boolean> {
  const kept: UnverifiedComplaint = { received_at: new Date().toISOString(), ...complaint }
  return (await keepUnverifiedComplaint(db, workspaceId, logId, JSON.stringify(kept))).length > 0
}
