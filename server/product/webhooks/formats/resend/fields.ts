import type { Fields, Signing } from '../../send/webhook.js'

/** Returns the header fields of Standard Webhooks by the earlier names that Resend's and Svix's clients read. */
export function svixFields({ eventId, timestamp, standard }: Signing): Fields {
  return [
    ['svix-id', eventId],
    ['svix-timestamp', timestamp],
    ['svix-signature', standard],
  ]
}
