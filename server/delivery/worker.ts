import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { DeliveryConfig } from '../config/numbers.js'
import { newUuid } from '../db/ids.js'
import type { ReturnPath } from './bounce/return-path.js'
import { claiming } from './claiming.js'
import { composedMessages } from './compose/composed.js'
import { contentLoader } from './compose/load.js'
import { openHands } from './hands.js'
import type { DeliveryMetrics } from './metrics.js'
import { outcomeRecorder } from './recorder.js'
import type { MessageSigner } from './sign/message-signer.js'
import type { Transport } from './transport.js'

/**
 * The delivery worker of a process. It looks for due deliveries, claims as many as it has hands and destinations have
 * room for (claiming.ts), and makes each: load and compose, send, judge, record (hands.ts). It looks again when there
 * was more to do, when a hand is free that something waits for, when it is woken, or after a while.
 *
 *   looking --there may be more that may go now--> looking
 *   looking --nothing, or nothing that may go now--> resting
 *   resting --woken, something waits and a hand is free, or pollMs later--> looking
 *   any --stop()--> draining --the last delivery is recorded, or drainSeconds later--> stopped
 *
 * A delivery belongs to the worker while its lease lasts, and the lease is extended while it is worked on. What a
 * worker that dies had in hand becomes due again for the others.
 */
export interface DeliveryWorker {
  /** Something is due. */
  wake(): void
  /**
   * Takes no more, gives back what it has not begun to send, and gives what is on its way some time to be finished and
   * recorded.
   */
  stop(): Promise<void>
}

export interface WorkerOptions {
  readonly db: Knex
  readonly transport: Transport
  readonly sign: MessageSigner
  readonly returnPath: ReturnPath
  /** Tells the webhooks worker of this process that something is due. */
  readonly wakeWebhooks: () => void
  readonly config: DeliveryConfig
  readonly log: Logger
  readonly metrics: DeliveryMetrics
}

export function startDeliveryWorker(options: WorkerOptions): DeliveryWorker {
  const { db, transport, config, log, metrics } = options
  const lease = newUuid()
  let stopping = false
  let woken = false
  /** Whether something is due that could not go when it was last looked. */
  let waiting = false
  let freed = false
  let interrupt: () => void = () => undefined

  const wake = () => {
    woken = true
    interrupt()
  }
  const hands = openHands({
    ...options,
    lease,
    composed: composedMessages(contentLoader(db), options.sign),
    record: outcomeRecorder(db, lease, config.leaseSeconds, log, metrics, options.wakeWebhooks),
    onFree: () => {
      freed = true
      if (waiting) wake()
    },
  })
  const look = claiming(db, hands, lease, config)

  async function run(): Promise<void> {
    while (!stopping) {
      woken = false
      freed = false
      let more = false
      try {
        const seen = await look(() => stopping)
        more = seen.more || (seen.waiting && freed)
        waiting = seen.waiting
      } catch (error) {
        // The database is away, or there is a mistake of ours: either way the rows wait, and so do we.
        log.error({ err: error }, 'due deliveries could not be claimed')
        await rest(1000)
      }
      if (!more && !woken && !stopping) await rest(config.pollMs)
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

  const running = run()

  return {
    wake,
    stop: async () => {
      stopping = true
      interrupt()
      const ended = Promise.all([hands.letGo(), running.then(() => hands.letGo())])
      const limit = new AbortController()
      await Promise.race([ended, sleep(config.drainSeconds * 1000, undefined, { signal: limit.signal })])
      limit.abort()
      if (hands.size > 0)
        log.warn({ left: hands.size }, 'deliveries are left to be made again, by their lease')
      hands.abandon()
      hands.close()
      await transport.close()
    },
  }
}
