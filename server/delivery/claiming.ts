import type { Knex } from 'knex'
import type { DeliveryConfig } from '../config/defaults.js'
import type { HeldWrites } from '../db/held-writes.js'
import { nilUuid, type Uuid } from '../db/ids.js'
import { allowanceOf, freeOf } from './allowance.js'
import type { LeaseOwner } from '../leases/owner.js'
import type { Hands } from './hands.js'
import type { DeliveryClaim } from './queue/claim.js'
import { dueWorkspaces, type DueWorkspace } from './queue/due-workspaces.js'
import { Lane } from './queue/lane.js'
import { Shares } from './queue/shares.js'

/** What one look at the queue has shown. */
export interface Seen {
  /** Whether to look again at once. */
  readonly more: boolean
  /** Whether something is due that was not claimed, or may not have been. */
  readonly waiting: boolean
}

/**
 * Looks for due deliveries in turns over the workspaces and puts them into the worker's hands: of each workspace by
 * weight between single sends and bulk, and of each class in turns over its destinations (queue/lane.ts).
 *
 * While outcomes of a workspace are held in memory, nothing of it is claimed: what is sent then could not be recorded
 * either.
 */
export function claiming(
  db: Knex,
  hands: Hands,
  owner: LeaseOwner,
  config: DeliveryConfig,
  held: HeldWrites<Uuid>,
): (isStopping: () => boolean) => Promise<Seen> {
  /** Of the workspaces that had something due at the last look. */
  let turns = new Map<Uuid, WorkspaceTurns>()
  /** Where the last round ended, which with few free hands is before the last workspace. */
  let lastServed: Uuid = nilUuid

  async function claim(turn: WorkspaceTurns, bulk: boolean, max: number): Promise<Took> {
    const { workspaceId } = turn
    const rooms = hands.rooms()
    const allowance = allowanceOf(hands, config.concurrency, { workspaceId, bulk })
    const allowed = Math.min(max, rooms.altogether ?? Infinity, allowance.max)
    if (allowed <= 0) return { count: 0, more: false }
    const wanted: DeliveryClaim = {
      workspaceId,
      bulk,
      max: allowed,
      maxOnProbation: rooms.onProbation === undefined ? allowed : allowance.maxOnProbation,
      rooms,
      lease: owner.id,
      leaseSeconds: config.leaseSeconds,
    }
    const term = owner.term()
    const { claimed, more } = await (bulk ? turn.bulk : turn.single).claim(db, wanted)
    for (const delivery of claimed) hands.begin(delivery, term)
    return { count: claimed.length, more }
  }

  /** Says whether there may be more that may go now. */
  async function serve(turn: WorkspaceTurns, due: DueWorkspace, max: number): Promise<boolean> {
    if (!(due.single && due.bulk)) return (await claim(turn, due.bulk, max)).more
    const share = turn.shares.bulkOf(max)
    const single = await claim(turn, false, max - share)
    const bulk = await claim(turn, true, max - single.count)
    const left = max - single.count - bulk.count
    const again = left > 0 && (single.more || share === max) ? await claim(turn, false, left) : single
    return again.more || bulk.more
  }

  return async (isStopping) => {
    if (!owner.isInTime) return { more: false, waiting: true }
    const workspaces = await dueWorkspaces(db)
    turns = new Map(workspaces.map(({ id }) => [id, turns.get(id) ?? newTurns(id)]))
    let more = false
    for (const workspace of beginningAfter(lastServed, workspaces)) {
      if (held.isHeld(workspace.id)) continue
      const free = freeOf(hands, config.concurrency)
      // A free hand wakes the worker, and the workspaces that follow have their turn in the next round.
      if (free <= 0 || isStopping()) return { more: false, waiting: true }
      // Half of what is free, so that one workspace's backlog does not take every hand in a round.
      const turn = turns.get(workspace.id) ?? newTurns(workspace.id)
      more = (await serve(turn, workspace, Math.ceil(free / 2))) || more
      lastServed = workspace.id
    }
    return { more: more && freeOf(hands, config.concurrency) > 0, waiting: workspaces.length > 0 }
  }
}

interface Took {
  readonly count: number
  readonly more: boolean
}

/** Whose turn it is within a workspace. */
interface WorkspaceTurns {
  readonly workspaceId: Uuid
  readonly shares: Shares
  readonly single: Lane
  readonly bulk: Lane
}

function newTurns(workspaceId: Uuid): WorkspaceTurns {
  return { workspaceId, shares: new Shares(), single: new Lane(), bulk: new Lane() }
}

/** The same workspaces, which come sorted, from the one after the given one on. */
function beginningAfter(last: Uuid, workspaces: readonly DueWorkspace[]): DueWorkspace[] {
  return [...workspaces.filter(({ id }) => id > last), ...workspaces.filter(({ id }) => id <= last)]
}
