/** The used part of a rate limit. */
export interface Use {
  readonly used: number
  readonly of: number
  /** Seconds until the limit is whole again. */
  readonly seconds: number
}

/**
 * Reads from a reply how much is left of the limit that its request counted against, `"requests";r=59999;t=42`, and
 * how large that limit is, `"requests";q=60000;w=60` (draft-ietf-httpapi-ratelimit-headers).
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
