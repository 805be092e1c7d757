import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { WebhookConfig } from '../config/numbers.js'
import { gatherBy } from '../db/gather.js'
import { newUuid, type Uuid } from '../db/ids.js'
import type { Sealer } from '../workspace/sealed.js'
import { claiming } from './claiming.js'
import { EndpointQueues } from './endpoint-queues.js'
import { openHands } from './hands.js'
import type { WebhookMetrics } from './metrics.js'
import { endpointPaces } from './pace.js'
import { releaseWebhooks } from './queue/release.js'
import { sweepDeleted } from './queue/sweep.js'
import { readableSecrets } from './readable-secrets.js'
import { outcomeRecorder } from './recorder.js'
import type { WebhookSender } from './send/webhook.js'

/** Hands come free one by one; what comes free in so many milliseconds is filled by one claim. */
const gatherMs = 3

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
  /** Takes no more, and gives what is on its way some time to be finished and recorded. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  readonly db: Knex
  readonly sealer: Sealer
  readonly sender: WebhookSender
  readonly config: WebhookConfig
  readonly log: Logger
  readonly metrics: WebhookMetrics
}

export function startWebhookWorker(options: WorkerOptions): WebhookWorker {
  const { db, sealer, sender, config, log, metrics } = options
  const lease = newUuid()
  const paces = endpointPaces(config)
  const queues = new EndpointQueues(paces)
  let stopping = false
  let woken = false
  /** Whether something is due that could not go when it was last looked. */
  let waiting = false
  let freed = false
  let interrupt: () => void = () => undefined

  const hands = openHands({
    sender,
    queues,
    config,
    log,
    record: outcomeRecorder({ db, lease, config, log, metrics }),
    giveBack: gatherBy(async (workspaceId: Uuid, ids: Uuid[]) => {
      await releaseWebhooks(db, workspaceId, ids, lease)
      return ids.map(() => undefined)
    }),
    onFree: () => {
      freed = true
      if (waiting) interruptSoon()
    },
  })
  metrics.inHand(() => hands.size)
  const secrets = readableSecrets(db, sealer, log)
  const round = claiming({ db, secrets, hands, paces, queues, lease, config, isStopping: () => stopping })

  async function run(): Promise<void> {
    while (!stopping) {
      const anew = woken
      woken = false
      freed = false
      let ms = config.pollMs
      try {
        const seen = await round(anew)
        waiting = seen.waiting
        if (seen.more) ms = 0
        else if (seen.waiting && freed) ms = gatherMs
      } catch (error) {
        // The database is away, or there is a mistake of ours: either way the rows wait, and so do we.
        log.error({ err: error }, 'due webhooks could not be claimed')
        waiting = false
        ms = 1000
      }
      if (ms > 0 && !woken && !stopping) await rest(ms)
    }
  }

  /** Only the loop rests, one rest at a time, so that it alone is interrupted. */
  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      interrupt = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  let soon: NodeJS.Timeout | undefined
  function interruptSoon(): void {
    soon ??= setTimeout(() => {
      soon = undefined
      interrupt()
    }, gatherMs)
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
      interrupt()
    },
    stop: async () => {
      stopping = true
      interrupt()
      clearInterval(sweeps)
      const ended = Promise.all([sweeping, running.then(() => hands.ended())])
      const limit = new AbortController()
      await Promise.race([ended, sleep(config.drainSeconds * 1000, undefined, { signal: limit.signal })])
      limit.abort()
      if (hands.size > 0) log.warn({ left: hands.size }, 'webhooks are left to be sent again, by their lease')
      hands.abandon()
      await sender.close()
    },
  }
}
