import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statement.js'
import type { ReturnPath } from '../delivery/bounce/return-path.js'
import { listLogs } from './read-logs.js'

type MessageLog = components['schemas']['MessageLog']

const selectMessage = statement<[workspaceId: WorkspaceId, logId: Uuid], { message_id: Uuid }>(
  'select_message_of_log',
  'select message_id from message_logs where workspace_id = $1 and id = $2',
)

/**
 * Finds the delivery logs that the sink shows, by an envelope sender: it is authentic and names one delivery.
 */
export function logsOfReturnPath(db: Knex, returnPath: ReturnPath) {
  return {
    /** Whether an envelope sender is a return path of this service. */
    isOwn: (sender: string): boolean => returnPath.read(sender) !== undefined,

    /** The logs of the message that was delivered from this sender, max 100; empty if the logs are gone. */
    async of(sender: string): Promise<readonly MessageLog[]> {
      const delivery = returnPath.read(sender)
      if (delivery === undefined) return []
      const { workspaceId, logId } = delivery
      const [log] = await selectMessage(db, workspaceId, logId)
      if (log === undefined) return []
      const query = { message_id: toTypeId('msg', log.message_id), limit: 100 }
      const visibility = { workspaceId, projectId: null, environment: null }
      const page = await listLogs(db, visibility, query, { since: new Date(0), until: null })
      return page.data
    },
  }
}
