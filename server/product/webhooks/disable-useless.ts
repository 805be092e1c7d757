import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { WebhookConfig } from '../../platform/config/defaults.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { retryTransient } from '../../platform/db/transaction/retry-transient.js'
import { disable, type DisablingReason } from './disable.js'
import { saysGone } from './policy.js'
import type { RecordedWebhooks, WebhookOutcome } from './queue/record.js'

/**
 * Disables the subscriptions whose recorded outcomes show that they are of no use: their endpoint is gone, or has
 * failed for too long. If the process dies before this runs, the next failure disables them.
 */
export async function disableUseless(
  db: Knex,
  workspaceId: WorkspaceId,
  outcomes: readonly WebhookOutcome[],
  {
    recorded: { gone, failing },
    config: { leaseSeconds, disableAfterSeconds },
    log,
  }: {
    readonly recorded: RecordedWebhooks
    readonly config: Pick<WebhookConfig, 'leaseSeconds' | 'disableAfterSeconds'>
    readonly log: Logger
  },
): Promise<void> {
  const useless: [Uuid, DisablingReason][] = [
    ...outcomes.flatMap(({ delivery, result }): [Uuid, DisablingReason][] => {
      if (result === null || !saysGone(result) || !gone.includes(delivery.subscriptionId)) return []
      return [[delivery.subscriptionId, { reason: 'gone', url: delivery.url }]]
    }),
    ...failing.map((id): [Uuid, DisablingReason] => [
      id,
      { reason: 'failing', forSeconds: disableAfterSeconds },
    ]),
  ]
  for (const [id, why] of useless) {
    const of = { webhook_id: toTypeId('whk', id), reason: why.reason }
    try {
      const disabled = await retryTransient(leaseSeconds, () => disable(db, workspaceId, id, why))
      if (disabled) log.info(of, 'a webhook was disabled')
    } catch (error) {
      // The subscription's outcomes are recorded, so they must not be written again. The next failure disables it.
      log.error({ ...of, err: error }, 'a webhook could not be disabled')
    }
  }
}
