import type { Knex } from 'knex'
import { advisoryLocks } from '../../../platform/db/transaction/advisory-locks.js'
import { endLinks } from '../../../platform/db/ended-links.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { sameKey } from '../../../platform/db/statements/same-key.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { tablesOfWorkspaces, type WorkspaceTable } from './tables.js'

/** Number of rows that one transaction deletes, so that nobody waits long for any of them. */
const batch = 2000

const tryLock = serviceStatement<[number], { mine: boolean }>(
  'try_lock_workspace_deletion',
  'select pg_try_advisory_xact_lock($1) as mine',
)

/** Result of a deletion: `busy` if another process is deleting, `stopped` if it was told to stop. */
export type Deletion = 'deleted' | 'busy' | 'stopped'

/**
 * Deletes all rows of a workspace, in batches, and then the workspace. Its time must have come. If the deletion is
 * interrupted, the next call continues it. The links in its mail end; only the record of their end stays,
 * because nobody could be told of them later.
 *
 * @param report called with the number of rows of each batch
 */
export async function deleteWorkspace(
  db: Knex,
  workspaceId: WorkspaceId,
  stopping: AbortSignal,
  report: (table: string, rows: number) => void,
): Promise<Deletion> {
  await inTransaction(db, ({ sql }) => endLinks(sql, workspaceId, 'deletion'))
  const tables = await tablesOfWorkspaces(db)
  let found: number
  do {
    // Work that was under way at the first pass may have added some rows behind it.
    found = 0
    for (const table of tables) {
      for (let rows = batch; rows >= batch;) {
        if (stopping.aborted) return 'stopped'
        const gone = await inTurn(db, (trx) => deleteRows(trx, table, workspaceId))
        if (gone === undefined) return 'busy'
        rows = gone
        if (rows === 0) continue
        found += rows
        report(table.name, rows)
      }
    }
  } while (found > 0)
  const gone = await inTurn(db, (trx) => trx('workspaces').where('id', workspaceId).delete())
  return gone === undefined ? 'busy' : 'deleted'
}

/**
 * Runs work in a turn, so that one process at a time deletes, since two would wait for each other's rows. Undefined
 * if another process has the turn.
 */
function inTurn<Result>(db: Knex, work: (trx: Knex) => Promise<Result>): Promise<Result | undefined> {
  return inTransaction(db, async ({ sql: trx }) => {
    const [lock] = await tryLock(trx, advisoryLocks.workspaceDeletion)
    return lock?.mine === true ? work(trx) : undefined
  })
}

/**
 * Deletes a batch of rows.
 *
 * @returns how many rows were deleted: fewer than a batch if there are no more
 */
async function deleteRows(
  trx: Knex,
  { name, key }: WorkspaceTable,
  workspaceId: WorkspaceId,
): Promise<number> {
  // Only the database itself may delete entries.
  if (name === 'audit_events')
    return countOf(trx, 'select delete_audit_events(?, ?) as count', [workspaceId, batch])
  if (key.length === 0) return trx(name).where('workspace_id', workspaceId).delete()
  return countOf(
    trx,
    `with chosen as materialized (
       select ${key.join(', ')} from ${name} where workspace_id = ? order by workspace_id, ${key.join(', ')} limit ?
     ), gone as (
       delete from ${name} doomed using chosen
       where doomed.workspace_id = ? and ${sameKey('doomed', 'chosen', key)} returning 1
     )
     select count(*) as count from gone`,
    [workspaceId, batch, workspaceId],
  )
}

async function countOf(trx: Knex, sql: string, values: readonly (string | number)[]): Promise<number> {
  const { rows } = await trx.raw<{ rows: { count: string | number }[] }>(sql, [...values])
  return Number(rows[0]?.count ?? 0)
}
