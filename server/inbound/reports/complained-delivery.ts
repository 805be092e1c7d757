import type { Knex } from 'knex'
import { fromTypeId, type Prefix, type Uuid } from '../../db/ids.js'
import type { ReturnedDelivery, ReturnPath } from '../../delivery/bounce/return-path.js'
import { foldAddress } from '../../mail-address.js'
import { logOfRecipient } from '../record/log.js'
import type { Feedback } from './feedback.js'

/**
 * The delivery that a feedback loop's report is about: the one whose authenticated return path it names, or else the one
 * of our Message-ID to the recipient it names.
 */
export async function complainedDelivery(
  db: Knex,
  feedback: Feedback,
  returnPath: ReturnPath,
): Promise<ReturnedDelivery | undefined> {
  for (const sender of feedback.senders) {
    const delivery = returnPath.read(sender)
    if (delivery !== undefined) return delivery
  }
  const messageId = uuidIn('msg', /^<(msg_[a-z0-9]+)@[^@<>\s]+>$/.exec(feedback.messageId ?? '')?.[1])
  // Which workspace to look in; anybody could have written it, so the message has to be found there.
  const workspaceId = uuidIn('ws', /:(ws_[a-z0-9]+):postseal$/.exec(feedback.feedbackId ?? '')?.[1])
  if (messageId === undefined || workspaceId === undefined) return undefined
  for (const recipient of feedback.recipients) {
    const logId = await logOfRecipient(db, workspaceId, messageId, foldAddress(recipient))
    if (logId !== undefined) return { workspaceId, logId }
  }
  return undefined
}

function uuidIn(prefix: Prefix, id: string | undefined): Uuid | undefined {
  if (id === undefined) return undefined
  try {
    return fromTypeId(prefix, id)
  } catch {
    return undefined
  }
}
