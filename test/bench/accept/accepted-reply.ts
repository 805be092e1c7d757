import { toTypeId } from '../../../server/platform/db/ids.js'

const id = '01980000-0000-7000-8000-000000000000'

/** What a send is answered, of the size that it has. */
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
