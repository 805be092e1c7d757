import type { Knex } from 'knex'
import type { ContactRow } from '../../../audience/contacts/contact-rows.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { AutomationStatus, RunRow } from '../automation-rows.js'

/**
 * Locks claimed runs. Runs are locked before contacts, each in the order of their ids, so that two batches wait for
 * each other in turn and never in a circle. A contact is locked so that nothing is recorded about it meanwhile: a run
 * that begins to wait for an event either finds it or is woken by it.
 */

const lockRuns = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[], lease: Uuid], RunRow>(
  'lock_claimed_automation_runs',
  `select * from automation_runs
   where workspace_id = $1 and id = any(array(select unnest($2::uuid[]) as id order by id)) and lease = $3
   order by id for update`,
)

const lockContacts = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], ContactRow>(
  'lock_contacts_of_automation_runs',
  `select * from contacts
   where workspace_id = $1 and id = any(array(select unnest($2::uuid[]) as id order by id))
   order by id for update`,
)

const selectStatuses = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[]],
  { id: Uuid; status: AutomationStatus }
>(
  'select_statuses_of_automations',
  `select asked.id, automation.status from unnest($2::uuid[]) as asked (id)
   cross join lateral (
     select status from automations where workspace_id = $1 and id = asked.id limit 1
   ) automation`,
)

/** Runs that are still claimed, with the contacts and statuses that decide about them. */
export interface LockedRuns {
  readonly runs: readonly RunRow[]
  readonly contacts: Map<Uuid, ContactRow>
  readonly statuses: ReadonlyMap<Uuid, AutomationStatus>
}

/** Locks claimed runs and their contacts until the transaction ends. Runs whose lease is lost are left out. */
export async function lockClaimedRuns(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  ids: readonly Uuid[],
  lease: Uuid,
): Promise<LockedRuns> {
  const runs = await lockRuns(trx, workspaceId, ids, lease)
  if (runs.length === 0) return { runs, contacts: new Map(), statuses: new Map() }
  const contacts = await lockContacts(trx, workspaceId, [...new Set(runs.map((run) => run.contact_id))])
  const automations = [...new Set(runs.map((run) => run.automation_id))]
  const statuses = await selectStatuses(trx, workspaceId, automations)
  return {
    runs,
    contacts: new Map(contacts.map((contact) => [contact.id, contact])),
    statuses: new Map(statuses.map(({ id, status }) => [id, status])),
  }
}

/** Selects contacts as they are now, to prepare steps before the transaction. */
export const readContacts = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], ContactRow>(
  'read_contacts_of_automation_runs',
  `select contact.* from unnest($2::uuid[]) as asked (id)
   cross join lateral (select * from contacts where workspace_id = $1 and id = asked.id limit 1) contact`,
)
