import type { ClaimedDelivery } from '../mail/claim/claim.js'

/**
 * What of a worker's deliveries one workspace can have in flight, and its bulk: somebody else's mail needs
 * some too.
 */
export const maxOfWorkspace = 3 / 4
const maxOfBulk = 1 / 2

/**
 * What deliveries to destinations on probation can have together. They may stay in flight for minutes, and
 * whoever answers is served by the others.
 */
const maxOnProbation = 1 / 4

/**
 * Destinations may fall silent when more than that is on its way to them. What is too much is borne on top of
 * the worker's concurrency, up to this part of it.
 */
const maxOnTop = 1 / 2

/** The deliveries that a worker has in flight. */
export interface CountedDeliveries {
  all(): Iterable<ClaimedDelivery>
  isOnProbation(delivery: ClaimedDelivery): boolean
}

/** How many more deliveries may be claimed, and how many of them for destinations on probation. */
export interface Allowance {
  readonly max: number
  readonly maxOnProbation: number
}

/** How many more deliveries a worker can have in flight. */
export function freeOf(inFlight: CountedDeliveries, concurrency: number): number {
  return concurrency - counted(inFlight, concurrency).all.length
}

/** How much of that a class of a workspace may claim. */
export function allowanceOf(
  inFlight: CountedDeliveries,
  concurrency: number,
  whose: Pick<ClaimedDelivery, 'workspaceId' | 'bulk'>,
): Allowance {
  const { all, onProbation } = counted(inFlight, concurrency)
  const quarter = partOf(concurrency, maxOnProbation)
  return { max: left(concurrency, all, whose), maxOnProbation: left(quarter, onProbation, whose) }
}

/** What counts as in flight, of all destinations and of those on probation. */
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
