import type { components } from '../../generated/api-types.js'
import type { UnsentReason } from '../audience/suppressions/reason.js'
import { newUuid, toTypeId } from '../db/ids.js'
import type { NewEvent } from '../events/event-types.js'
import { programIn } from '../events/program-of-mail.js'
import type { DeliveryVerdict } from './policy.js'
import type { ClaimedDelivery } from './queue/claim.js'
import type { DeliveryOutcome } from './queue/record.js'
import type { SmtpResult } from './smtp/result.js'

/** Turns what came of an attempt into the rows that record it: the log's attempt and the event. */
export function deliveryOutcomeOf(
  delivery: ClaimedDelivery,
  result: SmtpResult,
  verdict: DeliveryVerdict,
  at: Date,
): DeliveryOutcome {
  const attempt: components['schemas']['DeliveryAttempt'] = {
    at: at.toISOString(),
    outcome: verdict.status,
    via: 'smtp',
    ...(result.reply && { reply: result.reply }),
    ...(verdict.class !== null && { class: verdict.class }),
    error: verdict.error,
  }
  return {
    workspaceId: delivery.workspaceId,
    logId: delivery.logId,
    campaignId: delivery.campaignId,
    status: verdict.status,
    nextAttemptAt: verdict.status === 'deferred' ? verdict.nextAttemptAt : null,
    attempt,
    addressFault: verdict.addressFault,
    suppressionReason: null,
    ...recordedEvent(eventOf(delivery, result, verdict)),
  }
}

/** Nothing was sent, for a reason that came after the message was accepted. It is no attempt. */
export function suppressedOutcome(delivery: ClaimedDelivery, reason: UnsentReason): DeliveryOutcome {
  const event: NewEvent = {
    ...eventFrame(delivery),
    type: 'message.suppressed',
    data: { ...whoseDelivery(delivery), reason },
  }
  return {
    workspaceId: delivery.workspaceId,
    logId: delivery.logId,
    campaignId: delivery.campaignId,
    status: 'suppressed',
    nextAttemptAt: null,
    attempt: null,
    addressFault: null,
    suppressionReason: reason,
    ...recordedEvent(event),
  }
}

/**
 * Nothing was sent: the operator gave it up. It stands among the attempts, so that the log says why it
 * failed.
 */
export function droppedOutcome(delivery: ClaimedDelivery, at: Date): DeliveryOutcome {
  const error = 'Dropped by the operator'
  const attempt: components['schemas']['DeliveryAttempt'] = { at: at.toISOString(), outcome: 'failed', error }
  const event: NewEvent = {
    ...eventFrame(delivery),
    type: 'message.failed',
    data: { ...whoseDelivery(delivery), attempt: delivery.attempts + 1, error },
  }
  return {
    workspaceId: delivery.workspaceId,
    logId: delivery.logId,
    campaignId: delivery.campaignId,
    status: 'failed',
    nextAttemptAt: null,
    attempt,
    addressFault: null,
    suppressionReason: null,
    ...recordedEvent(event),
  }
}

function eventOf(delivery: ClaimedDelivery, result: SmtpResult, verdict: DeliveryVerdict): NewEvent {
  const data = {
    ...whoseDelivery(delivery),
    attempt: delivery.attempts + 1,
    ...(result.reply && { reply: result.reply }),
    ...(verdict.class !== null && { class: verdict.class }),
    error: verdict.error,
  }
  if (verdict.status === 'deferred') {
    const next_attempt_at = verdict.nextAttemptAt.toISOString()
    return { ...eventFrame(delivery), type: 'message.deferred', data: { ...data, next_attempt_at } }
  }
  return { ...eventFrame(delivery), type: `message.${verdict.status}`, data: { ...data, via: 'smtp' } }
}

function eventFrame({ projectId, environment }: ClaimedDelivery) {
  return { id: newUuid(), projectId, environment }
}

function whoseDelivery(delivery: ClaimedDelivery) {
  const { messageId, logId, recipient, category } = delivery
  return {
    message_id: toTypeId('msg', messageId),
    log_id: toTypeId('log', logId),
    recipient,
    category,
    ...programIn(delivery),
  }
}

function recordedEvent({ id, type, data }: NewEvent) {
  return { eventId: id, eventType: type, eventData: data }
}
