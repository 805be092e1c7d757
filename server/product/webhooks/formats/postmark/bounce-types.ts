import type { components } from '../../../../../generated/api-types.js'

type Schemas = components['schemas']

/** Types of bounces of Postmark that the service can tell apart. */
export type BounceType =
  | 'HardBounce'
  | 'Transient'
  | 'DnsError'
  | 'SpamComplaint'
  | 'Unknown'
  | 'SoftBounce'
  | 'Blocked'

/** Postmark's number and name of each type of bounces. */
export const bounceTypes: Readonly<Record<BounceType, readonly [code: number, name: string]>> = {
  HardBounce: [1, 'Hard bounce'],
  Transient: [2, 'Message delayed'],
  DnsError: [256, 'DNS error'],
  SpamComplaint: [512, 'Spam complaint'],
  Unknown: [2048, 'Unknown'],
  SoftBounce: [4096, 'Soft bounce'],
  Blocked: [100_006, 'Blocked'],
}

const types: Readonly<Record<NonNullable<Schemas['BounceClass']>, BounceType>> = {
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
export function bounceTypeOf(reason: Schemas['BounceClass']): BounceType {
  return reason === null ? 'Unknown' : (types[reason] ?? 'Unknown')
}
