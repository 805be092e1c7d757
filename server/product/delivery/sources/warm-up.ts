/*
 * Warms a new source address up: each provider has a cap a day, by a schedule. A cap grows only by mail that was
 * accepted, and never more than doubles from one day to the next.
 */

/** Most mails to one provider on each day of the warm-up; afterwards a source is warm. */
export const usualSchedule: readonly number[] = [
  50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 102_400, 204_800, 409_600, 500_000,
]

/**
 * Factor of the schedule for all the providers that are not in the list: they are many, and each gets a part only.
 */
export const othersFactor = 10

/** Parts of a day's mail, from 0 to 1, whose deferral keeps the cap from growing or sets it back. */
const brakes = { stay: 0.1, back: 0.2 }
/** Fewest mails of a day that say something about a provider's opinion. */
const leastToJudge = 20
/** Part of a day's cap that has to be sent before the next step. */
const doneAt = 0.5
/** Smallest part of a cap that bulk leaves to transactional mail. */
const keptAtLeast = 0.2
/** Room kept for transactional mail, as a multiple of the transactional mail of the day before. */
const keptOfBefore = 1.25

/** Counts of a source's mail to a provider by the end of a day. */
export interface PastDay {
  readonly step: number
  /** The day's cap; null if the source was warm. */
  readonly cap: number | null
  readonly sent: number
  readonly deferred: number
  /** Number of transactional mails. */
  readonly transactional: number
}

/** Number of mails that a source may send to a provider on a day. */
export interface DayPlan {
  readonly step: number
  /** The day's cap; null if there is none. */
  readonly cap: number | null
  /** Part of the cap that bulk may not take. */
  readonly kept: number
}

/** Reason why a cap did not grow, for the operator. */
type Brake = 'deferrals' | 'little_mail'

/** Effect of a provider's own figures of a source on its cap: the cap goes a step back, or does not grow. */
export type DemandedBrake = 'back' | 'stay'

/**
 * Plans a day.
 *
 * @param before the last day on which the source sent to the provider; undefined for the first
 * @param mixed true if the source has transactional mail beside bulk
 * @param demand demand of the provider's figures, beside the deferrals of the day before
 */
export function planOf(
  before: PastDay | undefined,
  schedule: readonly number[],
  { warm = false, factor = 1, mixed = true, demand = undefined as DemandedBrake | undefined } = {},
): DayPlan {
  if (warm || before?.cap === null) return { step: schedule.length, cap: null, kept: 0 }
  const step = before === undefined ? 0 : stepAfter(before, schedule.length, demand)
  const scheduled = schedule[step]
  if (scheduled === undefined) return { step, cap: null, kept: 0 }
  const wanted = scheduled * factor
  // The schedule may have changed since that day.
  const cap = before?.cap == null ? wanted : Math.min(wanted, before.cap * 2)
  const kept = mixed
    ? Math.min(
        cap,
        Math.max(Math.ceil(cap * keptAtLeast), Math.ceil((before?.transactional ?? 0) * keptOfBefore)),
      )
    : 0
  return { step, cap, kept }
}

function stepAfter(before: PastDay, steps: number, demand: DemandedBrake | undefined): number {
  const held = brakeOf(before)
  const putOff = held === 'deferrals' && before.deferred > before.sent * brakes.back
  if (demand === 'back' || putOff) return Math.max(0, before.step - 1)
  return held === undefined && demand === undefined ? Math.min(before.step + 1, steps) : before.step
}

/** Returns the reason that keeps the next day's cap from growing. */
function brakeOf({ cap, sent, deferred }: PastDay): Brake | undefined {
  if (sent >= leastToJudge && deferred > sent * brakes.stay) return 'deferrals'
  return cap !== null && sent < cap * doneAt ? 'little_mail' : undefined
}

/** Returns why a schedule is invalid, or undefined. */
export function whyNoSchedule(schedule: readonly number[]): string | undefined {
  if (schedule.length === 0) return 'A schedule has at least one day.'
  if (schedule.some((cap) => !Number.isSafeInteger(cap) || cap < 1 || cap > 100_000_000))
    return 'A schedule has whole numbers from 1 to 100,000,000.'
  const odd = schedule.findIndex((cap, day) => {
    const before = schedule[day - 1]
    return before !== undefined && (cap < before || cap > before * 2)
  })
  if (odd === -1) return undefined
  const pair = `${schedule[odd - 1]}, ${schedule[odd]}`
  return `No day's cap is below that of the day before, or more than twice as high: ${pair}.`
}
