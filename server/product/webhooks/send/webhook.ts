import type { components } from '../../../../generated/api-types.js'
import type { Uuid } from '../../../platform/db/ids.js'

/** One attempt, ready to be made. */
export interface OutgoingWebhook {
  readonly url: string
  readonly deliveryId: Uuid
  /** As the body has it, `evt_…`: the same in each attempt and each replay. */
  readonly eventId: string
  /** The event as canonical JSON (RFC 8785). These bytes are signed and sent. */
  readonly body: Buffer
  /** All of these secrets sign, the newest first. */
  readonly secrets: readonly string[]
  /** Sent along, so that the receiver's spans belong to the same trace. */
  readonly traceparent?: string | undefined
}

/**
 * What of a request's header nobody can tell afterwards: the url changes, secrets go, the service is upgraded. It is
 * stored with the attempt. A field that is sent from a later version on belongs here as well.
 */
export interface SentHeader {
  /** With the port, where it is not the scheme's own. */
  readonly host: string
  readonly user_agent: string
  /** No secret: it holds for one body at one time. */
  readonly signature: string
  /** By Standard Webhooks, of the same time. Absent where an earlier version sent the request. */
  readonly standard_signature?: string
  /** Of the body, in bytes. */
  readonly length: number
  /** Absent where traces are off. */
  readonly traceparent?: string
}

/** What came of an attempt. It went well where there is no error. */
export interface SendResult {
  readonly at: Date
  /** Of the request, which may not have come to be sent; null where none could be made. */
  readonly header: SentHeader | null
  /** The HTTP status; null where no reply came. */
  readonly status: number | null
  /** From the beginning to the reply's head, or to the failure. */
  readonly durationMs: number
  readonly error: components['schemas']['WebhookAttemptError']
  /** The beginning of the reply's body as text; null where it had none. */
  readonly responseBody: string | null
  /**
   * What the endpoint asked for by `Retry-After` (RFC 9110, section 10.2.3), in seconds from now; null where
   * it did not.
   */
  readonly retryAfterSeconds: number | null
}

/** Sends webhooks. It keeps connections alive and checks every address it connects to. */
export interface WebhookSender {
  /** Never throws: every failure is a result. */
  send(webhook: OutgoingWebhook): Promise<SendResult>
  /** Connections that are open. */
  connections(): number
  /** Cuts what is open. */
  close(): Promise<void>
}
