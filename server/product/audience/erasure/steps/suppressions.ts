import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Step } from '../erasure.js'

/** The address's own suppression, which the one of the token stands for, and its bounces in a row. */
const deleteOwn = statement<
  [workspaceId: WorkspaceId, address: string],
  Record<'suppressions' | 'soft_bounces', number>
>(
  'erase_suppression',
  `with suppression as (
     delete from suppressions where workspace_id = $1 and address = $2 returning 1
   ), bounces as (
     delete from soft_bounces where workspace_id = $1 and address = $2 returning 1
   )
   select (select count(*) from suppression)::integer as suppressions,
     (select count(*) from bounces)::integer as soft_bounces`,
)

/** What a server said about mail of the project, or of a message log that is gone, so that nobody knows of which. */
const clearReply = statement<[workspaceId: WorkspaceId, address: string, projectId: Uuid]>(
  'erase_suppression_reply',
  `update suppressions set reply = null
   where workspace_id = $1 and address = $2 and reply is not null and not exists (
     select from message_logs log where log.workspace_id = $1 and log.id = suppressions.log_id and log.project_id <> $3
   )`,
)

/**
 * Suppressions are of the whole workspace, so the erasure of one project leaves them to the other projects, without
 * the replies to its own mail.
 */
export const eraseSuppression: Step = {
  name: 'suppression',
  run: async (trx, { workspaceId, projectId, address }) => {
    if (projectId !== null) {
      await clearReply(trx, workspaceId, address, projectId)
      return { erased: {}, next: null }
    }
    const [erased] = await deleteOwn(trx, workspaceId, address)
    return { erased: erased ?? {}, next: null }
  },
}
