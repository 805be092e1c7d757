import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { DeliveryConfig } from '../../platform/config/defaults.js'
import { batcherBy } from '../../platform/db/batching/batcher.js'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { retryTransient } from '../../platform/db/transaction/retry-transient.js'
import { beginCall, inStoredPlace } from '../../platform/tracing/tracing.js'
import { capacityWithout, type Capacity } from '../../platform/queue/limiter/capacity.js'
import type { ProviderCounts } from '../domains/volume/count.js'
import type { LeaseTerm } from '../../platform/queue/leases/owner.js'
import { prepareMail, type PreparedMail } from './attempt.js'
import type { EnvelopeSenders, OwnReturnPath } from './bounce/envelope-senders.js'
import type { ComposedMessages } from './compose/composed.js'
import { deliveryOutcomeOf, suppressedOutcome, waitEventOf } from './outcome.js'
import { blamesReturnPath, judgeDelivery } from './policy.js'
import type { ClaimedDelivery } from '../mail/claim/claim.js'
import type { DeliveryOutcome } from '../mail/record/record.js'
import { releaseDeliveries } from '../mail/claim/leases.js'
import { cancelLeased, holdLeased, type LeasedDelivery } from '../mail/hold/stopped-campaigns.js'
import { waitWithDeliveries, type WaitingDelivery } from '../mail/record/wait.js'
import type { SmtpResult } from './smtp/result.js'
import { AttemptTrace } from './smtp/trace.js'
import type { WaitingFor } from '../mail/record/wait.js'
import type { Route, SourceRouter } from './sources/router.js'
import { sinkDestination } from '../mail/destination.js'
import type { Transport } from './transport.js'

/**
 * Makes attempts at deliveries:
 *
 *   claimed --composed--> sent --a result--> judged --> recorded
 *   claimed --stopBeginning(), or its term or its lease is over--> given back, to be due again at once
 *   claimed --its campaign is paused or cancelled--> held, or cancelled
 */
export interface Deliverer {
  /**
   * Makes one attempt at a delivery and records its outcome.
   *
   * @param term the lease owner's term when the claim began
   */
  deliver(delivery: ClaimedDelivery, term: LeaseTerm): Promise<void>
  /** Returns the transport's capacity less the claimed deliveries that are not with the transport yet. */
  capacity(): Capacity
  /** Returns the number of bulk deliveries that are being composed and are not with the transport yet. */
  preparingBulk(): number
  /** Gives back every delivery that is not with the transport yet, now and from now on. */
  stopBeginning(): void
  /** Stops recording broken connections, because this side breaks them from now on. */
  abandon(): void
}

export interface DelivererOptions {
  readonly db: Knex
  readonly transport: Transport
  readonly config: DeliveryConfig
  readonly log: Logger
  readonly lease: Uuid
  /** Returns whether this process still holds a delivery's lease. */
  readonly isOwn: (delivery: ClaimedDelivery) => Promise<boolean>
  readonly composed: ComposedMessages
  readonly senders: EnvelopeSenders
  /** Chooses the address that mail leaves from. Absent if all mail goes one way, as to a relay. */
  readonly router?: SourceRouter | undefined
  /** Counts the mail that mailbox providers accept. Absent if all mail goes to the sink. */
  readonly counts?: Pick<ProviderCounts, 'count'> | undefined
  readonly record: (workspaceId: WorkspaceId, outcome: DeliveryOutcome) => Promise<void>
  /** Called after events of waiting deliveries were recorded. @param webhooks true if subscriptions want them */
  readonly onEvents: (webhooks: boolean) => void
  /** Called when a bulk delivery has been handed to the transport. */
  readonly onBulkBegun: () => void
}

/** The result of an attempt, and the sender's own return path if the mail had it. */
interface Attempted {
  readonly result: SmtpResult
  readonly ownReturnPath?: OwnReturnPath | undefined
  readonly fromDomain?: string
}

function noSourceBecause(error: string): SmtpResult {
  return { step: 'connect', reply: undefined, failure: 'no_source', error }
}

const noSource: Readonly<Record<WaitingFor, SmtpResult>> = {
  warm_up: noSourceBecause('The sources in warm-up had no capacity for the message in time.'),
  provider: noSourceBecause('The provider accepted nothing from the sources of this service in time.'),
  source: noSourceBecause('No source of the pool was available in time.'),
}

export function openDeliverer(options: DelivererOptions): Deliverer {
  const { db, transport, config, log, lease, composed, senders, record } = options
  /** Deliveries that are not with the transport yet, each with the function that has it given back. */
  const unbegun = new Map<ClaimedDelivery, () => void>()
  let stopping = false
  let abandoned = false

  const giveBack = batcherBy(async (workspaceId: WorkspaceId, logIds: Uuid[]) => {
    await releaseDeliveries(db, workspaceId, logIds, lease)
    return logIds.map(() => undefined)
  })

  const takeBack = {
    paused: batcherBy((workspaceId: WorkspaceId, taken: LeasedDelivery[]) =>
      holdLeased(db, workspaceId, taken),
    ),
    cancelled: batcherBy((workspaceId: WorkspaceId, taken: LeasedDelivery[]) =>
      cancelLeased(db, workspaceId, taken),
    ),
  }

  /** Makes the attempt at a delivery and returns its outcome; undefined if there is none to record. */
  async function outcomeFor(
    delivery: ClaimedDelivery,
    term: LeaseTerm,
  ): Promise<DeliveryOutcome | undefined> {
    if (delivery.stopped !== null) {
      await takeBack[delivery.stopped](delivery.workspaceId, { ...delivery, lease })
      return undefined
    }
    if (delivery.suppressed !== null) return suppressedOutcome(delivery, delivery.suppressed)
    const begun = performance.now()
    composed.begin(delivery.messageId)
    const trace = new AttemptTrace()
    const attempted = await attempt(delivery, term, trace).finally(() => composed.end(delivery.messageId))
    const { result, ownReturnPath, fromDomain } = attempted ?? {}
    if (result === undefined || (abandoned && result.reply === undefined)) {
      trace.endSpan(result, 'given_back')
      return undefined
    }
    const { attempts, claimedAt, firstAttemptAt } = delivery
    // Uses the database's clock, because this process's may be wrong.
    const now = claimedAt.getTime() + performance.now() - begun
    const triedForSeconds = firstAttemptAt === null ? 0 : (now - firstAttemptAt.getTime()) / 1000
    const hasOwnReturnPath = ownReturnPath !== undefined
    const verdict = judgeDelivery({ result, attempts, triedForSeconds, hasOwnReturnPath }, config)
    if (hasOwnReturnPath && blamesReturnPath(result)) senders.refused(ownReturnPath)
    if (verdict.status === 'delivered' && fromDomain !== undefined && delivery.environment === 'live')
      options.counts?.count(delivery.workspaceId, fromDomain, delivery.destination)
    trace.endSpan(result, verdict.status)
    return deliveryOutcomeOf(delivery, result, verdict, { at: new Date(now), trace })
  }

  const wait = batcherBy(async (workspaceId: WorkspaceId, waiting: WaitingDelivery[]) => {
    const { isRecorded, webhooks } = await waitWithDeliveries(db, workspaceId, lease, waiting)
    if (isRecorded) options.onEvents(webhooks)
    return waiting.map(() => undefined)
  })

  /** Sends the mail of a delivery; undefined if the delivery was given back. */
  async function attempt(
    delivery: ClaimedDelivery,
    term: LeaseTerm,
    trace: AttemptTrace,
  ): Promise<Attempted | undefined> {
    const { destination } = delivery
    const { router } = options
    const routed =
      destination === sinkDestination || router === undefined
        ? undefined
        : await retryTransient(config.leaseSeconds, () => router.route(delivery))
    if (routed !== undefined && routed.kind !== 'go') return putBack(delivery, routed)
    let result: SmtpResult | undefined
    try {
      const attempted = await send(delivery, term, trace, routed)
      result = attempted?.result
      return attempted
    } finally {
      await routed?.end(result)
    }
  }

  /** Has a delivery wait until its source may send it; returns a result if it has waited for too long. */
  async function putBack(
    delivery: ClaimedDelivery,
    route: Exclude<Route, { kind: 'go' }>,
  ): Promise<Attempted | undefined> {
    const { workspaceId, logId, firstAttemptAt, claimedAt } = delivery
    const { afterSeconds } = route
    const waitingFor = route.kind === 'wait' ? route.reason : null
    const left =
      config.giveUpSeconds -
      (firstAttemptAt === null ? 0 : (claimedAt.getTime() - firstAttemptAt.getTime()) / 1000)
    if (waitingFor !== null && left <= 0) return { result: noSource[waitingFor] }
    // A delivery gets a last chance at the end of its time.
    await wait(workspaceId, {
      logId,
      afterSeconds: Math.min(afterSeconds, Math.max(1, left)),
      waitingFor,
      ...waitEventOf(delivery, waitingFor),
    })
    return undefined
  }

  async function send(
    delivery: ClaimedDelivery,
    term: LeaseTerm,
    trace: AttemptTrace,
    route: Extract<Route, { kind: 'go' }> | undefined,
  ): Promise<Attempted | undefined> {
    const prepared = await prepare(delivery, term)
    if (prepared !== undefined && !('mail' in prepared)) return prepared
    if (prepared !== undefined) {
      // From here on the transport counts it.
      unbegun.delete(delivery)
      if (delivery.bulk) options.onBulkBegun()
      trace.span = beginCall('SMTP send', () => ({ 'network.protocol.name': 'smtp' }))
      trace.source = route?.source
      const result = await (route?.relay ?? transport).send({
        ...prepared.mail,
        ...(route && { source: route.source, limits: route.limits }),
        mayBegin: async () => (await term.mayBegin()) && options.isOwn(delivery),
        trace,
      })
      const { ownReturnPath, fromDomain } = prepared
      if (result.reply !== undefined || result.failure !== 'not_begun')
        return { result, ownReturnPath, fromDomain }
    }
    await giveBack(delivery.workspaceId, delivery.logId)
    return undefined
  }

  async function prepare(delivery: ClaimedDelivery, term: LeaseTerm): Promise<PreparedMail | undefined> {
    if (stopping) return undefined
    // A stopping worker does not wait for mail that is still being composed.
    const stopped = new Promise<undefined>((resolve) => unbegun.set(delivery, () => resolve(undefined)))
    const prepared = retryTransient(config.leaseSeconds, () => prepareMail(delivery, composed, senders, log))
    const whenAllowed = prepared.then(async (mail) => ((await term.mayBegin()) ? mail : undefined))
    return Promise.race([stopped, whenAllowed])
  }

  return {
    deliver: async (delivery, term) => {
      unbegun.set(delivery, () => undefined)
      try {
        await inStoredPlace(delivery.traceparent, async () => {
          const outcome = await outcomeFor(delivery, term)
          if (outcome !== undefined) await record(delivery.workspaceId, outcome)
        })
      } finally {
        unbegun.delete(delivery)
      }
    },
    capacity: () => capacityWithout(transport.capacity(), unbegun.keys()),
    preparingBulk: () => {
      let count = 0
      for (const { bulk } of unbegun.keys()) if (bulk) count += 1
      return count
    },
    stopBeginning: () => {
      stopping = true
      for (const giveUp of unbegun.values()) giveUp()
    },
    abandon: () => {
      abandoned = true
    },
  }
}
