import type { CampaignStats } from 'postseal'

type Hour = CampaignStats['over_time'][number]

const hourMs = 3_600_000
const maxHours = 24 * 14

/**
 * Returns the hours of a campaign to be drawn, `maxHours` at most, including hours without any figure.
 *
 * @param countOf returns an hour's count of the drawn figure: the plot covers the hours from the first to the last
 *   with a count above 0
 * @returns undefined if nothing has happened; `cut` says what is left out
 */
export function hoursOf(hours: readonly Hour[], countOf: (hour: Hour) => number) {
  const known = new Map(
    hours.filter((hour) => countOf(hour) > 0).map((hour) => [new Date(hour.hour).getTime(), hour]),
  )
  if (known.size === 0) return undefined
  const last = Math.max(...known.keys())
  const from = Math.min(...known.keys())
  const length = Math.min(maxHours, Math.round((last - from) / hourMs) + 1)
  const times = Array.from({ length }, (_, index) => new Date(from + index * hourMs))
  return {
    times,
    valuesOf: (pick: (hour: Hour) => number) =>
      times.map((time) => {
        const hour = known.get(time.getTime())
        return hour === undefined ? 0 : pick(hour)
      }),
    cut: length === maxHours ? `The first ${maxHours / 24} days.` : undefined,
  }
}
