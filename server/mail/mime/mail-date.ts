const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Hours from UTC (RFC 5322, section 4.3); other letters say nothing, as `-0000` does. */
const zones = new Map([
  ['est', -5],
  ['edt', -4],
  ['cst', -6],
  ['cdt', -5],
  ['mst', -7],
  ['mdt', -6],
  ['pst', -8],
  ['pdt', -7],
])

const form =
  /^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s-]+(\d{2,4})\s+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?(?:\.\d+)?(?:\s*([+-]\d{4}|[a-z]{1,5}))?\b/i

/**
 * Reads a date (RFC 5322, sections 3.3 and 4.3).
 *
 * @returns RFC 3339 in UTC, or null where it is none
 */
export function readMailDate(value: string): string | null {
  const match = form.exec(
    value
      .slice(0, 200)
      .replace(/\([^()]*\)/g, ' ')
      .trim(),
  )
  if (match === null) return null
  const [, day, monthName = '', yearText = '', hour, minute, second = '0', zone = ''] = match
  const month = months.indexOf(monthName.toLowerCase())
  const year = fullYear(yearText)
  const utc = Date.UTC(year, month, Number(day), Number(hour), Number(minute), Math.min(Number(second), 59))
  const fits =
    month >= 0 &&
    year >= 1900 &&
    new Date(utc).getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) <= 60
  if (!fits) return null
  const date = new Date(utc - offsetMinutes(zone) * 60_000).toISOString()
  // Beyond the year 9999 it has a sign.
  return date.startsWith('+') ? null : date
}

/** RFC 5322, section 4.3: two digits are of 1950 to 2049, three count from 1900. */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length === 4) return year
  return text.length === 2 && year < 50 ? 2000 + year : 1900 + year
}

function offsetMinutes(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2})(\d{2})$/.exec(zone) ?? []
  if (sign === undefined) return (zones.get(zone.toLowerCase()) ?? 0) * 60
  const offset = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -offset : offset
}
