import type { WebhookFormat } from '../../../platform/events/webhook-formats.js'
import type { EventRow } from '../../../platform/events/present-event.js'
import type { SignFields } from '../send/webhook.js'
import { mailgunBody } from './mailgun/body.js'
import { canonicalBody } from './postseal/body.js'
import { postmarkBody } from './postmark/body.js'
import { resendBody } from './resend/body.js'
import { svixFields } from './resend/fields.js'
import { sendgridBody } from './sendgrid/body.js'
import { sendgridFields } from './sendgrid/fields.js'
import type { SubjectKind, Subjects } from './subjects.js'

/** A shape in which events are sent. */
export interface Format {
  /** Kinds of things that the bodies say more about than the events do. */
  readonly needs: readonly SubjectKind[]
  /** Returns the header fields that the format has beside those of every webhook. Absent if it has none. */
  readonly fields?: SignFields
  /**
   * Returns the body of a webhook. These bytes are signed and sent.
   *
   * @param event an event of a type that the format translates, or a test
   * @param secrets secrets of the subscription as they were shown, newest first
   * @throws Error if the data is nothing that JSON from PostgreSQL can be, such as half of a surrogate pair
   */
  body(event: EventRow, subjects: Subjects, secrets: readonly string[]): Buffer
}

/** The formats of webhooks. base/contract/translated-types.ts has the event types that each of them translates. */
export const formats: Readonly<Record<WebhookFormat, Format>> = {
  postseal: { needs: [], body: canonicalBody },
  resend: { needs: ['messages', 'contacts', 'domains', 'logs'], fields: svixFields, body: resendBody },
  postmark: { needs: ['messages', 'logs', 'streams'], body: postmarkBody },
  sendgrid: { needs: ['messages'], fields: sendgridFields, body: sendgridBody },
  mailgun: { needs: ['messages'], body: mailgunBody },
}
