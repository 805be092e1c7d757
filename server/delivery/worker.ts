import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { DeliveryConfig } from '../config/defaults.js'
import { HeldWrites } from '../db/held-writes.js'
import type { Uuid } from '../db/ids.js'
import type { ProgressMonitor } from '../progress-monitor.js'
import { InterruptiblePause } from '../interruptible-pause.js'
import type { LeaseOwner } from '../leases/owner.js'
import type { ReturnPath } from './bounce/return-path.js'
import { claiming } from './claiming.js'
import { ComposedMessages } from './compose/composed.js'
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
   *
   * @returns the number of known outcomes that could not be recorded: those deliveries will be made again
   */
  stop(): Promise<number>
}

export interface WorkerOptions {
  readonly db: Knex
  readonly owner: LeaseOwner
  readonly transport: Transport
  readonly sign: MessageSigner
  readonly returnPath: ReturnPath
  /** Tells the webhooks worker of this process that something is due. */
  readonly wakeWebhooks: () => void
  readonly config: DeliveryConfig
  readonly log: Logger
  readonly metrics: DeliveryMetrics
  readonly progress: ProgressMonitor
}

export function startDeliveryWorker(options: WorkerOptions): DeliveryWorker {
  const { db, owner, transport, config, log, metrics, progress } = options
  const lease = owner.id
  const held = new HeldWrites<Uuid>()
  metrics.held(() => held.size)
  let stopping = false
  let woken = false
  /** Whether something is due that could not go when it was last looked. */
  let waiting = false
  let freed = false
  const rest = new InterruptiblePause()

  const wake = () => {
    woken = true
    rest.interrupt()
  }
  const hands = openHands({
    ...options,
    lease,
    composed: new ComposedMessages(contentLoader(db), options.sign),
    record: outcomeRecorder({ ...options, lease, held }),
    onFree: () => {
      freed = true
      if (waiting) wake()
    },
  })
  metrics.watch(hands)
  const look = claiming(db, hands, owner, config, held)

  async function run(): Promise<void> {
    const task = progress.watch('delivery worker')
    // Called before each workspace, so a round over many of them does not look stuck.
    const isStopping = () => {
      task.cameRound()
      return stopping
    }
    while (!isStopping()) {
      woken = false
      freed = false
      let more = false
      try {
        const seen = await look(isStopping)
        more = seen.more || (seen.waiting && freed)
        waiting = seen.waiting
      } catch (error) {
        // The database is away, or there is a mistake of ours: either way the rows wait, and so do we.
        log.error({ err: error }, 'due deliveries could not be claimed')
        await rest.pause(1000)
      }
      if (!more && !woken && !stopping) await rest.pause(config.pollMs)
    }
    task.end()
  }

  const running = run()

  return {
    wake,
    stop: async () => {
      stopping = true
      rest.interrupt()
      const ended = Promise.all([hands.letGo(), running.then(() => hands.letGo())])
      const limit = new AbortController()
      await Promise.race([ended, sleep(config.drainSeconds * 1000, undefined, { signal: limit.signal })])
      limit.abort()
      if (hands.size > 0)
        log.warn({ left: hands.size }, 'deliveries are left to be made again, by their lease')
      const unrecorded = held.size
      held.end()
      hands.abandon()
      hands.close()
      await transport.close()
      return unrecorded
    },
  }
}
