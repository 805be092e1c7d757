import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { WebhookConfig } from '../config/numbers.js'
import { gatherBy } from '../db/gather.js'
import { toTypeId, type Uuid } from '../db/ids.js'
import { retryWhileInTheWay } from '../db/in-the-way.js'
import { disable, type DisablingReason } from './disable.js'
import type { WebhookMetrics } from './metrics.js'
import { saysGone } from './policy.js'
import { record, type Recorded, type RecordedOutcome } from './queue/record.js'

/** Nobody waits for a record, and those of some milliseconds together cost the database little more than one. */
const apartMs = 10

export interface RecorderOptions {
  readonly db: Knex
  readonly lease: Uuid
  readonly config: Pick<WebhookConfig, 'leaseSeconds' | 'disableAfterSeconds'>
  readonly log: Logger
  readonly metrics: WebhookMetrics
}

/**
 * Writes down what became of deliveries: those of a workspace that end together in one statement. Then it disables the
 * subscriptions that have shown to be of no use. Where the process dies between the two, the next failure does.
 */
export function outcomeRecorder(
  options: RecorderOptions,
): (workspaceId: Uuid, outcome: RecordedOutcome) => Promise<void> {
  const { db, lease, config, log, metrics } = options
  const { leaseSeconds, disableAfterSeconds } = config

  async function disableUseless(
    workspaceId: Uuid,
    outcomes: readonly RecordedOutcome[],
    { gone, failing }: Recorded,
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
      const disabled = await retryWhileInTheWay(leaseSeconds, () => disable(db, workspaceId, id, why))
      if (disabled)
        log.info({ subscription_id: toTypeId('whk', id), reason: why.reason }, 'a webhook was disabled')
    }
  }

  async function recordAll(workspaceId: Uuid, outcomes: RecordedOutcome[]): Promise<undefined[]> {
    const recorded = await retryWhileInTheWay(leaseSeconds, () =>
      record(db, workspaceId, lease, disableAfterSeconds, outcomes),
    )
    const lost = outcomes.length - recorded.outcomes
    if (lost > 0) {
      metrics.countLostLeases(lost)
      log.warn({ lost }, 'leases ran out before what became of their webhooks was recorded')
    }
    for (const { verdict, result } of outcomes) metrics.count(verdict.outcome, result?.durationMs)
    await disableUseless(workspaceId, outcomes, recorded)
    return outcomes.map(() => undefined)
  }

  return gatherBy(recordAll, { apartMs })
}
