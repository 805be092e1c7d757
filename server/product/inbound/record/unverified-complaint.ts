import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { ReturnedDelivery } from '../../delivery/bounce/return-path.js'
import { statement } from '../../../platform/db/statement.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'

type UnverifiedComplaint = NonNullable<components['schemas']['UnverifiedComplaint']>

const record = statement<[workspaceId: WorkspaceId, logId: Uuid, complaint: string], { id: Uuid }>(
  'record_unverified_complaint',
  `update message_logs set unverified_complaint = $3::jsonb, updated_at = now()
   where workspace_id = $1 and id = $2 and unverified_complaint is null and complained_at is null
   returning id`,
)

/**
 * Keeps an unverified complaint in the delivery's log, for people to see. The complaint has no other effect.
 * Only the first one is kept, so that strangers cannot fill the database.
 *
 * @returns whether the complaint was kept; false if the log already has an unverified or a verified one, or
 *   is gone
 */
export async function recordUnverifiedComplaint(
  db: Knex,
  { workspaceId, logId }: ReturnedDelivery,
  complaint: Omit<UnverifiedComplaint, 'received_at'>,
): Promise<boolean> {
  const kept: UnverifiedComplaint = { received_at: new Date().toISOString(), ...complaint }
  return (await record(db, workspaceId, logId, JSON.stringify(kept))).length > 0
}
