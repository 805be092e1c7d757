import type { components } from '../../../../generated/api-types.js'
import { timeOf } from '../../../platform/db/ids.js'
import type { NewMessage } from '../admit/new-message.js'
import { statusOf, type RecipientStatus } from '../../mail/status.js'

type AcceptedMessage = components['schemas']['AcceptedMessage']

/** Returns the reply to a send. */
export function presentAccepted(message: NewMessage): AcceptedMessage {
  const waiting: RecipientStatus = message.scheduledAt === null ? 'queued' : 'scheduled'
  const recipients: AcceptedMessage['recipients'] = message.recipients.map(
    ({ logTypeId, email, name, kind, suppressionReason }) => ({
      log_id: logTypeId,
      email,
      name,
      kind,
      status: suppressionReason === null ? waiting : 'suppressed',
    }),
  )
  return {
    id: message.typeId,
    status: statusOf(recipients.map(({ status }) => status)),
    created_at: timeOf(message.id).toISOString(),
    scheduled_at: message.scheduledAt?.toISOString() ?? null,
    recipients,
    ...(message.textFromHtml && { text_from_html: true }),
  }
}
