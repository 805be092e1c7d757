import type { components } from '../../../../generated/api-types.js'
import type { components as postmark } from '../../../../generated/wires/postmark.js'

type Type = postmark['schemas']['BounceType']
type Class = NonNullable<components['schemas']['BounceClass']>

/** Postmark's numbers for its types of bounces. */
export const bounceTypeCodes: Readonly<Record<Type, number>> = {
  HardBounce: 1,
  DnsError: 256,
  Unknown: 2048,
  SoftBounce: 4096,
  Blocked: 100_006,
}

export const bounceNames: Readonly<Record<Type, string>> = {
  HardBounce: 'Hard bounce',
  DnsError: 'DNS error',
  Unknown: 'Unknown',
  SoftBounce: 'Soft bounce',
  Blocked: 'Blocked',
}

const types: Readonly<Record<Class, Type>> = {
  unknown_user: 'HardBounce',
  mailbox_disabled: 'HardBounce',
  unknown_domain: 'DnsError',
  mailbox_full: 'SoftBounce',
  too_large: 'SoftBounce',
  unsupported: 'SoftBounce',
  rate_limited: 'SoftBounce',
  network: 'SoftBounce',
  server: 'SoftBounce',
  recipient_policy: 'Blocked',
  content: 'Blocked',
  authentication: 'Blocked',
  reputation: 'Blocked',
  sender_policy: 'Blocked',
  other: 'Unknown',
}

/** Returns Postmark's type for the class of a bounce; `Unknown` if it has none. */
export function bounceTypeOf(given: string | null): Type {
  return types[given as Class] ?? 'Unknown'
}
