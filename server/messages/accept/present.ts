import type { components } from '../../../generated/api-types.js'
import { timeOf } from '../../db/ids.js'
import type { NewMessage } from '../admit/new-message.js'

/** What a send answers. */
export function presentAccepted(message: NewMessage): components['schemas']['AcceptedMessage'] {
  const status = message.scheduledAt === null ? 'queued' : 'scheduled'
  return {
    id: message.typeId,
    status,
    created_at: timeOf(message.id).toISOString(),
    ...(message.scheduledAt && { scheduled_at: message.scheduledAt.toISOString() }),
    recipients: message.recipients.map(({ logTypeId, email, name, kind }) => ({
      log_id: logTypeId,
      email,
      ...(name !== null && { name }),
      kind,
      status,
    })),
  }
}
