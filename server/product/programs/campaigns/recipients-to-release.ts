import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import type { SubscriptionStatus } from '../../audience/subscriptions/rows.js'
import { isOptedIn } from '../../audience/unsent-reason.js'
import { statement } from '../../../platform/db/statement.js'
import { followIndexes } from '../follow-indexes.js'

/** A recipient with what decides about its mail, as it is now. */
export interface Recipient {
  readonly contact_id: Uuid
  /** Null where the contact was erased. */
  readonly email: string | null
  readonly address: string | null
  readonly name: string | null
  readonly properties: components['schemas']['ContactProperties'] | null
  readonly opted_in: boolean | null
  /** Null where there is no subscription to the campaign's list. */
  readonly subscription_id: Uuid | null
  readonly subscription_status: SubscriptionStatus | null
}

const select = statement<
  [workspaceId: WorkspaceId, campaignId: Uuid, after: Uuid, max: number, listId: Uuid | null],
  Recipient
>(
  'select_recipients_to_release',
  `select recipient.contact_id, contact.email, contact.address, contact.name, contact.properties, contact.opted_in,
     subscription.id as subscription_id, subscription.status as subscription_status
   from (
     select contact_id from campaign_recipients
     where workspace_id = $1 and campaign_id = $2 and contact_id > $3 and status = 'pending'
     order by contact_id limit $4
   ) recipient
   left join lateral (
     select email, address, name, properties, ${isOptedIn('contacts')} as opted_in
     from contacts where workspace_id = $1 and id = recipient.contact_id limit 1
   ) contact on true
   left join lateral (
     select id, status from subscriptions
     where workspace_id = $1 and (list_id, address) >= ($5, contact.address) and (list_id, address) <= ($5, contact.address)
     order by list_id, address limit 1
   ) subscription on true
   order by recipient.contact_id`,
)

/**
 * The next pending recipients along the primary key. Contacts and subscriptions are looked up row by row, by an
 * index, whatever the planner thinks of the tables' sizes: the order by list and address is that of one index
 * alone.
 */
export async function selectRecipients(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
  after: Uuid,
  max: number,
  listId: Uuid | null,
): Promise<Recipient[]> {
  await followIndexes(trx)
  return select(trx, workspaceId, campaignId, after, max, listId)
}
