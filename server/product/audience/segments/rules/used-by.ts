import type { Knex } from 'knex'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { automationsThatUse } from '../../automation-users.js'

/** The most users that are shown of a segment. */
const shownAtMost = 100

/** The number of a segment's newest campaigns that are searched for those that are not over. */
const lookedAt = 10_000

/** Selects the users of each segment: first segments, then campaigns, the newest first. */
const selectUsers = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[]],
  { used: Uuid; kind: 'seg' | 'cmp'; id: Uuid }
>(
  'select_users_of_segments',
  `select asked.id as used, users.kind, users.id
   from unnest($2::uuid[]) as asked (id)
   cross join lateral (
     (select 'seg' as kind, segment_id as id from segment_references
      where workspace_id = $1 and referenced_id = asked.id
      order by segment_id limit ${shownAtMost})
     union all
     (select 'cmp', id from (
        select id, status from campaigns
        where workspace_id = $1 and (segment_id, id) >= (asked.id, '00000000-0000-0000-0000-000000000000'::uuid)
          and (segment_id, id) <= (asked.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and segment_id is not null
        order by segment_id desc, id desc limit (select ${lookedAt}::integer)
      ) selecting
      where status not in ('sent', 'cancelled') limit ${shownAtMost})
     union all
     (select 'cmp', id from (
        select id, status, segment_id from campaigns
        where workspace_id = $1
          and (exclude_segment_id, id) >= (asked.id, '00000000-0000-0000-0000-000000000000'::uuid)
          and (exclude_segment_id, id) <= (asked.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
          and exclude_segment_id is not null
        order by exclude_segment_id desc, id desc limit (select ${lookedAt}::integer)
      ) excluding
      where status not in ('sent', 'cancelled') and segment_id is distinct from asked.id limit ${shownAtMost})
   ) users`,
)

/** Returns the ids of each segment's users in the form of the API contract: segments, campaigns, automations. */
export async function usersOf(
  db: Knex,
  workspaceId: WorkspaceId,
  ids: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, string[]>> {
  const users = new Map<Uuid, string[]>()
  if (ids.length === 0) return users
  const note = (used: Uuid, user: string) => {
    const known = users.get(used) ?? []
    if (known.length < shownAtMost) users.set(used, [...known, user])
  }
  for (const { used, kind, id } of await selectUsers(db, workspaceId, ids)) note(used, toTypeId(kind, id))
  for (const { used, id } of await automationsThatUse(db, workspaceId, 'segment', ids)) {
    note(used, toTypeId('aut', id))
  }
  return users
}
