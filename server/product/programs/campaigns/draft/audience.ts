import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import type { CampaignRow } from '../campaign-rows.js'

/** The list and segments that select the contacts of a campaign. */
export type Audience = Pick<CampaignRow, 'list_id' | 'segment_id' | 'exclude_segment_id'>

/**
 * Locks a list, so that it is not deleted before the campaign that names it can be seen; `hasSegment` locks a segment
 * likewise.
 */
const hasList = statement<[workspaceId: WorkspaceId, id: Uuid, projectId: Uuid], { id: Uuid }>(
  'lock_list_of_campaign',
  'select id from subscriber_lists where workspace_id = $1 and id = $2 and project_id = $3 for key share',
)
const hasSegment = statement<[workspaceId: WorkspaceId, id: Uuid, projectId: Uuid], { id: Uuid }>(
  'lock_segment_of_campaign',
  'select id from segments where workspace_id = $1 and id = $2 and project_id = $3 for key share',
)

/**
 * Checks that the list and the segments of an audience exist, and locks them against deletion until the transaction
 * ends.
 *
 * @param at JSON pointer to the audience
 * @throws ApiError 422 `validation_failed`
 */
export async function lockAudience(
  trx: Knex.Transaction,
  { workspaceId, projectId }: { readonly workspaceId: WorkspaceId; readonly projectId: Uuid },
  audience: Audience,
  at: string,
): Promise<void> {
  const { list_id: listId } = audience
  if (listId !== null && (await hasList(trx, workspaceId, listId, projectId)).length === 0) {
    throw refusedValue(`${at}/list_id`, 'not_found', 'must be a subscriber list of the project')
  }
  for (const name of ['segment_id', 'exclude_segment_id'] as const) {
    const id = audience[name]
    if (id === null || (await hasSegment(trx, workspaceId, id, projectId)).length > 0) continue
    throw refusedValue(`${at}/${name}`, 'not_found', 'must be a segment of the project')
  }
}
