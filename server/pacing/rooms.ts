/** How many more deliveries destinations have room for now. One without room waits; that is no error. */
export interface Rooms {
  /** For those that nothing is known of. */
  readonly otherwise: number
  readonly of: ReadonlyMap<string, number>
  /**
   * For those on probation, where it is another than `otherwise`. A destination in neither map is on probation too.
   * Absent where there is no probation.
   */
  readonly onProbation?: ReadonlyMap<string, number>
  /** For all together, where they share it; undefined where each has its own. */
  readonly altogether?: number
}
