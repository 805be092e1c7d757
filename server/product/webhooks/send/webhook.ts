import type { components } from '../../../../generated/api-types.js'
import type { Uuid } from '../../../platform/db/ids.js'

/** An attempt, as the header fields of a format are made of it. */
export interface Signing {
  /** See {@link OutgoingWebhook}. */
  readonly eventId: string
  readonly secrets: readonly string[]
  readonly body: Buffer
  /** Unix time of the attempt in seconds, the same in each signature. */
  readonly timestamp: string
  /** Signature of Standard Webhooks. */
  readonly standard: string
}

/** Header fields in the order in which they are sent. */
export type Fields = readonly (readonly [name: string, value: string])[]

/** Returns the header fields of a format. */
export type SignFields = (signing: Signing) => Fields

/** An attempt that is ready to be made. */
export interface OutgoingWebhook {
  readonly url: string
  readonly deliveryId: Uuid
  /** The event's id in the form of the body, `evt_…`: the same in each attempt and each replay. */
  readonly eventId: string
  /** The event in the subscription's format. These bytes are signed and sent. */
  readonly body: Buffer
  /** Secrets, each of which signs, newest first. */
  readonly secrets: readonly string[]
  /** Makes the header fields of the subscription's format. Absent if it has none of its own. */
  readonly signFields?: SignFields | undefined
  /** Trace context that is sent along, so that the receiver's spans belong to the same trace. */
  readonly traceparent?: string | undefined
}

/**
 * The parts of a request's header that could not be reconstructed afterwards: the URL changes, secrets go, the
 * service is upgraded. They are stored with the attempt. A field that a later version adds to requests belongs here
 * as well.
 */
export interface SentHeader {
  /** Host, with the port if it is not the scheme's own. */
  readonly host: string
  readonly user_agent: string
  /** Value of `Service-Signature`, which is no secret: it holds for one body at one time. */
  readonly signature: string
  /** Signature of Standard Webhooks at the same time. Absent if an earlier version sent the request. */
  readonly standard_signature?: string
  /** Further fields of the subscription's format. Absent if it has none. */
  readonly format_fields?: Fields
  /** Length of the body in bytes. */
  readonly length: number
  /** Absent if traces are off. */
  readonly traceparent?: string
}

/** Result of an attempt, which succeeded if there is no error. */
export interface SendResult {
  readonly at: Date
  /** Header of the request, which may not have been sent; null if no request could be made. */
  readonly header: SentHeader | null
  /** HTTP status; null if no reply came. */
  readonly status: number | null
  /** Milliseconds from the beginning to the reply's head, or to the failure. */
  readonly durationMs: number
  readonly error: components['schemas']['WebhookAttemptError']
  /** Beginning of the reply's body as text; null if the reply had no body. */
  readonly responseBody: string | null
  /** Seconds from now that the endpoint asked for by `Retry-After` (RFC 9110, section 10.2.3); null if it did not. */
  readonly retryAfterSeconds: number | null
}

/** Sends webhooks, keeps connections alive and checks every address it connects to. */
export interface WebhookSender {
  /** Sends a webhook. Never rejects: every failure is a result. */
  send(webhook: OutgoingWebhook): Promise<SendResult>
  /** Returns the number of open connections. */
  connections(): number
  /** Cuts the open connections. */
  close(): Promise<void>
}
