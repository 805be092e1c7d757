const form =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * Whether a text is a date-time of RFC 3339 (section 5.6) that names one instant here. Leap seconds are not among
 * them: neither JavaScript nor PostgreSQL has a place for 23:59:60.
 */
export function isDateTime(text: string): boolean {
  const [matched, year, month, day] = form.exec(text) ?? []
  if (matched === undefined) return false
  // A date that is not in the calendar, such as 30 February, rolls over into another month.
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return date.getUTCDate() === Number(day) && !Number.isNaN(Date.parse(text))
}

/**
 * Keeps the plus of an offset that stands in a query as it is. `since` and `until` allow reserved characters, so
 * clients may write it so, and form decoding would make a space of it.
 */
export function keepOffsets(query: string): string {
  return query.replace(
    /(T\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d+)?)\+(?=\d\d(?::|%3A)\d\d(?:&|$))/gi,
    (_match, time: string) => `${time}%2B`,
  )
}
