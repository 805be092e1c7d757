import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { askedStatuses } from '../../../platform/http/lists/asked-values.js'
import { searchPage, type BoundedSearch, type Condition } from '../../../platform/http/lists/bounded-walk.js'
import {
  rangeOf,
  unclampedWindow,
  type Found,
  type TimeWindow,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import type { ContactRow } from '../contacts/contact-rows.js'
import type { SubscriptionRow, SubscriptionStatus } from './subscription-rows.js'

export interface SubscriptionQuery extends WindowQuery {
  readonly status?: SubscriptionStatus
  readonly statuses?: readonly SubscriptionStatus[]
  readonly email?: string
}

/** Returns one page of a list's subscriptions, newest first. A credential that sees the list sees them all. */
export async function listSubscriptions(
  db: Knex,
  workspaceId: WorkspaceId,
  listId: Uuid,
  { query, window }: { readonly query: SubscriptionQuery; readonly window: TimeWindow },
): Promise<Found<SubscriptionRow>> {
  if (query.email !== undefined) {
    return {
      rows: await ofAddress(db, workspaceId, listId, { query, email: query.email, window }),
      next: null,
    }
  }
  const search: BoundedSearch = {
    workspaceId,
    table: 'subscriptions',
    alias: 'subscription',
    conditions: [conditionOf(listId, askedStatuses(query))],
    columns: 'subscription.*',
  }
  return searchPage<SubscriptionRow>(db, search, query, window)
}

/** Returns one page of a contact's subscriptions, newest first. A credential that sees the contact sees them all. */
export function listSubscriptionsOf(
  db: Knex,
  { workspace_id: workspaceId, id }: ContactRow,
  query: WindowQuery,
): Promise<Found<SubscriptionRow>> {
  const index = { table: 'subscriptions', equal: { contact_id: id }, id: 'id' }
  const search: BoundedSearch = {
    workspaceId,
    table: 'subscriptions',
    alias: 'subscription',
    conditions: [{ sql: 'subscription.contact_id = ?', values: [id], index }],
    columns: 'subscription.*',
  }
  return searchPage<SubscriptionRow>(db, search, query, unclampedWindow(query))
}

function conditionOf(listId: Uuid, statuses: readonly SubscriptionStatus[] | undefined): Condition {
  const parts: Readonly<Record<string, string>>[] =
    statuses === undefined ? [{ list_id: listId }] : statuses.map((status) => ({ list_id: listId, status }))
  // The list's id drives the search, so it is compared by the index alone.
  return {
    sql: 'subscription.list_id = ?',
    values: [listId],
    index: parts.map((equal) => ({ table: 'subscriptions', equal, id: 'id' })),
  }
}

/** Finds an address's subscription to a list, of which there is one at most. */
async function ofAddress(
  db: Knex,
  workspaceId: WorkspaceId,
  listId: Uuid,
  {
    query,
    email,
    window,
  }: { readonly query: SubscriptionQuery; readonly email: string; readonly window: TimeWindow },
): Promise<SubscriptionRow[]> {
  const { from, below } = rangeOf(query, window)
  const statuses = askedStatuses(query)
  const rows = await db<SubscriptionRow>('subscriptions')
    .where({ workspace_id: workspaceId, list_id: listId, address: foldAddress(email) })
    .select<SubscriptionRow[]>('*')
  return rows.filter(
    ({ id, status }) => id >= from && id < below && (statuses === undefined || statuses.includes(status)),
  )
}
