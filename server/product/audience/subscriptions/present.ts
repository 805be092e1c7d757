import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { timeOf, toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { listConsents, type ConsentRow } from './consents.js'
import type { SubscriptionLinks } from './links/links.js'
import type { SubscriptionRow } from './subscription-rows.js'

type Schemas = components['schemas']

/** Returns subscriptions of one workspace in the form of the API contract, in the order given. */
export async function presentSubscriptions(
  db: Knex,
  links: SubscriptionLinks,
  workspaceId: WorkspaceId,
  rows: readonly SubscriptionRow[],
): Promise<Schemas['Subscription'][]> {
  const ids = rows.map(({ id }) => id)
  const consents = ids.length === 0 ? [] : await listConsents(db, workspaceId, ids)
  return rows.map((row) =>
    present(
      row,
      links,
      consents.filter(({ subscription_id }) => subscription_id === row.id),
    ),
  )
}

/** Returns one subscription in the form of the API contract. */
export async function presentSubscription(
  db: Knex,
  links: SubscriptionLinks,
  row: SubscriptionRow,
): Promise<Schemas['Subscription']> {
  const [subscription] = await presentSubscriptions(db, links, row.workspace_id, [row])
  if (subscription === undefined) throw new Error('a subscription is not shown')
  return subscription
}

function present(
  row: SubscriptionRow,
  links: SubscriptionLinks,
  consents: readonly ConsentRow[],
): Schemas['Subscription'] {
  return {
    id: toTypeId('sub', row.id),
    list_id: toTypeId('lst', row.list_id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    contact_id: toTypeId('con', row.contact_id),
    email: row.email,
    status: row.status,
    requested_at: row.requested_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    unsubscribed_at: row.unsubscribed_at?.toISOString() ?? null,
    unsubscribe_url: links.unsubscribeUrl({ workspaceId: row.workspace_id, subscriptionId: row.id }),
    consents: consents.map(({ action, at, source, ip_address, user_agent }) => ({
      action,
      at: at.toISOString(),
      source,
      ip_address,
      user_agent,
    })),
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
