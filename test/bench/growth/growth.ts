import { performance } from 'node:perf_hooks'
import { atMost, type Benchmark } from '../benchmark.js'
import { percentile } from '../percentile.js'
import { populate, type Population } from './population.js'
import { reads, type Read } from './reads.js'

const small = 10_000
const large = 1_000_000
const calls = 100
/** Before the measured ones: connections, compiled code and caches are warm in a service that has run a while. */
const warmUp = 10
const bound = 1.5

/** Reads and claims are to cost the same however much has been sent before. */
export const growth: Benchmark = {
  name: 'growth',
  title:
    `reads and claims after ${small.toLocaleString('en')} and after ${large.toLocaleString('en')} messages, ` +
    `p50 in ms of ${calls} calls of the service's functions (no HTTP), taking turns`,
  async run(context) {
    const measured: Measured[] = []
    const populations = [await populate(context, small), await populate(context, large)] as const
    try {
      for (const read of reads) {
        context.progress(read.name)
        measured.push(await measure(read, populations))
      }
    } finally {
      for (const population of populations) await population.close()
    }
    return {
      rows: measured.map(({ read, p50, p95 }) => ({
        'p50 ms': read.name,
        [`at ${small}`]: p50[0].toFixed(2),
        [`at ${large}`]: p50[1].toFixed(2),
        ratio: (p50[1] / p50[0]).toFixed(2),
        [`p95 at ${large}`]: p95[1].toFixed(2),
      })),
      ratios: Object.fromEntries(
        measured
          .filter(({ read }) => !read.endsAtBudget)
          .map(({ read, p50 }) => [read.name, atMost(bound, p50[1] / p50[0])]),
      ),
    }
  },
}

/** Measurements of a read, of the small history and of the large one. */
interface Measured {
  readonly read: Read
  readonly p50: readonly [number, number]
  readonly p95: readonly [number, number]
}

async function measure(read: Read, populations: readonly [Population, Population]): Promise<Measured> {
  const [few, many] = await takeTurns(read, populations)
  return {
    read,
    p50: [percentile(few, 50), percentile(many, 50)],
    p95: [percentile(few, 95), percentile(many, 95)],
  }
}

/** Times the calls on both in turns, so that what else the machine does falls on both alike. */
async function takeTurns(
  read: Read,
  populations: readonly [Population, Population],
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < warmUp + calls; round++) {
    for (const index of [0, 1] as const) {
      const population = populations[index]
      await read.prepare?.(population, round)
      const begin = performance.now()
      await read.call(population, round)
      if (round >= warmUp) times[index].push(performance.now() - begin)
    }
  }
  return times
}
