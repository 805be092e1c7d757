/** Numbers of automations. Not in the environment; tests shorten them. */
export interface AutomationsConfig {
  /** The wait of an idle worker between two looks for due runs and for events that start runs, in milliseconds. */
  readonly pollMs: number
  /** Batches that one process works on at once. */
  readonly concurrency: number
  /** The max number of runs, or of things that happened, in a batch: one transaction. */
  readonly batch: number
  /** The lease of a claimed run, in seconds: longer than a batch can take. */
  readonly leaseSeconds: number
  /** The max time that a stopping worker waits for the batches in progress, in seconds. */
  readonly drainSeconds: number
  /** The waits between the attempts at a step, in seconds. After the last one the run fails. */
  readonly retrySeconds: readonly number[]
  /** The time between two looks at runs that something holds, in milliseconds. */
  readonly blockedMs: number
}

export const defaultAutomations: AutomationsConfig = {
  pollMs: 250,
  concurrency: 2,
  batch: 100,
  leaseSeconds: 60,
  drainSeconds: 10,
  retrySeconds: [10, 60, 300, 1800, 7200],
  blockedMs: 1000,
}
