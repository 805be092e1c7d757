import type { Random } from './random.js'

/** When mail is sent: by the hour of the day and the day of the week, in UTC. */

export const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** From midnight on: people sleep, buy at noon, and buy most in the evening. */
const byHour = [2, 1, 1, 1, 1, 2, 5, 9, 14, 17, 18, 19, 20, 18, 16, 15, 16, 18, 21, 24, 25, 20, 12, 6]
/** From Sunday on. */
const byDay = [13, 16, 15, 15, 16, 19, 15]

/**
 * Returns `count` times within a span, in their order, with its rhythm.
 *
 * @param from in milliseconds since 1970, as `to`
 */
export function timesOf(random: Random, count: number, from: number, to: number): number[] {
  const hours: (readonly [weight: number, begins: number])[] = []
  for (let begins = from; begins < to; begins += hourMs) {
    const at = new Date(begins)
    hours.push([(byHour[at.getUTCHours()] ?? 1) * (byDay[at.getUTCDay()] ?? 1), begins])
  }
  const total = hours.reduce((sum, [weight]) => sum + weight, 0)
  const times: number[] = []
  let owed = 0
  for (const [weight, begins] of hours) {
    owed += (count * weight) / total
    for (; owed >= 1; owed -= 1) times.push(random.between(begins, Math.min(begins + hourMs, to) - 1000))
  }
  return times.sort((one, other) => one - other)
}

/** The times in a span at which a newsletter goes out: Tuesdays at 9:00 UTC. */
export function newsletterTimes(from: number, to: number): number[] {
  const times: number[] = []
  const midnight = Math.ceil(from / dayMs) * dayMs
  for (let day = midnight; day < to; day += dayMs) {
    const at = day + 9 * hourMs
    if (new Date(day).getUTCDay() === 2 && at < to) times.push(at)
  }
  return times
}
