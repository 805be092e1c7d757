import type { Attributes, Span } from '@opentelemetry/api'
import type { WebhookConfig } from '../../platform/config/defaults.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import type { EventRow } from '../../platform/events/present-event.js'
import { isInFormat } from '../../platform/events/webhook-formats.js'
import { beginCall, failSpan, inStoredPlace, traceparentOf } from '../../platform/tracing/tracing.js'
import type { LeaseTerm } from '../../platform/queue/leases/owner.js'
import { endpointOf, type EndpointGate } from './endpoint-gate.js'
import { formats } from './formats/formats.js'
import type { Subjects } from './formats/subjects.js'
import { eventGoneOutcome, notInFormatOutcome, webhookOutcomeOf } from './outcome.js'
import { judgeWebhook, saysGone, signalOf } from './policy.js'
import type { ClaimedWebhook } from './queue/claim.js'
import type { WebhookOutcome } from './queue/record.js'
import type { SendResult, WebhookSender } from './send/webhook.js'
import { parseUrl } from '../../../base/addresses/parse-url.js'

/** A claimed delivery with the secrets that sign it and, if its format asks for them, the things it is about. */
export interface WebhookJob extends ClaimedWebhook {
  readonly secrets: readonly string[]
  readonly subjects: Subjects
}

/**
 * Makes attempts at webhook deliveries:
 *
 *   claimed --at the endpoint's gate--> sent --a result--> judged --> recorded
 *           --rejected, or its term is over--> given back, to be due again at once
 *
 * A delivery enters the gate at once or in a moment (endpoint-gate.ts). Its lease lasts longer than that and
 * the attempt can take.
 */
export interface WebhookDeliverer {
  /**
   * Makes one attempt and records its outcome.
   *
   * @param term the lease owner's term when the claim began
   */
  deliver(job: WebhookJob, term: LeaseTerm): Promise<void>
  /** Records no broken connections from now on: this side breaks them. */
  abandon(): void
}

export interface WebhookDelivererOptions {
  readonly sender: WebhookSender
  readonly gate: EndpointGate
  readonly config: WebhookConfig
  readonly record: (workspaceId: WorkspaceId, outcome: WebhookOutcome) => Promise<void>
  /** Makes an unbegun delivery due again. */
  readonly giveBack: (workspaceId: WorkspaceId, deliveryId: Uuid) => Promise<void>
  /** Called whenever an endpoint has capacity again. */
  readonly onFree: () => void
}

export function openWebhookDeliverer(options: WebhookDelivererOptions): WebhookDeliverer {
  const { sender, gate, config, record, giveBack, onFree } = options
  let abandoned = false

  async function send(endpoint: string, job: WebhookJob, event: EventRow): Promise<SendResult> {
    const { deliveryId, url, secrets, subjects } = job
    const format = formats[job.format]
    let result: SendResult | undefined
    const span = beginCall('POST', () => endpointAttributes(url))
    const traceparent = span && traceparentOf(span)
    try {
      const eventId = toTypeId('evt', event.id)
      result = await sender.send({
        url,
        deliveryId,
        eventId,
        body: format.body(event, subjects, secrets),
        secrets,
        signFields: format.fields,
        traceparent,
      })
      return result
    } finally {
      if (span !== undefined) endSpan(span, result)
      if (result !== undefined && saysGone(result)) gate.rejectWaiting(endpoint)
      gate.end(endpoint, result === undefined ? 'failure' : signalOf(result), result?.durationMs ?? 0)
      onFree()
    }
  }

  /** Returns the outcome of an attempt; undefined if there is no outcome to record. */
  async function outcomeFor(job: WebhookJob, term: LeaseTerm): Promise<WebhookOutcome | undefined> {
    const { event, attempts } = job
    if (event === null) return eventGoneOutcome(job)
    if (!isInFormat(job.format, event.type)) return notInFormatOutcome(job)
    const endpoint = endpointOf(job.subscriptionId, job.url)
    const entered = await gate.enter(endpoint)
    if (!entered || !(await term.mayBegin())) {
      if (entered) gate.giveUp(endpoint)
      await giveBack(job.workspaceId, job.deliveryId)
      return undefined
    }
    const result = await send(endpoint, job, event)
    if (abandoned && result.status === null) return undefined
    return webhookOutcomeOf(job, result, judgeWebhook({ result, attempts, eventType: event.type }, config))
  }

  return {
    deliver: (job, term) =>
      inStoredPlace(job.traceparent, async () => {
        const outcome = await outcomeFor(job, term)
        if (outcome !== undefined) await record(job.workspaceId, outcome)
      }),
    abandon: () => {
      abandoned = true
    },
  }
}

/**
 * Returns the span attributes of an endpoint's host and port. The URL's path and query stay out, because they can
 * contain a secret of the endpoint.
 */
function endpointAttributes(text: string): Attributes {
  const url = parseUrl(text)
  const port = url?.port || (url?.protocol === 'http:' ? '80' : '443')
  return {
    'http.request.method': 'POST',
    ...(url && { 'url.scheme': url.protocol.slice(0, -1), 'server.address': url.hostname }),
    'server.port': Number(port),
  }
}

function endSpan(span: Span, result: SendResult | undefined): void {
  const status = result?.status ?? null
  if (status !== null) span.setAttribute('http.response.status_code', status)
  if (result === undefined || result.error !== null)
    failSpan(span, status === null ? (result?.error?.code ?? 'failed') : String(status))
  span.end()
}
