import { DateTime } from 'luxon'
import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../../../../../base/caches/at-most-entries.js'

/** Luxon keeps what it knows of a zone by the name it was asked for, so each zone is asked for by one name. */
const canonicalNames = new LRUCache<string, string>(atMostEntries(1000))

/** @throws RangeError where there is no such zone */
function canonicalName(timezone: string): string {
  const known = canonicalNames.get(timezone)
  if (known !== undefined) return known
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions()
  canonicalNames.set(timezone, timeZone)
  return timeZone
}

/**
 * When the clocks of a zone next show a time: always after `now`. A time that they leave out that day, because
 * they are put forward, is later by as much as they are: 02:30 is 03:30. A time that they show twice counts
 * both times.
 *
 * @param time such as `09:00`
 * @param timezone a name of the IANA database
 * @throws RangeError where there is no such zone
 */
export function nextTimeOfDay(time: string, timezone: string, now: Date): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const zone = canonicalName(timezone)
  const { year, month, day } = DateTime.fromJSDate(now, { zone })
  // The days are counted by the calendar alone, because a time that the clocks skip is shown on another day. Where the
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
