import { toTypeId } from '../../../server/platform/db/ids.js'

const id = '01980000-0000-7000-8000-000000000000'

/** A reply to a send, as large as the service's own. */
export const acceptedReply = {
  id: toTypeId('msg', id),
  status: 'queued' as const,
  created_at: new Date().toISOString(),
  scheduled_at: null,
  recipients: [
    {
      log_id: toTypeId('log', id),
      email: 'ada@example.com',
      name: null,
      kind: 'to' as const,
      status: 'queued' as const,
    },
  ],
}
