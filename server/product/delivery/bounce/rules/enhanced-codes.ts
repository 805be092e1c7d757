import type { BounceClass } from './rule.js'

/**
 * Meaning of an enhanced code by itself: its subject and detail (RFC 3463, and the registry that RFC 5248 began).
 * Codes that say next to nothing (X.0.0, X.1.0, X.2.0) are left out, so that the basic code decides.
 */
export const enhancedCodes: ReadonlyMap<string, BounceClass> = new Map(
  Object.entries<BounceClass>({
    // Addressing status.
    '1.1': 'unknown_user',
    '1.2': 'unknown_domain',
    '1.3': 'unknown_user',
    '1.4': 'recipient_policy',
    '1.6': 'mailbox_disabled',
    '1.7': 'sender_policy',
    '1.8': 'sender_policy',
    '1.9': 'unsupported',
    '1.10': 'unknown_domain',
    // Mailbox status.
    '2.1': 'mailbox_disabled',
    '2.2': 'mailbox_full',
    '2.3': 'too_large',
    '2.4': 'server',
    // Mail system status.
    '3.0': 'server',
    '3.1': 'server',
    '3.2': 'server',
    '3.3': 'unsupported',
    '3.4': 'too_large',
    '3.5': 'server',
    // Network and routing status.
    '4.0': 'network',
    '4.1': 'network',
    '4.2': 'network',
    '4.3': 'network',
    '4.4': 'network',
    '4.5': 'rate_limited',
    '4.6': 'server',
    '4.7': 'network',
    // Mail delivery protocol status.
    '5.0': 'server',
    '5.1': 'server',
    '5.2': 'server',
    '5.3': 'rate_limited',
    '5.4': 'server',
    '5.5': 'server',
    // Message content or media status.
    '6.0': 'content',
    '6.1': 'content',
    '6.2': 'content',
    '6.3': 'content',
    '6.5': 'content',
    '6.6': 'content',
    '6.7': 'unsupported',
    '6.8': 'unsupported',
    '6.9': 'unsupported',
    '6.10': 'unsupported',
    // Security or policy status. X.7.1 is what servers say when they would rather not say why.
    '7.0': 'sender_policy',
    '7.1': 'sender_policy',
    '7.2': 'recipient_policy',
    '7.3': 'server',
    '7.4': 'unsupported',
    '7.5': 'server',
    '7.6': 'unsupported',
    '7.7': 'authentication',
    '7.8': 'sender_policy',
    '7.9': 'sender_policy',
    '7.10': 'unsupported',
    '7.11': 'unsupported',
    '7.12': 'sender_policy',
    // The account is the one that somebody logs in with, so the sender's.
    '7.13': 'sender_policy',
    '7.14': 'sender_policy',
    '7.15': 'sender_policy',
    '7.16': 'too_large',
    // Whose address it was once (RFC 7293).
    '7.17': 'unknown_user',
    '7.18': 'unknown_domain',
    '7.19': 'server',
    '7.20': 'authentication',
    '7.21': 'authentication',
    '7.22': 'authentication',
    '7.23': 'authentication',
    '7.24': 'authentication',
    '7.25': 'sender_policy',
    '7.26': 'authentication',
    '7.27': 'sender_policy',
    '7.28': 'rate_limited',
    '7.29': 'authentication',
    '7.30': 'unsupported',
  }),
)

/**
 * Microsoft's own reasons, numbered from X.7.500 on: the first and last number of each range, and the class that the
 * range means.
 */
export const microsoftCodes: readonly (readonly [first: number, last: number, BounceClass])[] = [
  [500, 500, 'rate_limited'],
  [501, 503, 'reputation'],
  [504, 507, 'recipient_policy'],
  [508, 508, 'rate_limited'],
  [509, 509, 'authentication'],
  [510, 510, 'recipient_policy'],
  [511, 511, 'reputation'],
  [512, 512, 'content'],
  [515, 515, 'authentication'],
  [520, 520, 'content'],
  [606, 649, 'reputation'],
  [650, 653, 'rate_limited'],
  [705, 705, 'rate_limited'],
  [708, 708, 'reputation'],
  [750, 750, 'sender_policy'],
]
