/** A span of time that figures are of. */
export interface Span {
  readonly name: string
  readonly label: string
  readonly interval: 'hour' | 'day'
  /** The messages filter that is nearest to it. */
  readonly filter: string | undefined
  /** Where it begins and ends, and where the span before it begins. */
  readonly bounds: (now: number) => {
    readonly since: string
    readonly until: string
    readonly before: string
  }
}

export const hourMs = 3_600_000

function spanOfHours(
  name: string,
  label: string,
  hours: number,
  interval: 'hour' | 'day',
  filter?: string,
): Span {
  const step = interval === 'hour' ? hourMs : 24 * hourMs
  return {
    name,
    label,
    interval,
    filter,
    bounds: (now) => {
      // Whole periods, with the one that has begun.
      const until = (Math.floor(now / step) + 1) * step
      const since = until - hours * hourMs
      const text = (time: number) => new Date(time).toISOString()
      return { since: text(since), until: text(until), before: text(since - hours * hourMs) }
    },
  }
}

export const spans: readonly Span[] = [
  spanOfHours('24h', 'Last 24 hours', 24, 'hour', '24h'),
  spanOfHours('7d', 'Last 7 days', 7 * 24, 'day', '7d'),
  spanOfHours('30d', 'Last 30 days', 30 * 24, 'day'),
]

/** The span of a name; without one the first. */
export function spanOf(name: string | undefined): Span {
  return spans.find((span) => span.name === name) ?? spans[0]!
}
