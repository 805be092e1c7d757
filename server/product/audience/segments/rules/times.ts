/**
 * Matches a day that exists, from the year 1000 on. The text is a regular expression of both JavaScript and
 * PostgreSQL, and any text that it matches can be cast.
 */
const day =
  '([1-9][0-9]{3}-(((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01]))|((0[469]|11)-(0[1-9]|[12][0-9]|30))|(02-(0[1-9]|1[0-9]|2[0-8])))' +
  // 29 February: years that 4 divides and 100 does not, or 400 does.
  '|([1-9][0-9](0[48]|[2468][048]|[13579][26])|([2468][048]|[13579][26])00)-02-29)'

/** Matches a time of day, from hours to nanoseconds, with its offset. No place is further than 15 hours from UTC. */
const timeOfDay =
  'T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9}){0,1}(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])'

/** Matches a time of RFC 3339 with its offset, or a day. It has no question marks: see `runSql`. */
export const timePattern = `^${day}(${timeOfDay}){0,1}$`

const time = new RegExp(timePattern)

/** Returns true if a text is a time, or a day. */
export function isTime(text: string): boolean {
  return time.test(text)
}

/**
 * Returns the time that a text means, to the millisecond. A day means its beginning in UTC.
 *
 * @returns undefined if the text is no time
 */
export function timeFrom(text: string): Date | undefined {
  if (!isTime(text)) return undefined
  return new Date(text.length === dayLength ? `${text}T00:00:00Z` : text)
}

/** Length of a text such as `2026-01-14`. */
export const dayLength = 10
