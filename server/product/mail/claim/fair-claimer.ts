import type { Knex } from 'knex'
import type { DeliveryClaim, ClaimedDelivery } from './claim.js'
import { claimRoundRobin } from './claim-round-robin.js'
import { claimLongestDue } from './claim-longest-due.js'
import { capacityWithout } from '../../../platform/queue/limiter/capacity.js'

/** A round over more destinations than that begins anew. */
const longestRound = 1000

/**
 * The deliveries of one class of one workspace, as a worker takes from them. Of a backlog one half goes to
 * those that have waited for longest and the other to the destinations in turn, so that neither a destination
 * with a hundred thousand waiting holds up the others, nor a hundred thousand destinations hold up the
 * longest waiting.
 */
export class FairClaimer {
  /** The destinations that had their turn in this round, so that claims of one at a time go in turns too. */
  #served = new Set<string>()
  /** The destination of a backlog that had its turn last. */
  #last: string | undefined
  /** Which half has the odd one. */
  #odd: 0 | 1 = 1

  /** @returns what was claimed, and whether to poll again at once: there may be more that may go now */
  async claim(db: Knex, claim: DeliveryClaim): Promise<{ claimed: ClaimedDelivery[]; more: boolean }> {
    const { max, maxOnProbation, capacity } = claim
    const half = Math.floor((max + this.#odd) / 2)
    const { claimed, backlog } = await claimLongestDue(db, claim, half, [...this.#served])
    this.#serve(claimed)
    if (!backlog) {
      // Destinations that the database was not told about pass for being on probation, and were too many.
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
    // Where nothing may go now there is nothing to do but to wait, unless those before where it began were
    // not seen.
    return { claimed: all, more: all.length > 0 || (began !== undefined && roundRobin.last === undefined) }
  }

  /** Whose turn comes again before the round is over begins a new one: nobody else may go now. */
  #serve(claimed: readonly ClaimedDelivery[]): void {
    const again = claimed.some(({ destination }) => this.#served.has(destination))
    if (again || this.#served.size > longestRound) this.#served.clear()
    for (const { destination } of claimed) this.#served.add(destination)
  }
}

/** Of five slots that come free, four go to single sends and one to bulk, as long as both wait. */
const bulkEvery = 5

/**
 * Divides what a workspace may claim between single sends and bulk: by weight and never absolutely, so that a
 * large job holds up no password reset, and a stream of single sends no job.
 */
export class WeightedShare {
  /** What the bulk's share has come to that was too little for one. */
  #left = 0

  /** The bulk's share of some deliveries. What either class leaves is the other's. */
  bulkOf(max: number): number {
    const sum = max + this.#left
    this.#left = sum % bulkEvery
    return Math.floor(sum / bulkEvery)
  }
}
