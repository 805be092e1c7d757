import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { SealedError, type Sealer } from '../../../platform/auth/sealed.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'

/**
 * Stores signing secrets. Both sides need a secret, so it is sealed and not hashed. The key of `Service-Signature` is
 * the secret's text as it is shown, so that nobody has to decode anything; the key of Standard Webhooks is the
 * decoded text (standard-signature.ts).
 */

/**
 * Makes a secret: `whsec_` and 256 random bits in base64, as Standard Webhooks specifies. Secrets of version 0.1.0
 * are in base64url.
 */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

const insert = statement<[workspaceId: WorkspaceId, subscriptionId: Uuid, id: Uuid, sealed: Buffer]>(
  'insert_webhook_secret',
  'insert into webhook_secrets (workspace_id, webhook_id, id, secret) values ($1, $2, $3, $4)',
)

/** Makes and stores a secret of a subscription. The value is returned and, sealed, in the database. */
export async function insertSecret(
  db: Knex,
  sealer: Sealer,
  workspaceId: WorkspaceId,
  subscriptionId: Uuid,
): Promise<string> {
  const secret = newSecret()
  const id = newUuid()
  const sealed = sealer.seal(Buffer.from(secret), sealedSecretPlace(workspaceId, subscriptionId, id))
  await insert(db, workspaceId, subscriptionId, id, sealed)
  return secret
}

const selectActive = statement<
  [workspaceId: WorkspaceId, subscriptionId: Uuid],
  { id: Uuid; secret: Buffer }
>(
  'select_webhook_secrets',
  `select id, secret from webhook_secrets
   where workspace_id = $1 and webhook_id = $2 and (expires_at is null or expires_at > now())
   order by expires_at is null desc, id desc`,
)

/** Returns the secrets that sign for a subscription now, newest first. */
export async function activeSecrets(
  db: Knex,
  sealer: Sealer,
  workspaceId: WorkspaceId,
  subscriptionId: Uuid,
): Promise<string[]> {
  const rows = await selectActive(db, workspaceId, subscriptionId)
  return rows.map(({ id, secret }) =>
    sealer.open(secret, sealedSecretPlace(workspaceId, subscriptionId, id)).toString(),
  )
}

/** A secret without its value. */
export interface SecretRow {
  readonly id: Uuid
  readonly webhook_id: Uuid
  /** Null for the newest secret. */
  readonly expires_at: Date | null
}

/** Lists the secrets that sign for each of some subscriptions now, newest first, without their values. */
export const listSecrets = statement<[workspaceId: WorkspaceId, subscriptionIds: Uuid[]], SecretRow>(
  'list_webhook_secrets',
  `select id, webhook_id, expires_at from webhook_secrets
   where workspace_id = $1 and webhook_id = any($2::uuid[]) and (expires_at is null or expires_at > now())
   order by expires_at is null desc, id desc`,
)

const selectNewest = statement<
  [workspaceId: WorkspaceId, subscriptionIds: Uuid[]],
  { id: Uuid; webhook_id: Uuid; secret: Buffer }
>(
  'select_newest_webhook_secrets',
  `select id, webhook_id, secret from webhook_secrets
   where workspace_id = $1 and webhook_id = any($2::uuid[]) and expires_at is null`,
)

/** Returns the newest secret of each of some subscriptions, by their ids. Those that cannot be opened are missing. */
export async function newestSecrets(
  db: Knex,
  sealer: Sealer,
  workspaceId: WorkspaceId,
  subscriptionIds: Uuid[],
): Promise<ReadonlyMap<Uuid, string>> {
  if (subscriptionIds.length === 0) return new Map()
  const rows = await selectNewest(db, workspaceId, subscriptionIds)
  return new Map(
    rows.flatMap(({ id, webhook_id: subscription, secret }) => {
      try {
        const opened = sealer.open(secret, sealedSecretPlace(workspaceId, subscription, id))
        return [[subscription, opened.toString()] as const]
      } catch (error) {
        if (error instanceof SealedError) return []
        throw error
      }
    }),
  )
}

/**
 * Lets the newest secret sign for the given number of seconds more. The same transaction has to make another secret.
 */
const expireNewestSecret = statement<[workspaceId: WorkspaceId, subscriptionId: Uuid, seconds: number]>(
  'expire_webhook_secret',
  `update webhook_secrets set expires_at = now() + make_interval(secs => $3)
   where workspace_id = $1 and webhook_id = $2 and expires_at is null`,
)

const removeExpiredSecrets = statement<[workspaceId: WorkspaceId, subscriptionId: Uuid]>(
  'remove_expired_webhook_secrets',
  `delete from webhook_secrets where workspace_id = $1 and webhook_id = $2 and expires_at <= now()`,
)

/** Removes all secrets but the newest. */
export const removePreviousSecrets = statement<[workspaceId: WorkspaceId, subscriptionId: Uuid]>(
  'remove_previous_webhook_secrets',
  `delete from webhook_secrets where workspace_id = $1 and webhook_id = $2 and expires_at is not null`,
)

export const removeSecrets = statement<[workspaceId: WorkspaceId, subscriptionId: Uuid]>(
  'remove_webhook_secrets',
  `delete from webhook_secrets where workspace_id = $1 and webhook_id = $2`,
)

/** Returns the row that a secret is sealed for. A secret that is moved to another row cannot be opened. */
export function sealedSecretPlace(workspaceId: WorkspaceId, subscriptionId: Uuid, id: Uuid): string[] {
  return ['webhook_secrets', workspaceId, subscriptionId, id]
}

/** Number of secrets that sign for a subscription at once. Each lengthens the header by 116 characters: 68 and 48. */
const maxSigning = 5

/**
 * Makes a new secret for a subscription that the transaction has locked. The previously newest secret keeps signing
 * for the overlap, older ones until their own end.
 *
 * @param overlapSeconds seconds for which the previous secret still signs; 0 ends it at once
 * @returns the new secret
 * @throws ApiError 409 `invalid_state` if too many sign
 */
export async function rotateWebhookSecret(
  trx: Knex.Transaction,
  sealer: Sealer,
  { workspace_id, id }: { readonly workspace_id: WorkspaceId; readonly id: Uuid },
  overlapSeconds: number,
): Promise<string> {
  await expireNewestSecret(trx, workspace_id, id, overlapSeconds)
  await removeExpiredSecrets(trx, workspace_id, id)
  const old = await listSecrets(trx, workspace_id, [id])
  if (old.length >= maxSigning) {
    throw new ApiError(
      'invalid_state',
      `This subscription has ${maxSigning} signing secrets, the maximum. Revoke the previous ones first.`,
    )
  }
  return insertSecret(trx, sealer, workspace_id, id)
}
