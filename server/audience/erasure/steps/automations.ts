import type { Knex } from 'knex'
import { nilUuid, type Uuid } from '../../../db/ids.js'
import { statement } from '../../../db/statement.js'
import type { Step } from '../erasure.js'

const selectContacts = statement<[workspaceId: Uuid, address: string, projectId: Uuid | null], { id: Uuid }>(
  'select_contacts_to_erase',
  `select id from contacts
   where workspace_id = $1 and address = $2 and ($3::uuid is null or project_id = $3)`,
)

interface Place {
  readonly contact_id: Uuid
  readonly automation_id: Uuid
  readonly id: Uuid
}

const beginning: Place = { contact_id: nilUuid, automation_id: nilUuid, id: nilUuid }

/** The next runs of contacts: straight along their index, whatever has become of them. */
const selectRuns = statement<
  [
    workspaceId: Uuid,
    contactIds: readonly Uuid[],
    contactId: Uuid,
    automationId: Uuid,
    id: Uuid,
    max: number,
  ],
  Place
>(
  'select_automation_runs_to_erase',
  `select contact_id, automation_id, id from automation_runs
   where workspace_id = $1 and contact_id = any($2::uuid[]) and (contact_id, automation_id, id) > ($3, $4, $5)
   order by contact_id, automation_id, id limit $6`,
)

/** In the order of the engine, so that a batch that it has in hand is waited for. */
export const lockRuns = statement<[workspaceId: Uuid, ids: readonly Uuid[]]>(
  'lock_automation_runs_to_erase',
  `select from automation_runs
   where workspace_id = $1 and id = any(array(select unnest($2::uuid[]) as id order by id)) order by id for update`,
)

/** What started them goes, and its key. Their steps stay: they name nobody. */
const eraseRuns = statement<[workspaceId: Uuid, ids: readonly Uuid[]]>(
  'erase_automation_runs',
  `with woken as (
     delete from automation_waits where workspace_id = $1 and run_id = any($2::uuid[])
   )
   update automation_runs set data = '{}', entry_key = null,
     status = case when ended_at is null then 'cancelled' else status end,
     ended_reason = case when ended_at is null then 'contact_erased' else ended_reason end,
     ended_at = coalesce(ended_at, now()), due_at = null, lease = null, blocked_by = null,
     wait_until = null, wait_event = null
   where workspace_id = $1 and id = any($2::uuid[])
     and (ended_at is null or data <> '{}' or entry_key is not null)`,
)

/** @returns where the next batch begins; null where there is none */
async function eraseSome(
  trx: Knex,
  workspaceId: Uuid,
  contactIds: readonly Uuid[],
  position: string | null,
  max: number,
): Promise<string | null> {
  if (contactIds.length === 0) return null
  const place = position === null ? beginning : (JSON.parse(position) as Place)
  const { contact_id: contactId, automation_id: automationId, id } = place
  const runs = await selectRuns(trx, workspaceId, contactIds, contactId, automationId, id, max)
  const last = runs.at(-1)
  if (last === undefined) return null
  const ids = runs.map((run) => run.id)
  await lockRuns(trx, workspaceId, ids)
  await eraseRuns(trx, workspaceId, ids)
  return runs.length < max ? null : JSON.stringify(last)
}

/** Ends the runs of the contacts that are to go. */
export const cancelAutomationRuns: Step = {
  name: 'automation-runs',
  run: async (trx, { workspaceId, projectId, address }, position, max) => {
    const contacts = await selectContacts(trx, workspaceId, address, projectId)
    const contactIds = contacts.map(({ id }) => id)
    return { erased: {}, next: await eraseSome(trx, workspaceId, contactIds, position, max) }
  },
}

const deleteEntries = statement<
  [workspaceId: Uuid, contactIds: readonly Uuid[], max: number],
  { count: number }
>(
  'erase_automation_entries',
  `with gone as (
     delete from automation_entries where workspace_id = $1 and (automation_id, contact_id, entry_key) in (
       select automation_id, contact_id, entry_key from automation_entries
       where workspace_id = $1 and contact_id = any($2::uuid[]) limit $3)
     returning 1
   )
   select count(*)::integer as count from gone`,
)

/** The same of the contacts that have gone, since one may have begun meanwhile; and when they began which. */
export const eraseAutomationRuns: Step = {
  name: 'automation-runs-again',
  run: async (trx, { workspaceId, contactIds }, position, max) => {
    const next = await eraseSome(trx, workspaceId, contactIds, position, max)
    if (next !== null || contactIds.length === 0) return { erased: {}, next }
    const [entries] = await deleteEntries(trx, workspaceId, contactIds, max)
    // The runs are looked through once more, which are few.
    return { erased: {}, next: (entries?.count ?? 0) < max ? null : JSON.stringify(beginning) }
  },
}

/** What happened to contacts and no automation has heard of yet. It has no index by contact: what waits is short. */
const deleteInbox = statement<
  [workspaceId: Uuid, after: Uuid, max: number, contactIds: readonly Uuid[]],
  { last: Uuid | null; examined: number }
>(
  'erase_automation_inbox',
  `with page as materialized (
     select id, contact_id from automation_inbox where workspace_id = $1 and id > $2 order by id limit $3
   ), gone as (
     delete from automation_inbox where workspace_id = $1 and id = any(array(
       select id from page where contact_id = any($4::uuid[])))
   )
   select (select id from page order by id desc limit 1) as last, (select count(*) from page)::integer as examined`,
)

export const eraseAutomationInbox: Step = {
  name: 'automation-inbox',
  run: async (trx, { workspaceId, contactIds }, position, max) => {
    if (contactIds.length === 0) return { erased: {}, next: null }
    const [page] = await deleteInbox(trx, workspaceId, position ?? nilUuid, max, contactIds)
    const isFull = page !== undefined && page.examined === max
    return { erased: {}, next: isFull ? page.last : null }
  },
}
