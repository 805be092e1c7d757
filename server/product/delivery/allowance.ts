import type { ClaimedDelivery } from '../mail/claim/claim.js'

/**
 * Largest part of a worker's concurrency that one workspace can have in flight, and that its bulk can: the mail of
 * the others needs room too.
 */
export const maxOfWorkspace = 3 / 4
const maxOfBulk = 1 / 2

/**
 * Largest part of a worker's concurrency that deliveries to destinations on probation can have together. They may
 * stay in flight for minutes; the rest serves the destinations that answer.
 */
const maxOnProbation = 1 / 4

/**
 * Largest part of a worker's concurrency that is granted on top of it: destinations may fall silent when more than
 * {@link maxOnProbation} is on its way to them, and the excess doesn't count as in flight.
 */
const maxOnTop = 1 / 2

/** The deliveries that a worker has in flight. */
export interface CountedDeliveries {
  all(): Iterable<ClaimedDelivery>
  isOnProbation(delivery: ClaimedDelivery): boolean
}

/**
 * Number of further deliveries that may be claimed, and the number of those that may go to destinations on probation.
 */
export interface Allowance {
  readonly max: number
  readonly maxOnProbation: number
}

/** Returns how many more deliveries a worker can have in flight. */
export function freeOf(inFlight: CountedDeliveries, concurrency: number): number {
  return concurrency - counted(inFlight, concurrency).all.length
}

/** Returns how many more deliveries a class (single sends or bulk) of a workspace may claim. */
export function allowanceOf(
  inFlight: CountedDeliveries,
  concurrency: number,
  whose: Pick<ClaimedDelivery, 'workspaceId' | 'bulk'>,
): Allowance {
  const { all, onProbation } = counted(inFlight, concurrency)
  const quarter = partOf(concurrency, maxOnProbation)
  return { max: left(concurrency, all, whose), maxOnProbation: left(quarter, onProbation, whose) }
}

/** Returns the deliveries that count as in flight, to all destinations and to those on probation. */
function counted(inFlight: CountedDeliveries, concurrency: number) {
  const all = [...inFlight.all()]
  const onProbation = all.filter((delivery) => inFlight.isOnProbation(delivery))
  const tooMany = onProbation.slice(partOf(concurrency, maxOnProbation))
  if (tooMany.length === 0) return { all, onProbation }
  const onTop = new Set(tooMany.slice(0, partOf(concurrency, maxOnTop)))
  return { all: all.filter((delivery) => !onTop.has(delivery)), onProbation }
}

function left(
  total: number,
  taken: readonly ClaimedDelivery[],
  { workspaceId, bulk }: Pick<ClaimedDelivery, 'workspaceId' | 'bulk'>,
): number {
  const own = taken.filter((delivery) => delivery.workspaceId === workspaceId)
  const ownBulk = own.filter((delivery) => delivery.bulk)
  const free = Math.min(
    total - taken.length,
    partOf(total, maxOfWorkspace) - own.length,
    bulk ? partOf(total, maxOfBulk) - ownBulk.length : Infinity,
  )
  return Math.max(0, free)
}

function partOf(total: number, part: number): number {
  return Math.ceil(total * part)
}
