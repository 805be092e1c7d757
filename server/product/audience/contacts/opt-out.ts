import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import type { Transaction } from '../../../platform/db/transaction.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { programIn } from '../../../platform/events/program-of-mail.js'
import type { LinkDelivery } from '../subscriptions/links/delivery.js'
import type { ContactRow } from './rows.js'

/** Opts a contact out. A contact that has opted out before keeps the time of the first opt-out. */
const optOutOnce = statement<[workspaceId: WorkspaceId, id: Uuid, at: Date], ContactRow>(
  'opt_out_contact',
  `update contacts set unsubscribed_at = $3, updated_at = greatest(updated_at, $3)
   where workspace_id = $1 and id = $2 and unsubscribed_at is null
   returning *`,
)

/** How it came that a contact gets no campaigns and no mail of automations that it did not ask for. */
export interface OptOut {
  readonly at: Date
  readonly source: 'page' | 'one_click' | 'api' | 'automation'
  /** The mail whose link was used. */
  readonly delivery?: LinkDelivery | undefined
  /** The automation whose step it was. */
  readonly automationId?: Uuid | undefined
}

/**
 * Takes a contact out of its project's campaigns and automations, with an event, in the caller's transaction.
 * The caller wakes the webhooks.
 *
 * @returns the contact as it is now; undefined where it had opted out before, or where there is none
 */
export async function optOut(
  { sql }: Transaction,
  workspaceId: WorkspaceId,
  contactId: Uuid,
  { at, source, delivery, automationId }: OptOut,
): Promise<ContactRow | undefined> {
  const [row] = await optOutOnce(sql, workspaceId, contactId, at)
  if (row === undefined) return undefined
  await insertEvent(sql, workspaceId, {
    id: newUuid(),
    projectId: row.project_id,
    environment: row.environment,
    type: 'contact.unsubscribed',
    data: {
      contact_id: toTypeId('con', row.id),
      email: row.email,
      source,
      ...programIn({
        campaignId: delivery?.campaignId ?? null,
        automationId: automationId ?? delivery?.automationId ?? null,
      }),
      message_id: delivery === undefined ? null : toTypeId('msg', delivery.messageId),
      log_id: delivery === undefined ? null : toTypeId('log', delivery.logId),
    },
  })
  return row
}
