import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

/** The units that a subject may use up in a window of time, which begins with its first request. */
export interface Quota {
  readonly max: number
  readonly windowSeconds: number
}

/** The result of counting. */
export interface Count {
  /** True if all units fitted. If not, none of them was counted. */
  readonly fits: boolean
  /** The units that are left in the window. */
  readonly left: number
  /** The time until the window ends and all units are there again, in milliseconds. */
  readonly resetMs: number
}

export interface Counter {
  /** Counts some units for a subject, all or none; of 0 units it only tells what is left. */
  take(subject: string, units: number): Promise<Count>
  /** Takes back one unit that was counted for a subject. If the window has ended meanwhile, it does nothing. */
  giveBack(subject: string): Promise<Count>
}

/**
 * The max number of subjects that are counted at once, which takes about 10 MB. Strangers choose subjects: addresses of
 * clients, and senders of mail.
 */
const maxSubjects = 50_000

interface Window {
  used: number
  /** The time at which the window ends, by the clock of the counter. */
  readonly endsAt: number
}

/**
 * Makes a counter in this process. If there are too many subjects, those whose windows would end first are forgotten:
 * each has its whole quota again.
 *
 * @param most the max number of subjects that are counted at once
 * @param now milliseconds that only grow
 */
export function memoryCounter(
  { max, windowSeconds }: Quota,
  most = maxSubjects,
  now = () => performance.now(),
): Counter {
  const windows = new LRUCache<string, Window>(atMostEntries(most))

  function windowOf(subject: string, at: number): Window {
    // A look does not count as use, so windows stay in the order in which they began, and end.
    const known = windows.peek(subject)
    if (known !== undefined && known.endsAt > at) return known
    const begun = { used: 0, endsAt: at + windowSeconds * 1000 }
    windows.set(subject, begun)
    return begun
  }

  function count(subject: string, units: number): Count {
    const at = now()
    const window = windowOf(subject, at)
    const used = window.used + units
    const fits = used <= max
    if (fits) window.used = Math.max(0, used)
    // A sum of fractions less one of its terms can be a little more than the other.
    const resetMs = Math.min(windowSeconds * 1000, window.endsAt - at)
    return { fits, left: max - window.used, resetMs }
  }

  return {
    take: (subject, units) => Promise.resolve(count(subject, units)),
    giveBack: (subject) => Promise.resolve(count(subject, -1)),
  }
}
