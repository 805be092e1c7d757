import type { Knex } from 'knex'
import { newUuid, toTypeId } from '../../platform/db/ids.js'
import { insertEvent } from '../../platform/events/insert-event.js'
import type { DomainRecord } from './check/record-check.js'
import type { DomainRow } from './domain-rows.js'
import { failsAt, type DomainStatus } from './lifecycle.js'

/**
 * Records the event of a changed status, in the transaction that changes it. There is none for `pending`, which only
 * the operator brings back.
 *
 * @param broken the required records that are missing or wrong
 */
export async function recordStatusEvent(
  trx: Knex.Transaction,
  previous: DomainStatus,
  row: DomainRow,
  broken: readonly DomainRecord[],
): Promise<void> {
  const { status } = row
  if (status === previous || status === 'pending') return
  const fails = failsAt({ status, degradedSince: row.degraded_since })
  await insertEvent(trx, row.workspace_id, {
    id: newUuid(),
    projectId: null,
    environment: null,
    type: `domain.${status}`,
    data: {
      domain_id: toTypeId('dom', row.id),
      name: row.name,
      status,
      previous_status: previous,
      fails_at: fails?.toISOString() ?? null,
      records: broken.map(({ kind, name, problem, advice }) => ({ kind, name, problem, advice })),
    },
  })
}
