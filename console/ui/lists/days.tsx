import type { ComponentProps } from 'preact'
import { useParams } from '../../state/location.js'
import { sinceOf, SpanFilter } from './filters.js'

/** The filters `time`, `from` and `to`: a span of time that ends now, or some days of the past. */
export function DaysFilter(props: Omit<ComponentProps<typeof SpanFilter>, 'children'>) {
  const { params } = useParams()
  return (
    <>
      <SpanFilter {...props}>
        <option value="between">Between two days…</option>
      </SpanFilter>
      {params.time === 'between' && (
        <>
          <Day name="from" label="From this day" />
          <Day name="to" label="To the end of this day" />
        </>
      )}
    </>
  )
}

function Day({ name, label }: { name: 'from' | 'to'; label: string }) {
  const { params, change } = useParams()
  return (
    <input
      type="date"
      aria-label={label}
      title={label}
      value={params[name] ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
}

/** Returns the time span of a list's request by these filters. */
export function spanOf({ time, from, to }: Readonly<Record<string, string | undefined>>): {
  since?: string
  until?: string
} {
  return time === 'between' ? between(from, to) : sinceOf(time)
}

/** Returns the span from one day of the reader's zone to another, both included. */
function between(from: string | undefined, to: string | undefined): { since?: string; until?: string } {
  const start = startOf(from)
  const end = startOf(to)
  end?.setDate(end.getDate() + 1)
  return { ...(start && { since: start.toISOString() }), ...(end && { until: end.toISOString() }) }
}

function startOf(date: string | undefined): Date | undefined {
  const at = new Date(`${date}T00:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
