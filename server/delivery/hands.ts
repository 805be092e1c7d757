import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { DeliveryConfig } from '../config/defaults.js'
import { batcherBy } from '../db/batcher.js'
import { WritesEndedError } from '../db/held-writes.js'
import { toTypeId, type Uuid } from '../db/ids.js'
import { retryTransient } from '../db/retry-transient.js'
import type { LeaseTerm } from '../leases/owner.js'
import type { Rooms } from '../pacing/rooms.js'
import { prepareMail, type PreparedMail } from './attempt.js'
import type { ReturnPath } from './bounce/return-path.js'
import type { ComposedMessages } from './compose/composed.js'
import { deliveryOutcomeOf, suppressedOutcome } from './outcome.js'
import { judgeDelivery } from './policy.js'
import type { ClaimedDelivery } from './queue/claim.js'
import { extendLeases } from './queue/lease.js'
import type { DeliveryOutcome } from './queue/record.js'
import { releaseDeliveries } from './queue/release.js'
import { roomsWithout } from './queue/rooms.js'
import type { SmtpResult } from './smtp/result.js'
import type { Transport } from './transport.js'

/**
 * The deliveries that a worker has in hand:
 *
 *   claimed --composed--> on its way --a result--> ended --recorded--> gone
 *   claimed --letGo(), or its term is over--> given back, to be due again at once
 *
 * Their leases are extended until then.
 */
export interface Hands {
  readonly size: number
  /** @param term the owner's term when its claim began */
  begin(delivery: ClaimedDelivery, term: LeaseTerm): void
  all(): Iterable<ClaimedDelivery>
  /** Whether the destination of one still has to show that it answers. */
  isOnProbation(delivery: ClaimedDelivery): boolean
  /** The transport's rooms but for what is claimed and not with the transport yet. */
  rooms(): Rooms
  /** Begins nothing any more: what is not on its way is given back. Resolves when all hands are empty. */
  letGo(): Promise<void>
  /** Records no more breaks: whoever breaks the connections now is this side. */
  abandon(): void
  /** Ends the heartbeat. */
  close(): void
}

export interface HandsOptions {
  readonly db: Knex
  readonly transport: Transport
  readonly config: DeliveryConfig
  readonly log: Logger
  readonly lease: Uuid
  readonly composed: ComposedMessages
  readonly returnPath: ReturnPath
  readonly record: (outcome: DeliveryOutcome) => Promise<void>
  /** Called whenever a hand is free. */
  readonly onFree: () => void
}

export function openHands(options: HandsOptions): Hands {
  const { db, transport, config, log, lease, composed, returnPath, record, onFree } = options
  /** By the log's id. */
  const inHand = new Map<Uuid, ClaimedDelivery>()
  /** Those that are not with the transport yet, with how to make each let go. */
  const claimed = new Map<ClaimedDelivery, () => void>()
  /** Claimed while the attempt before was still in flight, by the log's id. */
  const nextAttempts = new Map<Uuid, { delivery: ClaimedDelivery; term: LeaseTerm }>()
  const deliveries = new Set<Promise<void>>()
  let lettingGo = false
  let abandoned = false

  const heartbeat = setInterval(() => {
    extendLeases(db, inHand.values(), lease, config.leaseSeconds).catch((error: unknown) => {
      log.warn({ err: error }, 'leases could not be extended')
    })
  }, config.leaseSeconds * 500)

  const giveBack = batcherBy(async (workspaceId: Uuid, logIds: Uuid[]) => {
    await releaseDeliveries(db, workspaceId, logIds, lease)
    return logIds.map(() => undefined)
  })

  async function deliver(delivery: ClaimedDelivery, term: LeaseTerm): Promise<void> {
    try {
      const outcome = await outcomeFor(delivery, term)
      if (outcome !== undefined) await record(outcome)
    } catch (error) {
      // The worker's stop counts these.
      if (error instanceof WritesEndedError) return
      // Not recorded, so not done: the lease runs out and the delivery is made again.
      log.error(
        { err: error, log_id: toTypeId('log', delivery.logId) },
        'a delivery could not be made or recorded',
      )
    }
  }

  /** Undefined where nothing came of it that is to be recorded. */
  async function outcomeFor(
    delivery: ClaimedDelivery,
    term: LeaseTerm,
  ): Promise<DeliveryOutcome | undefined> {
    if (delivery.suppressed !== null) return suppressedOutcome(delivery, delivery.suppressed)
    composed.begin(delivery.messageId)
    const result = await attempt(delivery, term).finally(() => composed.end(delivery.messageId))
    if (result === undefined || (abandoned && result.reply === undefined)) return undefined
    const now = new Date()
    const { attempts } = delivery
    const facts = { result, attempts, firstAttemptAt: delivery.firstAttemptAt ?? now, now }
    return deliveryOutcomeOf(delivery, result, judgeDelivery(facts, config), now)
  }

  /** Undefined where it was given back. */
  async function attempt(delivery: ClaimedDelivery, term: LeaseTerm): Promise<SmtpResult | undefined> {
    const prepared = await prepare(delivery, term)
    if (prepared === undefined) {
      await giveBack(delivery.workspaceId, delivery.logId)
      return undefined
    }
    return 'mail' in prepared ? send(delivery, prepared) : prepared.result
  }

  async function prepare(delivery: ClaimedDelivery, term: LeaseTerm): Promise<PreparedMail | undefined> {
    if (lettingGo) return undefined
    // What is still composed when the worker stops is not waited for.
    const letGo = new Promise<undefined>((resolve) => claimed.set(delivery, () => resolve(undefined)))
    const prepared = retryTransient(config.leaseSeconds, () =>
      prepareMail(delivery, composed, returnPath, log),
    )
    const whenAllowed = prepared.then(async (mail) => ((await term.mayBegin()) ? mail : undefined))
    return Promise.race([letGo, whenAllowed])
  }

  function send(
    delivery: ClaimedDelivery,
    { mail }: Extract<PreparedMail, { mail: object }>,
  ): Promise<SmtpResult> {
    // From here on the transport knows of it.
    claimed.delete(delivery)
    return transport.send(mail)
  }

  function begin(delivery: ClaimedDelivery, term: LeaseTerm): void {
    const current = inHand.get(delivery.logId)
    if (current !== undefined) {
      // After a short backoff the next attempt can be claimed while the worker still learns that this one was recorded.
      // Otherwise the lease expired during the attempt, as when the database was away: the claim has renewed the lease,
      // and a second attempt would send the message twice.
      if (delivery.attempts > current.attempts) nextAttempts.set(delivery.logId, { delivery, term })
      return
    }
    inHand.set(delivery.logId, delivery)
    claimed.set(delivery, () => undefined)
    const done = deliver(delivery, term).finally(() => {
      inHand.delete(delivery.logId)
      claimed.delete(delivery)
      deliveries.delete(done)
      const next = nextAttempts.get(delivery.logId)
      nextAttempts.delete(delivery.logId)
      if (next !== undefined) begin(next.delivery, next.term)
      onFree()
    })
    deliveries.add(done)
  }

  return {
    get size() {
      return inHand.size
    },
    all: () => inHand.values(),
    isOnProbation: ({ destination }) => transport.isOnProbation?.(destination) ?? false,
    rooms: () => roomsWithout(transport.rooms(), claimed.keys()),
    begin,
    letGo: async () => {
      lettingGo = true
      for (const letGo of claimed.values()) letGo()
      // A claimed next attempt begins when the one before ends, and is given back.
      while (deliveries.size > 0) await Promise.all(deliveries)
    },
    abandon: () => {
      abandoned = true
    },
    close: () => clearInterval(heartbeat),
  }
}
