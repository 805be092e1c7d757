/** Numbers of campaigns and of counts of segments. Not in the environment; tests shorten them. */
export interface ProgramsConfig {
  /** Campaigns and counts that one process works on at once. */
  readonly concurrency: number
  /** How long a claimed one is left alone, in seconds: longer than a step can take. Each step renews it. */
  readonly leaseSeconds: number
  /** How often an idle worker looks for due work, in milliseconds. */
  readonly pollMs: number
  /** How long a claimed one is worked on before it is the turn of others, in milliseconds. */
  readonly turnMs: number
  /** How long a stopping worker waits for the steps in progress, in seconds. */
  readonly drainSeconds: number
  /** Recipients of a campaign that one transaction releases. */
  readonly releaseBatch: number
  /** The same, and the max number in a second of all campaigns of a process, while single sends come in. */
  readonly pacedBatch: number
  readonly pacedPerSecond: number
  /** The max number of a campaign's deliveries in the queue that were never tried, and of all of them. */
  readonly maxUntried: number
  readonly maxQueued: number
  /** How long a campaign is left alone whose deliveries fill the queue, in milliseconds. */
  readonly fullMs: number
  /** The same for one that a halted workspace keeps from sending. */
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
