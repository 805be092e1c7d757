import type { components } from '../../../generated/api-types.js'
import type { WebhookVerdict } from './policy.js'
import type { ClaimedWebhook } from './queue/claim.js'
import type { WebhookOutcome } from './queue/record.js'
import type { SendResult } from './send/webhook.js'

type ErrorCode = components['schemas']['WebhookErrorCode']

/** Returns an attempt and its consequences in the form in which they are recorded. */
export function webhookOutcomeOf(
  delivery: ClaimedWebhook,
  result: SendResult,
  verdict: WebhookVerdict,
): WebhookOutcome {
  const { at, header, status, durationMs, error, responseBody } = result
  const attempt = {
    at: at.toISOString(),
    status,
    duration_ms: Math.max(0, Math.round(durationMs)),
    error,
    response_body: responseBody,
    ...(header !== null && { request: header }),
  }
  return { delivery, verdict, attempt, result }
}

/** Returns the outcome that ends a delivery whose event is no longer retained. */
export function eventGoneOutcome(delivery: ClaimedWebhook): WebhookOutcome {
  return unsentOutcome(delivery, 'event_gone', 'The event is no longer retained.')
}

/** Returns the outcome that ends a delivery whose subscription has been given a format without such an event. */
export function notInFormatOutcome(delivery: ClaimedWebhook): WebhookOutcome {
  return unsentOutcome(
    delivery,
    'not_in_format',
    `The format ${delivery.format} has no translation of the event.`,
  )
}

function unsentOutcome(delivery: ClaimedWebhook, code: ErrorCode, message: string): WebhookOutcome {
  const attempt = unsentAttempt(code, message)
  return { delivery, verdict: { outcome: 'failed' }, attempt, result: null }
}

/** Returns the attempt by which the history explains that nothing was sent. */
export function unsentAttempt(code: ErrorCode, message: string): WebhookOutcome['attempt'] {
  const error = { code, message }
  return { at: new Date().toISOString(), status: null, duration_ms: 0, error, response_body: null }
}
