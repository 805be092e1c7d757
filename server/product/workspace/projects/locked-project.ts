/**
 * SQL: selects the project $2 of workspace $1, locked until the transaction ends.
 *
 * If the database is spread over machines, each has all projects. The lock is on the row on the workspace's machine,
 * because the workspace is read along: alone the row would be locked on every machine, for all projects at once, and
 * two transactions that share such a lock end each other (Citus 13.2 takes it in two steps).
 *
 * @param columns columns to read of the project
 */
export function lockedProject(columns: string, strength: 'share' | 'no key update'): string {
  return `select ${columns} from workspaces join projects on projects.workspace_id = workspaces.id
   where workspaces.id = $1 and projects.workspace_id = $1 and projects.id = $2 for ${strength} of projects`
}
