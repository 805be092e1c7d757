import type { Knex } from 'knex'
import type { Visibility } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { PurgeBatch } from '../../../platform/scheduler/purge/batch.js'
import type { PurgeStep } from '../../../platform/scheduler/purge/task.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import { deleteEntriesOf, endRunsOf } from './remove-runs.js'
import { deleteEventsOf, deleteSubscriptionsOf, deleteTopicConsentsOf } from './remove.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { deletedEntry } from './ledger-entries.js'
import { expectContact, findContact, type ContactRow } from './contact-rows.js'

/** The number of runs, events and subscriptions that one statement of a deletion looks at. */
const atOnce = 1000

/** The number of contacts whose remains one batch of the purge deletes. */
const contactsAtOnce = 100

/** Deletes a contact and inserts a row that stands for it, by which the purge finds what the contact has left. */
const deleteRow = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid }>(
  'delete_contact',
  `with gone as (
     delete from contacts where workspace_id = $1 and id = $2 returning id
   ), noted as (
     insert into deleted_contacts (workspace_id, id)
     select own.workspace_id, id from ${ownWorkspace} cross join gone
   )
   select id from gone`,
)

/**
 * Deletes a contact with its subscriptions, and ends its runs of automations. From the commit on nothing finds the
 * contact, and nothing can be recorded about it. Its subscriptions go at once, since a subscription decides by its
 * address whether mail to a list is sent. The purge deletes events, choices and runs beyond the first thousand.
 *
 * Runs are locked before the contact, as automations do, to avoid a deadlock. A run that begins between the two locks
 * is ended by the engine, which finds no contact, or by the purge.
 *
 * @throws ApiError 404 `not_found`
 */
export async function deleteContact(
  trx: Knex.Transaction,
  tokens: AddressTokens,
  visibility: Visibility,
  id: Uuid,
): Promise<void> {
  const contact = await findContact(trx, visibility, id)
  expectContact((await removeContact(trx, tokens, contact)) ? contact : undefined)
  recordInLedger(trx, deletedEntry(contact))
}

/**
 * Deletes a contact as `deleteContact` does, but without an entry in the ledger, which already has one if a contact
 * is deleted again.
 *
 * @returns false if the contact is gone already
 */
export async function removeContact(
  trx: Knex.Transaction,
  tokens: AddressTokens,
  contact: Pick<ContactRow, 'workspace_id' | 'project_id' | 'id' | 'address'>,
): Promise<boolean> {
  const { workspace_id: workspaceId, project_id: projectId, id, address } = contact
  await endRunsOf(trx, workspaceId, [id], { position: null, max: atOnce })
  const [gone] = await deleteRow(trx, workspaceId, id)
  if (gone === undefined) return false
  const token = tokens(workspaceId, projectId, address)
  for (let removed = atOnce; removed === atOnce;) {
    const { subscriptions } = await deleteSubscriptionsOf(trx, workspaceId, [id], { token, max: atOnce })
    removed = subscriptions
  }
  await deleteEventsOf(trx, workspaceId, [id], atOnce)
  await deleteTopicConsentsOf(trx, workspaceId, [id], atOnce)
  return true
}

const selectDeleted = statement<[workspaceId: WorkspaceId, after: Uuid, max: number], { id: Uuid }>(
  'select_deleted_contacts',
  'select id from deleted_contacts where workspace_id = $1 and id > $2 order by id limit $3',
)

const forget = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]]>(
  'forget_deleted_contacts',
  'delete from deleted_contacts where workspace_id = $1 and id = any($2::uuid[])',
)

/** Purges a batch of the remains of deleted contacts: runs that began meanwhile, entries and events. */
export const purgeDeletedContacts: PurgeStep = async (
  trx,
  { workspaceId },
  after,
  max,
): Promise<PurgeBatch> => {
  const contactsAtMost = Math.min(max, contactsAtOnce)
  const ids = (await selectDeleted(trx, workspaceId, after, contactsAtMost)).map(({ id }) => id)
  if (ids.length === 0) return { purged: {}, next: null }
  const runsLeft = await endRunsOf(trx, workspaceId, ids, { position: null, max })
  const entries = await deleteEntriesOf(trx, workspaceId, ids, max)
  const events = await deleteEventsOf(trx, workspaceId, ids, max)
  const consents = await deleteTopicConsentsOf(trx, workspaceId, ids, max)
  const purged = { automation_entries: entries, contact_events: events, topic_consents: consents }
  const isMore = runsLeft !== null || entries === max || events === max || consents === max
  if (isMore) return { purged, next: after }
  await forget(trx, workspaceId, ids)
  return { purged, next: ids.length < contactsAtMost ? null : (ids.at(-1) ?? null) }
}
