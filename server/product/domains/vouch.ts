import type { Knex } from 'knex'
import { lifecycleColumns, lifecycleOf, type DomainRow } from './domain-rows.js'
import { lifecycleAfter } from './lifecycle.js'
import { recordStatusEvent } from './status-events.js'

/**
 * Records that the operator vouches for a domain, which the transaction has locked: it is verified whatever its
 * records say.
 */
export async function vouch(trx: Knex.Transaction, row: DomainRow): Promise<DomainRow> {
  const now = new Date()
  const lifecycle = lifecycleAfter(lifecycleOf(row), true, 'unknown', now)
  return change(trx, row, { ...lifecycleColumns(lifecycle), vouched_at: row.vouched_at ?? now })
}

/** Withdraws the operator's voucher: the domain is pending, and due for the check that decides. */
export async function unvouch(trx: Knex.Transaction, row: DomainRow): Promise<DomainRow> {
  const lifecycle = { ...lifecycleOf(row), status: 'pending' as const, degradedSince: null }
  return change(trx, row, { ...lifecycleColumns(lifecycle), vouched_at: null, next_check_at: new Date() })
}

async function change(trx: Knex.Transaction, before: DomainRow, changes: object): Promise<DomainRow> {
  const { workspace_id, id } = before
  const [row] = await trx('domains').where({ workspace_id, id }).update(changes).returning<DomainRow[]>('*')
  if (row === undefined) throw new Error('a domain that is locked is gone')
  await recordStatusEvent(trx, before.status, row, [])
  return row
}
