import type { Knex } from 'knex'
import type { DeliveryClaim, ClaimedDelivery } from './claim.js'
import { claimRoundRobin } from './claim-round-robin.js'
import { claimLongestDue } from './claim-longest-due.js'
import { capacityWithout } from '../../../platform/queue/limiter/capacity.js'

/** Number of destinations after which a round begins anew. */
const longestRound = 1000

/**
 * Claims the deliveries of one class of one workspace for a worker. Half of each claim from a backlog goes to the
 * deliveries that have waited for longest and half to the destinations in turn, so that neither a destination with a
 * hundred thousand waiting holds up the others, nor a hundred thousand destinations hold up the longest waiting.
 */
export class FairClaimer {
  /** Destinations that had their turn in this round, so that claims of one delivery at a time take turns too. */
  #served = new Set<string>()
  /** Destination of a backlog that had its turn last. */
  #last: string | undefined
  /** Half that gets the odd delivery. */
  #odd: 0 | 1 = 1

  /**
   * Claims deliveries.
   *
   * @returns the claimed deliveries, and whether to poll again at once, because more may be allowed to go now
   */
  async claim(db: Knex, claim: DeliveryClaim): Promise<{ claimed: ClaimedDelivery[]; more: boolean }> {
    const { max, maxOnProbation, capacity } = claim
    const half = Math.floor((max + this.#odd) / 2)
    const { claimed, backlog } = await claimLongestDue(db, claim, half, [...this.#served])
    this.#serve(claimed)
    if (!backlog) {
      // Destinations that the claim does not name count as on probation, and were too many.
      const cutShort = maxOnProbation > 0 && claimed.length >= maxOnProbation
      return { claimed, more: claimed.length === max || cutShort }
    }

    if (max % 2 === 1) this.#odd = this.#odd === 1 ? 0 : 1
    if (claimed.length === max) return { claimed, more: true }
    const began = this.#last
    const onProbation = claimed.filter(({ destination }) => !capacity.proven.has(destination)).length
    const rest = {
      ...claim,
      max: max - claimed.length,
      maxOnProbation: maxOnProbation - onProbation,
      capacity: capacityWithout(capacity, claimed),
    }
    const roundRobin = await claimRoundRobin(db, rest, began)
    this.#last = roundRobin.last
    const all = [...claimed, ...roundRobin.claimed]
    // If nothing may go now, the worker can only wait, unless the scan did not see the destinations before the one
    // that it began behind.
    return { claimed: all, more: all.length > 0 || (began !== undefined && roundRobin.last === undefined) }
  }

  /** Notes destinations as served. A destination that is served twice ends the round: no other may go now. */
  #serve(claimed: readonly ClaimedDelivery[]): void {
    const again = claimed.some(({ destination }) => this.#served.has(destination))
    if (again || this.#served.size > longestRound) this.#served.clear()
    for (const { destination } of claimed) this.#served.add(destination)
  }
}

/** One of five slots that come free goes to bulk and four to single sends, as long as both wait. */
const bulkEvery = 5

/**
 * Divides a workspace's claims between single sends and bulk: by weight and never absolutely, so that a large job
 * doesn't hold up a password reset, nor a stream of single sends a job.
 */
export class WeightedShare {
  /** Remainder of the bulk's share, too small for one delivery so far. */
  #left = 0

  /** Returns the bulk's share of `max` deliveries. Each class gets what the other leaves. */
  bulkOf(max: number): number {
    const sum = max + this.#left
    this.#left = sum % bulkEvery
    return Math.floor(sum / bulkEvery)
  }
}
