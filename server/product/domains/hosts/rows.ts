import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { serviceStatement } from '../../../platform/db/statement.js'
import type { WorkspaceHost } from '../../../platform/db/workspace-hosts.js'

const insert = serviceStatement<[host: string, workspaceId: WorkspaceId], { host: string }>(
  'insert_workspace_host',
  `insert into workspace_hosts (host, workspace_id) values ($1, $2) on conflict (host) do nothing returning host`,
)

const remove = serviceStatement<[host: string], { workspace_id: WorkspaceId }>(
  'delete_workspace_host',
  'delete from workspace_hosts where host = $1 returning workspace_id',
)

const save = serviceStatement<[host: string, problem: string | null], WorkspaceHost>(
  'save_workspace_host_check',
  `update workspace_hosts set
     status = case when $2::text is null then 'verified' when status = 'pending' then 'pending' else 'failing' end,
     failing_since = case when $2::text is not null and status <> 'pending' then coalesce(failing_since, now()) end,
     problem = $2,
     checked_at = now(),
     next_check_at = now() + case
       when $2::text is null then interval '1 hour'
       when status = 'pending' and created_at < now() - interval '1 day' then interval '1 hour'
       when failing_since < now() - interval '72 hours' then interval '1 hour'
       else interval '5 minutes'
     end
   where host = $1
   returning host, workspace_id, status, created_at, checked_at, failing_since, problem`,
)

/** Adds a host, pending. @returns whether it is new: a host is of one workspace */
export async function insertHost(sql: Knex, host: string, workspaceId: WorkspaceId): Promise<boolean> {
  return (await insert(sql, host, workspaceId)).length > 0
}

/** @returns the workspace that it was of; undefined where it was of none */
export async function deleteHost(sql: Knex, host: string): Promise<WorkspaceId | undefined> {
  return (await remove(sql, host))[0]?.workspace_id
}

/**
 * Saves what a check had as its answer, and when the next one is due: each hour for a verified host, and every five
 * minutes while somebody is likely to be at work on its DNS.
 *
 * @param problem null where the host leads here
 * @returns the host as it is now; undefined where it is gone
 */
export async function saveHostCheck(
  sql: Knex,
  host: string,
  problem: string | null,
): Promise<WorkspaceHost | undefined> {
  return (await save(sql, host, problem))[0]
}
