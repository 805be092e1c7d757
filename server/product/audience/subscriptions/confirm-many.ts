import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { subscriptionEntry } from './ledger-entry.js'
import type { ContactOwner } from '../contacts/upsert.js'
import { subscribersOf } from './find-subscriber.js'

/** A contact of a project, with the proof that it wants a list's mail. */
export interface ProvenContact {
  readonly contactId: Uuid
  /** The address in the form in which mail is sent to it. */
  readonly email: string
  /** The address in the form of `foldAddress`. */
  readonly address: string
  readonly proof: { readonly at: Date; readonly source: string; readonly ip: string | null }
}

/**
 * Confirms subscriptions by proof, inserting those that are missing. A subscription that waits for its confirmation
 * is confirmed by the proof; one that has ended stays so.
 */
const confirm = statement<
  [workspaceId: WorkspaceId, listId: Uuid, projectId: Uuid, environment: string, contacts: string],
  { id: Uuid; address: string }
>(
  'confirm_proven_subscriptions',
  `with given as materialized (
     select * from json_to_recordset($5::json) as given (
       id uuid, consent_id uuid, contact_id uuid, email text, address text, at timestamptz, source text, ip text)
   ), saved as (
     insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
       round_started_at, requested_at, confirmed_at, updated_at)
     select own.workspace_id, id, $2::uuid, $3::uuid, $4::text, contact_id, email, address, 'confirmed', at, at, at, now()
     from ${ownWorkspace} cross join given order by address
     on conflict (workspace_id, list_id, address) do update
     set status = 'confirmed', contact_id = excluded.contact_id, email = excluded.email,
       confirmed_at = excluded.confirmed_at, updated_at = excluded.updated_at
     where subscriptions.status = 'pending'
     returning subscriptions.id, subscriptions.address
   ), proven as (
     insert into consents (workspace_id, subscription_id, id, list_id, action, at, source, ip_address)
     select own.workspace_id, saved.id, given.consent_id, $2::uuid, 'confirmed', given.at, given.source, given.ip
     from ${ownWorkspace} cross join saved join given using (address)
   )
   select id, address from saved`,
)

/** Outcome for one contact: `ended` if the person has unsubscribed from the list. */
export type Confirmed = 'confirmed' | 'already_confirmed' | 'ended'

/**
 * Subscribes some hundred contacts at once to a list of their project by proof. No automation goes on for it, and no
 * event is recorded.
 *
 * @param contacts the contacts, whose rows are locked; if an address comes several times, the first one counts
 * @returns the outcome of each, in their order
 */
export async function confirmProven(
  { sql }: Transaction,
  { workspaceId, projectId, environment }: ContactOwner,
  listId: Uuid,
  contacts: readonly ProvenContact[],
): Promise<Confirmed[]> {
  if (contacts.length === 0) return []
  const firsts = new Map<string, ProvenContact>()
  for (const contact of contacts) if (!firsts.has(contact.address)) firsts.set(contact.address, contact)
  const given = [...firsts.values()].map(({ contactId, email, address, proof }) => ({
    id: newUuid(),
    consent_id: newUuid(),
    contact_id: contactId,
    email,
    address,
    ...proof,
  }))
  const rows = await confirm(sql, workspaceId, listId, projectId, environment, JSON.stringify(given))
  const confirmed = new Set(rows.map(({ address }) => address))
  const givenIds = new Map(given.map((row) => [row.id, row]))
  // A new subscription has never ended.
  const known = rows.filter(({ id }) => !givenIds.has(id)).map(({ address }) => firsts.get(address))
  recordInLedger(
    sql,
    ...known.flatMap((contact) =>
      contact === undefined
        ? []
        : subscriptionEntry(
            {
              workspace_id: workspaceId,
              list_id: listId,
              project_id: projectId,
              environment,
              contact_id: contact.contactId,
              address: contact.address,
            },
            true,
          ),
    ),
  )
  const others = [...firsts.keys()].filter((address) => !confirmed.has(address))
  const found = others.length === 0 ? [] : await subscribersOf(sql, workspaceId, listId, others)
  const ended = new Set(others.filter((_address, index) => found[index]?.status === 'unsubscribed'))
  return contacts.map((contact) => {
    const { address } = contact
    if (confirmed.has(address) && firsts.get(address) === contact) return 'confirmed'
    return ended.has(address) ? 'ended' : 'already_confirmed'
  })
}
