import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { WebhookConfig } from '../../platform/config/defaults.js'
import { batcherBy } from '../../platform/db/batching/batcher.js'
import { RetriedWrites } from '../../platform/db/batching/retried-writes.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import type { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'
import { InFlight } from '../../platform/queue/limiter/in-flight.js'
import type { LeaseOwner } from '../../platform/queue/leases/owner.js'
import { StrayLeases } from '../../platform/queue/leases/stray-leases.js'
import { outcomeRecorder } from '../../platform/queue/outcome-recorder.js'
import { Turns } from '../../platform/queue/turns.js'
import { WorkerLoop, type QueueWorker } from '../../platform/queue/worker-loop.js'
import type { Sealer } from '../../platform/auth/sealed.js'
import { openWebhookDeliverer, type WebhookJob } from './deliver.js'
import { disableUseless } from './disable-useless.js'
import { EndpointGate } from './endpoint-gate.js'
import type { WebhookMetrics } from './metrics.js'
import { webhookPoll } from './poll.js'
import { recordWebhooks, type WebhookOutcome } from './queue/record.js'
import { releaseWebhooks, webhookLeases } from './queue/release.js'
import { sweepDeleted } from './queue/sweep.js'
import { readableSecrets } from './signatures/readable-secrets.js'
import type { WebhookSender } from './send/webhook.js'

/** Milliseconds for which the worker gathers slots that come free before it claims, since jobs end one by one. */
const freeMs = 3
/**
 * Milliseconds between records. No request waits for a record, and several in these milliseconds cost the database
 * little more than one. With 20 in place of 10 a delivery cost the database a tenth less.
 */
const apartMs = 20

export interface WebhookWorkerOptions {
  readonly db: Knex
  readonly owner: LeaseOwner
  readonly sealer: Sealer
  readonly sender: WebhookSender
  readonly config: WebhookConfig
  readonly log: Logger
  readonly metrics: WebhookMetrics
  readonly progress: ProgressMonitor
}

/**
 * Starts the webhooks worker of a process. It polls for subscriptions that have something due and claims as much as
 * its concurrency and the capacity of their endpoints allow (poll.ts); makes an attempt at each delivery: sign, send,
 * judge (deliver.ts); and records the outcomes. {@link WorkerLoop} has the states. Beside that, it ends deliveries
 * that wait for deleted subscriptions.
 */
export function startWebhookWorker(options: WebhookWorkerOptions): QueueWorker {
  const { db, owner, sealer, sender, config, log, metrics, progress } = options
  const retried = new RetriedWrites<WorkspaceId>()
  // The other half of the lease is for sending and recording.
  const gate = new EndpointGate(config, (config.leaseSeconds * 1000) / 2)

  const deliverer = openWebhookDeliverer({
    sender,
    gate,
    config,
    record: webhookRecorder(options, retried),
    giveBack: batcherBy(async (workspaceId: WorkspaceId, ids: Uuid[]) => {
      await releaseWebhooks(db, workspaceId, ids, owner.id)
      return ids.map(() => undefined)
    }),
    onFree: () => loop.free(),
  })
  const inFlight = new InFlight<WebhookJob>({
    idOf: ({ deliveryId }) => deliveryId,
    attempt: (job, term) => deliverer.deliver(job, term),
    onFree: () => loop.free(),
    onFailure: (error) => strays.failed(error),
    log,
    describe: ({ deliveryId }) => ({
      fields: { delivery_id: toTypeId('whd', deliveryId) },
      message: 'a webhook could not be sent or recorded',
    }),
  })
  const strays = new StrayLeases({
    db,
    lease: owner.id,
    leaseSeconds: config.leaseSeconds,
    table: webhookLeases,
    inFlight: () => inFlight.ids(),
    log,
  })
  metrics.inFlight(() => inFlight.size)
  metrics.held(() => retried.size)

  const turns = new Turns({ worker: 'webhooks worker', progress })
  const sweeper = startSweeper(db, config, log)
  const secrets = readableSecrets(db, sealer, log)
  const loop = new WorkerLoop({
    name: 'webhooks worker',
    items: 'webhooks',
    poll: webhookPoll({ db, secrets, inFlight, strays, turns, gate, owner, config, retried, log }),
    pollMs: config.pollMs,
    freeMs,
    drainSeconds: config.drainSeconds,
    inFlight: () => inFlight.size,
    drain: async () => {
      await turns.ended()
      gate.rejectAll()
      await Promise.all([sweeper.stop(), inFlight.drained()])
    },
    close: async () => {
      deliverer.abandon()
      await strays.close()
      await sender.close()
    },
    retried,
    log,
    progress,
  })
  loop.start()
  return loop
}

/** Records outcomes, and disables the subscriptions that the outcomes show to be of no use. */
function webhookRecorder(
  { db, owner, config, log, metrics }: WebhookWorkerOptions,
  retried: RetriedWrites<WorkspaceId>,
): (workspaceId: WorkspaceId, outcome: WebhookOutcome) => Promise<void> {
  return outcomeRecorder({
    write: (workspaceId, outcomes: readonly WebhookOutcome[]) =>
      recordWebhooks(db, workspaceId, outcomes, {
        lease: owner.id,
        disableAfterSeconds: config.disableAfterSeconds,
      }),
    afterwards: async (workspaceId, outcomes, recorded) => {
      for (const { verdict, result } of outcomes) metrics.count(verdict.outcome, result?.durationMs)
      await disableUseless(db, workspaceId, outcomes, { recorded, config, log })
    },
    countLostLeases: (leases) => metrics.countLostLeases(leases),
    retried,
    log,
    items: 'outcomes of webhooks',
    apartMs,
  })
}

/** Starts a sweep that ends, at intervals, the deliveries that wait for deleted subscriptions. */
function startSweeper(db: Knex, { sweepSeconds }: WebhookConfig, log: Logger): { stop(): Promise<void> } {
  let stopping = false
  async function sweep(): Promise<void> {
    try {
      const swept = await sweepDeleted(db, () => stopping)
      if (swept > 0) log.info({ swept }, 'webhooks of deleted subscriptions were ended')
    } catch (error) {
      log.error({ err: error }, 'webhooks of deleted subscriptions could not be ended')
    }
  }
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep)
  }, sweepSeconds * 1000)
  return {
    stop: () => {
      stopping = true
      clearInterval(timer)
      return sweeping
    },
  }
}
