import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { sameKey } from '../../../platform/db/statements/same-key.js'
import { statement } from '../../../platform/db/statements/statement.js'

/**
 * What goes with contacts: their events, subscriptions and choices of topics, in batches. Their runs go by
 * `remove-runs.ts`.
 */

/**
 * Contact by contact along the primary key, whatever the planner thinks of the table's size. What is chosen of each is
 * the first of its rows, which go as one stretch.
 */
const deleteFirst = (name: string, table: 'contact_events' | 'topic_consents') =>
  statement<[workspaceId: WorkspaceId, contactIds: readonly Uuid[], max: number], { count: number }>(
    name,
    `with chosen as materialized (
     select event.* from unnest($2::uuid[]) as contact (id)
     cross join lateral (
       select contact_id, id from ${table} where workspace_id = $1 and contact_id = contact.id
       order by id limit $3 for update
     ) event
     limit $3
   ), upto as materialized (
     select contact_id, (array_agg(id order by id desc))[1] as id from chosen group by contact_id
   ), gone as (
     delete from ${table} event using upto
     where event.workspace_id = $1 and ${sameKey('event', 'upto', ['contact_id'])} and event.id <= upto.id
     returning 1
   )
   select count(*)::integer as count from gone`,
  )

const deleteEvents = deleteFirst('delete_events_of_contacts', 'contact_events')
const deleteTopicConsents = deleteFirst('delete_topic_consents_of_contacts', 'topic_consents')

/**
 * Deletes a batch of the events of contacts that are gone.
 *
 * @returns how many have gone
 */
export async function deleteEventsOf(
  trx: Knex,
  workspaceId: WorkspaceId,
  contactIds: readonly Uuid[],
  max: number,
): Promise<number> {
  const [events] = await deleteEvents(trx, workspaceId, contactIds, max)
  return events?.count ?? 0
}

/** Deletes a batch of what contacts that are gone have chosen of topics, likewise. */
export async function deleteTopicConsentsOf(
  trx: Knex,
  workspaceId: WorkspaceId,
  contactIds: readonly Uuid[],
  max: number,
): Promise<number> {
  const [consents] = await deleteTopicConsents(trx, workspaceId, contactIds, max)
  return consents?.count ?? 0
}

/** Locked before their consents are looked at: a page that records one has the subscription's lock. */
const lockSubscriptions = statement<
  [workspaceId: WorkspaceId, contactIds: readonly Uuid[], max: number],
  { id: Uuid }
>(
  'lock_subscriptions_of_contacts',
  `select id from subscriptions where workspace_id = $1 and contact_id = any($2::uuid[])
   order by contact_id, id limit $3 for update`,
)

/** Of the source stay those words that are ours. */
const deleteLocked = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[], tokens: readonly string[]],
  RemovedSubscriptions
>(
  'delete_subscriptions',
  `with gone as (
     delete from subscriptions where workspace_id = $1 and id = any($2::uuid[]) returning 1
   ), proof as (
     update consents set token = asked.token, ip_address = null, user_agent = null,
       source = case when source in ('page', 'one_click', 'api') then source end
     from unnest($2::uuid[], $3::text[]) as asked (id, token)
     where consents.workspace_id = $1 and consents.subscription_id = any($2::uuid[])
       and consents.subscription_id = asked.id and consents.token is null
     returning 1
   )
   select (select count(*) from gone)::integer as subscriptions,
     (select count(*) from proof)::integer as consents`,
)

/** How many subscriptions have gone, and consents lost what names the person. */
export interface RemovedSubscriptions {
  readonly subscriptions: number
  readonly consents: number
}

/** A subscription that the transaction has locked, and what stands for its address from now on. */
export interface LockedSubscription {
  readonly id: Uuid
  readonly token: string
}

/** Deletes subscriptions. Of their consents stays what proves them, under a token of the address. */
export async function deleteSubscriptions(
  trx: Knex,
  workspaceId: WorkspaceId,
  locked: readonly LockedSubscription[],
): Promise<RemovedSubscriptions> {
  if (locked.length === 0) return { subscriptions: 0, consents: 0 }
  const [removed] = await deleteLocked(
    trx,
    workspaceId,
    locked.map(({ id }) => id),
    locked.map(({ token }) => token),
  )
  return removed ?? { subscriptions: 0, consents: 0 }
}

/**
 * Deletes a batch of the subscriptions of contacts that are gone and had one address.
 *
 * @param token what stands for the address from now on
 */
export async function deleteSubscriptionsOf(
  trx: Knex,
  workspaceId: WorkspaceId,
  contactIds: readonly Uuid[],
  token: string,
  max: number,
): Promise<RemovedSubscriptions> {
  const locked = await lockSubscriptions(trx, workspaceId, contactIds, max)
  return deleteSubscriptions(
    trx,
    workspaceId,
    locked.map(({ id }) => ({ id, token })),
  )
}
