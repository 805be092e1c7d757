const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Hours from UTC by zone (RFC 5322, section 4.3); other letters say nothing, as `-0000` does. */
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

/** Day and month, in the two usual orders, and the year. */
const forms = [
  /^(?<day>\d{1,2})[\s-]*(?<month>[a-z]{3})[a-z]*\.?[\s,-]*(?<year>\d{2,4})[\s,]+(?<rest>\d.*)$/i,
  /^(?<month>[a-z]{3})[a-z]*\.?\s*(?<day>\d{1,2})[\s,]+(?<year>\d{4})[\s,]+(?<rest>\d.*)$/i,
  // asctime of C, with a zone ahead of the year or behind it.
  /^(?<month>[a-z]{3})[a-z]*\s+(?<day>\d{1,2})\s+(?<rest>[\d:]+)(?<zone>\s+(?:[a-z]{1,5}|[+-]\d{4}))?\s+(?<year>\d{4})(?<after>\s.*)?$/i,
  // ISO 8601.
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[\sT]+(?<rest>\d.*)$/i,
]

/** A time of day, and the rest behind it, which begins with the zone. */
const time = /^(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2})(?:[.,]\d+)?)?(?![\d:])\s*(.*)$/

/**
 * Reads a date (RFC 5322, sections 3.3 and 4.3), also in the forms of C's asctime, ISO 8601 and the programs of the
 * web. The day of the week is ignored. A zone that is not known is UTC, as `-0000` is.
 *
 * @returns RFC 3339 in UTC, or null if the text is not a date
 */
export function readMailDate(value: string): string | null {
  const plain = value
    .slice(0, 200)
    .replace(/\([^()]*\)/g, ' ')
    .replace(/^\s*["']?\s*(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b\.?\s*,?\s*)?/i, '')
    .trim()
  const { groups = {} } = forms.map((form) => form.exec(plain)).find((match) => match !== null) ?? {}
  const { day, month: monthText = '', year: yearText = '', rest = '', zone = '', after = '' } = groups
  const [, hour, minute, second = '0', behind = ''] = time.exec(`${rest}${zone}${after}`) ?? []
  if (day === undefined || hour === undefined) return null
  const month = /^\d/.test(monthText) ? Number(monthText) - 1 : months.indexOf(monthText.toLowerCase())
  const year = fullYear(yearText)
  const utc = Date.UTC(year, month, Number(day), Number(hour), Number(minute), Math.min(Number(second), 59))
  const fits =
    month >= 0 &&
    month < 12 &&
    year >= 1900 &&
    new Date(utc).getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) <= 60
  if (!fits) return null
  const date = new Date(utc - offsetMinutes(behind) * 60_000).toISOString()
  // A year beyond 9999 has a sign.
  return date.startsWith('+') ? null : date
}

/** Returns a full year (RFC 5322, section 4.3): two digits are of 1950 to 2049, three count from 1900. */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length === 4) return year
  return text.length === 2 && year < 50 ? 2000 + year : 1900 + year
}

/**
 * @param text a zone, and the text that may follow it
 */
function offsetMinutes(text: string): number {
  const [, sign, hours = '', minutes = '0'] =
    /^(?:[a-z]{1,4}\s*)?([+-])(\d{1,2}):?(\d{2})?(?!\d)/i.exec(text) ?? []
  if (sign === undefined) return (zones.get(/^[a-z]{3}/i.exec(text)?.[0].toLowerCase() ?? '') ?? 0) * 60
  const offset = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -offset : offset
}
