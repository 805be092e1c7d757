import type { components } from '../../../../../generated/api-types.js'

type Schemas = components['schemas']

type Kind = readonly [
  type: 'Permanent' | 'Transient' | 'Undetermined',
  subType: 'General' | 'MailboxFull' | 'MessageTooLarge' | 'ContentRejected' | 'Undetermined',
]

const noSuchMailbox: Kind = ['Permanent', 'General']
const passing: Kind = ['Transient', 'General']
const undetermined: Kind = ['Undetermined', 'Undetermined']

/**
 * Kinds of bounces by the class of the reply. An application for Resend writes no more to an address after a permanent
 * one, so only a missing mailbox or domain is permanent: another message may well be taken.
 */
const kinds: Readonly<Record<NonNullable<Schemas['BounceClass']>, Kind>> = {
  unknown_user: noSuchMailbox,
  unknown_domain: noSuchMailbox,
  mailbox_disabled: noSuchMailbox,
  mailbox_full: ['Transient', 'MailboxFull'],
  recipient_policy: passing,
  content: ['Transient', 'ContentRejected'],
  too_large: ['Transient', 'MessageTooLarge'],
  unsupported: passing,
  authentication: passing,
  reputation: passing,
  rate_limited: passing,
  sender_policy: passing,
  network: passing,
  server: passing,
  other: undetermined,
}

/** Returns the part of a bounce's event that says why the message bounced. */
export function bounceOf({ class: reason, reply, error }: Schemas['DeliveryData']) {
  const [type, subType] = reason === null ? undetermined : (kinds[reason] ?? undetermined)
  return {
    type,
    subType,
    message: reply?.text ?? error ?? '',
    diagnosticCode: reply === null ? [] : [diagnosticCode(reply)],
  }
}

/** Returns a reply in the form of a `Diagnostic-Code` (RFC 3464, section 2.3.6). */
function diagnosticCode({ code, enhanced_code, text }: NonNullable<Schemas['SmtpReply']>): string {
  return ['smtp;', code, enhanced_code, text].filter((part) => part !== null && part !== '').join(' ')
}
