import { LRUCache } from 'lru-cache'
import type { Resolver } from '../../../mail/dns/resolver.js'
import { withTimeout } from '../../../../base/time/with-timeout.js'
import { leadsTo } from '../../domains/check/check-return-path.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

/** Times in milliseconds. */
const times = {
  /** Time for which an alias that was found counts as found. */
  confirmed: 1_000,
  /** Longest time that mail waits for the DNS. */
  answer: 1_000,
  /** Longest pause between two questions about an alias that is not found; the first pause is a second. */
  longestPause: 10_000,
  /** Time for which a name is not used after a server has refused it. */
  refused: 600_000,
}

interface Watched {
  /** True if the last answer had the alias; undefined before the first answer. */
  found: boolean | undefined
  /**
   * Milliseconds of the watch's clock at which the name was last asked for; `askAgainAt` is the time to ask again for
   * a name that was not found.
   */
  askedAt: number
  askAgainAt: number
  failures: number
  asking: Promise<boolean> | undefined
  refusedUntil: number
}

/**
 * Watches whether names in use are aliases of one name, a question a second for each at most:
 *
 *   found ──asked, and it is there──► found
 *   found ──not there, or no answer within a second──► lost: mail does not wait for it any more
 *   lost ──asked beside the mail, after 1, 2, 4, 8, then every 10 seconds──► found, or lost
 *   any ──a server has refused it──► refused for ten minutes
 */
export class AliasWatch {
  readonly #resolver: Pick<Resolver, 'cname'>
  readonly #target: string
  readonly #now: () => number
  readonly #watched = new LRUCache<string, Watched>(atMostEntries(10_000))

  /**
   * @param resolver keeps no answers
   * @param now milliseconds that never decrease
   */
  constructor(resolver: Pick<Resolver, 'cname'>, target: string, now = () => performance.now()) {
    this.#resolver = resolver
    this.#target = target
    this.#now = now
  }

  /**
   * Returns whether a name is an alias of the target now, or was a second ago. The answer takes a second at most, and
   * no time if the name was lost before.
   *
   * @param onLost called when the name is asked for and not found
   */
  async leads(name: string, onLost: () => void): Promise<boolean> {
    const watched = this.#of(name)
    const now = this.#now()
    if (now < watched.refusedUntil) return false
    if (watched.found === false) {
      if (now >= watched.askAgainAt) void this.#ask(name, watched, onLost)
      return false
    }
    const isFresh = watched.asking === undefined && now - watched.askedAt < times.confirmed
    if (watched.found === true && isFresh) return true
    return this.#ask(name, watched, onLost)
  }

  /** Marks the name as refused by a server, whatever the DNS says here. */
  refuse(name: string): void {
    this.#of(name).refusedUntil = this.#now() + times.refused
  }

  #of(name: string): Watched {
    let watched = this.#watched.get(name)
    if (watched === undefined) {
      watched = {
        found: undefined,
        askedAt: 0,
        askAgainAt: 0,
        failures: 0,
        asking: undefined,
        refusedUntil: 0,
      }
      this.#watched.set(name, watched)
    }
    return watched
  }

  /** Asks the DNS for the name; simultaneous callers share one question. */
  #ask(name: string, watched: Watched, onLost: () => void): Promise<boolean> {
    if (watched.asking !== undefined) return watched.asking
    watched.askedAt = this.#now()
    watched.asking = this.#look(name)
      .then((found) => {
        watched.found = found
        watched.failures = found ? 0 : watched.failures + 1
        watched.askAgainAt = this.#now() + Math.min(1000 * 2 ** (watched.failures - 1), times.longestPause)
        if (!found) onLost()
        return found
      })
      .finally(() => {
        watched.asking = undefined
      })
    return watched.asking
  }

  /**
   * Looks the name up. An answer that comes later than a second counts as none, because mail would wait for it each
   * time.
   */
  #look(name: string): Promise<boolean> {
    const late = () => new Error('ETIMEOUT')
    return withTimeout(this.#resolver.cname(name), times.answer, late).then(
      ({ records }) => leadsTo(records, this.#target),
      () => false,
    )
  }
}
