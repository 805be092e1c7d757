import type { Knex } from 'knex'
import { foldAddress, normalizeAddress } from '../../../../base/addresses/address.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { atKey } from '../../../platform/db/statements/at-key.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import { refuseErased } from '../erasure/refuse-erased.js'
import { moveSubscriptionsOf } from '../subscriptions/move.js'
import { ledgerOf, recordInLedger } from '../../../platform/ledger/record.js'
import { choicesOf } from '../topics/choices.js'
import { optOutEntry, topicEntry } from './ledger-entries.js'
import { expectContact, findContact, type ContactRow } from './contact-rows.js'
import {
  chooseCampaigns,
  hasTooManyProperties,
  mergedProperties,
  tooManyProperties,
  type ContactFields,
} from './upsert.js'

/**
 * Locks a contact and the contact that has its new address, in the order in which automations lock contacts, so that
 * two contacts that exchange their addresses wait for each other in turn.
 */
const lockBoth = statement<
  [workspaceId: WorkspaceId, id: Uuid, projectId: Uuid, address: string],
  ContactRow
>(
  'lock_contact_and_owner_of_address',
  `select * from contacts
   where workspace_id = $1 and id = any(array(
     select $2::uuid
     union all
     (select id from contacts
      where workspace_id = $1 and ${atKey('address, project_id', '$4, $3')}
      order by address, project_id limit 1)
   ))
   order by id for update`,
)

const update = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    email: string,
    address: string,
    name: string | null,
    namesIt: boolean,
    properties: string,
    at: Date,
  ],
  ContactRow
>(
  'update_contact',
  `update contacts set email = $3, address = $4, name = case when $6 then $5 else name end,
     properties = ${mergedProperties('properties', '$7::jsonb')}, updated_at = greatest(updated_at, $8)
   where workspace_id = $1 and id = $2
   returning *`,
)

/**
 * Changes a contact. A field that is undefined stays, and properties are merged. If the contact gets another address,
 * its subscriptions get it, too. If it opts out or back in, the caller wakes the webhooks.
 *
 * @throws ApiError 404 `not_found`; 409 `invalid_state` if another contact of the project has the address, or it was
 *   erased; 422 `validation_failed` if the contact would have too many properties
 */
export async function updateContact(
  tx: Transaction,
  tokens: AddressTokens,
  visibility: Visibility,
  { id, fields }: { readonly id: Uuid; readonly fields: Partial<ContactFields> },
): Promise<ContactRow> {
  const { workspaceId } = visibility
  const seen = await findContact(tx.sql, visibility, id)
  const asked = fields.email === undefined ? seen.address : foldAddress(fields.email)
  const locked = await lockBoth(tx.sql, workspaceId, id, seen.project_id, asked)
  const before = expectContact(locked.find((row) => row.id === id))
  const { email = before.email } = fields
  const address = foldAddress(email)
  if (locked.some((row) => row.id !== id && row.address === address)) throw addressTaken()
  const to = { workspaceId, projectId: before.project_id }
  // An erasure that is under way finds the contact by the address that it has.
  await refuseErased(tx.sql, tokens, to, before.email)
  const isMoved = address !== before.address
  if (isMoved) await refuseErased(tx.sql, tokens, to, email)

  const at = new Date()
  const row = await store(tx.sql, before, { ...fields, email }, at)
  if (hasTooManyProperties(row)) throw tooManyProperties('/body/properties')
  if (isMoved) {
    await moveSubscriptionsOf(tx.sql, row)
    await recordMove(tx.sql, row)
  }
  return chooseCampaigns(tx, row, fields.unsubscribed, at)
}

/**
 * Records a contact's new address in the ledger, which keeps the address with everything that the contact has opted
 * out of.
 */
async function recordMove(trx: Knex.Transaction, row: ContactRow): Promise<void> {
  if (ledgerOf(trx) === undefined) return
  if (row.unsubscribed_at !== null) recordInLedger(trx, optOutEntry(row))
  const ended = (await choicesOf(trx, row)).filter(({ action }) => action === 'unsubscribed')
  recordInLedger(trx, ...ended.map(({ key }) => topicEntry(row, key, false)))
}

async function store(
  trx: Knex.Transaction,
  { workspace_id: workspaceId, id }: ContactRow,
  { email, name, properties = {} }: ContactFields,
  at: Date,
): Promise<ContactRow> {
  const changes = [normalizeAddress(email), foldAddress(email), name ?? null, name !== undefined] as const
  try {
    const [row] = await update(trx, workspaceId, id, ...changes, JSON.stringify(properties), at)
    return expectContact(row)
  } catch (error) {
    // Another contact has taken the address in the meantime.
    if ((error as { code?: unknown }).code === uniqueViolation) throw addressTaken()
    throw error
  }
}

/** PostgreSQL's error code (appendix A). */
const uniqueViolation = '23505'

function addressTaken(): ApiError {
  return new ApiError('invalid_state', 'Another contact of the project has this address.')
}
