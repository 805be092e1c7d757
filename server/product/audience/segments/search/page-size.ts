import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../../../../../base/caches/at-most-entries.js'
import type { Uuid } from '../../../../platform/db/ids.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { statementMs } from '../sql/timed-rule.js'

/** The first page shows what a contact takes. */
const probe = 50
/** The next one, where that was little. */
const usual = 500
/** The max number of contacts of a page. */
export const largestPage = 2000
/** A rule whose statements take more than {@link statementMs} for so few contacts is too costly. */
const smallest = 125

/** A page that takes less is followed by a larger one, one that takes more by a smaller one. */
const quickMs = 100
const slowMs = 200

/** Twice what lets the smallest page still be in time, since a machine can be busy for a moment. */
const tooSlowProbeMs = (2 * statementMs * probe) / smallest

/** So many slow pages in a row are the rule's. Fewer can be a moment in which the machine did something else. */
const slowInARow = 3

/**
 * How many contacts the next statement of a walk looks at. It follows how long the statements take, so that
 * none is long, also on the embedded database, which does not end a statement that takes too long.
 *
 * All times are the database's own, for the statement that has the rule in it.
 */
export class PageSize {
  #contacts = probe
  #slow = 0

  get contacts(): number {
    return this.#contacts
  }

  /**
   * A statement has looked at a page in so many milliseconds.
   *
   * @returns whether it took so long for so few contacts that the rule may be too costly
   */
  ran(ms: number): boolean {
    if (this.#contacts < smallest) return this.#probed(ms)
    if (ms > statementMs) return this.timedOut()
    this.#slow = 0
    if (ms < quickMs) this.#contacts = Math.min(largestPage, this.#contacts * 2)
    else if (ms > slowMs) this.#contacts = Math.max(smallest, Math.floor(this.#contacts / 2))
    return false
  }

  #probed(ms: number): boolean {
    if (ms > tooSlowProbeMs) return true
    const inTime = Math.floor((probe * slowMs) / ms)
    this.#contacts = Math.min(usual, Math.max(smallest, inTime))
    return false
  }

  /**
   * A statement was ended because it took too long. Halves the page, which is to be tried again.
   *
   * @returns whether it could be no smaller, so that the rule may be too costly
   */
  timedOut(): boolean {
    const half = Math.floor(this.#contacts / 2)
    this.#contacts = half < smallest ? probe : half
    return half < smallest
  }

  /**
   * A page was slow, and nothing but its rule can be the cause.
   *
   * @throws ApiError 422 `segment_too_costly` where those before it were slow as well
   */
  blameRule(): void {
    this.#slow += 1
    if (this.#slow < slowInARow) return
    throw new ApiError(
      'segment_too_costly',
      'The rule takes too long for each contact. Use fewer conditions about events and messages, or a shorter `within`.',
    )
  }
}

/** The sizes of the pages of long walks, by campaign or segment, from one turn of a process to its next one. */
export type PageSizes = LRUCache<Uuid, PageSize>

export function pageSizes(): PageSizes {
  return new LRUCache(atMostEntries(1000))
}
