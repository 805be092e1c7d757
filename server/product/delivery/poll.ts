import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { DeliveryConfig } from '../../platform/config/defaults.js'
import type { RetriedWrites } from '../../platform/db/batching/retried-writes.js'
import { nilUuid, toTypeId, type WorkspaceId } from '../../platform/db/ids.js'
import type { Capacity } from '../../platform/queue/limiter/capacity.js'
import type { LeaseOwner, LeaseTerm } from '../../platform/queue/leases/owner.js'
import type { StrayLeases } from '../../platform/queue/leases/stray-leases.js'
import type { RecentSends } from '../../platform/queue/limiter/recent-sends.js'
import type { Turns } from '../../platform/queue/turns.js'
import type { PollResult } from '../../platform/queue/worker-loop.js'
import { allowanceOf, freeOf, type CountedDeliveries } from './allowance.js'
import type { ClaimedDelivery, DeliveryClaim } from '../mail/claim/claim.js'
import { newMailHolder } from '../mail/hold/new-mail.js'
import { DueWorkspaces, type DueWorkspace } from '../mail/claim/due-workspaces.js'
import { FairClaimer, WeightedShare } from '../mail/claim/fair-claimer.js'

/** The deliveries that a worker has in flight, as a poll counts them and adds to them. */
export interface DeliveriesInFlight extends CountedDeliveries {
  readonly claim: StrayLeases['claim']
  /**
   * Begins an attempt at a claimed delivery.
   *
   * @param askedAt time at which the claim began, by `performance.now()`
   */
  begin(delivery: ClaimedDelivery, term: LeaseTerm, askedAt: number): void
  capacity(): Capacity
  /** Returns the number of bulk deliveries that are being composed and are not with the transport yet. */
  preparingBulk(): number
}

export interface DeliveryPollOptions {
  readonly db: Knex
  readonly inFlight: DeliveriesInFlight
  readonly owner: LeaseOwner
  readonly config: DeliveryConfig
  readonly retried: RetriedWrites<WorkspaceId>
  readonly singles: RecentSends
  readonly turns: Turns
  readonly log: Logger
  readonly wokenFor: WokenFor
}

/**
 * Makes the poll of the delivery queue, which claims due deliveries and begins them: round robin over the workspaces,
 * of each workspace by weight between single sends and bulk, and of each class fairly over its destinations
 * (mail/claim/fair-claimer.ts).
 *
 * While single sends come in, bulk is claimed a few at a time.
 *
 * A worker that has nothing in flight and is woken for one workspace claims its single sends before it looks for due
 * workspaces: nobody else waits for a turn.
 *
 * While outcomes of a workspace are retried, nothing of the workspace is claimed: outcomes of further sends could not
 * be recorded either. A workspace whose claims fail or do not end delays nobody else
 * (platform/queue/turns.ts).
 */
export function deliveryPoll(
  options: DeliveryPollOptions,
): (isStopping: () => boolean) => Promise<PollResult> {
  const { db, inFlight, owner, config, retried, singles, turns, log, wokenFor } = options
  const due = new DueWorkspaces(db)
  const isHeldBack = newMailHolder(db)
  /** Claimers of the workspaces that had something due at the last poll. */
  let claimers = new Map<WorkspaceId, WorkspaceClaimers>()
  /** The workspace at which the last round ended; when little concurrency was free, the one before it. */
  let lastServed: WorkspaceId = nilUuid
  /** Most deliveries that the claims under way can return. */
  let claiming = 0
  const free = () => freeOf(inFlight, config.concurrency) - claiming

  /**
   * Returns how many bulk deliveries may be claimed. Composing and signing a mail takes a millisecond or two, for
   * which a single send behind it waits.
   */
  function roomForBulk(): number {
    return singles.areComing ? config.preparedBulk - inFlight.preparingBulk() : Infinity
  }

  async function claim(from: WorkspaceClaimers, bulk: boolean, max: number): Promise<ClaimCount> {
    const { workspaceId } = from
    const capacity = inFlight.capacity()
    const allowance = allowanceOf(inFlight, config.concurrency, { workspaceId, bulk })
    const room = bulk ? roomForBulk() : Infinity
    const allowed = Math.min(max, capacity.total ?? Infinity, allowance.max, room, free())
    if (allowed <= 0) return { count: 0, more: false }
    const wanted: DeliveryClaim = {
      workspaceId,
      bulk,
      max: allowed,
      maxOnProbation: capacity.onProbation === undefined ? allowed : allowance.maxOnProbation,
      capacity,
      lease: owner.id,
      leaseSeconds: config.leaseSeconds,
    }
    claiming += allowed
    try {
      return await inFlight.claim(async () => {
        const term = owner.term()
        const askedAt = performance.now()
        const { claimed, more } = await (bulk ? from.bulk : from.single).claim(db, wanted)
        if (!bulk && claimed.length > 0) singles.note()
        for (const delivery of claimed) inFlight.begin(delivery, term, askedAt)
        return { count: claimed.length, more }
      })
    } finally {
      claiming -= allowed
    }
  }

  /** Claims from one workspace and begins the deliveries; returns whether more of them may be due and allowed now. */
  async function serve(from: WorkspaceClaimers, due: DueWorkspace, max: number): Promise<boolean> {
    if (!(due.single && due.bulk)) return (await claim(from, due.bulk, max)).more
    const share = from.bulkShare.bulkOf(max)
    const single = await claim(from, false, max - share)
    const bulk = await claim(from, true, max - single.count)
    const left = max - single.count - bulk.count
    const again = left > 0 && (single.more || share === max) ? await claim(from, false, left) : single
    return again.more || bulk.more
  }

  function logFailure(workspaceId: WorkspaceId, error: unknown): void {
    const fields = { err: error, workspace_id: toTypeId('ws', workspaceId) }
    log.error(fields, 'due deliveries of a workspace could not be claimed; the other workspaces are served')
  }

  const mayServe = (workspaceId: WorkspaceId) => !retried.isRetrying(workspaceId) && turns.isFree(workspaceId)

  return async (isStopping) => {
    if (!owner.isInTime || (await isHeldBack())) return { more: false, waiting: true }
    const only = wokenFor.take()
    if (only !== undefined && mayServe(only) && free() === config.concurrency) {
      const from = claimers.get(only) ?? claimersOf(only)
      await turns.take(
        only,
        () => claim(from, false, Math.ceil(config.concurrency / 2)),
        (error) => logFailure(only, error),
      )
    }
    const workspaces = await due.find(lastServed)
    claimers = new Map(workspaces.map(({ id }) => [id, claimers.get(id) ?? claimersOf(id)]))
    let more = false
    for (const workspace of workspaces) {
      if (!mayServe(workspace.id)) continue
      // A delivery that ends wakes the worker, and the workspaces that follow have their turn in the next
      // round.
      if (free() <= 0 || isStopping()) return { more: false, waiting: true }
      // Half of what is free, so that one workspace's backlog does not take the whole concurrency in a round.
      const max = Math.ceil(free() / 2)
      const from = claimers.get(workspace.id) ?? claimersOf(workspace.id)
      lastServed = workspace.id
      const left = await turns.take(
        workspace.id,
        () => serve(from, workspace, max),
        (error) => logFailure(workspace.id, error),
      )
      more = left === true || more
    }
    return { more: more && free() > 0, waiting: workspaces.length > 0 }
  }
}

/** Collects the workspaces that a worker was woken for since its last poll. */
export class WokenFor {
  readonly #workspaces = new Set<WorkspaceId>()

  note(workspaceId: WorkspaceId): void {
    // Two workspaces are treated like any larger number.
    if (this.#workspaces.size < 2) this.#workspaces.add(workspaceId)
  }

  /** Forgets the workspaces; returns the only one, or undefined if there was none or more than one. */
  take(): WorkspaceId | undefined {
    const [first, second] = this.#workspaces
    this.#workspaces.clear()
    return second === undefined ? first : undefined
  }
}

interface ClaimCount {
  readonly count: number
  readonly more: boolean
}

/** Claimers that keep a workspace's deliveries fair from poll to poll. */
interface WorkspaceClaimers {
  readonly workspaceId: WorkspaceId
  readonly bulkShare: WeightedShare
  readonly single: FairClaimer
  readonly bulk: FairClaimer
}

function claimersOf(workspaceId: WorkspaceId): WorkspaceClaimers {
  return {
    workspaceId,
    bulkShare: new WeightedShare(),
    single: new FairClaimer(),
    bulk: new FairClaimer(),
  }
}
