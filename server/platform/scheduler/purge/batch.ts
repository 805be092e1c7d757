import type { Knex } from 'knex'
import { advisoryLocks } from '../../db/advisory-locks.js'
import { nilUuid, type Uuid, type WorkspaceId } from '../../db/ids.js'
import { serviceStatement } from '../../db/statement.js'
import { inTransaction } from '../../db/transaction.js'
import type { Deferral } from '../partitions/deferral.js'
import type { WorkspaceWithRows } from '../../db/workspaces-with.js'

/** Rows that have gone, by table. */
export type Purged = Readonly<Record<string, number>>

/** A batch's result: what has gone, and where the next one goes on; null where there is nothing left. */
export interface PurgeBatch {
  readonly purged: Purged
  readonly next: Uuid | null
}

/** Purges a batch of a workspace's rows that follow an id, in one transaction. */
export type PurgeStep = (trx: Knex, workspaceId: WorkspaceId, after: Uuid, max: number) => Promise<PurgeBatch>

/** The steps of the audience, whose folder is above this one. */
export interface AudiencePurge {
  /** Erases what messages said to erased recipients, once no delivery needs it. */
  readonly erasedContents: PurgeStep
  /** Deletes what deleted contacts have left. */
  readonly deletedContacts: PurgeStep
  /** Deletes the subscriptions of deleted lists. */
  readonly deletedLists: PurgeStep
}

/** A workspace whose rows are purged, and where its retention begins. */
export interface PurgeScope {
  readonly workspaceId: WorkspaceId
  readonly before: Date
  /** The same of one table, where some of its rows are left to be dropped. */
  readonly beforeIn?: (table: string) => Date
}

/** One kind of rows that are purged. */
export interface PurgeTask<Found extends WorkspaceWithRows<unknown> = WorkspaceWithRows<unknown>> {
  /** Finds the next workspaces behind one that have such rows, sorted by id. */
  readonly workspaces: (db: Knex, after: Uuid, max: number) => Promise<Found[]>
  /**
   * How long the rows of a workspace are kept, in milliseconds since 1970: nothing of it goes before. Absent where
   * only the purge itself finds out.
   *
   * @param days the retention of the workspace
   */
  keptUntil?(found: Found, days: number, deferral: Deferral): number
  /** Whether many have such rows and few of them any to purge, so that workspaces are not looked up in each run. */
  readonly seldom?: boolean
  readonly purge: (trx: Knex, scope: PurgeScope, after: Uuid, max: number) => Promise<PurgeBatch>
}

const tryLock = serviceStatement<[number], { mine: boolean }>(
  'try_lock_purge',
  'select pg_try_advisory_xact_lock($1) as mine',
)

/**
 * Purges batch by batch, each in a transaction of its own, so that nobody waits long for a row and a stop
 * loses nothing. One process purges at a time: two would wait for each other's rows.
 *
 * @param purge purges what follows the id
 * @param report is told of each batch that was committed
 * @returns whether it came to its end: not where another process is purging, or where the service stops
 */
export async function inBatches(
  db: Knex,
  stopping: AbortSignal,
  purge: (trx: Knex, after: Uuid) => Promise<PurgeBatch>,
  report: (purged: Purged) => void,
): Promise<boolean> {
  let position: Uuid | null = nilUuid
  while (position !== null) {
    if (stopping.aborted) return false
    const after: Uuid = position
    const batch: PurgeBatch | undefined = await inTransaction(db, async ({ sql: trx }) => {
      const [lock] = await tryLock(trx, advisoryLocks.purge)
      return lock?.mine ? purge(trx, after) : undefined
    })
    if (batch === undefined) return false
    report(batch.purged)
    position = batch.next
  }
  return true
}
