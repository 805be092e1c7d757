/** Numbers of campaigns and of counts of segments. Not in the environment; tests shorten them. */
export interface ProgramsConfig {
  /** Campaigns and counts that one process works on at once. */
  readonly concurrency: number
  /** The lease of a claimed campaign or count, in seconds: longer than a step can take. Each step renews it. */
  readonly leaseSeconds: number
  /** The wait of an idle worker between two looks for due work, in milliseconds. */
  readonly pollMs: number
  /** Milliseconds for which a claimed campaign or count is worked on before it is the turn of others. */
  readonly turnMs: number
  /** The max time that a stopping worker waits for the steps in progress, in seconds. */
  readonly drainSeconds: number
  /** Recipients of a campaign that one transaction releases. */
  readonly releaseBatch: number
  /**
   * Recipients that one transaction releases while single sends come in; also the max number that all campaigns of a
   * process release in a second then.
   */
  readonly pacedBatch: number
  readonly pacedPerSecond: number
  /**
   * The max number of a campaign's deliveries in the queue that were never tried, and of all its deliveries there.
   */
  readonly maxUntried: number
  readonly maxQueued: number
  /** The pause of a campaign whose deliveries fill the queue, in milliseconds. */
  readonly fullMs: number
  /** The pause of a campaign that a halted workspace keeps from sending, in milliseconds. */
  readonly haltedMs: number
}

export const defaultPrograms: ProgramsConfig = {
  concurrency: 4,
  leaseSeconds: 30,
  pollMs: 500,
  turnMs: 1000,
  drainSeconds: 10,
  // Some tens of milliseconds: the embedded database does nothing else meanwhile.
  releaseBatch: 200,
  // On two cores that share a PostgreSQL, 200 a second leave single sends as quick as they are without.
  pacedBatch: 40,
  pacedPerSecond: 200,
  // Some seconds of deliveries: so a pause is quick, and mail shows its contact as it is now.
  maxUntried: 2000,
  // A pause holds them in one statement.
  maxQueued: 20_000,
  fullMs: 250,
  haltedMs: 5_000,
}
