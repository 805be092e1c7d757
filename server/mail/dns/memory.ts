import { LRUCache } from 'lru-cache'
import { DnsFailure, type Answer } from './resolver.js'
import { ownCopy } from '../../../base/text/own-copy.js'

/**
 * A failure without its stack. That holds what all who waited for it had at hand, such as a message, until it is read.
 */
type Failure = Pick<DnsFailure, 'asked' | 'reason'>

/** An answer and how many seconds it may be kept. */
export interface Fresh<T> {
  readonly answer: Answer<T>
  readonly ttl: number
}

/** Remembers answers, and asks once where many ask at the same time. */
export interface Memory {
  /** @param key the kind and the name, as in `MX example.com` */
  ask<T>(key: string, look: () => Promise<Fresh<T>>): Promise<Answer<T>>
}

/**
 * A day's answers that nobody asks for again are of no use; an hour spares a busy destination nearly every
 * question.
 */
const longestSeconds = 3600

/**
 * RFC 9520 (section 3.2) asks to remember failures, so that a server in trouble is not asked by every
 * delivery.
 */
const failureSeconds = 5

/** Answers can be 64 KiB each and are chosen by strangers, so they are counted by size. */
const maxCharacters = 16 * 1024 * 1024

/**
 * @param now milliseconds that only grow
 * @param keptSeconds how long an answer or a failure is remembered at most
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
    // To lru-cache no time to live means for ever.
    // A name may be cut out of the header of a mail.
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
