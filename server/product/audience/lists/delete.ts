import type { Knex } from 'knex'
import type { Visibility } from '../../../platform/auth/principal.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { PurgeBatch } from '../../../platform/scheduler/purge/batch.js'
import type { PurgeStep } from '../../../platform/scheduler/purge/task.js'
import { deleteSubscriptions } from '../contacts/remove.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import { lockSegmentsOf } from '../segments/segment-rows.js'
import { findList, lockList } from './list-rows.js'
import { userOf } from './used-by.js'

/**
 * Deletes a list. A list can have a million subscriptions, so the purge deletes them later. Until then nothing finds
 * them, because every query for a subscription asks for its list as well.
 *
 * Campaigns and automations lock the lists that they name, and segments the project, until their transaction ends. So
 * of a deletion and a simultaneous first use of the list, one sees the other.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state` while something uses the list
 */
export async function deleteList(trx: Knex.Transaction, visibility: Visibility, id: Uuid): Promise<void> {
  const { workspace_id: workspaceId, project_id: projectId } = await findList(trx, visibility, id)
  await lockSegmentsOf(trx, { workspaceId, projectId })
  const list = await lockList(trx, visibility, id)
  const user = await userOf(trx, list)
  if (user !== undefined) throw new ApiError('invalid_state', `${toTypeId('lst', id)} is used by ${user}.`)
  await trx('subscriber_lists').where({ workspace_id: workspaceId, id }).delete()
}

/**
 * Selects the next deleted list that still has subscriptions, or else the list at which the walk has arrived. It goes
 * straight from each list with subscriptions to the next one, however many a list has.
 */
const selectNext = statement<
  [workspaceId: WorkspaceId, after: Uuid, max: number],
  { id: Uuid; deleted: boolean }
>(
  'select_next_list_to_purge',
  `with recursive walked (id, place) as (
     (select list_id, 1 from subscriptions
      where workspace_id = $1 and list_id > $2 order by list_id limit 1)
     union all
     select next.id, walked.place + 1
     from walked cross join lateral (
       select list_id as id from subscriptions
       where workspace_id = $1 and list_id > walked.id order by list_id limit 1
     ) next
     where walked.place < $3
   )
   select walked.id, list.id is null as deleted
   from walked left join lateral (
     select id from subscriber_lists where workspace_id = $1 and id = walked.id limit 1
   ) list on true
   where list.id is null or walked.place = $3
   order by walked.id limit 1`,
)

/** Locks subscriptions of a list, except those that an erasure or the deletion of a contact has locked. */
const lockSubscriptions = statement<
  [workspaceId: WorkspaceId, listId: Uuid, max: number],
  { id: Uuid; project_id: Uuid; address: string }
>(
  'lock_subscriptions_of_deleted_list',
  `select id, project_id, address from subscriptions where workspace_id = $1 and list_id = $2
   order by id limit $3 for update skip locked`,
)

/** Purges a batch of the subscriptions of a deleted list. The parts of their consents that serve as proof stay. */
export function purgeDeletedLists(tokens: AddressTokens): PurgeStep {
  return async (trx, { workspaceId }, after, max): Promise<PurgeBatch> => {
    const [list] = await selectNext(trx, workspaceId, after, max)
    if (list === undefined) return { purged: {}, next: null }
    if (!list.deleted) return { purged: {}, next: list.id }
    const rows = await lockSubscriptions(trx, workspaceId, list.id, max)
    const locked = rows.map(({ id, project_id: projectId, address }) => ({
      id,
      token: tokens(workspaceId, projectId, address),
    }))
    const { subscriptions } = await deleteSubscriptions(trx, workspaceId, locked)
    return { purged: { subscriptions }, next: subscriptions < max ? list.id : after }
  }
}
