import type { Uuid } from '../../../db/ids.js'
import { statement } from '../../../db/statement.js'
import type { Step } from '../erasure.js'

/**
 * The contacts go first and are remembered with the deletion: from then on nothing more can be recorded of
 * them, and what there is can be taken in batches.
 */
const deleteContacts = statement<
  [workspaceId: Uuid, address: string, projectId: Uuid | null, deletionId: Uuid],
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

const deleteEvents = statement<
  [workspaceId: Uuid, contactIds: readonly Uuid[], max: number],
  { count: number }
>(
  'erase_contact_events',
  `with gone as (
     delete from contact_events where workspace_id = $1 and (contact_id, id) in (
       select contact_id, id from contact_events
       where workspace_id = $1 and contact_id = any($2::uuid[]) limit $3)
     returning 1
   )
   select count(*)::integer as count from gone`,
)

/** Locked before their consents are looked at: a page that records one has the subscription's lock. */
const lockSubscriptions = statement<
  [workspaceId: Uuid, contactIds: readonly Uuid[], max: number],
  { id: Uuid }
>(
  'lock_subscriptions_to_erase',
  `select id from subscriptions where workspace_id = $1 and contact_id = any($2::uuid[])
   order by contact_id, id limit $3 for update`,
)

/** Of the source stay those words that are ours. */
const deleteSubscriptions = statement<
  [workspaceId: Uuid, ids: readonly Uuid[], token: string],
  Record<'subscriptions' | 'consents', number>
>(
  'erase_subscriptions',
  `with gone as (
     delete from subscriptions where workspace_id = $1 and id = any($2::uuid[]) returning 1
   ), proof as (
     update consents set token = $3, ip_address = null, user_agent = null,
       source = case when source in ('page', 'one_click', 'api') then source end
     where workspace_id = $1 and subscription_id = any($2::uuid[]) and token is null
     returning 1
   )
   select (select count(*) from gone)::integer as subscriptions,
     (select count(*) from proof)::integer as consents`,
)

/** Contacts with what they did and what they subscribed to. Of their consents stays what proves them. */
export const eraseContacts: Step = {
  name: 'contacts',
  run: async (trx, { id, workspaceId, projectId, address, token }, _position, max) => {
    const contacts = await deleteContacts(trx, workspaceId, address, projectId, id)
    if (contacts.length === 0) return { erased: {}, next: null }
    const contactIds = contacts.map((contact) => contact.id)
    const [events] = await deleteEvents(trx, workspaceId, contactIds, max)
    const locked = await lockSubscriptions(trx, workspaceId, contactIds, max)
    const [subscriptions] = await deleteSubscriptions(
      trx,
      workspaceId,
      locked.map((row) => row.id),
      token,
    )
    const contactEvents = events?.count ?? 0
    return {
      erased: { contacts: contacts[0]?.deleted ?? 0, contact_events: contactEvents, ...subscriptions },
      next: contactEvents < max && locked.length < max ? null : 'more',
    }
  },
}
