import type { Knex } from 'knex'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import type { Sealer } from '../../../platform/auth/sealed.js'
import { newUuid, nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { serviceStatement, statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { domainOf } from '../../../../base/addresses/address.js'
import { giveBackTo } from '../../../platform/queue/leases/leased-rows.js'
import { leasedTable } from '../../../platform/queue/leases/release.js'

/**
 * Queues sign-in mails. They are not messages: a member of a workspace can read its messages, and so could sign in
 * with an owner's link. Nor are they halted, suppressed or reported in events.
 */

/** Order for a mail: its recipient. It is sealed in the queue. */
export type MailOrder =
  /** Somebody asked for links for an address. The worker looks up whether a user has it. */
  | { readonly kind: 'requested'; readonly email: string }
  /** A user was added to a workspace. `invitedBy` is the address of the user who did it. */
  | {
      readonly kind: 'invitation'
      readonly workspaceId: WorkspaceId
      readonly userId: Uuid
      readonly invitedBy: string | null
    }

/** Largest number of mails to an address in 15 minutes. */
export const mailsOfAddress = 3

/**
 * Largest number of mails that wait. Strangers can fill the queue up to this number, and the worker empties it again.
 */
const maxQueued = 10_000

/** Returns the row that an order is sealed for. */
export function sealedOrderPlace(workspaceId: string, id: string): string[] {
  return ['sign_in_mails', workspaceId, id]
}

/**
 * Counts the request and adds a mail, in one statement that does the same whether a user has the address or not. It
 * adds no mail if the address has had its mails, or if the queue is full.
 */
const insertRequested = serviceStatement<
  [
    addressToken: string,
    workspaceId: WorkspaceId,
    id: Uuid,
    sealed: Buffer,
    maxOfAddress: number,
    maxQueued: number,
    destination: string,
  ]
>(
  'insert_requested_sign_in_mail',
  `with counted as (
     insert into sign_in_limits as known (address_token, requested_at) values ($1, array[now()])
     on conflict (address_token) do update set requested_at = case
       when (select count(*) from unnest(known.requested_at) at where at > now() - interval '15 minutes') < $5
       then array(select at from unnest(known.requested_at) at where at > now() - interval '15 minutes') || now()
       else known.requested_at end
     returning requested_at[cardinality(requested_at)] = now() as fits
   )
   insert into sign_in_mails (workspace_id, id, sealed, destination)
   select $2, $3, $4, $7 from counted
   where fits and (select count(*) from (select 1 from sign_in_mails limit $6) queued) < $6`,
)

const insertInvitation = statement<[workspaceId: WorkspaceId, id: Uuid, sealed: Buffer, destination: string]>(
  'insert_sign_in_mail',
  'insert into sign_in_mails (workspace_id, id, sealed, destination) values ($1, $2, $3, $4)',
)

/** Adds mails to the queue. */
export interface SignInMails {
  /**
   * Queues a mail for whoever has an address. The statement and its duration do not depend on whether there is such a
   * user. The worker is not woken, so that its work cannot be measured either.
   *
   * @param email address as `foldAddress` writes it
   */
  request(tx: Transaction, email: string): Promise<void>
  /** Queues a mail that tells a user of their new workspace, with a link to sign in. */
  invite(tx: Transaction, user: Invited): Promise<void>
}

export interface Invited {
  readonly workspaceId: WorkspaceId
  readonly userId: Uuid
  /** User's address, as `foldAddress` writes it. */
  readonly email: string
  /** Address of the user who added this one; null if no user did. */
  readonly invitedBy?: string | null
}

/**
 * Returns a function that replaces the domain of an address by a token in the queue: mails are claimed by the token,
 * and nobody can read the domain from it.
 */
export function destinationTokens(tokens: AddressTokens): (domain: string) => string {
  return (domain) => tokens(nilUuid, null, domain)
}

export function signInMails(sealer: Sealer, tokens: AddressTokens): SignInMails {
  const seal = (workspaceId: WorkspaceId, id: Uuid, order: MailOrder) =>
    sealer.seal(Buffer.from(JSON.stringify(order)), sealedOrderPlace(workspaceId, id))
  const destinationOf = destinationTokens(tokens)
  return {
    request: async ({ sql }, email) => {
      const id = newUuid()
      const sealed = seal(nilUuid, id, { kind: 'requested', email })
      const token = tokens(nilUuid, null, email)
      const destination = destinationOf(domainOf(email))
      await insertRequested(sql, token, nilUuid, id, sealed, mailsOfAddress, maxQueued, destination)
    },
    invite: async ({ sql }, { workspaceId, userId, email, invitedBy = null }) => {
      const id = newUuid()
      const order = { kind: 'invitation', workspaceId, userId, invitedBy } as const
      const destination = destinationOf(domainOf(email))
      await insertInvitation(sql, workspaceId, id, seal(workspaceId, id, order), destination)
    },
  }
}

/** A claimed row. */
export interface ClaimedMail {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
  readonly lease: Uuid
  readonly attempts: number
  readonly sealed: Buffer
  /** Token of the mail's domain. */
  readonly destination: string
}

/** Describes the leases of sign-in mails, for releasing those of a dead process. */
export const signInMailLeases = leasedTable({ table: 'sign_in_mails', id: 'id' })

const deleteMail = statement<[workspaceId: WorkspaceId, id: Uuid, lease: Uuid]>(
  'delete_sign_in_mail',
  'delete from sign_in_mails where workspace_id = $1 and id = $2 and lease = $3',
)

/** Ends a mail, because it was sent or is not to be sent. */
export async function endMail(db: Knex, { workspaceId, id, lease }: ClaimedMail): Promise<void> {
  await deleteMail(db, workspaceId, id, lease)
}

/** Gives a mail back, to be due again. */
export const giveBackMail = giveBackTo('sign_in_mails')

/** Deletes the counts of addresses for which nobody has requested mails in the last 15 minutes. */
export const deleteOldLimits = serviceStatement<[max: number]>(
  'delete_old_sign_in_limits',
  `delete from sign_in_limits where ctid = any(array(
     select ctid from sign_in_limits
     where requested_at[cardinality(requested_at)] < now() - interval '15 minutes'
     limit $1 for update skip locked))`,
)
