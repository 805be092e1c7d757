import { ApiError } from '../../../platform/http/errors/api-error.js'
import { parseTime } from '../../../platform/http/time.js'
import { sentenceOf } from '../../../platform/http/validation/sentence.js'

/** Days ahead for which a message can be scheduled. */
const usualDays = 30
const minLateMinutes = 5

/**
 * Returns the time at which a message or a campaign is to be sent. A time that has just passed means now, since the
 * caller's clock may be a little off; one long past is a mistake.
 *
 * @param at JSON pointer to the message in the request
 * @param furthestDays largest number of days ahead
 * @returns null for at once
 * @throws ApiError 422 `schedule_out_of_range`, or `validation_failed` for a time that no clock shows
 */
export function admitSchedule(
  scheduledAt: string | undefined,
  at: string,
  now: Date,
  furthestDays = usualDays,
): Date | null {
  if (scheduledAt === undefined) return null
  const path = `${at}/scheduled_at`
  const time = parseTime(scheduledAt, path)
  const aheadMs = time.getTime() - now.getTime()
  if (aheadMs < -minLateMinutes * 60_000) {
    throw outOfRange(path, 'past', `must not be more than ${minLateMinutes} minutes in the past`)
  }
  if (aheadMs > furthestDays * 86_400_000) {
    throw outOfRange(path, 'too_far', `must not be more than ${furthestDays} days ahead`)
  }
  return aheadMs <= 0 ? null : time
}

function outOfRange(path: string, code: 'past' | 'too_far', message: string): ApiError {
  const details = [{ path, code, message }]
  return new ApiError('schedule_out_of_range', sentenceOf(details), { details })
}
