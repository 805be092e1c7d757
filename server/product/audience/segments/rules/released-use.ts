import type { Knex } from 'knex'
import { isAtLeast, type UserRole } from '../../../../platform/auth/principal.js'
import { greatestUuid, nilUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { releasedAutomationsThatUse } from '../../automation-users.js'

/**
 * Selects the first campaign that an admin has scheduled and that will read the rules of segments when it starts. A
 * campaign that has started has its own copy of them. Comparing and ordering columns as one row makes the planner
 * take the index of statuses, since few campaigns have one of these.
 */
const selectCampaign = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[]],
  { used: Uuid; id: Uuid; status: string }
>(
  'select_released_campaign_of_segments',
  `select case when segment_id = any($2::uuid[]) then segment_id else exclude_segment_id end as used,
     id, campaign.status
   from unnest(array['scheduled', 'sending', 'paused']) as live (status)
   cross join lateral (
     select id, status, segment_id, exclude_segment_id from campaigns
     where workspace_id = $1 and (status, id) >= (live.status, '${nilUuid}'::uuid)
       and (status, id) <= (live.status, '${greatestUuid}'::uuid)
       and rules is null and (segment_id = any($2::uuid[]) or exclude_segment_id = any($2::uuid[]))
     order by status, id limit 1
   ) campaign
   limit 1`,
)

/**
 * Refuses a member's change of a segment's rule while something that an admin has released follows it. A release
 * keeps the rules of the project's segments until its transaction ends, and the caller has locked them: so of a
 * simultaneous release and change, one sees the other.
 *
 * @param dependents the segments whose rules name the segment, themselves or through others
 * @throws ApiError 403 `insufficient_scope`
 */
export async function refuseReleased(
  trx: Knex.Transaction,
  { workspaceId, role }: { readonly workspaceId: WorkspaceId; readonly role: UserRole },
  id: Uuid,
  dependents: readonly Uuid[],
): Promise<void> {
  if (isAtLeast(role, 'admin')) return
  const user = await releasedUserOf(trx, workspaceId, [id, ...dependents])
  if (user === undefined) return
  const through = user.used === id ? '' : ` through ${toTypeId('seg', user.used)}`
  const needed = `a change of its rule needs the role admin; yours is ${role}.`
  throw new ApiError('insufficient_scope', `The segment is used${through} by ${user.name}: ${needed}`)
}

interface ReleasedUser {
  readonly used: Uuid
  readonly name: string
}

async function releasedUserOf(
  db: Knex,
  workspaceId: WorkspaceId,
  ids: readonly Uuid[],
): Promise<ReleasedUser | undefined> {
  const [campaign] = await selectCampaign(db, workspaceId, ids)
  if (campaign !== undefined) {
    return { used: campaign.used, name: `the ${campaign.status} campaign ${toTypeId('cmp', campaign.id)}` }
  }
  const [automation] = await releasedAutomationsThatUse(db, workspaceId, 'segment', ids)
  return (
    automation && {
      used: automation.used,
      name: `the ${automation.status} automation ${toTypeId('aut', automation.id)}`,
    }
  )
}
