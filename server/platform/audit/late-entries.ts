import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { durableBatcher } from '../db/batching/durable-batcher.js'
import { RetriedWrites } from '../db/batching/retried-writes.js'
import type { WorkspaceId } from '../db/ids.js'
import { OwnedPlaces } from '../queue/owned-places.js'
import { withTimeout } from '../../../base/time/with-timeout.js'
import type { AuditEntry } from './entry.js'
import { recordAudit } from './record.js'

/** The max number of entries in memory: about 20 MB. Half of them may be of one workspace. */
export const maxWaiting = 20_000
export const share = 1 / 2

/** The max time in milliseconds that a stop waits for entries to be written. */
const closeMs = 5_000

/**
 * Writes entries that have no transaction of their own: those of requests that changed nothing, which are answered
 * first, and those of batches of messages. The entries of a workspace share their writes. While the database is away,
 * entries wait; an entry that finds no room is dropped, and counted.
 */
export class LateEntries {
  readonly #writes = new RetriedWrites<WorkspaceId>()
  readonly #write: (workspaceId: WorkspaceId, entry: AuditEntry) => Promise<void>
  readonly #waiting = new Set<Promise<void>>()
  readonly #places: OwnedPlaces
  readonly #dropped: Counter
  readonly #log: Logger

  constructor(db: Knex, log: Logger, registry: Registry, max = maxWaiting) {
    this.#log = log
    this.#places = new OwnedPlaces(max)
    this.#write = durableBatcher({
      retried: this.#writes,
      write: (_workspaceId, entries) => recordAudit(db, entries),
      log,
      items: 'entries of the audit log',
      apartMs: 50,
    })
    this.#dropped = new Counter({
      name: 'postseal_audit_entries_dropped_total',
      help: 'Entries of the audit log that were not written: of requests that changed nothing, or of batches of messages.',
      registers: [registry],
    })
  }

  /** Queues an entry to be written. Never waits and never throws. */
  add(entry: AuditEntry): void {
    const leave = this.#places.take([{ owner: entry.workspaceId, part: share }])
    if (leave === undefined) {
      this.#dropped.inc()
      return
    }
    const written: Promise<void> = this.#write(entry.workspaceId, entry)
      .catch(() => this.#dropped.inc())
      .finally(() => {
        this.#waiting.delete(written)
        leave()
      })
    this.#waiting.add(written)
  }

  /** Waits until everything is written, for five seconds at most. The rest is dropped. */
  async close(): Promise<void> {
    const late = () => new Error('the database takes too long')
    await withTimeout(Promise.all(this.#waiting), closeMs, late).catch(() => undefined)
    this.#writes.end()
    const left = [...this.#waiting]
    if (left.length === 0) return
    this.#log.error({ count: left.length }, 'entries of the audit log could not be written')
    await Promise.all(left)
  }
}
