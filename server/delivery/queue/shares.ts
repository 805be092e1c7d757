/** Of five hands that come free four go to single sends and one to bulk, as long as both wait. */
const bulkEvery = 5

/**
 * Divides what a workspace may claim between single sends and bulk: by weight and never absolutely, so that a large job
 * holds up no password reset, and a stream of single sends no job.
 */
export class Shares {
  /** What the bulk's share has come to that was too little for one. */
  #left = 0

  /** The bulk's share of some deliveries. What either class leaves is the other's. */
  bulkOf(max: number): number {
    const sum = max + this.#left
    this.#left = sum % bulkEvery
    return Math.floor(sum / bulkEvery)
  }
}
