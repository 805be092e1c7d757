import type { ReviewReply } from '../../audience/suppressions/reply-line.js'
import { parseReply } from '../smtp/reply.js'
import { addressFaultOf } from './address-fault.js'
import { classify } from './classify.js'

/** Says how the current rules class a reply that has suppressed an address. */
export const reviewReply: ReviewReply = (line, reason) => {
  const reply = parseReply(line, '')
  if (reply === undefined) return { class: 'other', stillSuppresses: false }
  const reviewed = classify(reply)
  const fault = addressFaultOf(reviewed)
  // A 4xx never says for good that a mailbox does not exist.
  const stillSuppresses = reason === 'soft_bounce' ? fault !== null : fault === 'hard' && reply.code >= 500
  return { class: reviewed, stillSuppresses }
}
