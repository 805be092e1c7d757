import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../db/ids.js'
import { statement } from '../../db/statements/statement.js'
import { dueClaims, type ClaimDue, type Claimed, type DueTable } from './claim-due.js'
import { leasedTable, type LeasedTable } from './release.js'

/**
 * The rows of a table as work: a row is due, is claimed under a lease, locked for each step, and given back. The
 * lease ends by itself, so that the rows of a dead process are due again for the others.
 */
export interface LeasedRows<Row> {
  /** Finds and frees the rows that a dead process has left. */
  readonly leases: LeasedTable
  readonly claimDue: ClaimDue
  /** Locks the row until the transaction ends; undefined if the lease is lost. */
  lock(trx: Knex, claimed: Claimed): Promise<Row | undefined>
  readonly giveBack: GiveBack
}

/**
 * Gives a row back, to be due again. A row whose lease is lost, or whose work has ended, stays as it is.
 *
 * @param afterMs the time until the row is due, in milliseconds
 */
export type GiveBack = (db: Knex, claimed: Claimed, afterMs: number) => Promise<void>

/**
 * Describes the leased rows of a table.
 *
 * @param columns SQL of the columns that are read of a locked row
 * @param where SQL of a further condition of the row
 */
export function leasedRows<Row>(table: DueTable, { columns = '*', where = 'true' } = {}): LeasedRows<Row> {
  const lock = statement<[workspaceId: WorkspaceId, id: Uuid, lease: Uuid], Row & object>(
    `lock_claimed_${table}`,
    `select ${columns} from ${table} where workspace_id = $1 and id = $2 and lease = $3 and ${where} for no key update`,
  )
  return {
    leases: leasedTable({ table, id: 'id' }),
    claimDue: dueClaims(table),
    lock: async (trx, { workspaceId, id, lease }) => (await lock(trx, workspaceId, id, lease))[0],
    giveBack: giveBackTo(table),
  }
}

/** Makes a function that gives back rows of a table that are claimed in another way. */
export function giveBackTo(table: DueTable | 'sign_in_mails'): GiveBack {
  const giveBack = statement<[workspaceId: WorkspaceId, id: Uuid, lease: Uuid, afterMs: number]>(
    `give_back_${table}`,
    `update ${table} set lease = null, due_at = now() + make_interval(secs => $4::double precision / 1000)
     where workspace_id = $1 and id = $2 and lease = $3`,
  )
  return async (db, { workspaceId, id, lease }, afterMs) => {
    await giveBack(db, workspaceId, id, lease, Math.max(0, Math.round(afterMs)))
  }
}
