import type { Knex } from 'knex'
import { batcherBy } from '../../../platform/db/batching/batcher.js'
import { byWorkspace } from '../../../platform/db/statements/by-workspace.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { isDatabaseAway } from '../../../platform/db/connection/unavailable.js'

const extend = statement<
  [workspaceId: WorkspaceId, logIds: Uuid[], lease: Uuid, leaseSeconds: number],
  { id: Uuid }
>(
  'extend_leases',
  `update delivery_queue set due_at = now() + make_interval(secs => $4)
   where workspace_id = $1 and log_id = any(array(
     select log_id from delivery_queue
     where workspace_id = $1 and log_id = any($2::uuid[]) and lease = $3
     for no key update skip locked
   ))
   returning log_id as id`,
)

/** Milliseconds that other workspaces wait for one workspace's statement. */
const patienceMs = 1000

/**
 * Largest number of statements that run on while the other workspaces proceed: each may hold a connection of the
 * pool.
 */
const maxSlow = 4

/** A delivery that this process has claimed. */
export interface Leased {
  readonly workspaceId: WorkspaceId
  readonly logId: Uuid
}

export interface LeaseExtenderOptions {
  readonly db: Knex
  readonly lease: Uuid
  readonly leaseSeconds: number
  /** Called if the leases of a workspace could not be extended, but those of others can be. */
  readonly onFailure: (workspaceId: WorkspaceId, error: unknown) => void
  /** Returns milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/**
 * Extends the leases of deliveries that are still being worked on. Deliveries that are being recorded, or that
 * another transaction has locked, are not waited for: nobody can claim them meanwhile.
 *
 * There is a statement for each workspace, one after the other. If one fails, or doesn't end because its machine
 * doesn't answer, the leases of the others are extended nevertheless, and that workspace comes last the next time.
 *
 * A lease can run out all the same, if the machine is so busy that no round ends in time: then another process may
 * have claimed the delivery. So a delivery's lease is checked before it is sent ({@link isOwn}).
 */
export class LeaseExtender {
  readonly #options: LeaseExtenderOptions
  readonly #underWay = new Set<WorkspaceId>()
  /** Workspaces whose last extension failed, or took long. */
  readonly #failing = new Set<WorkspaceId>()
  /** Earliest end of each lease, by `now`. */
  readonly #until = new WeakMap<Leased, number>()
  readonly #now: () => number
  readonly #extendAtOnce = batcherBy((workspaceId: WorkspaceId, leased: Leased[]) =>
    this.#extendOf(workspaceId, leased),
  )
  #rounds = 0

  constructor(options: LeaseExtenderOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /**
   * Must be called for each delivery that was claimed.
   *
   * @param askedAt time at which the claim began, by `now`
   */
  claimed(leased: Leased, askedAt: number): void {
    this.#until.set(leased, askedAt + this.#options.leaseSeconds * 1000)
  }

  /**
   * Returns whether a delivery is this process's to send. If its lease has less than a quarter of its time left, it
   * is extended now, which shows whether another process has claimed the delivery meanwhile.
   *
   * @returns false if it belongs to another process, or the database doesn't tell
   */
  async isOwn(leased: Leased): Promise<boolean> {
    const { leaseSeconds, onFailure } = this.#options
    if ((this.#until.get(leased) ?? -Infinity) - this.#now() >= leaseSeconds * 250) return true
    try {
      return await this.#extendAtOnce(leased.workspaceId, leased)
    } catch (error) {
      onFailure(leased.workspaceId, error)
      return false
    }
  }

  /**
   * Extends the leases of deliveries. A round that is still running when the next one begins goes no further.
   *
   * @throws Error if the whole database is away
   */
  async extend(deliveries: Iterable<Leased>): Promise<void> {
    const round = (this.#rounds += 1)
    const all = byWorkspace(deliveries)
    for (const workspaceId of this.#failing) if (!all.has(workspaceId)) this.#failing.delete(workspaceId)
    const last = [...this.#failing]
    for (const workspaceId of [...[...all.keys()].filter((id) => !this.#failing.has(id)), ...last]) {
      if (round !== this.#rounds) return
      if (!this.#underWay.has(workspaceId)) await this.#inTime(workspaceId, all.get(workspaceId) ?? [])
    }
  }

  /** Extends the leases of a workspace, and waits for the statement for a limited time. */
  async #inTime(workspaceId: WorkspaceId, leased: readonly Leased[]): Promise<void> {
    let patience: NodeJS.Timeout | undefined
    const slow = new Promise<void>((resolve) => {
      patience = setTimeout(() => {
        this.#failing.add(workspaceId)
        if (this.#underWay.size <= maxSlow) resolve()
      }, patienceMs)
    })
    let awaited = true
    const extended = this.#one(workspaceId, leased).catch((error: unknown) => {
      if (awaited && isDatabaseAway(error)) throw error
      this.#options.onFailure(workspaceId, error)
    })
    try {
      await Promise.race([extended, slow])
    } finally {
      awaited = false
      clearTimeout(patience)
    }
  }

  async #one(workspaceId: WorkspaceId, leased: readonly Leased[]): Promise<void> {
    this.#underWay.add(workspaceId)
    try {
      await this.#extendOf(workspaceId, leased)
      this.#failing.delete(workspaceId)
    } catch (error) {
      this.#failing.add(workspaceId)
      throw error
    } finally {
      this.#underWay.delete(workspaceId)
    }
  }

  /** Extends leases and returns, for each delivery, whether its lease was this process's. */
  async #extendOf(workspaceId: WorkspaceId, leased: readonly Leased[]): Promise<boolean[]> {
    const { db, lease, leaseSeconds } = this.#options
    const logIds = leased.map(({ logId }) => logId)
    const askedAt = this.#now()
    const rows = await extend(db, workspaceId, logIds, lease, leaseSeconds)
    const extended = new Set(rows.map(({ id }) => id))
    return leased.map((one) => {
      const isOwn = extended.has(one.logId)
      if (isOwn) this.claimed(one, askedAt)
      return isOwn
    })
  }
}
