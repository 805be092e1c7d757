import { UsageError } from '../mistakes.js'

const hourMs = 3_600_000
const unitsMs: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['h', hourMs],
  ['d', 24 * hourMs],
  ['w', 7 * 24 * hourMs],
])

/**
 * Parses a time as the user typed it and returns it in the format of RFC 3339. The time is an age (`7d`), a date,
 * which means midnight UTC, or a time with its offset.
 *
 * @throws UsageError for anything else
 */
export function timeOf(option: string, text: string, now: Date): string {
  const [, amount, unit = ''] = /^(\d{1,5})([mhdw])$/.exec(text) ?? []
  if (amount !== undefined)
    return new Date(now.getTime() - Number(amount) * (unitsMs.get(unit) ?? 0)).toISOString()
  const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/i.test(text)
  const time = new Date(text)
  // `Date` interprets a day that a month does not have as a day of the next month.
  const isDay =
    isTime && new Date(`${text.slice(0, 10)}T00:00:00Z`).toJSON()?.startsWith(text.slice(0, 10)) === true
  if (isDay && !Number.isNaN(time.getTime())) return time.toISOString()
  throw new UsageError(`${option} takes 7d, 12h, 2026-01-12 or 2026-01-12T09:30:00Z, not "${text}".`)
}
