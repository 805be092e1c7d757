/** The memory of a process once its garbage was collected, in bytes. */
export interface Sample {
  readonly rss: number
  /** The heap and what it holds outside of it. */
  readonly live: number
}

/**
 * The least of the second and of the last third of some samples. What is under way comes and goes with each sample;
 * what is kept is in the least of them, too. The first third warms up.
 */
export function leastOfThirds(
  samples: readonly Sample[],
  read: (sample: Sample) => number,
): { readonly second: number; readonly last: number } {
  const third = samples.length / 3
  const least = (from: number, to: number) =>
    Math.min(...samples.slice(Math.round(from), Math.round(to)).map(read))
  return { second: least(third, 2 * third), last: least(2 * third, samples.length) }
}
