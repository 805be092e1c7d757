import { unsentReason, type Standing, type UnsentReason } from '../../../../audience/unsent-reason.js'
import type { Sender } from '../../definition.js'
import type { StepDone } from '../step.js'
import type { Send } from './source.js'

/** Result of a step whose contact gets no mail. */
export interface Withheld extends StepDone {
  readonly outcome: 'skipped'
  readonly reason: UnsentReason
  readonly detail: string
}

/**
 * Returns the id of the list that a mail is to, in the API's form. A transactional mail goes to the contact alone,
 * whatever list the other mails of its automation are to.
 */
export function listOf(send: Send, sender: Sender): string | undefined {
  return send.transactional === true ? undefined : sender.list_id
}

/** Returns the key of the topic of a mail. */
export function topicKeyOf(send: Send): string | undefined {
  return send.transactional === true ? undefined : send.topic
}

const details: Partial<Record<UnsentReason, string>> = {
  not_confirmed: 'The contact has not confirmed the subscription to the list of this mail.',
  opted_out: 'The contact has opted out of campaigns and automations.',
  topic_unsubscribed: 'The contact does not want the topic of this mail.',
}

/** Returns the reason why a contact gets no mail; undefined if it gets it. */
export function withheld(send: Send, sender: Sender, standing: Standing): Withheld | undefined {
  const needed = {
    confirmation: listOf(send, sender) !== undefined,
    optedIn: send.transactional !== true,
    topic: topicKeyOf(send) !== undefined,
  }
  const reason = unsentReason(needed, standing)
  if (reason === null) return undefined
  const detail = details[reason] ?? 'The address of the contact is suppressed.'
  return { kind: 'done', outcome: 'skipped', reason, detail }
}
