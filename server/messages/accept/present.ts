import type { components } from '../../../generated/api-types.js'
import { timeOf, toTypeId } from '../../db/ids.js'
import type { NewMessage } from './new-message.js'

/** What a send answers. */
export function presentAccepted(message: NewMessage): components['schemas']['AcceptedMessage'] {
  const status = message.scheduledAt === null ? 'queued' : 'scheduled'
  return {
    id: toTypeId('msg', message.id),
    status,
    created_at: timeOf(message.id).toISOString(),
    ...(message.scheduledAt && { scheduled_at: message.scheduledAt.toISOString() }),
    recipients: message.recipients.map(({ logId, email, name, kind }) => ({
      log_id: toTypeId('log', logId),
      email,
      ...(name !== null && { name }),
      kind,
      status,
    })),
  }
}
