import type { UnsentReason } from '../audience/unsent-reason.js'
import { newUuid, toTypeId } from '../../platform/db/ids.js'
import type { EventData, NewEvent } from '../../platform/events/event-types.js'
import { programIn } from '../../platform/events/program-of-mail.js'
import type { DeliveryVerdict } from './policy.js'
import type { ClaimedDelivery } from '../mail/claim/claim.js'
import type { DeliveryOutcome } from '../mail/record/record.js'
import type { SmtpResult } from './smtp/result.js'
import type { AttemptTrace } from './smtp/trace.js'
import type { WaitingFor } from '../mail/record/wait.js'
import type { WholeAttempt } from '../mail/stored-attempt.js'

/** Turns the result of an attempt into the rows that record it: the log's attempt and the event. */
export function deliveryOutcomeOf(
  delivery: ClaimedDelivery,
  result: SmtpResult,
  verdict: DeliveryVerdict,
  {
    at,
    trace,
  }: {
    readonly at: Date
    /** Trace of the attempt; absent if no server was to be asked. */
    readonly trace?: AttemptTrace
  },
): DeliveryOutcome {
  const attempt: WholeAttempt = {
    at: at.toISOString(),
    outcome: verdict.status,
    via: 'smtp',
    reply: result.reply ?? null,
    class: verdict.class,
    error: verdict.error,
    server: trace?.peer?.server ?? null,
    tls: trace?.peer?.tls ?? null,
    duration_ms: trace?.durationMs ?? null,
    source: sourceOf(trace),
  }
  return {
    workspaceId: delivery.workspaceId,
    logId: delivery.logId,
    campaignId: delivery.campaignId,
    status: verdict.status,
    afterSeconds: verdict.status === 'deferred' ? verdict.afterSeconds : null,
    attempt,
    conversation: trace?.transcript.text() ?? null,
    addressFault: verdict.addressFault,
    suppressionReason: null,
    ...recordedEvent(eventOf(delivery, result, verdict)),
  }
}

/**
 * Returns the outcome of a delivery that was not sent for a reason that came after the message was accepted. It does
 * not count as an attempt.
 */
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
    afterSeconds: null,
    attempt: null,
    conversation: null,
    addressFault: null,
    suppressionReason: reason,
    ...recordedEvent(event),
  }
}

/**
 * Returns the outcome of a delivery that the operator gave up before it was sent. It is recorded as an attempt, so
 * that the log says why the delivery failed.
 */
export function droppedOutcome(delivery: ClaimedDelivery): DeliveryOutcome {
  const error = 'Dropped by the operator'
  const at = delivery.claimedAt.toISOString()
  const why = { via: null, reply: null, class: null, error }
  const attempt: WholeAttempt = { at, outcome: 'failed', ...why, ...unconnected }
  const event: NewEvent = {
    ...eventFrame(delivery),
    type: 'message.failed',
    data: { ...whoseDelivery(delivery), attempt: delivery.attempts + 1, ...why, suppressed: false },
  }
  return {
    workspaceId: delivery.workspaceId,
    logId: delivery.logId,
    campaignId: delivery.campaignId,
    status: 'failed',
    afterSeconds: null,
    attempt,
    conversation: null,
    addressFault: null,
    suppressionReason: null,
    ...recordedEvent(event),
  }
}

/** Columns of an attempt that reached no server. */
const unconnected = { server: null, tls: null, duration_ms: null, source: null } as const

function sourceOf(trace: AttemptTrace | undefined): WholeAttempt['source'] {
  return trace?.source === undefined ? null : { address: trace.source.address, name: trace.source.name }
}

/** An event without the values that are only known once it is written. */
type UnwrittenEvent = Pick<NewEvent, 'id' | 'type'> & { readonly data: object }

/** The data of a deferral without the time of the next attempt, which is only known once the row is written. */
type Deferral = Omit<EventData['message.deferred'], 'next_attempt_at'>

/** Returns the event of a delivery that has to wait before its next attempt. */
export function waitEventOf(
  delivery: ClaimedDelivery,
  waitingFor: WaitingFor | null,
): Pick<DeliveryOutcome, 'eventId' | 'eventData'> {
  const eventData: Deferral = {
    ...whoseDelivery(delivery),
    attempt: delivery.attempts + 1,
    reply: null,
    class: null,
    error: null,
    waiting_for: waitingFor,
  }
  return { eventId: newUuid(), eventData }
}

function eventOf(delivery: ClaimedDelivery, result: SmtpResult, verdict: DeliveryVerdict): UnwrittenEvent {
  const data = {
    ...whoseDelivery(delivery),
    attempt: delivery.attempts + 1,
    reply: result.reply ?? null,
    class: verdict.class,
    error: verdict.error,
  }
  if (verdict.status === 'deferred') {
    const deferral: Deferral = { ...data, waiting_for: null }
    return { ...eventFrame(delivery), type: 'message.deferred', data: deferral }
  }
  // It is known only after recording if the address is suppressed because of this attempt.
  const outcome: EventData['message.delivered'] = { ...data, via: 'smtp', suppressed: false }
  return { ...eventFrame(delivery), type: `message.${verdict.status}`, data: outcome }
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

function recordedEvent({ id, type, data }: UnwrittenEvent) {
  return { eventId: id, eventType: type, eventData: data }
}
