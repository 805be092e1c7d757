import type { Deletion } from 'postseal'

/** Numbers of erased things by kind (the schema `ErasedCounts`). */
export type Counts = Deletion['erased']
export type Kind = keyof Counts

/** The kinds of erased things, each with its name and its fate. */
export const kinds: readonly (readonly [kind: Kind, name: string, fate: string])[] = [
  ['contacts', 'Contacts', 'Deleted, with their properties'],
  ['contact_events', 'Events of contacts', 'Deleted'],
  ['subscriptions', 'Subscriptions', 'Deleted'],
  ['consents', 'Consents', 'Erased. A time and a keyed hash remain, as proof'],
  ['message_logs', 'Message logs', 'Kept without the address and the name'],
  ['message_bodies', 'Message bodies', 'Erased, with their subjects and metadata'],
  ['attachments', 'Attachments', 'Erased'],
  ['cancelled', 'Queued deliveries', 'Cancelled'],
  ['events', 'Events', 'Kept without the address and the name'],
  ['webhook_deliveries', 'Webhook deliveries', 'Recorded replies that name the address are erased'],
  ['suppressions', 'Suppressions', 'Kept with a keyed hash instead of the address'],
  ['soft_bounces', 'Bounce counters', 'Erased'],
  ['kept_replies', 'Stored replies of idempotency keys', 'Erased'],
  ['inbound_messages', 'Received messages', 'Deleted'],
]

/** Returns the number of erased things of all kinds. */
export function totalOf(counts: Counts): number {
  return kinds.reduce((sum, [kind]) => sum + counts[kind], 0)
}
