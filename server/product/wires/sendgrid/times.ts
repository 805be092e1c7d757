/** Returns a time in seconds since 1970 as in RFC 3339. */
export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** Returns a time as in RFC 3339 in whole seconds since 1970. */
export function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000)
}
