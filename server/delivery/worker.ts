import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { DeliveryConfig } from '../config.js'
import { gather } from '../db/gather.js'
import { newUuid, nilUuid, toTypeId, type Uuid } from '../db/ids.js'
import { isUnavailable } from '../db/unavailable.js'
import type { ReturnPath } from './bounce/return-path.js'
import { composedMessages } from './compose/composed.js'
import { contentLoader } from './compose/load.js'
import { haltWhereRatesAreHigh } from '../workspace/halting/halt-by-rate.js'
import type { DeliveryMetrics } from './metrics.js'
import type { MessageSigner } from './sign/message-signer.js'
import { outcomeOf } from './outcome.js'
import { judge } from './policy.js'
import { claimDeliveries, workspacesWithDueDeliveries, type Claimed } from './queue/claim.js'
import { extendLeases } from './queue/lease.js'
import { record, type RecordedOutcome } from './queue/record.js'
import type { SmtpResult } from './smtp/result.js'
import { destinationOf, type Transport } from './transport.js'

/**
 * The delivery worker of a process. It looks for due deliveries, claims as many as it has hands free, and makes
 * each: load and compose, send, judge, record. It looks again when a hand is free and there was more to do, when it is
 * woken, or after a while.
 *
 *   looking --claims some--> working --a hand is free--> looking
 *   looking --finds none--> resting --woken, or pollMs later--> looking
 *   any --stop()--> draining --the last delivery is recorded, or drainSeconds later--> stopped
 *
 * A delivery belongs to the worker while its lease lasts, and the lease is extended while it is worked on. What a
 * worker that dies had in hand becomes due again for the others.
 */
export interface DeliveryWorker {
  /** Something is due. */
  wake(): void
  /** Takes no more, and gives what is in hand some time to be finished and recorded. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  readonly db: Knex
  readonly transport: Transport
  readonly sign: MessageSigner
  readonly returnPath: ReturnPath
  readonly config: DeliveryConfig
  readonly log: Logger
  readonly metrics: DeliveryMetrics
}

export function startDeliveryWorker(options: WorkerOptions): DeliveryWorker {
  const { db, transport, config, log, metrics } = options
  const composed = composedMessages(contentLoader(db), options.sign)
  const lease = newUuid()
  /** By the log's id. */
  const inHand = new Map<Uuid, Claimed>()
  const deliveries = new Set<Promise<void>>()
  const recordTogether = gather((outcomes: RecordedOutcome[]) => recordAll(outcomes))
  /** Where the last round ended, which with few free hands is before the last workspace. */
  let lastServed: Uuid = nilUuid
  let stopping = false
  let woken = false
  let interrupt: () => void = () => undefined

  const heartbeat = setInterval(() => {
    extendLeases(db, inHand.values(), lease, config.leaseSeconds).catch((error: unknown) => {
      log.warn({ err: error }, 'leases could not be extended')
    })
  }, config.leaseSeconds * 500)

  async function run(): Promise<void> {
    while (!stopping) {
      woken = false
      let more = false
      try {
        more = await look()
      } catch (error) {
        // The database is away, or there is a mistake of ours: either way the rows wait, and so do we.
        log.error({ err: error }, 'due deliveries could not be claimed')
        await rest(1000)
      }
      if (!more && !woken && !stopping) await rest(config.pollMs)
    }
  }

  /** Claims in turns over the workspaces. Says whether there may be more that a free hand could take. */
  async function look(): Promise<boolean> {
    let more = false
    for (const workspaceId of beginningAfter(lastServed, await workspacesWithDueDeliveries(db))) {
      const free = config.concurrency - inHand.size
      if (free <= 0) {
        // Wait for a hand; the workspaces that follow have their turn in the next round.
        await Promise.race(deliveries)
        return true
      }
      // Half of what is free, so that one workspace's backlog does not take every hand in a round.
      const most = Math.max(1, Math.ceil(free / 2))
      const claimed = await claimDeliveries(db, workspaceId, most, lease, config.leaseSeconds)
      claimed.forEach(begin)
      lastServed = workspaceId
      more ||= claimed.length === most
    }
    return more
  }

  function begin(delivery: Claimed): void {
    // Its lease ran out while it is being made here, as when the database was away for longer than a heartbeat.
    // To claim it has renewed the lease; to make it again would send it twice.
    if (inHand.has(delivery.logId)) return
    inHand.set(delivery.logId, delivery)
    const done = deliver(delivery).finally(() => {
      inHand.delete(delivery.logId)
      deliveries.delete(done)
    })
    deliveries.add(done)
  }

  async function deliver(delivery: Claimed): Promise<void> {
    try {
      const result = await attempt(delivery)
      const now = new Date()
      const facts = {
        result,
        attempts: delivery.attempts,
        firstAttemptAt: delivery.firstAttemptAt ?? now,
        now,
      }
      const verdict = judge(facts, config)
      await recordTogether(outcomeOf(delivery, result, verdict, now))
      metrics.count(verdict.status)
    } catch (error) {
      // Not recorded, so not done: the lease runs out and the delivery is made again.
      log.error(
        { err: error, log_id: toTypeId('log', delivery.logId) },
        'a delivery could not be made or recorded',
      )
    }
  }

  async function attempt(delivery: Claimed): Promise<SmtpResult> {
    let message: Buffer | undefined
    try {
      message = await retryWhileUnavailable(() => composed(delivery))
    } catch (error) {
      // The database's absence says nothing about the message: as if it had not been claimed.
      if (isUnavailable(error)) throw error
      // Ours to mend. It is tried again like a refusal, so that it shows in the log and ends some day.
      log.error(
        { err: error, log_id: toTypeId('log', delivery.logId) },
        'a message could not be composed or signed',
      )
      return notComposed
    }
    if (message === undefined) return contentGone
    const destination = destinationOf(delivery.environment, delivery.recipient)
    return transport.send({
      destination,
      from: options.returnPath.addressOf(delivery),
      to: delivery.recipient,
      message,
    })
  }

  async function recordAll(outcomes: RecordedOutcome[]): Promise<undefined[]> {
    const recorded = await retryWhileUnavailable(() => record(db, lease, outcomes))
    const lost = outcomes.length - recorded.outcomes
    if (lost > 0) {
      metrics.countLostLeases(lost)
      log.warn({ lost }, 'leases ran out before their outcomes were recorded')
    }
    for (const workspaceId of recorded.bouncing) await haltWhereNeeded(workspaceId)
    return outcomes.map(() => undefined)
  }

  async function haltWhereNeeded(workspaceId: Uuid): Promise<void> {
    const of = { workspace_id: toTypeId('ws', workspaceId) }
    try {
      const reason = await haltWhereRatesAreHigh(db, workspaceId)
      if (reason !== undefined) log.warn({ ...of, reason }, 'sending is halted for a workspace')
    } catch (error) {
      // What was delivered is recorded; the next bounce asks again.
      log.warn({ ...of, err: error }, 'whether to halt sending could not be decided')
    }
  }

  /** An outcome that cannot be written now would make the delivery go twice, so it is held for a lease's time. */
  async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
    const until = Date.now() + config.leaseSeconds * 1000
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!isUnavailable(error) || Date.now() > until) throw error
        await sleep(500)
      }
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
    wake: () => {
      woken = true
      interrupt()
    },
    stop: async () => {
      stopping = true
      interrupt()
      const ended = running.then(() => Promise.all(deliveries))
      const limit = new AbortController()
      await Promise.race([ended, sleep(config.drainSeconds * 1000, undefined, { signal: limit.signal })])
      limit.abort()
      if (inHand.size > 0)
        log.warn({ left: inHand.size }, 'deliveries are left to be made again, by their lease')
      clearInterval(heartbeat)
      await transport.close()
    },
  }
}

const notComposed: SmtpResult = {
  step: 'resolve',
  reply: undefined,
  failure: 'not_composed',
  error: 'The message could not be composed.',
}

/** Retention or an erasure took it. There is nothing left to try again with. */
const contentGone: SmtpResult = {
  step: 'resolve',
  reply: undefined,
  failure: 'content_gone',
  error: "The message's content is no longer kept.",
}

/** The same workspaces, which come sorted, from the one after the given one on. */
function beginningAfter(last: Uuid, workspaces: readonly Uuid[]): Uuid[] {
  return [...workspaces.filter((id) => id > last), ...workspaces.filter((id) => id <= last)]
}
