import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { durableBatcher } from '../db/durable-batcher.js'
import type { HeldWrites } from '../db/held-writes.js'
import type { Uuid } from '../db/ids.js'
import { haltWhereNeeded } from '../workspace/halting/halt-by-rate.js'
import type { DeliveryMetrics } from './metrics.js'
import { recordDeliveries, type DeliveryOutcome } from './queue/record.js'

export interface RecorderOptions {
  readonly db: Knex
  readonly lease: Uuid
  readonly held: HeldWrites<Uuid>
  readonly log: Logger
  readonly metrics: DeliveryMetrics
  /** Called if events of the outcomes wait for webhook subscriptions. */
  readonly wakeWebhooks: () => void
}

/**
 * Writes the outcomes of deliveries: those of a workspace that end together in one statement. An outcome that cannot be
 * written now is held until it can be, since its message would be sent again without it.
 */
export function outcomeRecorder(options: RecorderOptions): (outcome: DeliveryOutcome) => Promise<void> {
  const { db, lease, held, log, metrics, wakeWebhooks } = options

  async function recordAll(workspaceId: Uuid, outcomes: readonly DeliveryOutcome[]): Promise<void> {
    const recorded = await recordDeliveries(db, workspaceId, lease, outcomes)
    if (recorded.webhooks) wakeWebhooks()
    const lost = outcomes.length - recorded.outcomes
    if (lost > 0) {
      metrics.countLostLeases(lost)
      log.warn({ lost }, 'leases ran out before their outcomes were recorded')
    }
    for (const { status } of outcomes) metrics.count(status)
    if (recorded.bounced) await haltWhereNeeded(db, workspaceId, log)
  }

  const write = durableBatcher({ held, write: recordAll, log, items: 'outcomes of deliveries' })
  return (outcome) => write(outcome.workspaceId, outcome)
}
