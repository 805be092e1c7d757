import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { WebhookConfig } from '../config/defaults.js'
import { durableBatcher } from '../db/durable-batcher.js'
import type { HeldWrites } from '../db/held-writes.js'
import { toTypeId, type Uuid } from '../db/ids.js'
import { retryTransient } from '../db/retry-transient.js'
import { disable, type DisablingReason } from './disable.js'
import type { WebhookMetrics } from './metrics.js'
import { saysGone } from './policy.js'
import { recordWebhooks, type RecordedWebhooks, type WebhookOutcome } from './queue/record.js'

/** Nobody waits for a record, and those of some milliseconds together cost the database little more than one. */
const apartMs = 10

export interface RecorderOptions {
  readonly db: Knex
  readonly lease: Uuid
  readonly held: HeldWrites<Uuid>
  readonly config: Pick<WebhookConfig, 'leaseSeconds' | 'disableAfterSeconds'>
  readonly log: Logger
  readonly metrics: WebhookMetrics
}

/**
 * Writes the outcomes of deliveries: those of a workspace that end together in one statement. An outcome that cannot be
 * written now is held until it can be. Then it disables the subscriptions that have shown to be of no use. Where the
 * process dies between the two, the next failure does.
 */
export function outcomeRecorder(
  options: RecorderOptions,
): (workspaceId: Uuid, outcome: WebhookOutcome) => Promise<void> {
  const { db, lease, held, config, log, metrics } = options
  const { leaseSeconds, disableAfterSeconds } = config

  async function disableUseless(
    workspaceId: Uuid,
    outcomes: readonly WebhookOutcome[],
    { gone, failing }: RecordedWebhooks,
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
      const of = { subscription_id: toTypeId('whk', id), reason: why.reason }
      try {
        const disabled = await retryTransient(leaseSeconds, () => disable(db, workspaceId, id, why))
        if (disabled) log.info(of, 'a webhook was disabled')
      } catch (error) {
        // Its outcomes are recorded, so they must not be written again. The next failure disables it.
        log.error({ ...of, err: error }, 'a webhook could not be disabled')
      }
    }
  }

  async function recordAll(workspaceId: Uuid, outcomes: readonly WebhookOutcome[]): Promise<void> {
    const recorded = await recordWebhooks(db, workspaceId, lease, disableAfterSeconds, outcomes)
    const lost = outcomes.length - recorded.outcomes
    if (lost > 0) {
      metrics.countLostLeases(lost)
      log.warn({ lost }, 'leases ran out before what became of their webhooks was recorded')
    }
    for (const { verdict, result } of outcomes) metrics.count(verdict.outcome, result?.durationMs)
    await disableUseless(workspaceId, outcomes, recorded)
  }

  return durableBatcher({ held, write: recordAll, log, items: 'outcomes of webhooks', apartMs })
}
