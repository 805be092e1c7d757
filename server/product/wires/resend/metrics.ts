import type { components } from '../../../../generated/api-types.js'
import type { components as resend, operations } from '../../../../generated/wires/resend.js'
import type { Calls } from '../../../../generated/wires/resend-calls.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import type { WireOperations } from '../frame/wire.js'

type Counts = components['schemas']['StatisticsCounts']
type Metric = resend['schemas']['Metric']

/** The metrics of Resend that this service counts, as its statistics name them. */
const counted = {
  delivered: 'delivered',
  bounced: 'bounced',
  bounced_permanent: 'bounced',
  complained: 'complained',
  suppressed: 'suppressed',
  failed: 'failed',
  delivery_delayed: 'deferred',
} as const satisfies Record<Metric, keyof Counts>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The default length of a range. */
const defaultMs = 6 * dayMs
/** The longest range that statistics are read for by hour. */
const longestByHour = 31 * dayMs

/** The operation of Resend's metrics. They are statistics of this service. */
export const metrics = {
  getEmailMetrics: async ({ query }, { call }) => {
    const { start_date: start, end_date: end, granularity = 'daily', metrics: given, dimensions } = query
    const names = given === undefined ? all : given.split(',').map(metricOf)
    const until = end === undefined ? Date.now() : timeOf(end, 'end_date', dayMs)
    const since = start === undefined ? until - defaultMs : timeOf(start, 'start_date', 0)
    const hasPeriods = dimensions === 'period'
    const byDay = granularity === 'daily' && (hasPeriods || until - since > longestByHour - 2 * hourMs)
    const { body: statistics } = await call('retrieveStatistics', {
      query: {
        interval: byDay ? 'day' : 'hour',
        since: new Date(since).toISOString(),
        until: new Date(until).toISOString(),
      },
    })
    const countsOf = (counts: Counts | undefined) =>
      Object.fromEntries(names.map((name) => [name, counts?.[counted[name]] ?? 0]))
    return {
      status: 200,
      body: {
        object: 'metrics',
        start_date: statistics.since,
        end_date: statistics.until,
        metrics: names,
        dimensions: hasPeriods ? ['period' as const] : [],
        granularity,
        totals: countsOf(statistics.total),
        ...(hasPeriods && {
          data: periodsOf(statistics).map(({ at, counts }) => ({ period: at, ...countsOf(counts) })),
        }),
      },
    }
  },
} satisfies Partial<WireOperations<operations, Calls>>

const all = Object.keys(counted) as Metric[]

function metricOf(name: string): Metric {
  const found = all.find((metric) => metric === name)
  if (found !== undefined) return found
  const message = `has ${name.slice(0, 40)}, which Postseal does not count: it has ${all.join(', ')}`
  throw refusedValue('/query/metrics', 'not_allowed', message)
}

/**
 * Reads a date or a time, in milliseconds since 1970.
 *
 * @param afterDate what is added to the start of a date, in milliseconds
 */
function timeOf(text: string, parameter: string, afterDate: number): number {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text)
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const time = isDate || isTime ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw refusedValue(`/query/${parameter}`, 'time', 'must be a date, or a time with its zone (RFC 3339)')
  return time + (isDate ? afterDate : 0)
}

/** Lists all periods of the statistics, which leave out those without counts. */
function periodsOf({ interval, since, until, periods }: components['schemas']['Statistics']) {
  const known = new Map(periods.map(({ at, counts }) => [Date.parse(at), counts]))
  const length = interval === 'hour' ? hourMs : dayMs
  const count = Math.round((Date.parse(until) - Date.parse(since)) / length)
  return Array.from({ length: count }, (_, index) => {
    const at = Date.parse(since) + index * length
    return { at: new Date(at).toISOString(), counts: known.get(at) }
  })
}
