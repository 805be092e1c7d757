import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { deleteEventsOf, deleteSubscriptionsOf, deleteTopicConsentsOf } from '../../contacts/remove.js'
import type { Step } from '../erasure.js'

/**
 * Deletes the contacts first and remembers them with the deletion. From then on nothing more can be recorded about
 * them, and their remains can be deleted in batches.
 */
const deleteContacts = statement<
  [workspaceId: WorkspaceId, address: string, projectId: Uuid | null, deletionId: Uuid],
  { id: Uuid; deleted: number }
>(
  'erase_contacts',
  `with gone as (
     delete from contacts
     where workspace_id = $1 and address = $2 and ($3::uuid is null or project_id = $3) returning id
   ), remembered as (
     update deletions set contact_ids = contact_ids || array(select id from gone)
     where workspace_id = $1 and id = $4
     returning contact_ids, (select count(*) from gone)::integer as deleted
   )
   select unnest(contact_ids) as id, deleted from remembered`,
)

/** Erases contacts with their events and subscriptions. The parts of their consents that serve as proof stay. */
export const eraseContacts: Step = {
  name: 'contacts',
  run: async (trx, { id, workspaceId, projectId, address, token }, _position, max) => {
    const contacts = await deleteContacts(trx, workspaceId, address, projectId, id)
    if (contacts.length === 0) return { erased: {}, next: null }
    const contactIds = contacts.map((contact) => contact.id)
    const events = await deleteEventsOf(trx, workspaceId, contactIds, max)
    const choices = await deleteTopicConsentsOf(trx, workspaceId, contactIds, max)
    const removed = await deleteSubscriptionsOf(trx, workspaceId, contactIds, { token, max })
    return {
      erased: {
        contacts: contacts[0]?.deleted ?? 0,
        contact_events: events,
        topic_consents: choices,
        ...removed,
      },
      next: events < max && choices < max && removed.subscriptions < max ? null : 'more',
    }
  },
}
