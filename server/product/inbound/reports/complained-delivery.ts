import type { Knex } from 'knex'
import { fromTypeId, type Prefix, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { ReturnedDelivery, ReturnPath } from '../../delivery/bounce/return-path.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { logOfRecipient } from '../../mail/record/returned-log.js'
import type { Feedback } from './feedback.js'

/**
 * Finds the delivery whose authenticated return path a report names. Each delivery has its own return path,
 * and only the recipient's copy contains it. A report that names a return path therefore comes from somebody
 * with that copy: the recipient, or their provider.
 */
export function deliveryOfReturnPath(
  feedback: Feedback,
  returnPath: ReturnPath,
): ReturnedDelivery | undefined {
  for (const sender of feedback.senders) {
    const delivery = returnPath.read(sender)
    if (delivery !== undefined) return delivery
  }
  return undefined
}

/**
 * Finds the delivery of our Message-ID to the recipient that a report names. This proves nothing: the
 * Message-ID and the recipients are in every copy, so every recipient of a message can name any other.
 */
export async function deliveryOfMessageId(
  db: Knex,
  feedback: Feedback,
): Promise<ReturnedDelivery | undefined> {
  const messageId = uuidIn('msg', /^<(msg_[a-z0-9]+)@[^@<>\s]+>$/.exec(feedback.messageId ?? '')?.[1])
  // The id names the workspace to look in; anybody could have written it, so the message has to be found there.
  const workspaceId = uuidIn('ws', /:(ws_[a-z0-9]+):postseal$/.exec(feedback.feedbackId ?? '')?.[1])
  if (messageId === undefined || workspaceId === undefined) return undefined
  for (const recipient of feedback.recipients) {
    const logId = await logOfRecipient(db, workspaceId, messageId, foldAddress(recipient))
    if (logId !== undefined) return { workspaceId, logId }
  }
  return undefined
}

function uuidIn(prefix: 'ws', id: string | undefined): WorkspaceId | undefined
function uuidIn(prefix: Prefix, id: string | undefined): Uuid | undefined
function uuidIn(prefix: Prefix, id: string | undefined): Uuid | undefined {
  if (id === undefined) return undefined
  try {
    return fromTypeId(prefix, id)
  } catch {
    return undefined
  }
}
