import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Step } from '../erasure.js'

/**
 * Deletes the suppression of the address itself, which the token's suppression replaces, and its count of consecutive
 * soft bounces.
 */
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

/**
 * Clears a server's reply to mail of the project. It also clears a reply whose message log is gone, since nobody
 * knows of which project it was.
 */
const clearReply = statement<[workspaceId: WorkspaceId, address: string, projectId: Uuid]>(
  'erase_suppression_reply',
  `update suppressions set reply = null
   where workspace_id = $1 and address = $2 and reply is not null and not exists (
     select from message_logs log where log.workspace_id = $1 and log.id = suppressions.log_id and log.project_id <> $3
   )`,
)

/**
 * Erases the suppression of the address. Suppressions belong to the whole workspace, so the erasure of one project
 * leaves them to the other projects, without the replies to its own mail.
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
