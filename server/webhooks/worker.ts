import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { WebhookConfig } from '../config/defaults.js'
import { batcherBy } from '../db/batcher.js'
import { HeldWrites } from '../db/held-writes.js'
import type { Uuid } from '../db/ids.js'
import { InterruptiblePause } from '../interruptible-pause.js'
import type { LeaseOwner } from '../leases/owner.js'
import type { Sealer } from '../workspace/sealed.js'
import { claiming } from './claiming.js'
import { EndpointQueues } from './endpoint-queues.js'
import { openHands } from './hands.js'
import type { ProgressMonitor } from '../progress-monitor.js'
import type { WebhookMetrics } from './metrics.js'
import { endpointPaces } from './pace.js'
import { releaseWebhooks } from './queue/release.js'
import { sweepDeleted } from './queue/sweep.js'
import { readableSecrets } from './readable-secrets.js'
import { outcomeRecorder } from './recorder.js'
import type { WebhookSender } from './send/webhook.js'

/** Hands come free one by one; what comes free in so many milliseconds is filled by one claim. */
const batchMs = 3

/**
 * The webhooks worker of a process. It looks which subscriptions have something due, claims as much as it has hands and
 * their endpoints have room for (claiming.ts), and sends, judges and records each (hands.ts).
 *
 *   looking --there is more that may go now--> looking
 *   looking --nothing, or nothing that may go now--> resting
 *   resting --woken, something waits and a hand is free, or pollMs later--> looking
 *   any --stop()--> draining --the last delivery is recorded, or drainSeconds later--> stopped
 *
 * A delivery belongs to the worker while its lease lasts, which is longer than an attempt and its recording take. What a
 * worker that dies had in hand becomes due again for the others.
 */
export interface WebhookWorker {
  /** Something is due. */
  wake(): void
  /**
   * Takes no more, and gives what is on its way some time to be finished and recorded.
   *
   * @returns the number of known outcomes that could not be recorded: those webhooks will be sent again
   */
  stop(): Promise<number>
}

export interface WorkerOptions {
  readonly db: Knex
  readonly owner: LeaseOwner
  readonly sealer: Sealer
  readonly sender: WebhookSender
  readonly config: WebhookConfig
  readonly log: Logger
  readonly metrics: WebhookMetrics
  readonly progress: ProgressMonitor
}

export function startWebhookWorker(options: WorkerOptions): WebhookWorker {
  const { db, owner, sealer, sender, config, log, metrics, progress } = options
  const lease = owner.id
  const held = new HeldWrites<Uuid>()
  const paces = endpointPaces(config)
  // The other half of the lease is for sending and recording.
  const queues = new EndpointQueues(paces, (config.leaseSeconds * 1000) / 2)
  let stopping = false
  let woken = false
  /** Whether something is due that could not go when it was last looked. */
  let waiting = false
  let freed = false
  const rest = new InterruptiblePause()

  const hands = openHands({
    sender,
    queues,
    config,
    log,
    record: outcomeRecorder({ db, lease, held, config, log, metrics }),
    giveBack: batcherBy(async (workspaceId: Uuid, ids: Uuid[]) => {
      await releaseWebhooks(db, workspaceId, ids, lease)
      return ids.map(() => undefined)
    }),
    onFree: () => {
      freed = true
      if (waiting) interruptSoon()
    },
  })
  metrics.inHand(() => hands.size)
  metrics.held(() => held.size)
  const task = progress.watch('webhooks worker')
  // Called before each subscription, so a round over many of them does not look stuck.
  const isStopping = () => {
    task.cameRound()
    return stopping
  }
  const secrets = readableSecrets(db, sealer, log)
  const round = claiming({ db, secrets, hands, paces, queues, owner, config, held, isStopping })

  async function run(): Promise<void> {
    while (!isStopping()) {
      const anew = woken
      woken = false
      freed = false
      let ms = config.pollMs
      try {
        const seen = await round(anew)
        waiting = seen.waiting
        if (seen.more) ms = 0
        else if (seen.waiting && freed) ms = batchMs
      } catch (error) {
        // The database is away, or there is a mistake of ours: either way the rows wait, and so do we.
        log.error({ err: error }, 'due webhooks could not be claimed')
        waiting = false
        ms = 1000
      }
      if (ms > 0 && !woken && !stopping) await rest.pause(ms)
    }
    task.end()
  }

  let soon: NodeJS.Timeout | undefined
  function interruptSoon(): void {
    soon ??= setTimeout(() => {
      soon = undefined
      rest.interrupt()
    }, batchMs)
  }

  async function sweep(): Promise<void> {
    try {
      const swept = await sweepDeleted(db, () => stopping)
      if (swept > 0) log.info({ swept }, 'webhooks of deleted subscriptions were ended')
    } catch (error) {
      log.error({ err: error }, 'webhooks of deleted subscriptions could not be ended')
    }
  }
  let sweeping = sweep()
  const sweeps = setInterval(() => {
    sweeping = sweeping.then(sweep)
  }, config.sweepSeconds * 1000)

  const running = run()

  return {
    wake: () => {
      woken = true
      rest.interrupt()
    },
    stop: async () => {
      stopping = true
      rest.interrupt()
      clearInterval(sweeps)
      const ended = Promise.all([sweeping, running.then(() => hands.ended())])
      const limit = new AbortController()
      await Promise.race([ended, sleep(config.drainSeconds * 1000, undefined, { signal: limit.signal })])
      limit.abort()
      if (hands.size > 0) log.warn({ left: hands.size }, 'webhooks are left to be sent again, by their lease')
      const unrecorded = held.size
      held.end()
      hands.abandon()
      await sender.close()
      return unrecorded
    },
  }
}
