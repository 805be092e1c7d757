/*
 * How a new source address is warmed up: a cap a day for each provider, by a schedule. A cap grows only by mail
 * that was taken, and never more than doubles from one day to the next.
 */

/** The most mails of a day to one provider, day by day, until a source is warm. */
export const usualSchedule: readonly number[] = [
  50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 102_400, 204_800, 409_600, 500_000,
]

/** The providers that are not in the list are many, and each gets a part only. */
export const othersFactor = 10

/** Of a day's mail, as parts of one. */
const brakes = { stay: 0.1, back: 0.2 }
/** Less mail than that says nothing of a provider's opinion. */
const leastToJudge = 20
/** A step is done once that part of its cap was sent. */
const doneAt = 0.5
/** The part of a cap that bulk leaves to transactional mail, at least. */
const keptAtLeast = 0.2
/** So many times the transactional mail of the day before. */
const keptOfBefore = 1.25

/** What a source had sent to a provider by the end of a day. */
export interface PastDay {
  readonly step: number
  /** Null: it was warm. */
  readonly cap: number | null
  readonly sent: number
  readonly deferred: number
  /** Of transactional mail. */
  readonly transactional: number
}

/** What a source may send to a provider on a day. */
export interface DayPlan {
  readonly step: number
  /** Null: as much as it likes. */
  readonly cap: number | null
  /** What bulk may not take of the cap. */
  readonly kept: number
}

/** Why a cap did not grow, for the operator. */
type Brake = 'deferrals' | 'little_mail'

/** What a provider's own figures of a source do to its cap: it goes a step back, or does not grow. */
export type ToldBrake = 'back' | 'stay'

/**
 * The plan of a day.
 *
 * @param before the last day on which the source sent to the provider; undefined for the first
 * @param mixed whether the source has transactional mail beside bulk
 * @param told what the provider's figures demand, beside the deferrals of the day before
 */
export function planOf(
  before: PastDay | undefined,
  schedule: readonly number[],
  { warm = false, factor = 1, mixed = true, told = undefined as ToldBrake | undefined } = {},
): DayPlan {
  if (warm || before?.cap === null) return { step: schedule.length, cap: null, kept: 0 }
  const step = before === undefined ? 0 : stepAfter(before, schedule.length, told)
  const scheduled = schedule[step]
  if (scheduled === undefined) return { step, cap: null, kept: 0 }
  const wanted = scheduled * factor
  // The schedule may have been changed since.
  const cap = before?.cap == null ? wanted : Math.min(wanted, before.cap * 2)
  const kept = mixed
    ? Math.min(
        cap,
        Math.max(Math.ceil(cap * keptAtLeast), Math.ceil((before?.transactional ?? 0) * keptOfBefore)),
      )
    : 0
  return { step, cap, kept }
}

function stepAfter(before: PastDay, steps: number, told: ToldBrake | undefined): number {
  const held = brakeOf(before)
  const putOff = held === 'deferrals' && before.deferred > before.sent * brakes.back
  if (told === 'back' || putOff) return Math.max(0, before.step - 1)
  return held === undefined && told === undefined ? Math.min(before.step + 1, steps) : before.step
}

/** What keeps the next day's cap from growing. */
function brakeOf({ cap, sent, deferred }: PastDay): Brake | undefined {
  if (sent >= leastToJudge && deferred > sent * brakes.stay) return 'deferrals'
  return cap !== null && sent < cap * doneAt ? 'little_mail' : undefined
}

/** Why a schedule will not do, or undefined. */
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
