import type { components } from '../../../../generated/api-types.js'
import { newUuid, timeOf, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { refusedValue, type ApiError } from '../../../platform/http/errors/api-error.js'
import { foldAddress, normalizeAddress } from '../../../../base/addresses/address.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { recordSignals } from '../signals.js'
import { optBackIn, optOut } from './opt-out.js'
import { refuseTooManyContacts } from './refuse-too-many.js'
import type { ContactRow } from './contact-rows.js'

/** The project that a contact belongs to. */
export interface ContactOwner {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
  readonly environment: Environment
}

/** The fields of a contact to write. A field that is undefined stays as it is; null removes it. */
export interface ContactFields {
  readonly email: string
  readonly name?: string | null | undefined
  readonly properties?: components['schemas']['ContactProperties'] | undefined
  /** True if the contact is to get none of the project's campaigns. */
  readonly unsubscribed?: boolean | undefined
}

/** The most properties that a contact may have, as the contract says. */
export const maxProperties = 100

/**
 * Returns SQL that merges other properties into those of a contact; null removes one.
 *
 * @param given SQL of the other properties, as jsonb
 */
export function mergedProperties(properties: string, given: string): string {
  return `jsonb_strip_nulls(${properties} || ${given})`
}

const upsert = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    projectId: Uuid,
    environment: string,
    email: string,
    address: string,
    name: string | null,
    namesIt: boolean,
    properties: string,
    at: Date,
  ],
  ContactRow & { created: boolean }
>(
  'upsert_contact',
  // This is one statement, so that two simultaneous requests make one contact and lose nothing of each other's.
  `insert into contacts (workspace_id, id, project_id, environment, email, address, name, properties, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, jsonb_strip_nulls($9::jsonb), $10)
   on conflict (workspace_id, address, project_id) do update set
     email = excluded.email,
     name = case when $8 then excluded.name else contacts.name end,
     properties = ${mergedProperties('contacts.properties', '$9::jsonb')},
     updated_at = greatest(contacts.updated_at, excluded.updated_at)
   returning *, id = $2 as created`,
)

/**
 * Creates the contact with this address in a project, or changes it: properties are merged, and its address is kept
 * as it was last written. The caller must check first whether the address was erased (`refuseErased`), and wakes the
 * webhooks if the contact opts out or back in.
 *
 * @returns the contact, whether it is new, and whether automations are to be woken after the commit
 * @throws ApiError 422 `validation_failed` if the contact would have too many properties, or the workspace too many
 *   contacts
 */
export async function upsertContact(
  tx: Transaction,
  to: ContactOwner,
  fields: ContactFields,
): Promise<{ contact: ContactRow; created: boolean; isWanted: boolean }> {
  const id = newUuid()
  const at = timeOf(id)
  const [row] = await upsert(
    tx.sql,
    to.workspaceId,
    id,
    to.projectId,
    to.environment,
    normalizeAddress(fields.email),
    foldAddress(fields.email),
    fields.name ?? null,
    fields.name !== undefined,
    JSON.stringify(fields.properties ?? {}),
    at,
  )
  if (row === undefined) throw new Error('a contact that was saved is not returned')
  const { created, ...contact } = row
  if (created) await refuseTooManyContacts(tx, to.workspaceId, 1)
  if (hasTooManyProperties(contact)) throw tooManyProperties('/body/properties')
  const changed = await chooseCampaigns(tx, contact, fields.unsubscribed, at)
  const isWanted = created && (await recordCreated(tx, to.workspaceId, [contact]))
  return { contact: changed, created, isWanted }
}

/** Returns true if a contact has more properties than it may. */
export function hasTooManyProperties({ properties }: Pick<ContactRow, 'properties'>): boolean {
  return Object.keys(properties).length > maxProperties
}

/** Returns the error that refuses properties beyond the limit of a contact. */
export function tooManyProperties(path: string): ApiError {
  return refusedValue(
    path,
    'maxProperties',
    `must leave the contact with at most ${maxProperties} properties`,
  )
}

/**
 * Opts a contact out or back in, unless it has already done so.
 *
 * @param contact the contact, locked so that only one of two simultaneous requests changes it
 * @param unsubscribed true opts out, false opts back in; undefined leaves the contact as it is
 * @returns the contact as it is now
 */
export async function chooseCampaigns(
  tx: Transaction,
  contact: ContactRow,
  unsubscribed: boolean | undefined,
  at: Date,
): Promise<ContactRow> {
  if (unsubscribed === undefined || unsubscribed === (contact.unsubscribed_at !== null)) return contact
  const change = unsubscribed ? optOut : optBackIn
  return (await change(tx, contact.workspace_id, contact.id, { at, source: 'api' })) ?? contact
}

/**
 * Records new contacts for automations.
 *
 * @returns whether automations are to be woken after the commit
 */
export function recordCreated(
  tx: Transaction,
  workspaceId: WorkspaceId,
  contacts: readonly ContactRow[],
): Promise<boolean> {
  return recordSignals(
    tx,
    workspaceId,
    contacts.map((contact) => ({
      projectId: contact.project_id,
      contactId: contact.id,
      kind: 'contact_created',
      name: '',
      contactEventId: null,
      occurredAt: timeOf(contact.id),
      depth: 0,
    })),
  )
}
