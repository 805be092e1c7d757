const SHORT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** A moment for a row of the list, in UTC: `20 Nov, 18:42`. */
export function shortTime(iso: string): string {
  return SHORT.format(new Date(iso))
}

/** A moment in full: `2026-01-14 09:30:00 UTC`. The page has no script, so it cannot know the reader's zone. */
export function longTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}
