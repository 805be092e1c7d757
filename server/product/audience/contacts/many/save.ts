import { newUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { ownWorkspace } from '../../../../platform/db/statements/own-workspace.js'
import { atKey } from '../../../../platform/db/statements/at-key.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { refuseTooManyContacts } from '../refuse-too-many.js'
import { recordInLedger } from '../../../../platform/ledger/record.js'
import { optOutEntry } from '../ledger-entries.js'
import type { ContactRow } from '../contact-rows.js'
import { maxProperties, type ContactOwner } from '../upsert.js'

/**
 * The fields of a contact that a line of a file gives. A field that is undefined stays as it is, and so does an
 * opt-out.
 */
export interface GivenContact {
  /** The address in the form in which mail is sent to it. */
  readonly email: string
  /** The address in the form of `foldAddress`. */
  readonly address: string
  readonly name: string | undefined
  /** Properties to merge into the existing ones; null removes one. */
  readonly properties: ContactRow['properties']
  /** Time since when the contact gets no campaigns; undefined if the line says nothing about it. */
  readonly unsubscribedAt: Date | undefined
}

export interface SavedContact {
  readonly id: Uuid
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'too_many_properties'
}

type Known = Pick<ContactRow, 'id' | 'email' | 'address' | 'name' | 'properties' | 'unsubscribed_at'>
type Stored = Omit<Known, 'address'>

/**
 * Locks contacts row by row along the index of addresses, because the order by address and project is that of this
 * index alone. Two transactions that lock the same contacts do so in the order of the addresses, so that one waits
 * for the other instead of a deadlock.
 */
const lockKnown = statement<[workspaceId: WorkspaceId, projectId: Uuid, addresses: readonly string[]], Known>(
  'lock_contacts_by_address',
  `select found.*
   from unnest($3::text[]) as asked (address)
   cross join lateral (
     select id, email, address, name, properties, unsubscribed_at from contacts
     where workspace_id = $1 and ${atKey('address, project_id', 'asked.address, $2')}
     order by address, project_id limit 1
     for no key update
   ) found`,
)

const insertNew = statement<
  [workspaceId: WorkspaceId, projectId: Uuid, environment: string, contacts: string],
  { id: Uuid }
>(
  'insert_given_contacts',
  `insert into contacts (workspace_id, id, project_id, environment, email, address, name, properties, unsubscribed_at,
     updated_at)
   select own.workspace_id, given.id, $2::uuid, $3::text, given.email, given.address, given.name, given.properties,
     given.unsubscribed_at, now()
   from ${ownWorkspace} cross join json_to_recordset($4::json) as given (
     id uuid, email text, address text, name text, properties jsonb, unsubscribed_at timestamptz)
   order by given.address
   on conflict (workspace_id, address, project_id) do nothing
   returning id`,
)

const changeKnown = statement<[workspaceId: WorkspaceId, contacts: string]>(
  'change_known_contacts',
  `update contacts set email = given.email, name = given.name, properties = given.properties,
     unsubscribed_at = given.unsubscribed_at, updated_at = greatest(updated_at, (select now()))
   from json_to_recordset($2::json) as given (
     id uuid, email text, name text, properties jsonb, unsubscribed_at timestamptz)
   where contacts.workspace_id = $1 and contacts.id = given.id`,
)

/**
 * Creates or updates some hundred contacts of a project at once. No automation starts for them, and no event is
 * recorded. The caller must check first whether addresses were erased.
 *
 * @param given the contacts; if an address comes several times, each line is applied in order and the contact is
 *   written once
 * @returns the outcome of each line, in their order
 * @throws ApiError 422 `validation_failed` if the workspace would have too many contacts
 */
export async function saveContacts(
  tx: Transaction,
  owner: ContactOwner,
  given: readonly GivenContact[],
): Promise<SavedContact[]> {
  const { workspaceId, projectId, environment } = owner
  const saved = new Map<GivenContact, SavedContact>()
  const optedOut = (row: Stored & { readonly address: string }) =>
    recordInLedger(
      tx.sql,
      optOutEntry({ ...row, workspace_id: workspaceId, project_id: projectId, environment }),
    )
  const waiting = new Map<string, GivenContact[]>()
  for (const contact of given.toSorted((one, other) =>
    one.address < other.address ? -1 : one.address > other.address ? 1 : 0,
  )) {
    const others = waiting.get(contact.address)
    if (others === undefined) waiting.set(contact.address, [contact])
    else others.push(contact)
  }
  let created = 0
  while (waiting.size > 0) {
    const known = await lockKnown(tx.sql, workspaceId, projectId, [...waiting.keys()])
    const changed: Stored[] = []
    for (const row of known) {
      const contacts = waiting.get(row.address)
      if (contacts === undefined) continue
      waiting.delete(row.address)
      const next = mergedAll(row, contacts, saved)
      if (next !== row) changed.push(next)
      if (row.unsubscribed_at === null && next.unsubscribed_at !== null)
        optedOut({ ...next, address: row.address })
    }
    if (changed.length > 0) await changeKnown(tx.sql, workspaceId, JSON.stringify(changed))
    if (waiting.size === 0) break
    const results = new Map<string, readonly (readonly [GivenContact, SavedContact])[]>()
    const rows = [...waiting].map(([address, [first, ...others]]) => {
      const row = newRow(first as GivenContact)
      const outcomes = new Map([[first as GivenContact, { id: row.id, outcome: 'created' } as SavedContact]])
      const last = mergedAll(row, others, outcomes)
      results.set(address, [...outcomes])
      return { ...last, address }
    })
    const inserted = await insertNew(tx.sql, workspaceId, projectId, environment, JSON.stringify(rows))
    const mine = new Set(inserted.map(({ id }) => id))
    // Contacts that are still missing were created by somebody else just now, and the next attempt knows them.
    for (const row of rows) {
      const { id, address } = row
      if (!mine.has(id)) continue
      waiting.delete(address)
      if (row.unsubscribed_at !== null) optedOut(row)
      for (const [contact, outcome] of results.get(address) ?? []) saved.set(contact, outcome)
    }
    created += mine.size
  }
  if (created > 0) await refuseTooManyContacts(tx, workspaceId, created)
  return given.map((contact) => saved.get(contact) as SavedContact)
}

/**
 * Merges the lines of one address into a contact, one after the other.
 *
 * @param outcomes receives the outcome of each line
 * @returns the row itself if nothing changes
 */
function mergedAll(
  row: Stored,
  contacts: readonly GivenContact[],
  outcomes: Map<GivenContact, SavedContact>,
): Stored {
  let last = row
  for (const contact of contacts) {
    const next = merged(last, contact)
    const isTooMuch = next !== undefined && Object.keys(next.properties).length > maxProperties
    const outcome = next === undefined ? 'unchanged' : isTooMuch ? 'too_many_properties' : 'updated'
    if (next !== undefined && !isTooMuch) last = next
    outcomes.set(contact, { id: row.id, outcome })
  }
  return last
}

function newRow({ email, name, properties, unsubscribedAt }: GivenContact) {
  return {
    id: newUuid(),
    email,
    name: name ?? null,
    properties: withoutNulls(properties),
    unsubscribed_at: unsubscribedAt ?? null,
  }
}

/**
 * Merges one line into a contact.
 *
 * @returns undefined if nothing changes
 */
function merged(row: Stored, given: GivenContact): Stored | undefined {
  const next = {
    id: row.id,
    email: given.email,
    name: given.name ?? row.name,
    properties: withoutNulls({ ...row.properties, ...given.properties }),
    unsubscribed_at: row.unsubscribed_at ?? given.unsubscribedAt ?? null,
  }
  const isSame =
    next.email === row.email &&
    next.name === row.name &&
    next.unsubscribed_at?.getTime() === row.unsubscribed_at?.getTime() &&
    Object.keys(next.properties).length === Object.keys(row.properties).length &&
    Object.entries(next.properties).every(([name, value]) => row.properties[name] === value)
  return isSame ? undefined : next
}

/** Returns the properties without those that are null, which are removed. */
export function withoutNulls(properties: ContactRow['properties']): ContactRow['properties'] {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null))
}
