import { nilUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { deleteEntriesOf, endRunsOf, firstRun } from '../../../audience/contacts/remove-runs.js'
import type { Step } from '../../../audience/erasure/erasure.js'

const selectContacts = statement<
  [workspaceId: WorkspaceId, address: string, projectId: Uuid | null],
  { id: Uuid }
>(
  'select_contacts_to_erase',
  `select id from contacts
   where workspace_id = $1 and address = $2 and ($3::uuid is null or project_id = $3)`,
)

/** Ends the runs of the contacts that are about to be deleted. */
export const cancelAutomationRuns: Step = {
  name: 'automation-runs',
  run: async (trx, { workspaceId, projectId, address }, position, max) => {
    const contacts = await selectContacts(trx, workspaceId, address, projectId)
    const contactIds = contacts.map(({ id }) => id)
    return { erased: {}, next: await endRunsOf(trx, workspaceId, contactIds, { position, max }) }
  },
}

/**
 * Ends the runs of the deleted contacts once more, since one may have begun meanwhile, and deletes the entries that
 * say when the contacts began which automation.
 */
export const eraseAutomationRuns: Step = {
  name: 'automation-runs-again',
  run: async (trx, { workspaceId, contactIds }, position, max) => {
    const next = await endRunsOf(trx, workspaceId, contactIds, { position, max })
    if (next !== null || contactIds.length === 0) return { erased: {}, next }
    const entries = await deleteEntriesOf(trx, workspaceId, contactIds, max)
    // The few runs are looked through once more.
    return { erased: {}, next: entries < max ? null : firstRun }
  },
}

/**
 * Deletes the signals of contacts that no automation has seen yet. The inbox has no index by contact, because few
 * signals are waiting.
 */
const deleteInbox = statement<
  [workspaceId: WorkspaceId, after: Uuid, max: number, contactIds: readonly Uuid[]],
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
