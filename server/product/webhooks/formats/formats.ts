import type { WebhookFormat } from '../../../platform/events/webhook-formats.js'
import type { EventRow } from '../../../platform/events/present-event.js'
import type { Subjects } from './subjects.js'
import { canonicalBody } from './postseal/body.js'
import { resendBody } from './resend/body.js'

/** A shape in which events are sent. */
export interface Format {
  /** True if the bodies need the things that events are about. */
  readonly needsSubjects: boolean
  /** Prefix of a second set of the header fields of Standard Webhooks, beside `webhook-`; null if there is none. */
  readonly alsoSignedAs: 'svix' | null
  /**
   * Returns the body of a webhook. These bytes are signed and sent.
   *
   * @param event an event of a type that the format translates, or a test
   * @throws Error if the data is nothing that JSON from PostgreSQL can be, such as half of a surrogate pair
   */
  body(event: EventRow, subjects: Subjects): Buffer
}

/** The formats of webhooks. base/contract/translated-types.ts has the event types that each of them translates. */
export const formats: Readonly<Record<WebhookFormat, Format>> = {
  postseal: { needsSubjects: false, alsoSignedAs: null, body: canonicalBody },
  resend: { needsSubjects: true, alsoSignedAs: 'svix', body: resendBody },
}
