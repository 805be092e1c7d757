import { p256Signature } from '../../signatures/p256.js'
import type { Fields, Signing } from '../../send/webhook.js'

/**
 * Returns the header fields of SendGrid's signed webhooks: the newest secret's signature of the time and the body, as
 * there is one for each request.
 */
export function sendgridFields({ secrets, timestamp, body }: Signing): Fields {
  const [newest] = secrets
  if (newest === undefined) throw new Error('a webhook has no secret')
  const signature = p256Signature(newest, Buffer.concat([Buffer.from(timestamp), body]))
  return [
    ['X-Twilio-Email-Event-Webhook-Signature', signature],
    ['X-Twilio-Email-Event-Webhook-Timestamp', timestamp],
  ]
}
