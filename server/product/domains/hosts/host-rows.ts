import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import type { WorkspaceHost } from '../../../platform/db/workspace-hosts.js'
import { hostAfter } from './lifecycle.js'

const insert = serviceStatement<[host: string, workspaceId: WorkspaceId], { host: string }>(
  'insert_workspace_host',
  `insert into workspace_hosts (host, workspace_id) values ($1, $2) on conflict (host) do nothing returning host`,
)

const remove = serviceStatement<[host: string], { workspace_id: WorkspaceId }>(
  'delete_workspace_host',
  'delete from workspace_hosts where host = $1 returning workspace_id',
)

const lock = serviceStatement<[host: string], WorkspaceHost & { now: Date }>(
  'lock_workspace_host',
  `select host, workspace_id, status, created_at, checked_at, failing_since, problem, now() as now
   from workspace_hosts where host = $1 for update`,
)

const save = serviceStatement<
  [
    host: string,
    status: WorkspaceHost['status'],
    failingSince: Date | null,
    nextCheckAt: Date,
    problem: string | null,
    checkedAt: Date,
  ]
>(
  'save_workspace_host_check',
  `update workspace_hosts set status = $2, failing_since = $3, next_check_at = $4, problem = $5, checked_at = $6
   where host = $1`,
)

/** Adds a host, pending. @returns whether the host is new: it can be of one workspace only */
export async function insertHost(sql: Knex, host: string, workspaceId: WorkspaceId): Promise<boolean> {
  return (await insert(sql, host, workspaceId)).length > 0
}

/**
 * Deletes a host.
 *
 * @returns the workspace that the host was of; undefined if it was of none
 */
export async function deleteHost(sql: Knex, host: string): Promise<WorkspaceId | undefined> {
  return (await remove(sql, host))[0]?.workspace_id
}

/**
 * Saves the answer of a check.
 *
 * @param problem why the host does not lead here; null if it does
 * @returns the host after the check; undefined if it is gone
 */
export async function saveHostCheck(
  db: Knex,
  host: string,
  problem: string | null,
): Promise<WorkspaceHost | undefined> {
  return inTransaction(db, async ({ sql }) => {
    const [before] = await lock(sql, host)
    if (before === undefined) return undefined
    const { now, ...row } = before
    const { status, failingSince, nextCheckAt } = hostAfter(row, problem, now)
    await save(sql, host, status, failingSince, nextCheckAt, problem, now)
    return { ...row, status, failing_since: failingSince, problem, checked_at: now }
  })
}
