import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import type { NewEvent } from '../../../platform/events/event-types.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { programIn } from '../../../platform/events/program-of-mail.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import type { LinkDelivery } from '../subscriptions/links/delivery.js'
import { optOutEntry } from './ledger-entries.js'
import type { ContactRow } from './contact-rows.js'

/** Opts a contact out. A contact that has opted out before keeps the time of the first opt-out. */
const optOutOnce = statement<[workspaceId: WorkspaceId, id: Uuid, at: Date], ContactRow>(
  'opt_out_contact',
  `update contacts set unsubscribed_at = $3, updated_at = greatest(updated_at, $3)
   where workspace_id = $1 and id = $2 and unsubscribed_at is null
   returning *`,
)

const optBackInOnce = statement<[workspaceId: WorkspaceId, id: Uuid, at: Date], ContactRow>(
  'opt_contact_back_in',
  `update contacts set unsubscribed_at = null, updated_at = greatest(updated_at, $3)
   where workspace_id = $1 and id = $2 and unsubscribed_at is not null
   returning *`,
)

/**
 * The circumstances of an opt-out, after which a contact gets no campaigns and no automation mail that it did not ask
 * for.
 */
export interface OptOut {
  readonly at: Date
  readonly source: 'page' | 'one_click' | 'api' | 'automation'
  /** The mail whose link was used; undefined if the contact opted out otherwise. */
  readonly delivery?: LinkDelivery | undefined
  /** The automation whose step opted the contact out; undefined if no automation did. */
  readonly automationId?: Uuid | undefined
}

/** The circumstances in which a contact takes its opt-out back. */
export interface OptBackIn extends Pick<OptOut, 'at' | 'delivery'> {
  readonly source: 'page' | 'api'
}

/**
 * Opts a contact out of its project's campaigns and automations, with an event, in the caller's transaction. The
 * caller wakes the webhooks.
 *
 * @returns the contact as it is now; undefined if it had opted out before, or if there is none
 */
export async function optOut(
  { sql }: Transaction,
  workspaceId: WorkspaceId,
  contactId: Uuid,
  how: OptOut,
): Promise<ContactRow | undefined> {
  const [row] = await optOutOnce(sql, workspaceId, contactId, how.at)
  if (row === undefined) return undefined
  await insertEvent(sql, workspaceId, optOutEvent(row, how))
  recordInLedger(sql, optOutEntry(row))
  return row
}

/**
 * Takes back an opt-out that `optOut` has recorded.
 *
 * @returns the contact as it is now; undefined if it had not opted out, or if there is none
 */
export async function optBackIn(
  { sql }: Transaction,
  workspaceId: WorkspaceId,
  contactId: Uuid,
  how: OptBackIn,
): Promise<ContactRow | undefined> {
  const [row] = await optBackInOnce(sql, workspaceId, contactId, how.at)
  if (row === undefined) return undefined
  await insertEvent(sql, workspaceId, optBackInEvent(row, how))
  recordInLedger(sql, optOutEntry(row))
  return row
}

/** Returns the event of a contact that has opted out. */
export function optOutEvent(row: ContactRow, how: Omit<OptOut, 'at'>): NewEvent {
  return { ...eventOf(row), type: 'contact.unsubscribed', data: dataOf(row, how) }
}

/** Returns the event of a contact that has opted back in. */
export function optBackInEvent(row: ContactRow, how: Omit<OptBackIn, 'at'>): NewEvent {
  return { ...eventOf(row), type: 'contact.resubscribed', data: dataOf(row, how) }
}

function eventOf(row: ContactRow) {
  return { id: newUuid(), projectId: row.project_id, environment: row.environment }
}

function dataOf<Source>(
  row: ContactRow,
  { source, delivery, automationId }: Pick<OptOut, 'delivery' | 'automationId'> & { readonly source: Source },
) {
  return {
    contact_id: toTypeId('con', row.id),
    email: row.email,
    source,
    ...programIn({
      campaignId: delivery?.campaignId ?? null,
      automationId: automationId ?? delivery?.automationId ?? null,
    }),
    message_id: delivery === undefined ? null : toTypeId('msg', delivery.messageId),
    log_id: delivery === undefined ? null : toTypeId('log', delivery.logId),
  }
}
