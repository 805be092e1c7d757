import type { Knex } from 'knex'
import { newUuid, toTypeId, type Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { insertEvent } from '../../events/insert-event.js'
import type { ReturnedDelivery } from '../../delivery/bounce/return-path.js'
import type { Feedback } from '../reports/feedback.js'
import type { Recorded } from './bounce.js'
import { countReturned } from './count.js'
import { lockLog } from './log.js'
import { suppressFor } from './suppress.js'

const complain = statement<[workspaceId: Uuid, logId: Uuid]>(
  'record_complaint',
  'update message_logs set complained_at = now(), updated_at = now() where workspace_id = $1 and id = $2',
)

/**
 * Records that a recipient complained, in one transaction and once: the log, the event, what is counted to halt on, and
 * the suppression. What became of the delivery stays as it is.
 *
 * @param countedBy this process's own id in the totals
 */
export function recordComplaint(
  db: Knex,
  delivery: ReturnedDelivery,
  feedback: Pick<Feedback, 'type' | 'userAgent'>,
  countedBy: Uuid,
): Promise<Recorded> {
  const { workspaceId, logId } = delivery
  return db.transaction(async (trx) => {
    const log = await lockLog(trx, workspaceId, logId)
    if (log === undefined || log.complained_at !== null) return { kind: 'known' }
    await complain(trx, workspaceId, logId)
    const live = log.environment === 'live'
    let suppressed = false
    if (live) {
      await countReturned(trx, workspaceId, countedBy, { settled: 0, bounced: 0, complained: 1 })
      suppressed = await suppressFor(trx, workspaceId, log.address, 'complaint', logId)
    }
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
        feedback_type: feedback.type,
        user_agent: feedback.userAgent,
        suppressed,
      },
    })
    return { kind: 'recorded', live }
  })
}
