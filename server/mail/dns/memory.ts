import { LRUCache } from 'lru-cache'
import { DnsFailure, type Answer } from './resolver.js'
import { ownCopy } from '../../../base/text/own-copy.js'

/**
 * A failure without its stack, which would hold whatever all waiting callers had at hand, such as a message, until it
 * is read.
 */
type Failure = Pick<DnsFailure, 'asked' | 'reason'>

/** An answer and the seconds for which it may be kept. */
export interface Fresh<T> {
  readonly answer: Answer<T>
  readonly ttl: number
}

/** Remembers answers, and sends one query if many ask at the same time. */
export interface Memory {
  /**
   * Returns the remembered answer, or looks it up.
   *
   * @param key kind and name, as in `MX example.com`
   */
  ask<T>(key: string, look: () => Promise<Fresh<T>>): Promise<Answer<T>>
}

/**
 * Longest time that an answer is kept, in seconds. A day's answers that nobody needs again are of no use; an hour
 * spares a busy destination nearly every query.
 */
const longestSeconds = 3600

/**
 * Seconds for which failures are remembered, as RFC 9520 (section 3.2) recommends, so that not every delivery queries
 * a server in trouble.
 */
const failureSeconds = 5

/**
 * Largest size of all answers together. Answers can be 64 KiB each and are chosen by strangers, so they are counted
 * by size.
 */
const maxCharacters = 16 * 1024 * 1024

/**
 * @param now milliseconds of a monotonic clock
 * @param keptSeconds longest time in seconds for which an answer or a failure is remembered
 */
export function answerMemory(
  now: () => number = () => performance.now(),
  keptSeconds = longestSeconds,
): Memory {
  const known = new LRUCache<string, Answer<unknown> | Failure>({
    maxSize: maxCharacters,
    sizeCalculation: (kept, key) =>
      200 + key.length + ('reason' in kept ? 0 : JSON.stringify(kept.records).length),
    perf: { now },
    ttlResolution: 0,
  })
  const asking = new Map<string, Promise<Answer<unknown>>>()

  function keep(key: string, value: Answer<unknown> | Failure, seconds: number): void {
    const kept = Math.min(seconds, keptSeconds)
    // To lru-cache, no time to live means for ever. The key is copied, because a name may be a slice of a mail's
    // header.
    if (kept > 0) known.set(ownCopy(key), value, { ttl: kept * 1000 })
  }

  async function look(key: string, work: () => Promise<Fresh<unknown>>): Promise<Answer<unknown>> {
    try {
      const { answer, ttl } = await work()
      keep(key, answer, ttl)
      return answer
    } catch (error) {
      if (error instanceof DnsFailure) {
        const { asked, reason } = error
        keep(key, { asked: ownCopy(asked), reason }, failureSeconds)
      }
      throw error
    } finally {
      asking.delete(key)
    }
  }

  return {
    ask: async <T>(key: string, work: () => Promise<Fresh<T>>) => {
      const kept = known.get(key)
      if (kept !== undefined && 'reason' in kept) throw new DnsFailure(kept.asked, kept.reason)
      if (kept !== undefined) return kept as Answer<T>
      let answer = asking.get(key)
      if (answer === undefined) {
        answer = look(key, work)
        asking.set(key, answer)
      }
      return answer as Promise<Answer<T>>
    },
  }
}
