import type { ApiKey } from 'postseal'

/** Scopes with a description of each, in the order of the contract. */
export const scopes = [
  ['messages:send', 'Send messages', 'Send, schedule, reschedule and cancel mail.'],
  [
    'reports:read',
    'Read reports',
    'Messages, events, statistics and domains. The content of mail needs “Send messages” as well.',
  ],
  [
    'contacts:*',
    'Manage contacts',
    'Contacts, their lists, segments, subscriptions and events, and their erasure.',
  ],
  ['templates:*', 'Manage templates', 'Read, write, publish and delete templates.'],
  [
    'campaigns:*',
    'Manage campaigns',
    'Write, check, pause and delete campaigns. Sending them needs “Send messages” as well.',
  ],
  ['inbound:*', 'Manage inbound mail', 'Inbound routes and the messages that they receive.'],
  ['domains:*', 'Manage domains', 'Add, check and delete sender domains.'],
  ['webhooks:*', 'Manage webhooks', 'Webhooks, their secrets and their deliveries.'],
  [
    'suppressions:*',
    'Manage suppressions',
    'Suppress addresses for the whole workspace, and remove suppressions.',
  ],
] as const

/** The scopes that a project key can have. */
const projectScopes: readonly string[] = [
  'messages:send',
  'reports:read',
  'contacts:*',
  'templates:*',
  'inbound:*',
  'campaigns:*',
]

/** Returns the scopes that a kind of key can have. */
export function scopesOf(kind: unknown) {
  return kind === 'workspace' ? scopes : scopes.filter(([scope]) => projectScopes.includes(scope))
}

/** Milliseconds before its expiry during which a key is shown as expiring. */
const soon = 7 * 86_400_000

/** Returns in one word whether a key works. */
export function statusOf({ revoked_at: revoked, restrictions }: ApiKey, now = Date.now()): string {
  if (revoked !== null) return 'revoked'
  if (restrictions.expires_at === null) return 'active'
  const left = new Date(restrictions.expires_at).getTime() - now
  return left <= 0 ? 'expired' : left < soon ? 'expiring' : 'active'
}
