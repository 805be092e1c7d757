import { expectedRecords } from './check/expected.js'
import type { DomainRecord } from './check/record-check.js'
import { type KeyLife, keysOf } from './dkim/key-life.js'
import { presentReturnPath } from './return-path/lifecycle.js'
import { domainToCheck, type DomainRow } from './domain-rows.js'
import type { SendingSetup } from './sending-setup.js'
import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { timeOf, toTypeId, type WorkspaceId } from '../../platform/db/ids.js'
import { failsAt } from './lifecycle.js'

/**
 * Returns the records to show of a domain: the findings of the last check, and the expected records of keys and of a
 * return path that are newer than it. Before the first check all of them are expected records.
 *
 * @param keys keys of this domain
 */
function recordsOf(
  row: Pick<DomainRow, 'name' | 'checked_at' | 'records' | 'return_path_label' | 'bulk_since'>,
  keys: readonly KeyLife[],
  sendingSetup: SendingSetup,
): DomainRecord[] {
  const expected = expectedRecords(domainToCheck(row, keys), sendingSetup)
  if (row.checked_at === null) return expected
  const { records } = row
  // The check may have findings of a retired key or a former return path, of which nothing is expected any more.
  const found = (kind: DomainRecord['kind']) =>
    expected
      .filter((each) => each.kind === kind)
      .map((each) => records.find((one) => one.kind === kind && one.name === each.name) ?? each)
  const others = records.filter(({ kind }) => kind !== 'dkim' && kind !== 'return_path')
  const behind = others.findLastIndex(({ kind }) => kind === 'spf' || kind === 'return_path_mx') + 1
  return [...found('dkim'), ...others.slice(0, behind), ...found('return_path'), ...others.slice(behind)]
}

export type Domain = components['schemas']['Domain']

/** Returns domains of one workspace in the contract's shape, in the order of the rows. */
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
    return_path: presentReturnPath(row, sendingSetup),
  }
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
