import type { components } from '../../generated/api-types.js'
import { newUuid, toTypeId } from '../db/ids.js'
import type { NewEvent } from '../events/event-types.js'
import type { Verdict } from './policy.js'
import type { Claimed } from './queue/claim.js'
import type { RecordedOutcome } from './queue/record.js'
import type { SmtpResult } from './smtp/result.js'

/** Turns what came of an attempt into the rows that record it: the log's attempt and the event. */
export function outcomeOf(
  delivery: Claimed,
  result: SmtpResult,
  verdict: Verdict,
  at: Date,
): RecordedOutcome {
  const attempt: components['schemas']['DeliveryAttempt'] = {
    at: at.toISOString(),
    outcome: verdict.status,
    ...(result.reply && { reply: result.reply }),
    error: verdict.error,
  }
  const event = eventOf(delivery, result, verdict)
  return {
    workspaceId: delivery.workspaceId,
    logId: delivery.logId,
    status: verdict.status,
    nextAttemptAt: verdict.status === 'deferred' ? verdict.retryAt : null,
    attempt,
    eventId: event.id,
    eventType: event.type,
    eventData: event.data,
  }
}

function eventOf(delivery: Claimed, result: SmtpResult, verdict: Verdict): NewEvent {
  const common = { id: newUuid(), projectId: delivery.projectId, environment: delivery.environment }
  const data = {
    message_id: toTypeId('msg', delivery.messageId),
    log_id: toTypeId('log', delivery.logId),
    recipient: delivery.recipient,
    category: delivery.category,
    attempt: delivery.attempts + 1,
    ...(result.reply && { reply: result.reply }),
    error: verdict.error,
  }
  if (verdict.status === 'deferred') {
    const next_attempt_at = verdict.retryAt.toISOString()
    return { ...common, type: 'message.deferred', data: { ...data, next_attempt_at } }
  }
  return { ...common, type: `message.${verdict.status}`, data }
}
