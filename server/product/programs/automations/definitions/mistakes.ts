import { durationMs } from '../../../audience/segments/durations.js'
import { checkComparison } from '../../../audience/segments/operators.js'
import type { ErrorDetail } from '../../../../platform/http/errors.js'
import type { Definition, EventCondition } from '../definition.js'
import { maxWaitDays, maxWaitMs, signedDurationMs } from '../durations.js'
import { maxLevels, maxSteps, placeSteps, type PlacedStep } from './place-steps.js'

/** The largest definition, in bytes of JSON. */
export const maxDefinitionBytes = 500_000

/** The most JSON of the values of a step that sends, and of the data of one that notifies, in bytes. */
const maxVariableBytes = 64_000
const maxNotifyBytes = 16_000

/** Whether a definition is larger than 500 kB of JSON, so that nothing else of it is looked at. */
export function isTooLarge(definition: Definition): boolean {
  return bytesOf(definition) > maxDefinitionBytes
}

/**
 * What a definition may not say that the contract's schema alone lets through, as far as that can be told without
 * looking anything up. Rules are left out: they are the segments' business.
 *
 * @param at a JSON Pointer to the definition
 * @returns the mistakes in the order of the definition
 */
export function mistakesIn(definition: Definition, at: string): ErrorDetail[] {
  const { trigger, reentry, exit_on: exits, steps } = definition
  return [
    ...inEvent(trigger.event, `${at}/trigger/event`),
    ...inDuration(reentry.min_interval, `${at}/reentry/min_interval`),
    ...exits.flatMap(({ event }, index) => inEvent(event, `${at}/exit_on/${index}/event`)),
    ...inSteps(placeSteps(steps, `${at}/steps`)),
  ]
}

function inSteps(placed: readonly PlacedStep[]): ErrorDetail[] {
  const known = new Map<string, string>()
  return placed.flatMap((each, index) => {
    if (index === maxSteps) {
      const message = `is one more than the ${maxSteps} steps that an automation may have`
      return [{ path: each.at, code: 'too_many', message }]
    }
    const same = known.get(each.step.key)
    if (same === undefined) known.set(each.step.key, each.at)
    return [
      ...(same === undefined
        ? []
        : [{ path: `${each.at}/key`, code: 'duplicate', message: `is the key of ${same} already` }]),
      ...(each.level > maxLevels
        ? [{ path: each.at, code: 'depth', message: `is more than ${maxLevels} levels deep` }]
        : inStep(each)),
    ]
  })
}

function inStep({ step, at }: PlacedStep): ErrorDetail[] {
  const { send, wait, wait_for_event: awaited, notify } = step
  if (send !== undefined) return inJson(send.variables, maxVariableBytes, `${at}/send/variables`)
  if (notify !== undefined) return inJson(notify.data, maxNotifyBytes, `${at}/notify/data`)
  if (wait !== undefined) return inWait(wait, `${at}/wait`)
  if (awaited === undefined) return []
  return [
    ...inEvent(awaited, `${at}/wait_for_event`),
    ...inDuration(awaited.timeout, `${at}/wait_for_event/timeout`),
  ]
}

function inWait(wait: NonNullable<PlacedStep['step']['wait']>, at: string): ErrorDetail[] {
  const { for: duration, until, until_property: property, time_of_day: timeOfDay } = wait
  return [
    ...inDuration(duration, `${at}/for`),
    ...inTime(until, `${at}/until`),
    ...inOffset(property?.offset, `${at}/until_property/offset`),
    ...inTimeZone(timeOfDay?.timezone, `${at}/time_of_day/timezone`),
  ]
}

function inEvent(event: Pick<EventCondition, 'where'> | undefined, at: string): ErrorDetail[] {
  const where = event?.where ?? []
  return where.flatMap((condition, index) => checkComparison(condition, 'property', `${at}/where/${index}`))
}

const example = 'an ISO 8601 duration of days, hours, minutes and seconds, such as'

function inDuration(text: string | undefined, path: string): ErrorDetail[] {
  if (text === undefined) return []
  const ms = durationMs(text)
  if (ms === undefined) return [{ path, code: 'type', message: `must be ${example} P3D` }]
  if (ms > 0 && ms <= maxWaitMs) return []
  const message = `must be more than nothing and at most ${maxWaitDays} days`
  return [{ path, code: 'out_of_range', message }]
}

function inOffset(text: string | undefined, path: string): ErrorDetail[] {
  if (text === undefined) return []
  const ms = signedDurationMs(text)
  if (ms === undefined) {
    return [{ path, code: 'type', message: `must be ${example} P3D, or -P3D for earlier` }]
  }
  if (Math.abs(ms) <= maxWaitMs) return []
  return [{ path, code: 'out_of_range', message: `must be at most ${maxWaitDays} days` }]
}

function inTime(text: string | undefined, path: string): ErrorDetail[] {
  // The form that the contract asks for allows leap seconds.
  if (text === undefined || !Number.isNaN(new Date(text).getTime())) return []
  return [{ path, code: 'time', message: 'must be a time that exists, without leap seconds' }]
}

function inTimeZone(name: string | undefined, path: string): ErrorDetail[] {
  if (name === undefined || isTimeZone(name)) return []
  const message = 'must be a name of the IANA time zone database, such as Europe/Berlin'
  return [{ path, code: 'unknown', message }]
}

/** Intl knows aliases that its list leaves out, and offsets such as +01:00, which are no names. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

function inJson(value: unknown, most: number, path: string): ErrorDetail[] {
  if (value === undefined || bytesOf(value) <= most) return []
  return [{ path, code: 'too_long', message: `must have at most ${most / 1000} kB of JSON` }]
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
