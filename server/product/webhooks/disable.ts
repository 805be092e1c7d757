import type { Knex } from 'knex'
import { recordAudit } from '../../platform/audit/record.js'
import { serviceEntry } from '../../platform/audit/other-entries.js'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'
import { inTransaction } from '../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../platform/events/insert-event.js'
import type { Environment } from '../../platform/auth/principal.js'

/** Reason for which the service itself disables a subscription. */
export type DisablingReason =
  /** The endpoint at this address has answered that it is gone. */
  | { readonly reason: 'gone'; readonly url: string }
  /** Every attempt of the last `forSeconds` seconds failed. */
  | { readonly reason: 'failing'; readonly forSeconds: number }

interface DisabledRow {
  readonly url: string
  readonly project_id: Uuid | null
  readonly environment: Environment | null
  readonly consecutive_failures: number | null
  readonly failing_since: Date | null
}

/**
 * Disables a subscription that is enabled, unless it has got another address meanwhile or was enabled anew, which
 * starts its failures from zero.
 */
const disableEnabled = statement<
  [workspaceId: WorkspaceId, id: Uuid, reason: string, url: string | null, forSeconds: number | null],
  DisabledRow
>(
  'disable_webhook',
  `with disabled as (
     update webhook_subscriptions
     set enabled = false, disabled_reason = $3, disabled_at = now(), updated_at = now()
     where workspace_id = $1 and id = $2 and enabled and deleted_at is null and (url = $4::text or exists (
       select from webhook_health
       where workspace_id = $1 and webhook_id = $2 and failing_since <= now() - make_interval(secs => $5::float8)
     ))
     returning url, project_id, environment
   )
   select disabled.*, health.consecutive_failures, health.failing_since
   from disabled left join webhook_health health on health.workspace_id = $1 and health.webhook_id = $2`,
)

/**
 * Disables a subscription if it is still enabled, and records an event for the other subscriptions. Deliveries that
 * wait for the disabled one keep waiting.
 *
 * @returns whether this call disabled it
 */
export async function disable(
  db: Knex,
  workspaceId: WorkspaceId,
  subscriptionId: Uuid,
  why: DisablingReason,
): Promise<boolean> {
  const { reason } = why
  const url = why.reason === 'gone' ? why.url : null
  const forSeconds = why.reason === 'failing' ? why.forSeconds : null
  return inTransaction(db, async ({ sql: trx }) => {
    const [row] = await disableEnabled(trx, workspaceId, subscriptionId, reason, url, forSeconds)
    if (row === undefined) return false
    const resource = { type: 'webhook', id: toTypeId('whk', subscriptionId) }
    const entry = serviceEntry(workspaceId, 'disable_webhook', { resource, projectId: row.project_id })
    await recordAudit(trx, [entry])
    await insertEvent(trx, workspaceId, {
      id: newUuid(),
      projectId: row.project_id,
      environment: row.environment,
      type: 'webhook.disabled',
      data: {
        webhook_id: toTypeId('whk', subscriptionId),
        url: row.url,
        reason,
        failing_since: row.failing_since?.toISOString() ?? null,
        consecutive_failures: row.consecutive_failures ?? 0,
      },
    })
    return true
  })
}
