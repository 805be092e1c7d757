import { durationMs } from '../../../audience/segments/rules/durations.js'
import { timeFrom } from '../../../audience/segments/rules/times.js'
import type { Step } from '../definition.js'
import { maxWaitDays, maxWaitMs, signedDurationMs } from '../durations.js'
import { nextTimeOfDay } from './time-of-day.js'

export type Wait = NonNullable<Step['wait']>
type UntilProperty = NonNullable<Wait['until_property']>

/** The values from which the time of a wait is computed. */
export interface WaitPlace {
  readonly now: Date
  readonly contactProperties: Readonly<Record<string, unknown>>
  /** Data of the event that started the run. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The end of a wait, or the reason why there is none. */
export type WaitTime =
  /** Time that is never before `now`. At `now` there is nothing to wait for. */
  | { readonly until: Date }
  | { readonly skip: 'missing' | 'wrong_type'; readonly detail: string }
  | { readonly fail: 'wait_too_long'; readonly message: string }

/**
 * Returns the end of a wait that begins now. A time in the past means no wait.
 *
 * @param wait the wait, as it was checked when the version was made
 */
export function waitUntil(wait: Wait, place: WaitPlace): WaitTime {
  const { now } = place
  const { for: duration, until, until_property: property, time_of_day: timeOfDay } = wait
  if (duration !== undefined) return ending(new Date(now.getTime() + checked(durationMs(duration))), now)
  if (until !== undefined) return ending(new Date(until), now)
  if (property !== undefined) return untilProperty(property, place)
  if (timeOfDay !== undefined) return { until: nextTimeOfDay(timeOfDay.time, timeOfDay.timezone, now) }
  throw new Error('a wait has none of the keys of a wait')
}

function ending(until: Date, now: Date): WaitTime {
  const ms = until.getTime() - now.getTime()
  if (Number.isNaN(ms)) throw new Error('a wait that was checked has no time')
  if (ms > maxWaitMs) {
    return { fail: 'wait_too_long', message: `The wait would be longer than ${maxWaitDays} days.` }
  }
  return { until: ms > 0 ? until : now }
}

function untilProperty(
  { name, offset }: UntilProperty,
  { now, contactProperties, data }: WaitPlace,
): WaitTime {
  const value = ownValue(data, name) ?? ownValue(contactProperties, name)
  if (value === undefined || value === null) {
    const detail = `Neither the data that started the run nor the contact has the property ${name}.`
    return { skip: 'missing', detail }
  }
  const time = typeof value === 'string' ? timeFrom(value) : undefined
  if (time === undefined) {
    const detail = `The property ${name} is neither a time with its offset, such as 2026-01-14T09:30:00Z, nor a day.`
    return { skip: 'wrong_type', detail }
  }
  const added = offset === undefined ? 0 : checked(signedDurationMs(offset))
  return ending(new Date(time.getTime() + added), now)
}

function ownValue(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

function checked(ms: number | undefined): number {
  if (ms === undefined) throw new Error('a wait that was checked has no such duration')
  return ms
}
