import type { UnsentReason } from '../../../../audience/suppressions/reason.js'
import type { Sender } from '../../definition.js'
import type { StepDone } from '../step.js'
import type { Send } from './source.js'

/** What decides whether a contact gets a mail. */
export interface Recipient {
  /** Why its address is suppressed. */
  readonly suppressed: UnsentReason | undefined
  readonly isOptedOut: boolean
  /** Whether it has confirmed the list that the mail is to, if it is to one. */
  readonly isConfirmed: boolean
}

/** A step whose contact gets no mail. */
export interface Withheld extends StepDone {
  readonly outcome: 'skipped'
  readonly reason: UnsentReason
  readonly detail: string
}

/**
 * The list that a mail is to, in the outside form. One that the contact asked for is to the contact alone,
 * whatever list the others of its automation are to.
 */
export function listOf(send: Send, sender: Sender): string | undefined {
  return send.transactional === true ? undefined : sender.list_id
}

/** Why a contact gets no mail; undefined where it gets it. */
export function withheld(send: Send, sender: Sender, recipient: Recipient): Withheld | undefined {
  const { suppressed, isOptedOut, isConfirmed } = recipient
  if (suppressed !== undefined) return skipped(suppressed, 'The address of the contact is suppressed.')
  if (listOf(send, sender) !== undefined && !isConfirmed) {
    return skipped(
      'not_confirmed',
      'The contact has not confirmed the subscription to the list of this mail.',
    )
  }
  if (isOptedOut && send.transactional !== true) {
    return skipped('opted_out', 'The contact has opted out of campaigns and automations.')
  }
  return undefined
}

function skipped(reason: UnsentReason, detail: string): Withheld {
  return { kind: 'done', outcome: 'skipped', reason, detail }
}
