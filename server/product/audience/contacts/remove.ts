import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { sameKey } from '../../../platform/db/statements/same-key.js'
import { statement } from '../../../platform/db/statements/statement.js'

/**
 * Deletes what belongs to deleted contacts, in batches: their events, subscriptions and choices of topics.
 * `remove-runs.ts` ends their runs.
 */

/**
 * Builds a statement that deletes rows contact by contact along the primary key, whatever the planner thinks of the
 * table's size. It chooses the first rows of each contact, which are one stretch of the index.
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
 * Deletes a batch of the events of deleted contacts.
 *
 * @returns the number of deleted events
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

/**
 * Deletes a batch of the topic choices of deleted contacts.
 *
 * @returns the number of deleted choices
 */
export async function deleteTopicConsentsOf(
  trx: Knex,
  workspaceId: WorkspaceId,
  contactIds: readonly Uuid[],
  max: number,
): Promise<number> {
  const [consents] = await deleteTopicConsents(trx, workspaceId, contactIds, max)
  return consents?.count ?? 0
}

/**
 * Locks subscriptions before their consents are looked at, since a page that records a consent holds the
 * subscription's lock.
 */
const lockSubscriptions = statement<
  [workspaceId: WorkspaceId, contactIds: readonly Uuid[], max: number],
  { id: Uuid }
>(
  'lock_subscriptions_of_contacts',
  `select id from subscriptions where workspace_id = $1 and contact_id = any($2::uuid[])
   order by contact_id, id limit $3 for update`,
)

/** Deletes locked subscriptions. Of the source of their consents only Postseal's own words stay. */
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

/** The numbers of deleted subscriptions, and of consents that lost whatever names the person. */
export interface RemovedSubscriptions {
  readonly subscriptions: number
  readonly consents: number
}

/** A subscription that the transaction has locked, and the token that stands for its address from now on. */
export interface LockedSubscription {
  readonly id: Uuid
  readonly token: string
}

/** Deletes subscriptions. The parts of their consents that serve as proof stay, under a token of the address. */
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

/** Deletes a batch of the subscriptions of deleted contacts that had one address. */
export async function deleteSubscriptionsOf(
  trx: Knex,
  workspaceId: WorkspaceId,
  contactIds: readonly Uuid[],
  {
    token,
    max,
  }: {
    /** The token that stands for the address from now on. */
    readonly token: string
    readonly max: number
  },
): Promise<RemovedSubscriptions> {
  const locked = await lockSubscriptions(trx, workspaceId, contactIds, max)
  return deleteSubscriptions(
    trx,
    workspaceId,
    locked.map(({ id }) => ({ id, token })),
  )
}
