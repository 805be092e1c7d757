import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../../../../../base/caches/at-most-entries.js'
import type { Uuid } from '../../../../platform/db/ids.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { statementMs } from '../sql/timed-rule.js'

/** Number of contacts of the first page, which shows how long a contact takes. */
const probe = 50
/** Number of contacts of the next page if the first one took little time. */
const usual = 500
/** The most contacts of a page. */
export const largestPage = 2000
/**
 * The fewest contacts of a page. A rule whose statements take more than {@link statementMs} for so few contacts is
 * too costly.
 */
const smallest = 125

/** Milliseconds of a page: after a shorter one the next page is larger, after a longer one smaller. */
const quickMs = 100
const slowMs = 200

/**
 * Milliseconds from which the first page is too slow: twice the time at which the smallest page is still in time,
 * since a machine can be busy for a moment.
 */
const tooSlowProbeMs = (2 * statementMs * probe) / smallest

/**
 * The number of consecutive slow pages for which the rule is blamed. Fewer can be a moment in which the machine did
 * something else.
 */
const slowInARow = 3

/**
 * A `PageSize` decides how many contacts the next statement of a walk looks at. It follows the duration of the
 * statements, so that none is long, also on the embedded database, which does not end a statement that takes too
 * long.
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
   * Records that a statement has looked at a page in a number of milliseconds.
   *
   * @returns true if it took so long for so few contacts that the rule may be too costly
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
   * Records that the database has ended a statement because it took too long. Halves the page, which the caller
   * should try again.
   *
   * @returns true if the page could not be smaller, so that the rule may be too costly
   */
  timedOut(): boolean {
    const half = Math.floor(this.#contacts / 2)
    this.#contacts = half < smallest ? probe : half
    return half < smallest
  }

  /**
   * Records a slow page for which only its rule can be the cause.
   *
   * @throws ApiError 422 `segment_too_costly` if the pages before it were slow as well
   */
  blameRule(): void {
    this.#slow += 1
    if (this.#slow < slowInARow) return
    throw new ApiError(
      'segment_too_costly',
      'The rule takes too long per contact. Use fewer conditions about events and messages, or a shorter `within`.',
    )
  }
}

/** Page sizes of long walks, by campaign or segment, which a process keeps from one turn to its next one. */
export type PageSizes = LRUCache<Uuid, PageSize>

export function pageSizes(): PageSizes {
  return new LRUCache(atMostEntries(1000))
}
