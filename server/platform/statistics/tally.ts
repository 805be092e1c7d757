import type { components } from '../../../generated/api-types.js'
import { percentileOf } from './histogram.js'

type Schemas = components['schemas']

/** Counts by measure. */
type Counts = Map<string, number>

/** The counts of each period of a span. */
export class Tally {
  /** Counts by the time in milliseconds at which the period began. */
  readonly #periods = new Map<number, Counts>()

  add(at: Date, counts: Readonly<Record<string, number>>): void {
    const period = this.#period(at.getTime())
    for (const measure in counts) add(period, measure, counts[measure] ?? 0)
  }

  /** Returns the counts that are left without the counts of others, which are among these. */
  without(others: readonly Tally[]): Tally {
    const left = new Tally()
    const addAll = (tally: Tally, sign: 1 | -1) => {
      for (const [at, counts] of tally.#periods)
        for (const [measure, count] of counts) add(left.#period(at), measure, sign * count)
    }
    addAll(this, 1)
    for (const other of others) addAll(other, -1)
    for (const [at, counts] of left.#periods) {
      for (const [measure, count] of counts) if (count === 0) counts.delete(measure)
      if (counts.size === 0) left.#periods.delete(at)
    }
    return left
  }

  get isEmpty(): boolean {
    return this.#periods.size === 0
  }

  get accepted(): number {
    return this.#sum().get('accepted') ?? 0
  }

  present(): { total: Schemas['StatisticsCounts']; periods: Schemas['StatisticsPeriod'][] } {
    const periods = [...this.#periods].sort(([one], [other]) => one - other)
    return {
      total: presentCounts(this.#sum()),
      periods: periods.map(([at, counts]) => ({
        at: new Date(at).toISOString(),
        counts: presentCounts(counts),
      })),
    }
  }

  #period(at: number): Counts {
    const found = this.#periods.get(at)
    if (found !== undefined) return found
    const added: Counts = new Map()
    this.#periods.set(at, added)
    return added
  }

  #sum(): Counts {
    const sum: Counts = new Map()
    for (const counts of this.#periods.values())
      for (const [measure, count] of counts) add(sum, measure, count)
    return sum
  }
}

function add(counts: Counts, measure: string, count: number): void {
  counts.set(measure, (counts.get(measure) ?? 0) + count)
}

function presentCounts(counts: Counts): Schemas['StatisticsCounts'] {
  const classes: Record<string, number> = {}
  const buckets = new Map<number, number>()
  const sums = { bounced: 0, delivered: 0 }
  for (const [measure, count] of counts) {
    const [name, detail] = measure.split(':')
    if (detail === undefined) continue
    if (name === 'bounced') {
      sums.bounced += count
      classes[detail] = count
    } else {
      sums.delivered += count
      buckets.set(Number(detail), count)
    }
  }
  const of = (measure: string) => counts.get(measure) ?? 0
  return {
    accepted: of('accepted'),
    delivered: sums.delivered,
    bounced: sums.bounced,
    failed: of('failed'),
    suppressed: of('suppressed'),
    cancelled: of('cancelled'),
    complained: of('complained'),
    deferred: of('deferred'),
    bounced_by_class: classes,
    time_to_delivery: { p50_ms: percentileOf(buckets, 0.5), p95_ms: percentileOf(buckets, 0.95) },
  }
}
