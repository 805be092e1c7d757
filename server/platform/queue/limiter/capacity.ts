/**
 * The number of further sends that may begin now, by destination. A delivery to a destination without free capacity
 * waits.
 */
export interface Capacity {
  /** The capacity of a destination that nothing is known of. */
  readonly byDefault: number
  readonly proven: ReadonlyMap<string, number>
  /**
   * The capacity of destinations on probation, if it differs from `byDefault`. A destination in neither map is on
   * probation too. Absent if there is no probation.
   */
  readonly onProbation?: ReadonlyMap<string, number>
  /** The capacity that all destinations share; undefined if each has its own. */
  readonly total?: number
}

/** Returns the capacity that is left when these deliveries take some of it. */
export function capacityWithout(
  capacity: Capacity,
  deliveries: Iterable<{ readonly destination: string }>,
): Capacity {
  const proven = new Map(capacity.proven)
  const onProbation = capacity.onProbation && new Map(capacity.onProbation)
  let count = 0
  for (const { destination } of deliveries) {
    const own = onProbation === undefined || proven.has(destination) ? proven : onProbation
    own.set(destination, (own.get(destination) ?? capacity.byDefault) - 1)
    count += 1
  }
  const { byDefault, total } = capacity
  return {
    byDefault,
    proven,
    ...(onProbation && { onProbation }),
    ...(total !== undefined && { total: total - count }),
  }
}
