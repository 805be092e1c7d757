import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** How much a subject may use up in a window of time, which begins with its first request. */
export interface Quota {
  readonly max: number
  readonly windowSeconds: number
}

/** What came of counting. */
export interface Count {
  /** Whether all of it fitted. Where it did not, nothing of it was counted. */
  readonly fits: boolean
  /** What is left of the window. */
  readonly left: number
  /** When the window ends and everything is there again. */
  readonly resetMs: number
}

export interface Counter {
  /** Counts some units for a subject, all or none; of 0 units it only tells what is left. */
  take(subject: string, units: number): Promise<Count>
  /** Takes one unit back that was counted for a subject. Where the window has ended meanwhile, it does nothing. */
  giveBack(subject: string): Promise<Count>
}

/** Counts in this process. */
export function memoryCounter({ max, windowSeconds }: Quota): Counter {
  const limiter = new RateLimiterMemory({ points: max, duration: windowSeconds })
  const take: Counter['take'] = async (subject, units) => {
    try {
      const taken = await limiter.consume(subject, units)
      return { fits: true, left: taken.remainingPoints, resetMs: taken.msBeforeNext }
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      // The limiter counts what it refuses too; a large batch would take what single sends still have.
      const rest = await limiter.reward(subject, units)
      if (rest.consumedPoints >= 0) {
        return { fits: false, left: rest.remainingPoints, resetMs: rest.msBeforeNext }
      }
      // The window ended in between, so it was the next one that got more than it has.
      await limiter.delete(subject)
      return take(subject, units)
    }
  }
  const giveBack: Counter['giveBack'] = async (subject) => {
    const rest = await limiter.reward(subject, 1)
    if (rest.consumedPoints >= 0) {
      return { fits: true, left: rest.remainingPoints, resetMs: rest.msBeforeNext }
    }
    await limiter.delete(subject)
    return { fits: true, left: max, resetMs: windowSeconds * 1000 }
  }
  return { take, giveBack }
}
