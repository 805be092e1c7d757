import { refusedValue } from '../../../platform/http/errors/api-error.js'

const dayMs = 86_400_000

/** The period of a query of Postmark. */
export interface Dates {
  readonly fromdate?: string
  readonly todate?: string
}

/**
 * Translates a period. A day without a time is one in UTC, and the last day is included.
 *
 * @throws ApiError 422 `validation_failed` for a text that is no date
 */
export function periodOf({ fromdate, todate }: Dates): { readonly since?: string; readonly until?: string } {
  return {
    ...(fromdate !== undefined && { since: timeOf(fromdate, 'fromdate', 0) }),
    ...(todate !== undefined && { until: timeOf(todate, 'todate', dayMs) }),
  }
}

function timeOf(text: string, parameter: string, afterDay: number): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.test(text)
  const zoned = isDay || /(Z|[+-]\d\d:\d\d)$/.test(text.slice(10)) ? text : `${text}Z`
  const time = Date.parse(zoned.replace(' ', 'T'))
  if ((!isDay && !isTime) || Number.isNaN(time))
    throw refusedValue(`/query/${parameter}`, 'time', 'must be a date, such as 2026-01-15')
  return new Date(time + (isDay ? afterDay : 0)).toISOString()
}
