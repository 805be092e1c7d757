import type { operations } from '../../../generated/api-types.js'
import { refusedValue } from '../http/errors/api-error.js'
import { parseTime } from '../http/time.js'

export type StatisticsQuery = NonNullable<operations['retrieveStatistics']['parameters']['query']>

/** Whole periods, from the start of the first until the end of the last. */
export interface Span {
  readonly interval: 'hour' | 'day'
  readonly since: Date
  readonly until: Date
  /** The number of periods. */
  readonly periods: number
}

const hourMs = 3_600_000

/** The length of a period, its default number in a reply, and its max number. */
export const intervals = {
  hour: { ms: hourMs, byDefault: 24, max: 31 * 24, inWords: '31 days by the hour' },
  day: { ms: 24 * hourMs, byDefault: 30, max: 400, inWords: '400 days by the day' },
} as const

/** The max number of periods of all groups together: about 4 MB of JSON. */
const maxOfGroups = 20_000

/** Days for which counts are kept. */
export const statisticsKeptFor = intervals.day.max

/**
 * Returns the span that is asked for, rounded outwards to whole periods in UTC.
 *
 * @throws ApiError 422 if it has no period or too many
 */
export function spanOf(query: StatisticsQuery, now: Date): Span {
  const interval = query.interval ?? 'hour'
  const { ms, byDefault, max, inWords } = intervals[interval]
  const end = query.until === undefined ? now : parseTime(query.until, '/query/until')
  const until = Math.ceil(end.getTime() / ms) * ms
  const begin = query.since === undefined ? undefined : parseTime(query.since, '/query/since')
  if (begin !== undefined && begin >= end) {
    const message = query.until === undefined ? 'must be in the past' : 'must be before until'
    throw refusedValue('/query/since', 'range', message)
  }
  const since = begin === undefined ? until - byDefault * ms : Math.floor(begin.getTime() / ms) * ms
  const periods = (until - since) / ms
  if (periods > max)
    throw refusedValue('/query/since', 'range', `must be no more than ${inWords} before until`)
  return { interval, since: new Date(since), until: new Date(until), periods }
}

/**
 * Refuses more groups than a reply has room for.
 *
 * @throws ApiError 422
 */
export function checkGroups(query: StatisticsQuery, { periods }: Span, maxGroups: number): void {
  const most = Math.floor(maxOfGroups / periods)
  if (query.group_by === undefined || maxGroups <= most) return
  throw refusedValue('/query/max_groups', 'range', `must be no more than ${most} with ${periods} periods`)
}

/** A span in whole days of UTC, and the hours before and after them. */
export interface SplitSpan {
  readonly since: Date
  readonly firstDay: Date
  readonly lastDay: Date
  readonly until: Date
}

/**
 * Splits a span, since days have fewer rows than their hours. If a span has no whole day, all of it is before the
 * first.
 */
export function splitByDays({ since, until }: Span): SplitSpan {
  const day = intervals.day.ms
  const firstDay = Math.ceil(since.getTime() / day) * day
  const lastDay = Math.floor(until.getTime() / day) * day
  const days = firstDay < lastDay ? [new Date(firstDay), new Date(lastDay)] : [until, until]
  return { since, firstDay: days[0] ?? until, lastDay: days[1] ?? until, until }
}
