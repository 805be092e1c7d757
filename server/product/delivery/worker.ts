import type { Sleeper, Wakes } from '../../platform/queue/wakes/wakes.js'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { DeliveryConfig } from '../../platform/config/defaults.js'
import type { RenderStored } from '../content/render-stored.js'
import { RetriedWrites } from '../../platform/db/batching/retried-writes.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import type { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'
import { InFlight } from '../../platform/queue/limiter/in-flight.js'
import type { LeaseOwner, LeaseTerm } from '../../platform/queue/leases/owner.js'
import { StrayLeases } from '../../platform/queue/leases/stray-leases.js'
import { outcomeRecorder } from '../../platform/queue/outcome-recorder.js'
import type { RecentSends } from '../../platform/queue/limiter/recent-sends.js'
import { Turns } from '../../platform/queue/turns.js'
import { WorkerLoop, type QueueWorker } from '../../platform/queue/worker-loop.js'
import { haltWhereNeeded } from '../workspace/halting/halt-by-rate.js'
import type { EnvelopeSenders } from './bounce/envelope-senders.js'
import { ComposedMessages } from './compose/composed.js'
import { contentLoader } from './compose/load.js'
import { openDeliverer } from './deliver.js'
import type { DeliveryMetrics } from './metrics.js'
import { deliveryPoll, WokenFor } from './poll.js'
import type { ClaimedDelivery } from '../mail/claim/claim.js'
import { LeaseExtender } from '../mail/claim/lease-extender.js'
import { deliveryLeases } from '../mail/claim/leases.js'
import { recordDeliveries, type DeliveryOutcome } from '../mail/record/record.js'
import type { MessageSigner } from './compose/message-signer.js'
import type { ProviderCounts } from '../domains/volume/count.js'
import type { TrackingLinks } from '../tracking/links.js'
import type { SourceRouter } from './sources/router.js'
import type { Transport } from './transport.js'

export interface DeliveryWorkerOptions {
  readonly db: Knex
  readonly owner: LeaseOwner
  readonly transport: Transport
  /** Chooses the address that mail leaves from. Absent if all mail goes one way, as to a relay. */
  readonly router?: SourceRouter | undefined
  /** Counts the mail that mailbox providers accept. Absent if all mail goes to the sink. */
  readonly counts?: ProviderCounts | undefined
  readonly sign: MessageSigner
  readonly senders: EnvelopeSenders
  readonly wakes: Wakes
  /** Knows whether single sends come in at this process; the worker reports those that it claims. */
  readonly recentSends: RecentSends
  readonly config: DeliveryConfig
  readonly log: Logger
  readonly metrics: DeliveryMetrics
  readonly progress: ProgressMonitor
  /** Renders mail whose bodies are not stored. */
  readonly render: RenderStored
  /** Makes the links by which opens and clicks come in. */
  readonly links: TrackingLinks
  /** Pauses campaigns that bounce too often. Called with each campaign that has bounced or failed. Never throws. */
  readonly brake: (workspaceId: WorkspaceId, campaignIds: readonly Uuid[]) => Promise<void>
}

/**
 * Starts the delivery worker of a process. It polls for due deliveries and claims as many as its concurrency and the
 * capacity of destinations allow (poll.ts); makes an attempt at each: compose, sign, send, judge (deliver.ts); and
 * records the outcomes. Leases are extended as long as deliveries are in flight. {@link WorkerLoop} has the states.
 */
export function startDeliveryWorker(options: DeliveryWorkerOptions): QueueWorker & Sleeper {
  const { db, owner, transport, config, log, metrics, progress } = options
  const retried = new RetriedWrites<WorkspaceId>()
  metrics.held(() => retried.size)

  const leases = new LeaseExtender({
    db,
    lease: owner.id,
    leaseSeconds: config.leaseSeconds,
    onFailure: (workspaceId, error) => {
      const fields = { workspace_id: toTypeId('ws', workspaceId), err: error }
      log.warn(fields, 'leases of a workspace could not be extended')
    },
  })
  const deliverer = openDeliverer({
    ...options,
    lease: owner.id,
    isOwn: (delivery) => leases.isOwn(delivery),
    composed: new ComposedMessages(contentLoader(db, options.render), options.sign, options.links),
    record: deliveryRecorder(options, retried),
    onEvents: (webhooks) => wakeFor(options.wakes, webhooks),
    onBulkBegun: () => {
      // If no single sends come in, bulk is claimed without regard to the number being composed, so nothing has
      // become free.
      if (options.recentSends.areComing) loop.free()
    },
  })
  const jobs = new InFlight<ClaimedDelivery>({
    idOf: ({ logId }) => logId,
    attempt: (delivery, term) => deliverer.deliver(delivery, term),
    onFree: () => loop.free(),
    onFailure: (error) => strays.failed(error),
    log,
    describe: ({ logId }) => ({
      fields: { log_id: toTypeId('log', logId) },
      message: 'a delivery could not be made or recorded',
    }),
  })
  const strays = new StrayLeases({
    db,
    lease: owner.id,
    leaseSeconds: config.leaseSeconds,
    table: deliveryLeases,
    inFlight: () => jobs.ids(),
    log,
  })
  const inFlight = {
    claim: strays.claim,
    begin: (delivery: ClaimedDelivery, term: LeaseTerm, askedAt: number) => {
      leases.claimed(delivery, askedAt)
      jobs.begin(delivery, term)
    },
    all: () => jobs.all(),
    capacity: () => deliverer.capacity(),
    preparingBulk: () => deliverer.preparingBulk(),
    isOnProbation: ({ destination }: ClaimedDelivery) => transport.isOnProbation?.(destination) ?? false,
  }
  metrics.watch(inFlight)

  const heartbeat = setInterval(() => {
    leases.extend(jobs.all()).catch((error: unknown) => {
      log.warn({ err: error }, 'leases could not be extended')
    })
  }, config.leaseSeconds * 500)

  const turns = new Turns({ worker: 'delivery worker', progress })
  const wokenFor = new WokenFor()
  const loop = new WorkerLoop({
    name: 'delivery worker',
    items: 'deliveries',
    poll: deliveryPoll({
      db,
      inFlight,
      owner,
      config,
      retried,
      singles: options.recentSends,
      turns,
      log,
      wokenFor,
    }),
    pollMs: config.pollMs,
    freeMs: 0,
    drainSeconds: config.drainSeconds,
    inFlight: () => jobs.size,
    drain: async () => {
      deliverer.stopBeginning()
      await turns.ended()
      await jobs.drained()
    },
    close: async () => {
      deliverer.abandon()
      clearInterval(heartbeat)
      await strays.close()
      await transport.close()
      await options.router?.close()
      await options.counts?.close()
    },
    retried,
    log,
    progress,
  })
  loop.start()
  return {
    wake: (workspaceId?: WorkspaceId) => {
      if (workspaceId !== undefined) wokenFor.note(workspaceId)
      loop.wake()
    },
    stop: () => loop.stop(),
  }
}

/**
 * Records outcomes, wakes the webhooks worker for their events, and halts workspaces whose mail bounces too
 * often.
 */
function deliveryRecorder(
  { db, owner, log, metrics, wakes, brake }: DeliveryWorkerOptions,
  retried: RetriedWrites<WorkspaceId>,
): (workspaceId: WorkspaceId, outcome: DeliveryOutcome) => Promise<void> {
  return outcomeRecorder({
    write: (workspaceId, outcomes: readonly DeliveryOutcome[]) =>
      recordDeliveries(db, workspaceId, owner.id, outcomes),
    afterwards: async (workspaceId, outcomes, recorded) => {
      wakeFor(wakes, recorded.webhooks)
      for (const { status } of outcomes) metrics.count(status)
      const braking = campaignsToBrake(outcomes)
      // The campaign is paused first, so that its bounces do not halt the workspace.
      if (braking.length > 0) await brake(workspaceId, braking)
      if (recorded.bounced) await haltWhereNeeded(db, workspaceId, log)
    },
    countLostLeases: (leases) => metrics.countLostLeases(leases),
    retried,
    log,
    items: 'outcomes of deliveries',
  })
}

/** Wakes the workers that wait for recorded events. @param webhooks true if subscriptions want them */
function wakeFor(wakes: Wakes, webhooks: boolean): void {
  if (webhooks) wakes.webhooks()
  else wakes.events()
}

function campaignsToBrake(outcomes: readonly DeliveryOutcome[]): Uuid[] {
  const worse = outcomes.filter(({ status }) => status === 'bounced' || status === 'failed')
  return [...new Set(worse.flatMap(({ campaignId }) => campaignId ?? []))]
}
