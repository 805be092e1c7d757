import type { Knex } from 'knex'
import { byWorkspace } from '../../../platform/db/by-workspace.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import { isDatabaseAway } from '../../../platform/db/unavailable.js'

const extend = statement<[workspaceId: WorkspaceId, logIds: Uuid[], lease: Uuid, leaseSeconds: number]>(
  'extend_leases',
  `update delivery_queue set due_at = now() + make_interval(secs => $4)
   where workspace_id = $1 and log_id = any(array(
     select log_id from delivery_queue
     where workspace_id = $1 and log_id = any($2::uuid[]) and lease = $3
     for no key update skip locked
   ))`,
)

/** How long the other workspaces wait for the statement of one, in milliseconds. */
const patienceMs = 1000

/** The most statements that the others do not wait for: each may hold a connection of the pool. */
const maxSlow = 4

export interface LeaseExtenderOptions {
  readonly db: Knex
  readonly lease: Uuid
  readonly leaseSeconds: number
  /** Called where the leases of a workspace could not be extended, but those of others can be. */
  readonly onFailure: (workspaceId: WorkspaceId, error: unknown) => void
}

/**
 * Keeps deliveries that are still being worked on for another lease. Those that are being recorded, or that somebody
 * else has locked, are not waited for: nobody can claim them meanwhile.
 *
 * There is a statement for each workspace, one after the other. Where one fails, or does not end because its machine
 * answers nothing, the leases of the others are extended nevertheless. Next time that workspace comes last.
 */
export class LeaseExtender {
  readonly #options: LeaseExtenderOptions
  readonly #underWay = new Set<WorkspaceId>()
  /** Workspaces whose last extension failed, or took long. */
  readonly #failing = new Set<WorkspaceId>()
  #rounds = 0

  constructor(options: LeaseExtenderOptions) {
    this.#options = options
  }

  /**
   * Extends the leases of deliveries. A round that is not at its end when the next one begins goes no further.
   *
   * @throws where the whole database is away
   */
  async extend(
    deliveries: Iterable<{ readonly workspaceId: WorkspaceId; readonly logId: Uuid }>,
  ): Promise<void> {
    const round = (this.#rounds += 1)
    const all = byWorkspace(deliveries)
    for (const workspaceId of this.#failing) if (!all.has(workspaceId)) this.#failing.delete(workspaceId)
    const last = [...this.#failing]
    for (const workspaceId of [...[...all.keys()].filter((id) => !this.#failing.has(id)), ...last]) {
      if (round !== this.#rounds) return
      const logIds = (all.get(workspaceId) ?? []).map(({ logId }) => logId)
      if (!this.#underWay.has(workspaceId)) await this.#inTime(workspaceId, logIds)
    }
  }

  /** Extends the leases of a workspace, and waits for it for a limited time. */
  async #inTime(workspaceId: WorkspaceId, logIds: Uuid[]): Promise<void> {
    let patience: NodeJS.Timeout | undefined
    const slow = new Promise<void>((resolve) => {
      patience = setTimeout(() => {
        this.#failing.add(workspaceId)
        if (this.#underWay.size <= maxSlow) resolve()
      }, patienceMs)
    })
    let awaited = true
    const extended = this.#one(workspaceId, logIds).catch((error: unknown) => {
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

  async #one(workspaceId: WorkspaceId, logIds: Uuid[]): Promise<void> {
    const { db, lease, leaseSeconds } = this.#options
    this.#underWay.add(workspaceId)
    try {
      await extend(db, workspaceId, logIds, lease, leaseSeconds)
      this.#failing.delete(workspaceId)
    } catch (error) {
      this.#failing.add(workspaceId)
      throw error
    } finally {
      this.#underWay.delete(workspaceId)
    }
  }
}
