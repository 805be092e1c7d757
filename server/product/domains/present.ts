import { expectedRecords } from './check/expected.js'
import type { DomainRecord } from './check/record-check.js'
import { checkedKeys, type KeyLife, keysOf } from './dkim/key-life.js'
import type { DomainRow } from './rows.js'
import type { SendingSetup } from './sending-setup.js'
import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { timeOf, toTypeId, type WorkspaceId } from '../../platform/db/ids.js'
import { failsAt } from './lifecycle.js'

/**
 * The records to show of a domain: what the last check found, and what is expected of keys that were made
 * since. Before the first check all of them are what is expected.
 *
 * @param keys of this domain
 */
function recordsOf(
  row: Pick<DomainRow, 'name' | 'checked_at' | 'records'>,
  keys: readonly KeyLife[],
  sendingSetup: SendingSetup,
): DomainRecord[] {
  const expected = expectedRecords({ name: row.name, keys: checkedKeys(keys) }, sendingSetup)
  if (row.checked_at === null) return expected
  const isDkim = ({ kind }: DomainRecord) => kind === 'dkim'
  const records = row.records
  const found = records.filter(isDkim)
  return [
    // Of a key that has retired there is a finding, and nothing is expected any more.
    ...expected
      .filter(isDkim)
      .map((each) => found.find(({ selector }) => selector === each.selector) ?? each),
    ...records.filter((each) => !isDkim(each)),
  ]
}

export type Domain = components['schemas']['Domain']

/** Domains of one workspace as the contract shows them, in the order given. */
export async function presentDomains(
  db: Knex,
  sendingSetup: SendingSetup,
  workspaceId: WorkspaceId,
  rows: readonly DomainRow[],
): Promise<Domain[]> {
  const names = rows.map(({ name }) => name)
  const keys = await keysOf(db, workspaceId, names)
  return rows.map((row) =>
    present(
      row,
      keys.filter(({ domain }) => domain === row.name),
      sendingSetup,
    ),
  )
}

export async function presentDomain(db: Knex, sendingSetup: SendingSetup, row: DomainRow): Promise<Domain> {
  return present(row, await keysOf(db, row.workspace_id, [row.name]), sendingSetup)
}

function present(row: DomainRow, keys: readonly KeyLife[], sendingSetup: SendingSetup): Domain {
  const lifecycle = { status: row.status, degradedSince: row.degraded_since }
  return {
    id: toTypeId('dom', row.id),
    name: row.name,
    status: row.status,
    vouched: row.vouched_at !== null,
    created_at: timeOf(row.id).toISOString(),
    verified_at: iso(row.verified_at),
    degraded_since: iso(row.degraded_since),
    fails_at: iso(failsAt(lifecycle)),
    checked_at: iso(row.checked_at),
    next_check_at: row.next_check_at.toISOString(),
    dkim_keys: keys.map(({ selector, algorithm, status, created_at, retires_at }) => ({
      selector,
      algorithm,
      status,
      created_at: created_at.toISOString(),
      retires_at: iso(retires_at),
    })),
    records: recordsOf(row, keys, sendingSetup),
  }
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
