import type { BounceClass } from './rule.js'

/**
 * Meaning of a basic code by itself (RFC 5321, section 4.2.3). 550 to 554 say that the message was refused and not
 * why: 552 is a full mailbox as often as a large message. So they are `other`, which is nobody's fault.
 */
export const basicCodes: Readonly<Record<number, BounceClass>> = {
  421: 'server',
  // "Mailbox busy", and greylisting: the server asks for patience.
  450: 'server',
  451: 'server',
  452: 'server',
  454: 'server',
  455: 'unsupported',
  500: 'server',
  501: 'server',
  502: 'server',
  503: 'server',
  504: 'unsupported',
  // Not in any standard, but where they occur they are X.1.1 and X.1.2 written as one.
  511: 'unknown_user',
  512: 'unknown_domain',
  // RFC 7504: this host takes no mail; another one might.
  521: 'server',
  523: 'too_large',
  530: 'sender_policy',
  535: 'sender_policy',
  538: 'unsupported',
  555: 'unsupported',
  // RFC 7504: the domain takes none.
  556: 'unknown_domain',
  571: 'sender_policy',
}
