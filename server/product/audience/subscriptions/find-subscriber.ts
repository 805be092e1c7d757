import type { Knex } from 'knex'
import { batcherBy } from '../../../platform/db/batching/batcher.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { atKey } from '../../../platform/db/statements/at-key.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { SubscriptionStatus } from './subscription-rows.js'

/** The fields of a subscription that mail to its list needs. */
export interface Subscriber {
  readonly id: Uuid
  readonly status: SubscriptionStatus
}

/**
 * Finds the subscription of an address, in the form of `foldAddress`; undefined if there is none, or the list was
 * deleted.
 */
export type FindSubscriber = (
  workspaceId: WorkspaceId,
  listId: Uuid,
  address: string,
) => Promise<Subscriber | undefined>

/**
 * Selects subscriptions row by row along the index of addresses, because the order by list and address is that of
 * this index alone.
 */
const selectSubscribers = statement<
  [workspaceId: WorkspaceId, listIds: readonly Uuid[], addresses: readonly string[]],
  Subscriber & { place: number }
>(
  'select_subscribers',
  `select asked.place::integer as place, found.id, found.status
   from unnest($2::uuid[], $3::text[]) with ordinality as asked (list_id, address, place)
   cross join lateral (
     select id, status from subscriptions
     where workspace_id = $1 and ${atKey('list_id, address', 'asked.list_id, asked.address')}
     order by list_id, address limit 1
   ) found
   cross join lateral (
     select from subscriber_lists where workspace_id = $1 and id = asked.list_id limit 1
   ) list`,
)

interface Asked {
  readonly listId: Uuid
  readonly address: string
}

/** Makes a function that looks subscriptions up. Simultaneous look-ups of a workspace share a query. */
export function subscriberFinder(db: Knex): FindSubscriber {
  const find = batcherBy((workspaceId: WorkspaceId, asked: Asked[]) => select(db, workspaceId, asked))
  return (workspaceId, listId, address) => find(workspaceId, { listId, address })
}

/**
 * Returns the subscriptions of addresses to one list, in their order, using the caller's connection, which may be a
 * transaction's. It takes at most some hundred addresses at once.
 */
export function subscribersOf(
  db: Knex,
  workspaceId: WorkspaceId,
  listId: Uuid,
  addresses: readonly string[],
): Promise<(Subscriber | undefined)[]> {
  return select(
    db,
    workspaceId,
    addresses.map((address) => ({ listId, address })),
  )
}

async function select(
  db: Knex,
  workspaceId: WorkspaceId,
  asked: readonly Asked[],
): Promise<(Subscriber | undefined)[]> {
  const rows = await selectSubscribers(
    db,
    workspaceId,
    asked.map(({ listId }) => listId),
    asked.map(({ address }) => address),
  )
  const found = new Map(rows.map(({ place, id, status }) => [place, { id, status }]))
  return asked.map((_, index) => found.get(index + 1))
}
