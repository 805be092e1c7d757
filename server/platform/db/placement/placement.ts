/**
 * The places of the tables once the database is spread over several machines (Citus). Every table with a column
 * `workspace_id` is distributed by that column, so that one machine has all of a workspace; `workspaces` itself by
 * its id. The tables below are the exceptions.
 */

/**
 * Tables that each machine has as a whole: they are looked up before the workspace is known, or have a key that holds
 * for all workspaces. They are small and seldom written, since each write waits for every machine.
 */
export const referenceTables = [
  'users',
  'projects',
  'api_keys',
  'inbound_domains',
  'inbound_routes',
  'return_path_names',
  'workspace_hosts',
  'ended_links',
] as const

/**
 * Tables that stay on the machine that the service talks to: their rows belong to no workspace, or to none yet. They
 * are also written while another machine is away.
 */
export const localTables = [
  'audit_retention',
  'event_order',
  'lease_owners',
  'passkey_challenges',
  'pool_assignments',
  'pool_relays',
  'queue_holds',
  'schema_migrations',
  'schema_migrations_lock',
  'schema_versions',
  'sending_pools',
  'sending_sources',
  'service_keys',
  'sign_in_limits',
  'sign_in_mails',
  'source_days',
  'source_reputations',
  'source_suspensions',
] as const

export type Placement = 'distributed' | 'reference' | 'local'

const exceptions = new Map<string, Placement>([
  ...referenceTables.map((name) => [name, 'reference'] as const),
  ...localTables.map((name) => [name, 'local'] as const),
])

/** Returns the place of a table of the schema. */
export function placementOf(table: string): Placement {
  return exceptions.get(table) ?? 'distributed'
}
