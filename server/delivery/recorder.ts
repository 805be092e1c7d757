import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { gather } from '../db/gather.js'
import type { Uuid } from '../db/ids.js'
import { isUnavailable } from '../db/unavailable.js'
import { haltWhereNeeded } from '../workspace/halting/halt-by-rate.js'
import type { DeliveryMetrics } from './metrics.js'
import { record, type RecordedOutcome } from './queue/record.js'

/** Writes down what became of deliveries: those that end together in one statement a workspace. */
export function outcomeRecorder(
  db: Knex,
  lease: Uuid,
  leaseSeconds: number,
  log: Logger,
  metrics: DeliveryMetrics,
): (outcome: RecordedOutcome) => Promise<void> {
  async function recordAll(outcomes: RecordedOutcome[]): Promise<undefined[]> {
    const recorded = await retryWhileInTheWay(leaseSeconds, () => record(db, lease, outcomes))
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

/**
 * Does something that the database's absence, or another transaction, may be in the way of. An outcome that cannot be
 * written now would make the delivery go twice, so it is held for a lease's time.
 */
export async function retryWhileInTheWay<T>(leaseSeconds: number, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + leaseSeconds * 1000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(isUnavailable(error) || isDeadlock(error)) || Date.now() > until) throw error
      await sleep(isDeadlock(error) ? 20 : 500)
    }
  }
}

/** Of two transactions that wait for each other PostgreSQL ends one, which had no effect. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '40P01'
}
