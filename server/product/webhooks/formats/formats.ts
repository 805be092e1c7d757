import type { WebhookFormat } from '../../../platform/events/webhook-formats.js'
import type { Format } from './format.js'
import { canonicalBody } from './postseal/body.js'
import { resendBody } from './resend/body.js'

/** The formats of webhooks. base/contract/translated-types.ts has the event types that each of them translates. */
export const formats: Readonly<Record<WebhookFormat, Format>> = {
  postseal: { needsSubjects: false, alsoSignedAs: null, body: canonicalBody },
  resend: { needsSubjects: true, alsoSignedAs: 'svix', body: resendBody },
}
