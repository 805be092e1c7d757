import type { Knex } from 'knex'
import { defaultDelivery } from '../../server/platform/config/defaults.js'
import { newUuid, type Uuid, type WorkspaceId } from '../../server/platform/db/ids.js'
import { deliveryOutcomeOf } from '../../server/product/delivery/outcome.js'
import { judgeDelivery } from '../../server/product/delivery/policy.js'
import type { ClaimedDelivery } from '../../server/product/mail/claim/claim.js'
import { recordDeliveries, type DeliveryOutcome } from '../../server/product/mail/record/record.js'
import type { SmtpResult } from '../../server/product/delivery/smtp/result.js'
import { storeTogether } from '../../server/product/messages/accept/store.js'
import { unitOf, type Unit } from '../../server/product/messages/accept/unit.js'
import type { NewMessage } from '../../server/product/messages/admit/new-message.js'
import type { AuditEntry } from '../../server/platform/audit/entry.js'
import { goToInDatabase } from './clock.js'
import type { Random } from './random.js'
import { traceOf } from './replies.js'

/** A delivery on its way, as a worker would know it. */
export interface Delivery {
  readonly claimed: Omit<ClaimedDelivery, 'attempts' | 'firstAttemptAt' | 'claimedAt'>
  attempts: number
  firstAttemptAt: number | undefined
}

/** The work that is left for a delivery after an attempt. */
export interface Attempted {
  readonly status: DeliveryOutcome['status']
  /** When the next attempt is due, in milliseconds since 1970; undefined where there is none. */
  readonly nextAt: number | undefined
  /** True if the address is suppressed from now on. */
  readonly suppresses: boolean
}

interface Waiting {
  readonly outcome: DeliveryOutcome
  readonly nextAt: number | undefined
}

/** The number of messages that one statement stores. */
const together = 200

/**
 * Stores messages and outcomes with the statements of the service, many at a time. What waits here is written by
 * `flush`, which has to come before the end of the hour: the statistics count by it.
 */
export class Mailroom {
  readonly #lease = newUuid()
  #units: Unit[] = []
  #waiting = new Map<Uuid, Waiting>()
  readonly #db: Knex
  readonly #workspaceId: WorkspaceId
  readonly #random: Random

  constructor(db: Knex, workspaceId: WorkspaceId, random: Random) {
    this.#db = db
    this.#workspaceId = workspaceId
    this.#random = random
  }

  /** Accepts a message. */
  accept(message: NewMessage, entry: AuditEntry): void {
    this.#units.push(unitOf(message, { entry }, {}, false))
  }

  /**
   * Returns true if an attempt at a delivery waits to be written, so that the next attempt has to wait for the write.
   */
  holds({ claimed }: Delivery): boolean {
    return this.#waiting.has(claimed.logId)
  }

  /** Makes an attempt that ends at a time after some milliseconds, and judges it as the service does. */
  attempt(delivery: Delivery, result: SmtpResult, at: number, took: number): Attempted {
    const triedForSeconds = (at - (delivery.firstAttemptAt ?? at)) / 1000
    const facts = { result, attempts: delivery.attempts, triedForSeconds }
    const verdict = judgeDelivery(facts, defaultDelivery, () => this.#random.next())
    const claimed: ClaimedDelivery = {
      ...delivery.claimed,
      claimedAt: new Date(at),
      attempts: delivery.attempts,
      firstAttemptAt: delivery.firstAttemptAt === undefined ? null : new Date(delivery.firstAttemptAt),
    }
    const nextAt = verdict.status === 'deferred' ? at + verdict.afterSeconds * 1000 : undefined
    const outcome = deliveryOutcomeOf(claimed, result, verdict, {
      at: new Date(at),
      trace: traceOf(claimed.recipient, result, took),
    })
    this.#waiting.set(claimed.logId, { outcome, nextAt })
    delivery.attempts += 1
    delivery.firstAttemptAt ??= at
    const suppresses = claimed.environment === 'live' && verdict.addressFault === 'hard'
    return { status: verdict.status, nextAt, suppresses }
  }

  /** Writes what waits, at a time in milliseconds since 1970. */
  async flush(at: number): Promise<void> {
    await goToInDatabase(this.#db, at)
    const units = this.#units
    const waiting = [...this.#waiting.values()]
    this.#units = []
    this.#waiting = new Map()
    for (let from = 0; from < units.length; from += together) {
      const some = units.slice(from, from + together)
      const stored = await storeTogether(this.#db, this.#workspaceId, some, () => undefined)
      if (stored.some((result) => result !== 'stored')) throw new Error('a message was not stored')
    }
    for (let from = 0; from < waiting.length; from += together)
      await this.#record(waiting.slice(from, from + together), at)
  }

  async #record(waiting: readonly Waiting[], at: number): Promise<void> {
    const outcomes = waiting.map(({ outcome, nextAt }) => ({
      ...outcome,
      // It counts from the time of the attempt, and what is stored from now.
      afterSeconds: nextAt === undefined ? null : (nextAt - at) / 1000,
    }))
    const { rows } = await this.#db.raw<{ rows: { log_id: Uuid }[] }>(
      `update delivery_queue set lease = ? where workspace_id = ? and log_id = any(?::uuid[]) returning log_id`,
      [this.#lease, this.#workspaceId, outcomes.map(({ logId }) => logId)],
    )
    // A message to an address that was suppressed in the same hour waits for no attempt.
    const queued = new Set(rows.map(({ log_id }) => log_id))
    const attempted = outcomes.filter(({ logId }) => queued.has(logId))
    const recorded = await recordDeliveries(this.#db, this.#workspaceId, this.#lease, attempted)
    if (recorded.outcomes < attempted.length) throw new Error('an outcome was not recorded')
  }
}
