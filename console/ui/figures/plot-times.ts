const day = 86_400

/**
 * Returns the length of the periods that begin at these times, in seconds: the shortest distance between two times,
 * or an hour if there is only one.
 */
export function periodOf(times: readonly Date[]): number {
  const distances = times.slice(1).map((time, i) => (time.getTime() - (times[i]?.getTime() ?? 0)) / 1000)
  return distances.length === 0 ? 3_600 : Math.min(...distances)
}

/** Returns the index of the period that contains a time, both in seconds: the last period that begins before it. */
export function periodAt(starts: readonly number[], time: number): number {
  const after = starts.findIndex((start) => start > time)
  return Math.max(0, (after === -1 ? starts.length : after) - 1)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats a time for an axis or a table, in the reader's language and zone.
 *
 * @param step seconds between two times: from a day on, the date alone is shown
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
