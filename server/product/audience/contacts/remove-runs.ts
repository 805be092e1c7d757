import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { sameKey } from '../../../platform/db/statements/same-key.js'
import { statement } from '../../../platform/db/statements/statement.js'

/**
 * Removes what automations know about deleted contacts: their runs, and the entries that say when they began which
 * automation.
 */

/** A place among the runs of contacts. */
interface RunPlace {
  readonly contact_id: Uuid
  readonly automation_id: Uuid
  readonly id: Uuid
}

const beginning: RunPlace = { contact_id: nilUuid, automation_id: nilUuid, id: nilUuid }

/** The position of `endRunsOf` before all runs of contacts. */
export const firstRun = JSON.stringify(beginning)

/** Selects the next runs of contacts, straight along their index, whatever their status is. */
const selectRuns = statement<
  [
    workspaceId: WorkspaceId,
    contactIds: readonly Uuid[],
    contactId: Uuid,
    automationId: Uuid,
    id: Uuid,
    max: number,
  ],
  RunPlace
>(
  'select_automation_runs_of_contacts',
  `select contact_id, automation_id, id from automation_runs
   where workspace_id = $1 and contact_id = any($2::uuid[]) and (contact_id, automation_id, id) > ($3, $4, $5)
     and (ended_at is null or data <> '{}' or entry_key is not null)
   order by contact_id, automation_id, id limit $6`,
)

/** Locks runs in the order of the engine, so as to wait for a batch that the engine is working on. */
export const lockRuns = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]]>(
  'lock_automation_runs_of_contacts',
  `select from automation_runs
   where workspace_id = $1 and id = any(array(select unnest($2::uuid[]) as id order by id)) order by id for update`,
)

/**
 * Ends runs, and clears the data that started them and their entry keys. The steps of the runs stay, because they
 * name nobody.
 */
const endRuns = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]]>(
  'end_automation_runs_of_contacts',
  `with woken as (
     delete from automation_waits where workspace_id = $1 and run_id = any($2::uuid[])
   )
   update automation_runs set data = '{}', entry_key = null,
     status = case when ended_at is null then 'cancelled' else status end,
     ended_reason = case when ended_at is null then 'contact_erased' else ended_reason end,
     ended_at = coalesce(ended_at, (select now())), due_at = null, lease = null, blocked_by = null,
     wait_until = null, wait_event = null
   where workspace_id = $1 and id = any($2::uuid[])
     and (ended_at is null or data <> '{}' or entry_key is not null)`,
)

/**
 * Ends a batch of the runs of contacts, and takes out of them whatever names somebody. It locks runs, which come
 * before contacts in the order of locks: the transaction must not have locked a contact that others could still lock.
 *
 * @returns the place where the next batch begins; null if there is none
 */
export async function endRunsOf(
  trx: Knex,
  workspaceId: WorkspaceId,
  contactIds: readonly Uuid[],
  {
    position,
    max,
  }: {
    /** The place where the previous batch ended; null at the beginning. */
    readonly position: string | null
    readonly max: number
  },
): Promise<string | null> {
  if (contactIds.length === 0) return null
  const place = JSON.parse(position ?? firstRun) as RunPlace
  const { contact_id: contactId, automation_id: automationId, id } = place
  const runs = await selectRuns(trx, workspaceId, contactIds, contactId, automationId, id, max)
  const last = runs.at(-1)
  if (last === undefined) return null
  const ids = runs.map((run) => run.id)
  await lockRuns(trx, workspaceId, ids)
  await endRuns(trx, workspaceId, ids)
  return runs.length < max ? null : JSON.stringify(last)
}

/**
 * Deletes entries contact by contact along their index, because the order is that of this index alone. Each entry is
 * then found by its key: an equation of the contact would let the planner find it by the index of contacts, among all
 * that the contact began.
 */
const deleteEntries = statement<
  [workspaceId: WorkspaceId, contactIds: readonly Uuid[], max: number],
  { count: number }
>(
  'delete_automation_entries_of_contacts',
  `with chosen as materialized (
     select entry.* from unnest($2::uuid[]) as contact (id)
     cross join lateral (
       select automation_id, contact_id, entry_key from automation_entries
       where workspace_id = $1 and contact_id >= contact.id and contact_id <= contact.id
       order by contact_id limit $3 for update
     ) entry
     limit $3
   ), gone as (
     delete from automation_entries entry using chosen
     where entry.workspace_id = $1 and ${sameKey('entry', 'chosen', ['automation_id'])}
       and (entry.automation_id, entry.contact_id, entry.entry_key)
         >= (chosen.automation_id, chosen.contact_id, chosen.entry_key)
       and (entry.automation_id, entry.contact_id, entry.entry_key)
         <= (chosen.automation_id, chosen.contact_id, chosen.entry_key)
     returning 1
   )
   select count(*)::integer as count from gone`,
)

/**
 * Deletes a batch of the entries that say which automations deleted contacts began, and when.
 *
 * @returns the number of deleted entries
 */
export async function deleteEntriesOf(
  trx: Knex,
  workspaceId: WorkspaceId,
  contactIds: readonly Uuid[],
  max: number,
): Promise<number> {
  const [entries] = await deleteEntries(trx, workspaceId, contactIds, max)
  return entries?.count ?? 0
}
