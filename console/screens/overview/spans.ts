/** A span of time for which figures are shown. */
export interface Span {
  readonly name: string
  readonly label: string
  readonly interval: 'hour' | 'day'
  /** Returns the start and the end of the span, and the start of the span before it. */
  readonly bounds: (now: number) => {
    readonly since: string
    readonly until: string
    readonly before: string
  }
}

export const hourMs = 3_600_000

function spanOfHours({
  name,
  label,
  hours,
  interval,
}: {
  readonly name: string
  readonly label: string
  readonly hours: number
  readonly interval: 'hour' | 'day'
}): Span {
  const step = interval === 'hour' ? hourMs : 24 * hourMs
  return {
    name,
    label,
    interval,
    bounds: (now) => {
      // Whole periods, including the current one.
      const until = (Math.floor(now / step) + 1) * step
      const since = until - hours * hourMs
      const text = (time: number) => new Date(time).toISOString()
      return { since: text(since), until: text(until), before: text(since - hours * hourMs) }
    },
  }
}

export const spans: readonly Span[] = [
  spanOfHours({ name: '24h', label: 'Last 24 hours', hours: 24, interval: 'hour' }),
  spanOfHours({ name: '7d', label: 'Last 7 days', hours: 7 * 24, interval: 'day' }),
  spanOfHours({ name: '30d', label: 'Last 30 days', hours: 30 * 24, interval: 'day' }),
]

/** Finds a span by its name; the first span if the name is unknown. */
export function spanOf(name: string | undefined): Span {
  return spans.find((span) => span.name === name) ?? spans[0]!
}
