/** How much of a rate limit is used. */
export interface Use {
  readonly used: number
  readonly of: number
  /** Until the rest comes back. */
  readonly seconds: number
}

/**
 * Reads from a reply what is left of the limit that its request counted against: `"requests";r=59999;t=42`, and of how
 * much: `"requests";q=60000;w=60` (draft-ietf-httpapi-ratelimit-headers).
 */
export function useOf(headers: Headers): Use | undefined {
  const numberIn = (header: string, name: string) => {
    const found = new RegExp(`;\\s*${name}=(\\d+)`).exec(headers.get(header) ?? '')?.[1]
    return found === undefined ? undefined : Number(found)
  }
  const left = numberIn('RateLimit', 'r')
  const seconds = numberIn('RateLimit', 't')
  const of = numberIn('RateLimit-Policy', 'q')
  if (left === undefined || seconds === undefined || of === undefined) return undefined
  return { used: Math.max(0, of - left), of, seconds }
}
