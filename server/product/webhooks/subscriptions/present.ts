import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { timeOf, toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Sealer } from '../../../platform/auth/sealed.js'
import { verificationKey } from '../signatures/p256.js'
import { listSecrets, newestSecrets, type SecretRow } from '../signatures/secrets.js'
import type { WebhookSubscriptionRow } from './webhook-rows.js'

type Schemas = components['schemas']

/** Returns subscriptions of one workspace in the contract's shape, in the order of the rows. */
export async function presentWebhookSubscriptions(
  db: Knex,
  sealer: Sealer,
  workspaceId: WorkspaceId,
  rows: readonly WebhookSubscriptionRow[],
): Promise<Schemas['WebhookSubscription'][]> {
  const secrets = await listSecrets(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  )
  const verified = rows.filter(({ format }) => format === 'sendgrid').map(({ id }) => id)
  const newest = await newestSecrets(db, sealer, workspaceId, verified)
  return rows.map((row) =>
    present(
      row,
      secrets.filter((secret) => secret.webhook_id === row.id),
      newest.get(row.id),
    ),
  )
}

/** Returns a subscription in the contract's shape. */
export async function presentWebhookSubscription(
  db: Knex,
  sealer: Sealer,
  row: WebhookSubscriptionRow,
): Promise<Schemas['WebhookSubscription']> {
  const [webhook] = await presentWebhookSubscriptions(db, sealer, row.workspace_id, [row])
  if (webhook === undefined) throw new Error('a subscription is not shown')
  return webhook
}

/**
 * Returns the reply to a request that may have made a secret; no other reply shows the secret.
 *
 * @param secret null if none was made
 */
export async function presentSaved(
  db: Knex,
  sealer: Sealer,
  row: WebhookSubscriptionRow,
  secret: string | null,
): Promise<{ body: Schemas['SavedWebhook']; showsSecret: true }> {
  const webhook = await presentWebhookSubscription(db, sealer, row)
  return {
    body: { webhook, secret, secret_withheld: secret === null ? 'none_made' : null },
    showsSecret: true,
  }
}

/**
 * @param verifying the secret whose key verifies signatures, if the format has such a key
 */
function present(
  row: WebhookSubscriptionRow,
  secrets: readonly SecretRow[],
  verifying: string | undefined,
): Schemas['WebhookSubscription'] {
  return {
    id: toTypeId('whk', row.id),
    url: row.url,
    events: row.events,
    project_id: row.project_id === null ? null : toTypeId('prj', row.project_id),
    environment: row.environment,
    format: row.format,
    description: row.description,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    secrets: secrets.map(({ id, expires_at }) => ({
      created_at: timeOf(id).toISOString(),
      expires_at: expires_at?.toISOString() ?? null,
    })),
    verification_key: verifying === undefined ? null : verificationKey(verifying),
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
