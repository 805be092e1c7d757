const dayMs = 86_400_000
/** Milliseconds between two transactional mails, which do not spread over the day. */
const transactionalMs = 1000

/** Returns the day of a time in UTC, as `2026-11-27`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/**
 * Sets the times at which mail that waits for another day's cap comes back: one mail after the other, at the pace of
 * the cap from the day's beginning on, so that mail beyond the next day's cap as well comes back on the day after it,
 * and nobody claims it before.
 */
export class WaitingLine {
  readonly #lines = new Map<string, number>()
  #day = ''

  /**
   * Returns the time of the next place in a line.
   *
   * @param key key of the line
   * @param cap number of the line's mails that can go in a day
   */
  next(key: string, { now, cap, urgent }: { now: Date; cap: number; urgent: boolean }): Date {
    const today = dayOf(now)
    if (today !== this.#day) this.#lines.clear()
    this.#day = today
    const place = this.#lines.get(key) ?? 0
    this.#lines.set(key, place + 1)
    const apart = dayMs / Math.max(1, cap)
    const midnight = (Math.floor(now.getTime() / dayMs) + 1) * dayMs
    return new Date(midnight + place * (urgent ? Math.min(apart, transactionalMs) : apart))
  }
}
