const day = 86_400

/** The length of the periods that begin at these times, in seconds: the shortest distance, an hour for a single one. */
export function periodOf(times: readonly Date[]): number {
  const distances = times.slice(1).map((time, i) => (time.getTime() - (times[i]?.getTime() ?? 0)) / 1000)
  return distances.length === 0 ? 3_600 : Math.min(...distances)
}

/** Which of the periods a time is in, both in seconds: the last that begins before it. */
export function periodAt(starts: readonly number[], time: number): number {
  const after = starts.findIndex((start) => start > time)
  return Math.max(0, (after === -1 ? starts.length : after) - 1)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A time as an axis or a table names it, in the reader's language and zone.
 *
 * @param step seconds between two times: of a day and more, the date is enough
 * @param zone another zone than the reader's
 */
export function timeText(at: Date, step: number, zone?: 'UTC', isLong = false): string {
  const midnight = zone === 'UTC' ? at.getTime() % (day * 1000) === 0 : at.getHours() + at.getMinutes() === 0
  const parts = isLong
    ? step >= day && midnight
      ? 'date'
      : 'both'
    : step >= day || midnight
      ? 'date'
      : 'time'
  const key = `${parts} ${isLong} ${zone}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(undefined, {
      ...(parts !== 'time' && { day: 'numeric', month: 'short', ...(isLong && { weekday: 'short' }) }),
      ...(parts !== 'date' && { hour: '2-digit', minute: '2-digit' }),
      ...(zone && { timeZone: zone }),
    })
    formats.set(key, format)
  }
  return format.format(at)
}
