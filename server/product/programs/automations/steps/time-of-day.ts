import { DateTime } from 'luxon'
import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../../../../../base/caches/at-most-entries.js'

/**
 * Canonical names of time zones. Luxon caches a zone by the name under which it was requested, so each zone is
 * requested by one name.
 */
const canonicalNames = new LRUCache<string, string>(atMostEntries(1000))

/**
 * Returns the canonical name of a time zone.
 *
 * @throws RangeError if there is no such zone
 */
function canonicalName(timezone: string): string {
  const known = canonicalNames.get(timezone)
  if (known !== undefined) return known
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions()
  canonicalNames.set(timezone, timeZone)
  return timeZone
}

/**
 * Returns the next time after `now` at which the clocks of a zone show a time. If the clocks are put forward past
 * that time, it is later by as much: 02:30 becomes 03:30. A time that the clocks show twice counts both times.
 *
 * @param time a time such as `09:00`
 * @param timezone a name of the IANA database
 * @throws RangeError if there is no such zone
 */
export function nextTimeOfDay(time: string, timezone: string, now: Date): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const zone = canonicalName(timezone)
  const { year, month, day } = DateTime.fromJSDate(now, { zone })
  // The days are counted by the calendar alone, because a time that the clocks skip is shown on another day. If the
  // clocks were put forward at midnight, a time that they skipped yesterday can still be ahead.
  const times = [-1, 0, 1, 2].flatMap((days) => {
    const date = DateTime.utc(year, month, day).plus({ days })
    const shown = DateTime.fromObject(
      { year: date.year, month: date.month, day: date.day, hour, minute },
      { zone },
    )
    return shown.getPossibleOffsets().map((one) => one.toMillis())
  })
  const ahead = times.filter((ms) => ms > now.getTime())
  return new Date(Math.min(...ahead))
}
