import type { Logger } from 'pino'
import { WritesEndedError } from '../../db/batching/retried-writes.js'
import type { Uuid, WorkspaceId } from '../../db/ids.js'
import type { LeaseTerm } from '../leases/owner.js'

/** A claimed row of a queue. */
export interface ClaimedJob {
  readonly workspaceId: WorkspaceId
  /** The number of attempts before this one. */
  readonly attempts: number
}

export interface InFlightOptions<Job extends ClaimedJob> {
  readonly idOf: (job: Job) => Uuid
  /**
   * Makes one attempt at a job and records its outcome. Called at once, so that it can count the job before the next
   * poll.
   *
   * @param term the lease owner's term when the claim began
   */
  readonly attempt: (job: Job, term: LeaseTerm) => Promise<void>
  /** Called whenever a job has ended. */
  readonly onFree: () => void
  /** Called when an attempt has failed or could not be recorded: the process may still have the job's lease. */
  readonly onFailure: (error: unknown, job: Job) => void
  readonly log: Logger
  /** The fields and the message of the log entry of an attempt that failed or could not be recorded. */
  readonly describe: (job: Job) => { readonly fields: object; readonly message: string }
}

/**
 * The jobs that a worker has in flight: claimed, and not recorded yet.
 *
 *   begin() --attempt()--> recorded --> gone
 *                      --not recorded--> gone; its lease is released or runs out, and the job is due again
 */
export class InFlight<Job extends ClaimedJob> {
  readonly #options: InFlightOptions<Job>
  readonly #jobs = new Map<Uuid, Job>()
  /** Jobs that were claimed while the attempt before was still in flight. */
  readonly #nextAttempts = new Map<Uuid, { readonly job: Job; readonly term: LeaseTerm }>()
  readonly #byWorkspace = new Map<WorkspaceId, number>()
  /** Callbacks for when no job is in flight. */
  #onEmpty: (() => void)[] = []

  constructor(options: InFlightOptions<Job>) {
    this.#options = options
  }

  get size(): number {
    return this.#jobs.size
  }

  ids(): Iterable<Uuid> {
    return this.#jobs.keys()
  }

  all(): Iterable<Job> {
    return this.#jobs.values()
  }

  countOf(workspaceId: WorkspaceId): number {
    return this.#byWorkspace.get(workspaceId) ?? 0
  }

  /** Returns the number of jobs in flight of each workspace that has any. */
  byWorkspace(): ReadonlyMap<WorkspaceId, number> {
    return this.#byWorkspace
  }

  begin(job: Job, term: LeaseTerm): void {
    const id = this.#options.idOf(job)
    const current = this.#jobs.get(id)
    if (current !== undefined) {
      // After a short backoff the next attempt can be claimed before the worker learns that this one was
      // recorded. Otherwise the lease expired during the attempt, as when the database was away: the claim
      // has renewed the lease, and a second attempt would send twice.
      if (job.attempts > current.attempts) this.#nextAttempts.set(id, { job, term })
      return
    }
    this.#jobs.set(id, job)
    this.#count(job.workspaceId, 1)
    void this.#attempt(id, job, term)
  }

  /** Resolves when no job is in flight. */
  async drained(): Promise<void> {
    if (this.size > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve))
  }

  async #attempt(id: Uuid, job: Job, term: LeaseTerm): Promise<void> {
    const { attempt, describe, onFailure, log } = this.#options
    try {
      await attempt(job, term)
    } catch (error) {
      // The worker's stop counts these.
      if (error instanceof WritesEndedError) return
      const { fields, message } = describe(job)
      log.error({ err: error, ...fields }, message)
      onFailure(error, job)
    } finally {
      this.#end(id, job)
    }
  }

  #end(id: Uuid, job: Job): void {
    this.#jobs.delete(id)
    this.#count(job.workspaceId, -1)
    const next = this.#nextAttempts.get(id)
    this.#nextAttempts.delete(id)
    if (next !== undefined) this.begin(next.job, next.term)
    this.#options.onFree()
    if (this.size > 0) return
    for (const resolve of this.#onEmpty.splice(0)) resolve()
  }

  #count(workspaceId: WorkspaceId, change: 1 | -1): void {
    const count = this.countOf(workspaceId) + change
    if (count === 0) this.#byWorkspace.delete(workspaceId)
    else this.#byWorkspace.set(workspaceId, count)
  }
}
