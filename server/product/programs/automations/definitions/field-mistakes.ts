import { durationMs } from '../../../audience/segments/rules/durations.js'
import { checkComparison } from '../../../audience/segments/rules/operators.js'
import type { ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import type { EventCondition } from '../definition.js'
import { maxWaitDays, maxWaitMs, signedDurationMs } from '../durations.js'

/** Returns the mistakes in the conditions that an event has to meet. */
export function inEvent(event: Pick<EventCondition, 'where'> | undefined, at: string): ErrorDetail[] {
  const where = event?.where ?? []
  return where.flatMap((condition, index) => checkComparison(condition, 'property', `${at}/where/${index}`))
}

const example = 'an ISO 8601 duration of days, hours, minutes and seconds, such as'

/** Returns the mistakes in the duration of a wait. */
export function inDuration(text: string | undefined, path: string): ErrorDetail[] {
  if (text === undefined) return []
  const ms = durationMs(text)
  if (ms === undefined) return [{ path, code: 'type', message: `must be ${example} P3D` }]
  if (ms > 0 && ms <= maxWaitMs) return []
  const message = `must be greater than zero and at most ${maxWaitDays} days`
  return [{ path, code: 'out_of_range', message }]
}

/** Returns the mistakes in a duration that may be negative. */
export function inOffset(text: string | undefined, path: string): ErrorDetail[] {
  if (text === undefined) return []
  const ms = signedDurationMs(text)
  if (ms === undefined) {
    return [{ path, code: 'type', message: `must be ${example} P3D, or -P3D for earlier` }]
  }
  if (Math.abs(ms) <= maxWaitMs) return []
  return [{ path, code: 'out_of_range', message: `must be at most ${maxWaitDays} days` }]
}

/** Returns a mistake if a value has too many bytes of JSON. */
export function inJson(value: unknown, most: number, path: string): ErrorDetail[] {
  if (value === undefined || bytesOf(value) <= most) return []
  return [{ path, code: 'too_long', message: `must have at most ${most / 1000} kB of JSON` }]
}

/** Returns the length of a value as JSON, in bytes. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
