import type { Benchmark } from './benchmark.js'

/** In the order in which they run. */
export const benchmarks: readonly Benchmark[] = []
