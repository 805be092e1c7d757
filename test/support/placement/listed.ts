/**
 * Statements that were not made with their kind, and that are about all workspaces on purpose.
 */
const listed: readonly RegExp[] = [
  // A migration changes tables before the new ones are placed.
  /\b(create|alter) table\b/,
  // A command or a start looks for the workspaces that there are.
  /^select "id"(, "name")? from "workspaces"/,
  // The embedded database is on one machine: at its start nobody else holds leases.
  /^update "\w+" set ("due_at" = CURRENT_TIMESTAMP|"lease" = \$1) where "lease" is not null/,
  // Every session ends where the secret is rotated.
  /^update "sessions" set "revoked_at" = \$1 where "revoked_at" is null$/,
  // Keys are sealed anew, page by page, where a secret is rotated.
  /^select .* as "sealed" from "\w+" where "\w+" is not null .*order by "workspace_id" asc/,
]

export function isListed(sql: string): boolean {
  return listed.some((form) => form.test(sql))
}

/**
 * Tables into which rows of a workspace may be inserted by way of every machine, so only while all of them are there.
 */
export const insertsFromCoordinator: ReadonlySet<string> = new Set([
  // What retention deletes is counted. It waits while a machine is away, as all that the scheduler does.
  'campaign_purged_logs',
  'automation_purged_runs',
])

/** Tables of which every machine has all rows, and whose rows may be locked for all machines. */
export const locksOfEveryMachine: ReadonlySet<string> = new Set([
  // Who deletes a route locks it so, as the deletion waits for all machines. So does a definition that names one.
  'inbound_routes',
])
