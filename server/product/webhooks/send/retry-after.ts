/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3): seconds or a date.
 *
 * @param now milliseconds of the clock
 * @returns seconds from now, 0 for a past date, null for a value that is neither seconds nor a date
 */
export function retryAfterSeconds(value: string, now: number): number | null {
  const text = value.trim()
  if (/^[0-9]+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  const at = httpDate(text, now)
  return at === null ? null : Math.max(0, Math.ceil((at - now) / 1000))
}

const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const month = `(?<month>${months.join('|')})`
const time = '(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})'

/** Forms of an HTTP date: the present one and two obsolete ones, all in UTC (RFC 9110, section 5.6.7). */
const forms = [
  new RegExp(`^${day}, (?<day>[0-9]{2}) ${month} (?<year>[0-9]{4}) ${time} GMT$`),
  new RegExp(`^${longDay}, (?<day>[0-9]{2})-${month}-(?<year>[0-9]{2}) ${time} GMT$`),
  new RegExp(`^${day} ${month} (?<day>[0-9 ][0-9]) ${time} (?<year>[0-9]{4})$`),
]

/** Reads an HTTP date. Date.parse takes too much: "2026" and "-1" are dates to it. */
function httpDate(text: string, now: number): number | null {
  const found = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return null
  const [date = 0, hour = 0, minute = 0, second = 0] = ['day', 'hour', 'minute', 'second'].map((part) =>
    Number(found[part]),
  )
  // A leap second counts as the next second.
  if (hour > 23 || minute > 59 || second > 60) return null
  const monthIndex = months.indexOf(found.month ?? '')
  const start = Date.UTC(yearOf(found.year ?? '', now), monthIndex, date)
  // The 31st of February and the like have become another day.
  if (new Date(start).getUTCDate() !== date) return null
  return start + ((hour * 60 + minute) * 60 + second) * 1000
}

/**
 * Returns the full year of two digits. A year that would be more than 50 years ahead belongs to the last century (RFC
 * 9110, section 5.6.7).
 */
function yearOf(digits: string, now: number): number {
  if (digits.length === 4) return Number(digits)
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + Number(digits)
  return year > thisYear + 50 ? year - 100 : year
}
