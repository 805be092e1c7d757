import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { gather } from '../db/gather.js'
import type { Uuid } from '../db/ids.js'
import { retryWhileInTheWay } from '../db/in-the-way.js'
import { haltWhereNeeded } from '../workspace/halting/halt-by-rate.js'
import type { DeliveryMetrics } from './metrics.js'
import { record, type RecordedOutcome } from './queue/record.js'

/**
 * Writes down what became of deliveries: those that end together in one statement a workspace.
 *
 * @param wakeWebhooks called where their events wait for webhook subscriptions now
 */
export function outcomeRecorder(
  db: Knex,
  lease: Uuid,
  leaseSeconds: number,
  log: Logger,
  metrics: DeliveryMetrics,
  wakeWebhooks: () => void,
): (outcome: RecordedOutcome) => Promise<void> {
  async function recordAll(outcomes: RecordedOutcome[]): Promise<undefined[]> {
    const recorded = await retryWhileInTheWay(leaseSeconds, () => record(db, lease, outcomes))
    if (recorded.webhooks) wakeWebhooks()
    const lost = outcomes.length - recorded.outcomes
    if (lost > 0) {
      metrics.countLostLeases(lost)
      log.warn({ lost }, 'leases ran out before their outcomes were recorded')
    }
    for (const { status } of outcomes) metrics.count(status)
    for (const workspaceId of recorded.bouncing) await haltWhereNeeded(db, workspaceId, log)
    return outcomes.map(() => undefined)
  }

  return gather(recordAll)
}
